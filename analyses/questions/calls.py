"""When to call a draw: call now, or wait?

At every decision to call, both actions are played to the end; a player who waits plays as the bot does from the next
turn on. The chart is made at three tables (strong, regular, beginners) with a strong player in the own seat, or at one
table of named players. A chart by the opponents' cards and a chart by the stock are tried, and the chart that costs
less to follow is shown.
"""

from __future__ import annotations

import sys
from dataclasses import dataclass, replace

from analyses.question import DECISIONS_TABLE, MIN_FORKS, OF, TABLES, Inquiry, Option, Question, ReportSettings
from analyses.rollouts import charts, seated
from analyses.rollouts.charts import ChartAnswer, Way, Words
from analyses.words import Finding, Screen, Table
from tongits_sim.rules import RuleSet
from tongits_sim.rules.library import parse_override


@dataclass(frozen=True, kw_only=True)
class CallsAnswer(ChartAnswer):
    """When to call."""


COUNTS = (0, 3, 6, 9, 12, 15, 18, 21, 24, 27, 30, 33, 36, 40, 44, 48, 54, 60, 70, 80)
STOCKS = (0, 3, 6, 9, 12)
HANDS = (1, 3, 5, 7, 9)
BY_HANDS = Way("hands", ("own_count", "least_cards", "rivals"), {"least_cards": "cards", "rivals": "rivals"})
BY_STOCK = Way("stock", ("own_count", "stock_left", "rivals"), {"stock_left": "stock", "rivals": "rivals"})
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
    from tongits_sim.experiments.forks import BinnedFeature, Binning, unit_bins

    at_tables = replace(inquiry, rules=timed(inquiry.rules, inquiry.options["timing"]))
    count, rivals = BinnedFeature("count", COUNTS), unit_bins("rivals", 0, 2)
    hands = Binning("hands", (count, BinnedFeature("rival_size", HANDS), rivals))
    stock = Binning("stock", (count, BinnedFeature("stock", STOCKS), rivals))
    forked = seated.play(at_tables, "call", (hands, stock), NOBODY)
    # If calls come with the discard, a player who waits with a low count may still win at once, so low counts may wait.
    monotone = str(at_tables.rules.knobs()["call.timing"]) == "start"
    fields = charts.chart(at_tables, forked, "call", (BY_HANDS, BY_STOCK), ("call", "wait"), monotone)
    return CallsAnswer(**at_tables.head(CALLS), **fields)


# --- words ---


def _notes(answer: ChartAnswer) -> list[str]:
    alone = [box for box in answer.cells if box.at["rivals"] == 0 and box.answer]
    if alone and all(box.answer in "Cc=" for box in alone):
        return ["Nobody open: call with any count."]
    return []


WORDS: Words[CallsAnswer] = Words(
    yes="call",
    no="wait",
    panel="rivals",
    panels={1: "one opponent open", 2: "both opponents open"},
    across={"least_cards": "fewest cards of an open opponent", "stock_left": "cards left in the stock"},
    held={"least_cards": "{} cards in the smallest open hand", "stock_left": "{} cards in the stock"},
    asks="When should I call a draw?",
    notes=_notes,
)


def screen(answer: CallsAnswer) -> Screen:
    return charts.screen(answer, WORDS)


def short(answer: CallsAnswer) -> str:
    return charts.headline(answer, WORDS)


def tables(answer: CallsAnswer) -> list[Table]:
    return charts.all_tables(answer, WORDS)


def findings(answer: CallsAnswer) -> list[Finding]:
    return charts.findings(answer, WORDS)


CALLS = Question(
    name="calls",
    asks="When to call a draw: now, or wait?",
    games=60_000,
    ask=ask,
    answer=CallsAnswer,
    options=(TIMING, OF, MIN_FORKS, DECISIONS_TABLE),
    players=TABLES,
    example="--rules pagat -o calls.html",
    games_help="Number of games, at each table.",
    presenter=sys.modules[__name__],
    about=__doc__ or "",
    reader="player",
    page_order=10,
    on_page=ReportSettings(20_000, players="usual"),
)
