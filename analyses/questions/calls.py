"""When to call a draw: call now, or wait?

The answer comes from the book of the rules. Its limits on the count depend on what a player can see. They were made
once, from games in which both actions were played to the end at every decision to call. The book of your own rules is
made when it is first asked for. With --players or --games the gains are measured instead, with intervals; a measurement
prints no limits to play by.
"""

from __future__ import annotations

import sys
from dataclasses import dataclass, replace

from analyses.book import asked
from analyses.book.asked import BookAnswer, Presenter
from analyses.question import DECISIONS_TABLE, MIN_FORKS, OF, TABLES, Inquiry, Option, Question, ReportSettings
from analyses.rollouts.measured import half_width
from tongits_sim.rules import RuleSet
from tongits_sim.rules.library import parse_override


@dataclass(frozen=True, kw_only=True)
class CallsAnswer(BookAnswer):
    """When to call."""


COUNTS = (0, 10, 20, 30, 40, 50, 60)
HANDS = (1, 3, 5, 7, 9)
NOBODY = (
    "no player could call in {games} games under {rules}: the rules allow no call, or these bots never get to a call"
)
TIMING = Option(
    "timing",
    "When a draw is called in a turn, overriding the rules.",
    "choice",
    None,
    choices=("start", "after_draw", "end"),
)


def timed(rules: RuleSet, timing: str | None) -> RuleSet:
    """Move the calls to another time of a turn. Raises RuleError."""
    if timing is None:
        return rules
    knob, value = parse_override(f"call.timing={timing}")
    if rules.knobs()[knob] == value:
        return rules
    return RuleSet.from_knobs(rules.knobs() | {knob: value}, name=f"{rules.name} with {knob}={timing}")


def ask(inquiry: Inquiry) -> CallsAnswer:
    """Raises QuestionError if nobody is asked for a call."""
    mine = replace(inquiry, rules=timed(inquiry.rules, inquiry.options["timing"]))
    if asked.by_book(mine):
        return CallsAnswer(**asked.read_book(mine, CALLS))
    from analyses.rollouts import measured, seated
    from tongits_sim.experiments.forks import BinnedFeature, Binning, unit_bins

    mine = asked.measuring(mine)
    axes = BinnedFeature("count", COUNTS), BinnedFeature("rival_size", HANDS), unit_bins("rivals", 0, 2)
    forked = seated.play(mine, "call", (Binning("hands", axes),), NOBODY)
    keys = ("own_count", "least_cards", "rivals")
    fields = measured.fields(forked, "hands", keys, inquiry.options["min_forks"])
    return CallsAnswer(**mine.head(CALLS), **fields, timing=asked.timing_of(mine))


_WORDS = Presenter(
    decision="call",
    verb="call",
    doing="call",
    no="wait",
    across="least_cards",
    panel="rivals",
    titles={0: "nobody open", 1: "one opponent open", 2: "both opponents open"},
)
screen, short, tables = _WORDS.screen, _WORDS.short, _WORDS.tables
about, findings, csv_rows = _WORDS.about, _WORDS.findings, _WORDS.csv_rows

CALLS = Question(
    name="calls",
    asks="When to call a draw: now, or wait?",
    games=0,
    ask=ask,
    answer=CallsAnswer,
    options=(TIMING, OF, MIN_FORKS, DECISIONS_TABLE),
    players=TABLES,
    example="--rules pagat -o calls.html",
    games_help=asked.GAMES_HELP,
    width=half_width,
    presenter=sys.modules[__name__],
    about=__doc__ or "",
    reader="player",
    page_order=10,
    on_page=ReportSettings(0, players="usual"),
)
