"""How the answer of `analyze discards` is presented."""

from __future__ import annotations

from collections.abc import Sequence

from analyses.answers.cells import Cell, cell_at
from analyses.figures.rollouts import draw_grid, draw_panels
from mahjong_sim.analyses.answers import DiscardCell, DiscardsAnswer
from mahjong_sim.questions import parts
from reports.page.findings import Finding
from reports.page.tables import Table, share_cell
from tongits_sim.run.numbers import per_cent, units

WHEN = {"never": "never discarded", "before": "discarded before", "last round": "discarded since one's own last turn"}
"""Whether a tile was discarded, in a sentence."""
THROWN = {"never": "never discarded", "before": "discarded before", "last round": "since one's own last turn"}
"""... over a panel."""


def headline(answer: DiscardsAnswer) -> str:
    """How often a discard is won with, and what it costs."""
    return (
        f"At a table of {parts.table_of(answer)}, a tile other than the bot's choice gives somebody the win "
        f"{per_cent(answer.deal_in.mean or 0, answer.deal_in.ci95)} of the time, the bot's own discard "
        f"{per_cent(answer.own_deal_in.mean or 0, answer.own_deal_in.ci95)} (paired rollouts)."
    )


def sentences(answer: DiscardsAnswer) -> list[str]:
    """The price, the most and the least dangerous cell, how much was played."""
    first = (
        f"Such a tile costs {units(-(answer.price.mean or 0), _minus(answer.price.ci95))} at once, and with the hand "
        f"that it takes apart {units(answer.difference.mean or 0, answer.difference.ci95)} compared with the bot's own "
        "discard."
    )
    return [first, *_extremes(answer), *parts.closing(answer, answer.cells)]


def _minus(limits: tuple[float, float] | None) -> tuple[float, float] | None:
    return None if limits is None else (-limits[1], -limits[0])


def _extremes(answer: DiscardsAnswer) -> list[str]:
    """The most and the least dangerous tile, by map; chosen on other hands."""
    lines = []
    maps: dict[str, Sequence[DiscardCell]] = {"cells": answer.cells, "table": answer.table}
    for name, cells in maps.items():
        extremes = answer.extremes.get(name)
        texts = []
        for words, at in (("Most", extremes and extremes.most), ("Least", extremes and extremes.least)):
            cell = cell_at(cells, at) if at else None
            if cell is not None and cell.deal_in is not None:
                texts.append(f"{words} dangerous: {where(cell)}, won with {per_cent(cell.deal_in, cell.deal_in_ci95)}.")
        lines += [" ".join([*texts, parts.HELD_OUT])] if texts else []
    return lines


def where(cell: Cell) -> str:
    """Where a cell lies."""
    thrown = WHEN[str(cell.at["thrown"])]
    if "others_open" in cell.at:
        return f"a tile {thrown}, {cell.words('others_open')} bahay open at most by another seat"
    return f"a {cell.at['tile_class']} {thrown}, own turns {cell.words('own_turn')}"


def tables(answer: DiscardsAnswer) -> list[Table]:
    """By what lies on the table, by tiles seen, every cell."""
    more = {
        "Won with, %": lambda cell: share_cell(cell.deal_in, cell.deal_in_ci95),
        "Costs at once": lambda cell: parts.plain(cell.price, cell.price_ci95),
    }
    table = {"others_open": "Most bahay open by another", "thrown": "Discarded"}
    seen = {"tile_class": "Tile", "seen": "Of its kind in sight"}
    every = {"tile_class": "Tile", "own_turn": "Own turn", "thrown": "Discarded"}
    return [
        parts.cells_table(answer, answer.table, table, more, ("table", "By what lies on the table")),
        parts.cells_table(answer, answer.seen, seen, more, ("seen", "By how many of its kind lie open")),
        parts.cells_table(answer, answer.cells, every, more, ("cells", "By tile, turn, and discarded before")),
    ]


def findings(answer: DiscardsAnswer) -> list[Finding]:
    """What a discard costs at once, a panel for each history."""
    rows = parts.grid_rows(answer.cells, answer.min_forks, ("own_turn", "tile_class", "thrown"), shown)
    text = (
        f"Each cell: units that such a discard costs at once because somebody wins with it, among "
        f"{parts.table_of(answer)}. {parts.GRID_NOTE} {' '.join(_extremes(answer)[:1])}"
    ).strip()
    return [
        Finding(
            "danger",
            "Price of a discard",
            text,
            lambda: draw_grid(rows, "own turn", "tile", THROWN),
            lambda: draw_panels(rows, "own turn", "tile", THROWN),
        )
    ]


def shown(cell: DiscardCell) -> tuple[float | None, bool]:
    """The price in a cell as a loss, and whether it is known to be one."""
    price = None if cell.price is None else -cell.price
    return price, cell.price_ci95 is not None and cell.price_ci95[0] > 0
