"""How dangerous is a discard?

At one discard in sixteen, drawn by chance, another tile of the hand, any kind equally likely, is discarded instead and
the game played to the end. Each has the number of kinds it was drawn from as its weight, so that averages are over all
kinds of tiles in the hands. The difference from the bot's own discard is the cost of the tile in all. Its danger is the
share of these discards that somebody wins with, and the cost of that.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from analyses.answers.rollouts import Cell, ForksAnswer, cell_at
from analyses.figures.rollouts import draw_panels
from analyses.question import MIN_FORKS, Inquiry, OnPage, Question
from analyses.words.parts import Finding, Table
from analyses.words.rollout_words import HELD_OUT, players
from mahjong_sim.analyses import forked
from mahjong_sim.mahjong import MAHJONG
from mahjong_sim.words import parts
from tongits_sim.run.answers import UNKNOWN, Estimate
from tongits_sim.run.numbers import per_cent, units

if TYPE_CHECKING:
    from mahjong_sim.designs.forks.job import Binning

ONE_IN = 16
WEIGHTS = (
    "a tile counts as many times as there were kinds of tiles to draw it from, and so many times more forks resolve a "
    "cell"
)


@dataclass(frozen=True, kw_only=True)
class DiscardCell(Cell):
    """A tile discarded instead of the bot's own: the difference (`ev_diff`), and the cost of the discard itself.

    Attributes:
        deal_in: share of these discards that somebody wins with.
        price: units that such a discard costs at once, on average.
    """

    deal_in: Estimate = UNKNOWN
    price: Estimate = UNKNOWN


@dataclass(frozen=True, kw_only=True)
class DiscardsAnswer(ForksAnswer):
    """How dangerous a discard is.

    Attributes:
        cells: by kind of tile, own turn, and whether it was discarded before.
        table: by the most bahay that another seat has on the table, and whether it was discarded before.
        seen: by kind of tile and the number of them that lie open.
        difference: units that another tile brings more than the bot's own discard.
        deal_in, price: share of wins with another tile, and its cost at once.
        own_deal_in, own_price: the same for the bot's own discards at the same decisions.
    """

    cells: tuple[DiscardCell, ...]
    table: tuple[DiscardCell, ...]
    seen: tuple[DiscardCell, ...]
    difference: Estimate
    deal_in: Estimate
    price: Estimate
    own_deal_in: Estimate
    own_price: Estimate


MAPS = forked.Maps(
    ("cells", "table", "seen"), DiscardCell, {"deal_in": "dealt_in_a", "price": "price_a"}, key="deal_in"
)


def binnings() -> tuple[Binning, ...]:
    """The maps into which forks are sorted."""
    from mahjong_sim.designs.forks.job import Binning, Bins
    from mahjong_sim.designs.forks.layout import THROWN, TILE_CLASSES

    tiles, thrown = Bins("tile_class", (0, 1, 2, 3, 4), TILE_CLASSES), Bins("thrown", (0, 1, 2), THROWN)
    return (
        Binning("all"),
        Binning("cells", (tiles, Bins("own_turn", (0, 4, 8, 12, 16)), thrown)),
        Binning("table", (Bins("others_open", (0, 1, 2, 3, 4)), thrown)),
        Binning("seen", (tiles, Bins("seen", (0, 1, 2, 3)))),
    )


def ask(inquiry: Inquiry) -> DiscardsAnswer:
    """The answer of `analyze discards`. Raises QuestionError if nobody had a choice."""
    found = forked.ask(inquiry, "discards", binnings(), MAPS, one_in=ONE_IN)
    forks = found.forks
    return DiscardsAnswer(
        **inquiry.head(DISCARDS),
        **found.sizes,
        cells=found.maps["cells"],
        table=found.maps["table"],
        seen=found.maps["seen"],
        difference=forked.total(forks),
        deal_in=forked.total(forks, "dealt_in_a"),
        price=forked.total(forks, "price_a"),
        own_deal_in=forked.total(forks, "dealt_in_b"),
        own_price=forked.total(forks, "price_b"),
        method=found.method | {"weights": WEIGHTS},
    )


WHEN = {"never": "never discarded", "before": "discarded before", "last round": "discarded since one's own last turn"}
"""The history of a tile's discards, in a sentence."""
THROWN = {"never": "never discarded", "before": "discarded before", "last round": "since one's own last turn"}
"""The same over a panel."""


def headline(answer: DiscardsAnswer) -> str:
    """The share of discards that somebody wins with."""
    return (
        f"At a table of {players(answer)}, a tile other than the bot's choice gives somebody the win "
        f"{per_cent(answer.deal_in.mean or 0, answer.deal_in.ci95)} of the time, the bot's own discard "
        f"{per_cent(answer.own_deal_in.mean or 0, answer.own_deal_in.ci95)} (paired rollouts)."
    )


def sentences(answer: DiscardsAnswer) -> list[str]:
    """The price, the most and the least dangerous cell, the number of forks."""
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
            if cell is not None and cell.deal_in.mean is not None:
                share = per_cent(cell.deal_in.mean, cell.deal_in.ci95)
                texts.append(f"{words} dangerous: {where(cell)}, won with {share}.")
        lines += [" ".join([*texts, HELD_OUT])] if texts else []
    return lines


def where(cell: Cell) -> str:
    """The coordinates of a cell, in words."""
    thrown = WHEN[str(cell.at["thrown"])]
    if "others_open" in cell.at:
        return f"a tile {thrown}, {cell.words('others_open')} bahay open at most by another seat"
    return f"a {cell.at['tile_class']} {thrown}, own turns {cell.words('own_turn')}"


def tables(answer: DiscardsAnswer) -> list[Table]:
    """By bahay on the table, by tiles seen, every cell."""
    more = {
        "Won with, %": lambda cell: parts.share(cell.deal_in),
        "Costs at once": lambda cell: parts.plain(cell.price),
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
    """The cost of a discard at once, a panel for each history."""
    rows = parts.grid_rows(answer.cells, answer.min_forks, ("own_turn", "tile_class", "thrown"), shown)
    text = (
        f"Each cell: units that such a discard costs at once because somebody wins with it, among "
        f"{players(answer)}. {parts.GRID_NOTE} {' '.join(_extremes(answer)[:1])}"
    ).strip()
    return [Finding("danger", "Price of a discard", text, lambda: draw_panels(rows, "own turn", "tile", THROWN))]


def shown(cell: DiscardCell) -> tuple[float | None, bool]:
    """The price in a cell as a loss, and whether its interval excludes 0."""
    price = cell.price
    return None if price.mean is None else -price.mean, price.ci95 is not None and price.ci95[0] > 0


DISCARDS = Question(
    name="discards",
    asks="How dangerous is a discard?",
    games=40_000,
    ask=ask,
    answer=DiscardsAnswer,
    options=(MIN_FORKS,),
    game=MAHJONG,
    presenter=sys.modules[__name__],
    reader="player",
    place=20,
    about=__doc__ or "",
    on_page=OnPage(40_000),
)
