"""The answer of `analyze knowing`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from analyses.answers.flat import FlatRow
from analyses.answers.question import QuestionAnswer
from tongits_sim.run.answers import Estimate

ALL = "all decisions"
"""The group of all decisions."""


@dataclass(frozen=True)
class KnowingRow(FlatRow):
    """What the other hands are worth at some decisions, units a game of the seat that sees them.

    Attributes:
        decisions: the decisions at which it searches, in words; `ALL` for everything.
        blind: its gain when it searches and is shown nothing.
        seeing: its gain when it searches and is shown the other hands.
        worth: the second minus the first, on the same deals: what the hands are worth.
        changed: share of its searches, when it sees the hands, that differ from its bot's answer.
    """

    decisions: str
    blind: Estimate
    seeing: Estimate
    worth: Estimate
    changed: float


@dataclass(frozen=True, kw_only=True)
class KnowingAnswer(QuestionAnswer):
    """What seeing hidden cards would be worth to one of three equal players.

    Attributes:
        deals: deals played.
        worlds: most worlds of a thought.
        cells: by the decisions thought about, `ALL` last.
        stock: units a game that a seat gains that sees the stock at all decisions.
        both: that of a seat that sees the hands and the stock.
        beyond_hands: the second less that of a seat that sees the hands: what the stock is worth to it.
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
        """What the other hands are worth at all decisions, units a game."""
        return self.of(ALL).worth

    def of(self, decisions: str) -> KnowingRow:
        """The row of a group of decisions. Raises KeyError."""
        for row in self.cells:
            if row.decisions == decisions:
                return row
        raise KeyError(decisions)
