"""A draw was called: challenge or fold?

The answer comes from the book of the rules. Its limits on the count depend on the caller's cards and on how often the
caller calls. They were made once, from games in which both actions were played to the end at every call. With --players
or --games the gains are measured instead, with intervals; a measurement prints no limits to play by.
"""

from __future__ import annotations

import sys
from dataclasses import dataclass

from analyses.book import asked
from analyses.book.asked import BookAnswer, Presenter
from analyses.presentation import Table, columns, share
from analyses.question import DECISIONS_TABLE, MIN_FORKS, OF, TABLES, Inquiry, Question, QuestionError, ReportSettings
from analyses.rollouts.cells import Placed
from analyses.rollouts.measured import half_width
from tongits_sim.run.answers import Estimate


@dataclass(frozen=True, kw_only=True)
class CallerCounts(Placed):
    """How often the caller counts more than the responder (`more`), and most of all three (`most`), by table."""

    n: int
    more: Estimate
    most: Estimate


@dataclass(frozen=True, kw_only=True)
class ChallengesAnswer(BookAnswer):
    """Whether to challenge."""

    callers: tuple[CallerCounts, ...] = ()  # of a measurement


COUNTS = (0, 10, 20, 30, 40, 50)
SIZES = (1, 3, 5, 7, 9)
NOBODY = "no player had to answer a call in {games} games under {rules}: these bots never call; name other --players"


def ask(inquiry: Inquiry) -> ChallengesAnswer:
    """Raises QuestionError if players are named who are never asked for a challenge."""
    if asked.by_book(inquiry):
        return ChallengesAnswer(**asked.read_book(inquiry, CHALLENGES))
    from analyses.rollouts import cells as cells_of
    from analyses.rollouts import measured, seated
    from analyses.rollouts.fork_questions import coordinates
    from tongits_sim.experiments.forks import BinnedFeature, Binning
    from tongits_sim.rules.ending_knobs import ShowdownWho

    if inquiry.rules.showdown.who == ShowdownWho.EVERYONE:
        raise QuestionError(
            f"under {inquiry.rules.name} nobody chooses: all who may challenge must compare counts with the caller "
            "(showdown.who=everyone); name other --rules"
        )
    mine = asked.measuring(inquiry)
    count = BinnedFeature("count", COUNTS)
    size = BinnedFeature("caller_size", SIZES)
    forked = seated.play(mine, "respond", (Binning("chart", (count, size)), Binning("sizes", (size,))), NOBODY)
    fields = measured.fields(forked, "chart", ("own_count", "caller_cards"), inquiry.options["min_forks"])
    callers = []
    for played in forked:
        if played.forks.forks:
            more = played.forks.cells("sizes", "bluff")
            most = played.forks.cells("sizes", "highest")
            counts = played.forks.counts("sizes")
            axes = played.forks.binning("sizes").axes
            callers += [
                CallerCounts(
                    at={"table": played.name} | coordinates(axes, ("caller_cards",), (place,)),
                    n=int(counts[place]),
                    more=cells_of.mean(more, (place,)),
                    most=cells_of.mean(most, (place,)),
                )
                for place in range(len(counts))
            ]
    timing = asked.timing_of(mine)
    return ChallengesAnswer(**mine.head(CHALLENGES), **fields, timing=timing, callers=tuple(callers))


_WORDS = Presenter(
    decision="challenge",
    verb="challenge",
    doing="challenge",
    no="fold",
    across="caller_cards",
    panel="",
    titles={},
)
screen, short = _WORDS.screen, _WORDS.short
about, findings, csv_rows = _WORDS.about, _WORDS.findings, _WORDS.csv_rows


def tables(answer: ChallengesAnswer) -> list[Table]:
    shown = {
        "table": lambda row: str(row.at["table"]),
        "caller's cards": lambda row: row.text("caller_cards"),
        "responses": lambda row: f"{row.n:,}",
        "caller counts more than you": lambda row: share(row.more),
        "most of all": lambda row: share(row.most),
    }
    rows = [row for row in answer.callers if row.n]
    callers = columns("callers", "How often callers hold more", rows, shown, text=2)
    return [*_WORDS.tables(answer), *([callers] if rows else [])]


CHALLENGES = Question(
    name="challenges",
    asks="A draw was called: challenge or fold?",
    games=0,
    ask=ask,
    answer=ChallengesAnswer,
    options=(OF, MIN_FORKS, DECISIONS_TABLE),
    players=TABLES,
    example="--rules pagat -o challenges.html",
    games_help=asked.GAMES_HELP,
    width=half_width,
    presenter=sys.modules[__name__],
    about=__doc__ or "",
    reader="player",
    page_order=20,
    on_page=ReportSettings(0, players="usual"),
)
