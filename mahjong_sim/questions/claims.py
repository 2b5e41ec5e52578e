"""How the answer of `analyze claims` is presented."""

from __future__ import annotations

from functools import partial

from analyses.answers.cells import Cell
from analyses.figures.rollouts import draw_grid, draw_panels
from mahjong_sim.analyses.answers import ClaimCell, ClaimsAnswer
from mahjong_sim.questions import parts
from reports.page.findings import Finding
from reports.page.tables import Table
from tongits_sim.run.numbers import percent, units

MELDS = ("chow", "pung", "kang")


def headline(answer: ClaimsAnswer) -> str:
    """What taking a discard is worth where the bot does, and where it does not."""
    any_ = answer.averages["any"]
    taken, passed = any_.chose_yes, any_.chose_no
    return (
        f"At a table of {parts.table_of(answer)}, taking a discard where the bot takes it brings "
        f"{units(taken.mean or 0, taken.ci95)} more than passing; where it passes, taking would bring "
        f"{units(passed.mean or 0, passed.ci95)} (paired rollouts)."
    )


def sentences(answer: ClaimsAnswer) -> list[str]:
    """Each meld, the extreme cells, the confounded difference, how much was played."""
    lines = []
    for meld in MELDS:
        means = answer.averages[meld]
        if means.chose_no.n >= answer.min_forks:
            verdict = parts.decided(means.chose_no, "these passes cost money", "these passes are right on average")
            lines.append(
                f"A {meld} that the bot passes: {units(means.chose_no.mean or 0, means.chose_no.ci95)}: {verdict}."
            )
    naive = answer.averages["any"].naive
    if naive is not None and naive.mean is not None:
        lines.append(
            f"Payouts at decisions where the bot took the discard and where it did not differ by {parts.value(naive)} "
            "units: that compares different hands, and is no effect of taking it."
        )
    return [*lines, *parts.strongest(answer, answer.cells, where), *parts.closing(answer, answer.cells)]


def where(cell: Cell) -> str:
    """Where a cell of the first map lies."""
    return (
        f"a {cell.at['meld']} ({cell.at['nearer']}), {cell.words('shanten')} tiles from waiting, own turns "
        f"{cell.words('own_turn')}"
    )


def tables(answer: ClaimsAnswer) -> list[Table]:
    """Averages by meld, by value, every cell."""
    rows = [
        [meld, words, f"{row.n:,}", parts.value(row)]
        for meld, means in answer.averages.items()
        for words, row in (("all", means.all), ("bot takes it", means.chose_yes), ("bot passes", means.chose_no))
        if row.n >= answer.min_forks
    ]
    note = "Units that taking the discard brings more than passing; ± is half a 95 % interval."
    averages = Table("averages", "Take or pass, by meld", ["Meld", "Decisions", "Forks", "Difference"], rows, 2, note)
    more = {
        "Wins more often, points": lambda cell: parts.points(cell.won, cell.won_ci95),
        "Bot takes it": lambda cell: "" if cell.share_yes is None else percent(cell.share_yes),
    }
    value = {"meld": "Meld", "suit_tiles": "Tiles of longest suit", "own_open": "Own bahay open"}
    every = {"meld": "Meld", "nearer": "Hand", "shanten": "Tiles from waiting", "own_turn": "Own turn"}
    return [
        averages,
        parts.cells_table(answer, answer.value, value, more, ("value", "By value: longest suit, hand open or not")),
        parts.cells_table(answer, answer.cells, every, more, ("cells", "Every cell")),
    ]


def findings(answer: ClaimsAnswer) -> list[Finding]:
    """Take or pass, a panel for each meld."""
    maps = []
    for nearer, title in (
        ("nearer", "Claims that bring the hand nearer"),
        ("no nearer", "Claims that bring it no nearer"),
    ):
        cells = [cell for cell in answer.cells if cell.at["nearer"] == nearer]
        rows = parts.grid_rows(cells, answer.min_forks, ("own_turn", "shanten", "meld"), shown)
        panels = {meld: meld for meld in MELDS if any(r["panel"] == meld and r["state"] != "few" for r in rows)}
        if not panels:
            continue
        text = (
            f"Each cell: what taking the discard brings compared with passing, in units, among "
            f"{parts.table_of(answer)}. {parts.GRID_NOTE} {' '.join(parts.strongest(answer, cells, where))}"
        ).strip()
        maps.append(
            Finding(
                nearer.replace(" ", "-"),
                title,
                text,
                partial(draw_grid, rows, "own turn", "tiles from waiting", panels),
                partial(draw_panels, rows, "own turn", "tiles from waiting", panels),
            )
        )
    return maps


def shown(cell: ClaimCell) -> tuple[float | None, bool]:
    """The number in a cell of a figure, and whether its sign is known."""
    return cell.ev_diff.mean, cell.resolved
