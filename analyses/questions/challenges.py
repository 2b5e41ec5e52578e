"""A draw was called: challenge or fold?

At every answer to a call, both actions are played to the end. The chart is made at three tables (strong, regular,
beginners) with a strong player in the own seat, or at one table of named players.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from dataclasses import dataclass

from analyses.question import DECISIONS_TABLE, MIN_FORKS, OF, TABLES, Inquiry, Question, QuestionError, ReportSettings
from analyses.rollouts import cells as cells_of
from analyses.rollouts import charts, seated
from analyses.rollouts.boxes import Box, boxes
from analyses.rollouts.cells import Placed
from analyses.rollouts.charts import ChartAnswer, Way, Words
from analyses.rollouts.estimates import coordinates
from analyses.rollouts.seated import Forked
from analyses.tables import margin_of
from analyses.words import Finding, Screen, Table, columns, share
from tongits_sim.run.answers import Estimate


@dataclass(frozen=True, kw_only=True)
class CallerCounts(Placed):
    """How often the caller counts more than the responder (`more`), and most of all three (`most`), by table."""

    n: int
    more: Estimate
    most: Estimate


@dataclass(frozen=True, kw_only=True)
class ChallengesAnswer(ChartAnswer):
    """Whether to challenge. `by_answer`: by the other opponent's answer, if the seat knows it."""

    by_answer: tuple[Box, ...] = ()
    callers: tuple[CallerCounts, ...] = ()


COUNTS = (0, 2, 4, 6, 8, 10, 12, 15, 18, 21, 24, 28, 32, 40, 50)
SIZES = (1, 3, 5, 7, 9)
STOCKS = (0, 4, 8, 12)
ANSWERS = ("unknown", "folds", "challenges")
CHART = Way("chart", ("own_count", "caller_cards"), {"caller_cards": "cards"})
NOBODY = "no player had to answer a call in {games} games under {rules}: these bots never call; name other --players"


def ask(inquiry: Inquiry) -> ChallengesAnswer:
    """Raises QuestionError if nobody is asked for a challenge."""
    from tongits_sim.experiments.forks import BinnedFeature, Binning, unit_bins
    from tongits_sim.rules.endings import ShowdownWho

    if inquiry.rules.showdown.who == ShowdownWho.EVERYONE:
        raise QuestionError(
            f"under {inquiry.rules.name} nobody chooses: all who may challenge must compare counts with the caller "
            "(showdown.who=everyone); name other --rules"
        )
    count, size = BinnedFeature("count", COUNTS), BinnedFeature("caller_size", SIZES)
    maps = (
        Binning("chart", (count, size)),
        Binning("stock", (count, size, BinnedFeature("stock", STOCKS))),
        Binning("answers", (count, size, unit_bins("answered", 0, 2))),
        Binning("sizes", (size,)),
    )
    forked = seated.play(inquiry, "respond", maps, NOBODY)
    words = ("challenge", "fold")
    fields = charts.chart(inquiry, forked, "respond", (CHART,), words)
    more = forked, margin_of(inquiry.rules), words, inquiry.options["min_forks"]
    fields["others"] = _boxes("stock", ("own_count", "caller_cards", "stock_left"), *more)
    by_answer = _boxes("answers", ("own_count", "caller_cards", "other"), *more)
    known = any(box.n and box.at["other"] != ANSWERS[0] for box in by_answer)
    return ChallengesAnswer(
        **inquiry.head(CHALLENGES),
        **fields,
        by_answer=by_answer if known else (),
        callers=tuple(row for each in forked if each.forks.forks for row in _callers(each)),
    )


def _boxes(
    name: str,
    keys: tuple[str, ...],
    forked: Sequence[Forked],
    margin: float,
    words: tuple[str, str],
    min_forks: int,
) -> tuple[Box, ...]:
    return boxes(forked, name, keys, margin, words, min_forks, names={"other": ANSWERS} if "other" in keys else None)


def _callers(forked: Forked) -> list[CallerCounts]:
    """How often the caller's count is higher than the responder's, or the highest, by cards in hand."""
    forks = forked.forks
    more, most, counts = forks.cells("sizes", "bluff"), forks.cells("sizes", "highest"), forks.counts("sizes")
    axes = forks.binning("sizes").axes
    return [
        CallerCounts(
            at={"table": forked.name} | coordinates(axes, ("caller_cards",), (place,)),
            n=int(counts[place]),
            more=cells_of.mean(more, (place,)),
            most=cells_of.mean(most, (place,)),
        )
        for place in range(len(counts))
    ]


# --- words ---

WORDS: Words[ChallengesAnswer] = Words(
    yes="challenge",
    no="fold",
    panel="",
    panels={0: ""},
    across={"caller_cards": "cards in the caller's hand"},
    held={"caller_cards": "the caller holds {}"},
    asks="Somebody calls: should I challenge or fold?",
)


def screen(answer: ChallengesAnswer) -> Screen:
    return charts.screen(answer, WORDS)


def short(answer: ChallengesAnswer) -> str:
    return charts.headline(answer, WORDS)


def tables(answer: ChallengesAnswer) -> list[Table]:
    made = charts.all_tables(answer, WORDS)
    if answer.by_answer:
        made.append(charts.box_table("by_answer", "By what the other opponent answers", answer, answer.by_answer))
    shown = {
        "table": lambda row: str(row.at["table"]),
        "caller's cards": lambda row: row.text("caller_cards"),
        "responses": lambda row: f"{row.n:,}",
        "caller counts more than you": lambda row: share(row.more),
        "most of all": lambda row: share(row.most),
    }
    rows = [row for row in answer.callers if row.n]
    return [*made, columns("callers", "How often callers hold more", rows, shown, text=2)]


def findings(answer: ChallengesAnswer) -> list[Finding]:
    return charts.findings(answer, WORDS)


CHALLENGES = Question(
    name="challenges",
    asks="A draw was called: challenge or fold?",
    games=60_000,
    ask=ask,
    answer=ChallengesAnswer,
    options=(OF, MIN_FORKS, DECISIONS_TABLE),
    players=TABLES,
    example="--rules pagat -o challenges.html",
    games_help="Number of games, at each table.",
    presenter=sys.modules[__name__],
    about=__doc__ or "",
    reader="player",
    page_order=20,
    on_page=ReportSettings(20_000, players="usual"),
)
