"""When is a discard worth taking?

At every second decision whether to take a discard, drawn by chance, the game is played on both ways for each kind of
meld that is offered: taken (of several chows the one that leaves the hand nearest to winning, or the bot's own), and
passed. After either the bot plays on as it does.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

from analyses.answers.rollouts import Averages, Cell, ForksAnswer
from analyses.figures.rollouts import draw_panels
from analyses.question import MIN_FORKS, Inquiry, OnPage, Question
from analyses.words.parts import Finding, Table
from analyses.words.rollout_words import players, strongest, value
from mahjong_sim.analyses import forked
from mahjong_sim.mahjong import MAHJONG
from mahjong_sim.words import parts
from tongits_sim.run.answers import UNKNOWN, Estimate
from tongits_sim.run.numbers import percent, units

if TYPE_CHECKING:
    from mahjong_sim.designs.forks.job import Binning

MELDS = ("chow", "pung", "kang")
NEARER = ("sets back", "no nearer", "nearer")
ONE_IN = 2


@dataclass(frozen=True, kw_only=True)
class ClaimCell(Cell):
    """A cell of claims: units that taking the discard brings more than passing (`ev_diff`).

    Attributes:
        share_yes: share of these decisions at which the bot takes it.
        won: share of wins that taking adds.
    """

    share_yes: float | None = None
    won: Estimate = UNKNOWN


@dataclass(frozen=True, kw_only=True)
class ClaimsAnswer(ForksAnswer):
    """When to take a discard.

    Attributes:
        cells: by meld, whether it brings the hand nearer, tiles away from waiting, own turn.
        value: by meld, tiles of the longest suit, own bahay on the table.
        averages: by meld over all decisions, and by the bot's own choice.
    """

    cells: tuple[ClaimCell, ...]
    value: tuple[ClaimCell, ...]
    averages: Mapping[str, Averages]


MAPS = forked.Maps(("cells", "value"), ClaimCell, {"share_yes": "chose", "won": "won"})


def binnings() -> tuple[Binning, ...]:
    """The maps into which forks are sorted."""
    from mahjong_sim.designs.forks.job import Binning, Bins

    meld, nearer = Bins("meld", (1, 2, 3), MELDS), Bins("nearer", (-99, 0, 1), NEARER)
    chose = Bins("chose", (0, 1))
    return (
        Binning("all"),
        Binning("chose", (chose,)),
        Binning("melds", (meld,)),
        Binning("melds_chose", (meld, chose)),
        Binning("cells", (meld, nearer, Bins("shanten", (0, 1, 2, 3, 4)), Bins("own_turn", (0, 4, 8, 12)))),
        Binning("value", (meld, Bins("suit_tiles", (0, 8, 10, 12)), Bins("own_open", (0, 1, 2)))),
    )


def ask(inquiry: Inquiry) -> ClaimsAnswer:
    """The answer of `analyze claims`. Raises QuestionError if nobody could take a discard."""
    found = forked.ask(inquiry, "claims", binnings(), MAPS, one_in=ONE_IN)
    forks = found.forks
    averages = {meld: forked.averages(forks, "melds", "melds_chose", (at,)) for at, meld in enumerate(MELDS)}
    return ClaimsAnswer(
        **inquiry.head(CLAIMS),
        **found.sizes,
        cells=found.maps["cells"],
        value=found.maps["value"],
        averages={"any": forked.averages(forks, "all", "chose", naive=True)} | averages,
        method=found.method,
    )


def headline(answer: ClaimsAnswer) -> str:
    """The value of taking a discard where the bot takes it, and where it passes."""
    any_ = answer.averages["any"]
    taken, passed = any_.chose_yes, any_.chose_no
    return (
        f"At a table of {players(answer)}, taking a discard where the bot takes it brings "
        f"{units(taken.mean or 0, taken.ci95)} more than passing; where it passes, taking would bring "
        f"{units(passed.mean or 0, passed.ci95)} (paired rollouts)."
    )


def sentences(answer: ClaimsAnswer) -> list[str]:
    """Each meld, the extreme cells, the confounded difference, the number of forks."""
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
            f"Payouts at decisions where the bot took the discard and where it did not differ by {value(naive)} "
            "units: that compares different hands, and is no effect of taking it."
        )
    return [*lines, *filter(None, [strongest(answer, answer.cells, where)]), *parts.closing(answer, answer.cells)]


def where(cell: Cell) -> str:
    """The coordinates of a cell of the first map, in words."""
    return (
        f"a {cell.at['meld']} ({cell.at['nearer']}), {cell.words('shanten')} tiles from waiting, own turns "
        f"{cell.words('own_turn')}"
    )


def tables(answer: ClaimsAnswer) -> list[Table]:
    """Averages by meld, by value, every cell."""
    rows = [
        [meld, words, f"{row.n:,}", value(row)]
        for meld, means in answer.averages.items()
        for words, row in (("all", means.all), ("bot takes it", means.chose_yes), ("bot passes", means.chose_no))
        if row.n >= answer.min_forks
    ]
    note = "Units that taking the discard brings more than passing; ± is half a 95 % interval."
    averages = Table("averages", "Take or pass, by meld", ["Meld", "Decisions", "Forks", "Difference"], rows, 2, note)
    more = {
        "Wins more often, points": lambda cell: parts.points(cell.won),
        "Bot takes it": lambda cell: "" if cell.share_yes is None else percent(cell.share_yes),
    }
    by_value = {"meld": "Meld", "suit_tiles": "Tiles of longest suit", "own_open": "Own bahay open"}
    every = {"meld": "Meld", "nearer": "Hand", "shanten": "Tiles from waiting", "own_turn": "Own turn"}
    return [
        averages,
        parts.cells_table(answer, answer.value, by_value, more, ("value", "By value: longest suit, hand open or not")),
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
        rows = parts.grid_rows(cells, answer.min_forks, ("own_turn", "shanten", "meld"))
        panels = {meld: meld for meld in MELDS if any(r["panel"] == meld and r["state"] != "few" for r in rows)}
        if not panels:
            continue
        text = (
            f"Each cell: what taking the discard brings compared with passing, in units, among "
            f"{players(answer)}. {parts.GRID_NOTE} {strongest(answer, cells, where)}"
        ).strip()
        drawing = partial(draw_panels, rows, "own turn", "tiles from waiting", panels)
        maps.append(Finding(nearer.replace(" ", "-"), title, text, drawing))
    return maps


CLAIMS = Question(
    name="claims",
    asks="When is a discard worth taking for a chow, a pung or a kang?",
    games=20_000,
    ask=ask,
    answer=ClaimsAnswer,
    options=(MIN_FORKS,),
    game=MAHJONG,
    presenter=sys.modules[__name__],
    reader="player",
    place=10,
    about=__doc__ or "",
    on_page=OnPage(20_000),
)
