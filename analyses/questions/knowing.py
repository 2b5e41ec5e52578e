"""What would seeing hidden cards be worth?

Three equal players play every deal; then it is played again, once for each seat and each way of knowing more. That seat
plays every option on in worlds in which what it is shown stays as it is and everything else is dealt anew, with its own
bot on all seats, and takes the best. It searches in the same way when it is shown nothing, so that the difference is
what the cards are worth, and not what the search is.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from analyses.answers.question import QuestionAnswer
from analyses.figures import comparison
from analyses.figures.comparison import Point
from analyses.question import Inquiry, OnPage, Option, Question, QuestionError
from analyses.words.parts import Advice, Finding, Table
from analyses.words.rollout_words import listed, value
from tongits_sim.run.answers import Answer, Estimate
from tongits_sim.run.numbers import percent

if TYPE_CHECKING:
    from tongits_sim.thinking.knowing.estimates import KnowingEstimates
    from tongits_sim.thinking.knowing.job import Arm


# --- the answer ---

ALL = "all decisions"
"""The group of all decisions."""


@dataclass(frozen=True)
class KnowingRow(Answer):
    """The worth of the other hands at some decisions, units a game of the seat that sees them.

    Attributes:
        decisions: the decisions that it searches, in words; `ALL` for everything.
        blind: its gain when it searches and is shown nothing.
        seeing: its gain when it searches and is shown the other hands.
        worth: the second minus the first, on the same deals: the worth of the hands.
        changed: share of its searches, when it sees the hands, that differ from its bot's answer.
    """

    decisions: str
    blind: Estimate
    seeing: Estimate
    worth: Estimate
    changed: float


@dataclass(frozen=True, kw_only=True)
class KnowingAnswer(QuestionAnswer):
    """The worth of seeing hidden cards to one of three equal players.

    Attributes:
        deals: deals played.
        worlds: most worlds of a search.
        cells: by the decisions searched, `ALL` last.
        stock: units a game that a seat gains that sees the stock at all decisions.
        both: that of a seat that sees the hands and the stock.
        beyond_hands: the second less that of a seat that sees the hands: the worth of the stock to it.
        method: how it was estimated.
        workers: how many played.
        elapsed_s: seconds.
    """

    deals: int
    worlds: int
    cells: tuple[KnowingRow, ...]
    stock: Estimate
    both: Estimate
    beyond_hands: Estimate
    method: Mapping[str, Any]
    workers: int = 1
    elapsed_s: float = 0.0

    @property
    def counted(self) -> str:
        """How much was played, in words: deals, each of them played several times."""
        return f"{self.deals:,} deals"

    @property
    def hands(self) -> Estimate:
        """The worth of the other hands at all decisions, units a game."""
        return self.of(ALL).worth

    def of(self, decisions: str) -> KnowingRow:
        """The row of a group of decisions. Raises KeyError."""
        return {row.decisions: row for row in self.cells}[decisions]


# --- the games ---

GROUPS: tuple[tuple[str, tuple[str, ...]], ...] = (
    ("discards", ("discard",)),
    ("draws and takes", ("draw",)),
    ("laying and sapaws", ("lay", "sapaw")),
    ("calls and challenges", ("call", "respond")),
    (ALL, ("call", "respond", "draw", "lay", "sapaw", "discard")),
)
"""The decisions at which a seat searches, in words and by name."""
ARMS: tuple[tuple[str, str], ...] = (
    *((name, shown) for name, _ in GROUPS for shown in ("nothing", "hands")),
    (ALL, "stock"),
    (ALL, "both"),
)
"""The ways of knowing more: the group of decisions, and what the seat is shown."""


def arms() -> tuple[Arm, ...]:
    """The arms of the job, in the order of `ARMS`."""
    from tongits_sim.thinking.knowing.job import Arm

    thinks = dict(GROUPS)
    return tuple(Arm(shown, thinks[name]) for name, shown in ARMS)


def ask(inquiry: Inquiry) -> KnowingAnswer:
    """The answer of `analyze knowing`. Raises QuestionError for a player that searches itself."""
    from tongits_sim.thinking.knowing.estimates import KnowingEstimates
    from tongits_sim.thinking.knowing.job import KnowingJob
    from tongits_sim.thinking.layout import THINKING_DTYPE

    (player,) = inquiry.players
    scratch = player.strategy.scratch
    if scratch is not None and scratch.layout == THINKING_DTYPE:
        raise QuestionError(
            f"{player.label} searches itself, and here a search is put on top of each player; name one that does not "
            "search, as expert or deep"
        )
    job = KnowingJob(inquiry.rules, player, arms(), inquiry.games, inquiry.seed, inquiry.options["worlds"])
    run = inquiry.how.run(job)
    worth = KnowingEstimates(job, run.totals)
    both, seen = ARMS.index((ALL, "both")), ARMS.index((ALL, "hands"))
    return KnowingAnswer(
        **(inquiry.head(KNOWING) | {"games": run.games * job.games_per_deal}),
        deals=run.games,
        worlds=job.worlds,
        cells=tuple(_row(worth, name) for name, _ in GROUPS),
        stock=Estimate.of(worth.gain(ARMS.index((ALL, "stock")))),
        both=Estimate.of(worth.gain(both)),
        beyond_hands=Estimate.of(worth.more(both, seen)),
        method=_method(),
        workers=run.workers,
        elapsed_s=run.elapsed,
    )


def _row(worth: KnowingEstimates, name: str) -> KnowingRow:
    blind, seeing = ARMS.index((name, "nothing")), ARMS.index((name, "hands"))
    return KnowingRow(
        decisions=name,
        blind=Estimate.of(worth.gain(blind)),
        seeing=Estimate.of(worth.gain(seeing)),
        worth=Estimate.of(worth.more(seeing, blind)),
        changed=worth.changed(seeing),
    )


def _method() -> dict[str, str]:
    return {
        "unit": "The deal. In each way of knowing more it is played three times, with every seat in turn knowing more.",
        "estimator": "What the seat is paid, less what it is paid in the deal played by three equal players. Worth: "
        "seeing less blind, on the same deals; both search in the same way. t intervals over deals.",
        "search": "Every option is played on in worlds, with the player's bot on all seats; what the seat is shown is "
        "fixed in all of them, everything else is dealt anew. The best option is taken if it leads by a standard "
        "error. So these are gains that were earned, not the most that could be.",
        "stopping": "A number of deals fixed before the start.",
        "comparisons": "None is claimed; limits hold one at a time. Parts need not add up to the whole.",
    }


# --- words and tables ---


def headline(answer: KnowingAnswer) -> str:
    """The worth of the other hands at all decisions."""
    return (
        f"Under {answer.rules}, one of {_three(answer)} who searches and sees the other two hands earns "
        f"{value(answer.hands)} units a game more than one who searches in the same way and does not."
    )


def advice(answer: KnowingAnswer) -> list[Advice]:
    """The gain that reading opponents could bring."""
    text = (
        f"Knowing both other hands all the time would be worth {value(answer.hands)} units a game to one of "
        f"{_three(answer)}. Reading opponents can bring only a part of it."
    )
    sure = (
        f"By the decisions the hands are used for: {_parts(answer)}. ± is half a 95 % interval, over {answer.deals:,} "
        "deals. Measured with a player who searches."
    )
    return [Advice("What could reading the others bring?", text, sure)]


def sentences(answer: KnowingAnswer) -> list[str]:
    """The parts, the luck, the gain of searching alone, and the bound that these numbers give."""
    blind = answer.of(ALL).blind
    bound = (
        "Reading reveals less than seeing. So what the hands are worth is, within its interval, the most that reading "
        f"could bring to a player who searches in up to {answer.worlds:,} worlds with {answer.players[0]} on all "
        "seats; a better search might make more of the hands."
    )
    return [
        f"By the decisions it uses the hands for: {_parts(answer)}. Parts need not add up.",
        f"What the stock is worth to a seat that sees the hands already is luck: {value(answer.beyond_hands)}.",
        f"Searching without seeing anything brings {value(blind)}.",
        bound,
        f"{answer.deals:,} deals, each with every seat in turn; ± is half a 95 % interval.",
    ]


def tables(answer: KnowingAnswer) -> list[Table]:
    """The hands by decision, then the stock."""
    note = (
        "Units a game that the seat gains over playing like its bot; ± is half a 95 % interval. Worth: seeing minus "
        "blind, on the same deals. Otherwise: share of its searches, seeing the hands, that "
        "do not answer as its bot does."
    )
    headings = ["Decisions searched", "Blind", "Seeing the hands", "Worth of the hands", "Otherwise"]
    hands = Table("hands", "What the hands are worth", headings, [_cells(row) for row in answer.cells], note=note)
    rows = [
        ["sees the stock", value(answer.stock)],
        ["sees hands and stock", value(answer.both)],
        ["the stock, to one who sees the hands", value(answer.beyond_hands)],
    ]
    stock = Table("stock", "What the stock is worth", ["At all decisions", "Units a game"], rows)
    return [hands, stock]


def findings(answer: KnowingAnswer) -> list[Finding]:
    """The worth of hands and stock."""
    points = worth_points(answer)
    text = (
        f"Units a game to one of {_three(answer)} who searches. The hands: {_parts(answer)}, all decisions "
        f"{value(answer.hands)}. The stock, to one who sees the hands: {value(answer.beyond_hands)}. Line: 95 % "
        "interval."
    )
    return [Finding("worths", "What hidden cards are worth", text, lambda: comparison.draw_forest(points))]


def _three(answer: KnowingAnswer) -> str:
    return f"three {answer.players[0]} bots"


def _parts(answer: KnowingAnswer) -> str:
    """The worth of the hands by group."""
    return listed([f"{row.decisions} {value(row.worth)}" for row in answer.cells if row.decisions != ALL])


def _cells(row: KnowingRow) -> list[str]:
    numbers: tuple[Estimate, ...] = (row.blind, row.seeing, row.worth)
    return [row.decisions, *(value(each) for each in numbers), percent(row.changed, 0)]


# --- figures ---


def worth_points(answer: KnowingAnswer) -> list[Point]:
    """The known worths: the hands by decisions, then the stock; drawn as a forest."""
    every = [(f"the hands: {row.decisions}", row.worth) for row in answer.cells]
    return list(_points([*every, ("the stock, to one who sees the hands", answer.beyond_hands)]))


def _points(rows: list[tuple[str, Estimate]]) -> Iterator[Point]:
    for label, units in rows:
        if units.mean is not None:
            yield Point(label, units.mean, units.ci95 or (units.mean, units.mean))


KNOWING = Question(
    name="knowing",
    asks="What would seeing the other hands, or the stock, be worth?",
    games=500,
    ask=ask,
    answer=KnowingAnswer,
    options=(
        Option(
            "worlds", "Maximum number of worlds in which each option is played out.", default=64, low=8, high=10_000
        ),
    ),
    players="expert",
    seats=1,
    example="--rules pagat --players expert",
    games_help="Number of deals; each is played 37 times.",
    counts="deals",
    presenter=sys.modules[__name__],
    about=__doc__ or "",
    reader="player",
    place=80,
    on_page=OnPage(500, least=20, players="first"),
)
