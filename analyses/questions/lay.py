"""Lay the first meld now, or hold it?

The answer comes from the book of the rules, which was made once from games in which both actions were played to the end
at the chances to lay a first meld. With --players, --games or --hold the gain is measured instead. Then no means to lay
nothing for some turns, after which the bot decides again.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from analyses.book import asked
from analyses.book.asked import BookAnswer, Presenter
from analyses.money import unit_name
from analyses.presentation import Screen, Table, columns, earned, share_difference, sure
from analyses.question import DECISIONS_TABLE, MIN_FORKS, OF, TABLES, Inquiry, Option, Question, ReportSettings
from analyses.rollouts.cells import Placed
from analyses.rollouts.measured import against, heading
from tongits_sim.run.answers import Estimate, mean_of
from tongits_sim.run.within import widest

if TYPE_CHECKING:
    from analyses.rollouts.seated import Forked


@dataclass(frozen=True, kw_only=True)
class Situation(Placed):
    """Decisions together: what laying gains over holding at a table, by the number of opponents who are open."""

    n: int
    gain: Estimate
    sunog: Estimate  # the part of the gain that is payments for sunog
    rest: Estimate
    burned: Estimate  # how much more often the player is burned


@dataclass(frozen=True, kw_only=True)
class LayAnswer(BookAnswer):
    """Whether to lay the first meld."""

    hold_turns: int = 1  # of a measurement: own turns to hold it; 0: to the end of the game
    situations: tuple[Situation, ...] = ()  # of a measurement


COUNTS = (0, 15, 25, 35, 45, 55, 65)
WHOLE_GAME = 120
PROPOSAL = "strategies.helpers:lay_to_open"
"""The meld to lay if the bot would lay no meld: one of its arrangement, a set before a run."""
NOBODY = "nobody could lay a first meld in {games} games under {rules}; play more games"
OPEN = {0: "nobody open", 1: "one open", 2: "both open"}


def ask(inquiry: Inquiry) -> LayAnswer:
    """Raises QuestionError if nobody can lay a first meld."""
    hold = inquiry.options["hold"]
    if asked.by_book(inquiry) and hold is None:
        return LayAnswer(**asked.read_book(inquiry, LAY))
    from analyses.rollouts import measured, seated
    from tongits_sim.experiments.forks import BinnedFeature, Binning, unit_bins

    mine = asked.measuring(inquiry)
    turns = 1 if hold is None else hold
    rivals = unit_bins("rivals", 0, 2)
    maps = (Binning("counts", (BinnedFeature("count", COUNTS), rivals)), Binning("rivals", (rivals,)))
    forked = seated.play(mine, "lay", maps, NOBODY, hold_turns=turns or WHOLE_GAME, proposal=PROPOSAL)
    least = inquiry.options["min_forks"]
    return LayAnswer(
        **mine.head(LAY),
        **measured.fields(forked, "counts", ("own_count", "rivals"), least),
        timing=asked.timing_of(mine),
        hold_turns=turns,
        situations=tuple(row for played in forked for row in _situations(played) if row.n >= least),
    )


def _situations(forked: Forked) -> list[Situation]:
    from analyses.rollouts.cells import mean

    def at(value: str, rivals: int) -> Estimate:
        return mean(forked.forks.cells("rivals", value), (rivals,))

    counts = forked.forks.counts("rivals") if forked.forks.forks else (0, 0, 0)
    return [
        Situation(
            at={"table": forked.name, "rivals": rivals},
            n=int(counts[rivals]),
            gain=at("payout", rivals),
            sunog=at("sunog", rivals),
            rest=at("rest", rivals),
            burned=at("burned", rivals),
        )
        for rivals in range(3)
        if counts[rivals]
    ]


# --- words ---

_WORDS = Presenter(
    decision="lay",
    verb="lay",
    doing="lay",
    no="hold",
    across="rivals",
    panel="",
    titles={},
)
about, findings, csv_rows = _WORDS.about, _WORDS.findings, _WORDS.csv_rows


def hold_words(answer: LayAnswer) -> str:
    """How long the meld is held in a measurement: `for the whole game`, `for 3 turns`."""
    return {0: "for the whole game", 1: "for a turn"}.get(answer.hold_turns, f"for {answer.hold_turns} turns")


def short(answer: LayAnswer) -> str:
    if answer.book is not None:
        return _WORDS.short(answer)
    known = [row for row in answer.situations if sure(row.gain)]
    if not known:
        return "No gain of laying is sure in so few games."
    most = max(known, key=lambda row: abs(mean_of(row.gain)))
    who = against(str(most.at["table"]))
    return f"Laying changes most with {OPEN[most.integer('rivals')]}{who}: {earned(most.gain)} {unit_name()}."


def width(answer: LayAnswer) -> float | None:
    """The widest interval of what laying gains, units; None if not known."""
    return widest(row.gain for row in answer.situations)


def _about_gains(answer: LayAnswer) -> str:
    return (
        f"Gain of laying over holding {hold_words(answer)}, {unit_name()} a chance; burned: how much more often, in "
        "percentage points."
    )


def _situation_table(answer: LayAnswer) -> Table:
    """What laying gains, and how much of it by sunog."""
    shown: dict[str, Callable[[Situation], str]] = {}
    if answer.tables:
        shown["table"] = lambda row: str(row.at["table"])
    shown |= {
        "": lambda row: OPEN[row.integer("rivals")],
        "gain": lambda row: earned(row.gain),
        "by sunog": lambda row: earned(row.sunog),
        "burned": lambda row: share_difference(row.burned),
    }
    text = 2 if answer.tables else 1
    caption = f"Laying minus holding {hold_words(answer)}"
    return columns("situations", caption, answer.situations, shown, text, note=_about_gains(answer))


def screen(answer: LayAnswer) -> Screen:
    if answer.book is not None:
        return _WORDS.screen(answer)
    notes = [_about_gains(answer), "Measured, no advice. What to do: tongits analyze lay   By count: --full"]
    body = (_situation_table(answer),) if answer.situations else ()
    return Screen(heading(answer, answer.tables), short(answer), body, notes)


def tables(answer: LayAnswer) -> list[Table]:
    made = _WORDS.tables(answer)
    return made if answer.book is not None else [_situation_table(answer), *made]


LAY = Question(
    name="lay",
    asks="Lay the first meld now, or hold it?",
    games=0,
    ask=ask,
    answer=LayAnswer,
    options=(
        Option(
            "hold",
            "Measure holding the meld for this many own turns, after which the bot decides; 0: the whole game.",
            default=None,
            low=0,
            high=40,
        ),
        OF,
        MIN_FORKS,
        DECISIONS_TABLE,
    ),
    players=TABLES,
    example="--rules pagat",
    games_help=asked.GAMES_HELP,
    width=width,
    presenter=sys.modules[__name__],
    about=__doc__ or "",
    reader="player",
    page_order=50,
    on_page=ReportSettings(0, players="usual"),
)
