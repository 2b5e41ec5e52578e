"""The book of a rule set: what to do at a call, at a challenge and with the first meld.

A book is a table of limits: "call with at most 17". Its rows are situations and habits of the opponents, its columns
numbers of cards. Everything that the program says about these decisions is read from a book: screens, the card, a bot.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, NamedTuple

from tongits_sim.run.answers import Answer, Estimate

Decision = Literal["call", "challenge", "lay"]
DECISIONS: tuple[Decision, ...] = ("call", "challenge", "lay")
NO_END = 1000
"""Above every count, hand size and discard. A limit of at most `NO_END` is any count."""
NO_DISCARD = 10
"""Points that stand for the last discard of a seat that has thrown nothing."""
PLAYERS, SELDOM, NEARLY_ALL, MIXED = "players", "seldom", "nearly_all", "mixed"
"""How opponents challenge: like players; fewer than 1 call in 3; nearly every call; one of the last two."""
SOUNDLY, FREELY, LITTLE = "soundly", "freely", "little"
"""How an opponent calls: soundly; freely; only with little."""
EVERYBODY = "everybody"


class Habits(NamedTuple):
    """How the opponents at a table challenge, and how they call."""

    challenging: str
    calling: str

    def at(self, decision: Decision) -> str:
        """The habit that a decision turns on."""
        return {"call": self.challenging, "challenge": self.calling, "lay": EVERYBODY}[decision]


HABITS = {
    "strong": Habits(PLAYERS, SOUNDLY),
    "regular": Habits(PLAYERS, FREELY),
    "folders": Habits(SELDOM, LITTLE),
    "challengers": Habits(NEARLY_ALL, LITTLE),
    "beginners": Habits(MIXED, LITTLE),
}
"""Habits by table. At the table of beginners it is not known which of the two kinds they are."""


@dataclass(frozen=True)
class Facts:
    """What the book asks about a position."""

    # opponents who visibly may challenge; at a challenge: 0 the other opponent is out, 1 may answer, 2 challenged
    rivals: int
    # the fewest cards of an opponent who may challenge (of both if nobody may); at a challenge: the caller's
    cards: int
    thrown: int  # the lower of their last discards, points; `NO_DISCARD` if none; at a challenge: the caller's
    count: int  # the own count
    expected: int  # the points to expect in the smallest of these hands


@dataclass(frozen=True)
class Limit(Answer):
    """Counts that say yes: at most `most`, or at least `least`. Neither: never."""

    most: int | None = None
    least: int | None = None
    n: int = 0  # number of decisions from which the limit was made
    rare: bool = False  # whether there were too few decisions, so that the limit is that of the column before
    paid: float = 0.0  # share of these decisions at which yes was worth more
    close: tuple[int, int] | None = None  # from and to which count both answers are worth the same
    # count from which on, mean gain of yes in units, half of its 95 % interval
    gains: tuple[tuple[int, float, float], ...] = ()

    def says(self, number: int) -> bool:
        """Whether a count (or count less expected points) says yes."""
        return (self.most is not None and number <= self.most) or (self.least is not None and number >= self.least)

    @property
    def any(self) -> bool:
        """Whether every count says yes."""
        return self.most is not None and self.most >= NO_END

    @property
    def never(self) -> bool:
        """Whether no count says yes."""
        return self.most is None and self.least is None


@dataclass(frozen=True)
class Row(Answer):
    """A situation with its limits."""

    habit: str  # of the opponents
    rivals: tuple[int, int]  # fewest and most, as of `Facts`
    thrown: tuple[int, int]  # lowest and highest points of the last discard
    cells: tuple[Limit, ...]  # one for each column, or one for all

    def covers(self, habit: str, facts: Facts) -> bool:
        """Whether the row holds for opponents of this habit in a position."""
        return (
            habit == self.habit
            and self.rivals[0] <= facts.rivals <= self.rivals[1]
            and self.thrown[0] <= facts.thrown <= self.thrown[1]
        )


@dataclass(frozen=True)
class Part(Answer):
    """The limits of one decision; no rows: nobody decides under these rules."""

    # `count`: limits on the own count; `net`: on the own count less the points to expect in the smallest open hand
    statistic: Literal["count", "net"]
    columns: tuple[tuple[int, int], ...]  # fewest and most cards
    rows: tuple[Row, ...]  # the first that covers a position answers

    def row_of(self, habit: str, facts: Facts) -> Row | None:
        """The first row for a position and a habit of the opponents; None if no row covers them."""
        return next((row for row in self.rows if row.covers(habit, facts)), None)

    def column_of(self, cards: int) -> int:
        """The number of the column of a number of cards."""
        return next(number for number, (low, high) in enumerate(self.columns) if cards <= high)

    def limit(self, habit: str, facts: Facts) -> Limit | None:
        """The limit of a position; None if no row covers it."""
        row = self.row_of(habit, facts)
        if row is None:
            return None
        return row.cells[self.column_of(facts.cards) if len(row.cells) > 1 else 0]

    def number(self, facts: Facts) -> int:
        """The number that is compared with the limit."""
        return facts.count - facts.expected if self.statistic == "net" else facts.count


@dataclass(frozen=True)
class Worth(Answer):
    """What laying the first meld gains over holding it, at a table."""

    table: str
    rivals: int  # opponents who are open
    gain: Estimate  # units
    n: int


@dataclass(frozen=True)
class Price(Answer):
    """The gain of a player who goes by the book instead of thinking, at a table: units a game, below 0 for a cost."""

    table: str
    book: Estimate
    # by decision: gain if only this decision goes by the book
    call: Estimate
    challenge: Estimate
    lay: Estimate


@dataclass(frozen=True)
class Made(Answer):
    """How a book was made."""

    games: int  # at each table
    deals: int  # of the price, at each table
    seed: int
    program: str  # digest of the rules of the game and of the bots, as they play
    cpu_s: float


@dataclass(frozen=True)
class Book(Answer):
    """The book of a rule set."""

    rules: str  # name of the rule set
    digest: str  # of its knobs
    margin: float  # units within which two answers are worth the same
    call: Part
    challenge: Part
    lay: Part
    worth: tuple[Worth, ...]
    price: tuple[Price, ...]
    made: Made

    def part(self, decision: Decision) -> Part:
        """The limits of a decision."""
        return {"call": self.call, "challenge": self.challenge, "lay": self.lay}[decision]

    def limit(self, decision: Decision, table: str, facts: Facts) -> Limit | None:
        """The limit of a position at a table of `HABITS`; None if the book does not know."""
        return self.part(decision).limit(HABITS[table].at(decision), facts)

    def answer(self, decision: Decision, table: str, facts: Facts) -> bool | None:
        """Whether to call, challenge or lay at a table of `HABITS`; None if the book does not know."""
        limit = self.limit(decision, table, facts)
        return None if limit is None else limit.says(self.part(decision).number(facts))
