"""Advice at the table: the best action, the value of each, and the cost of a mistake."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Protocol

from tongits_sim.records.events import word_of
from tongits_sim.table.match import LiveMatch

Event = dict[str, Any]

SECONDS = 1.5
"""Time for a hint."""


@dataclass(frozen=True)
class Choice:
    """An action and its value."""

    kind: str  # `call`, `pass`, `challenge`, `fold`, `draw`, `take`, `lay`, `sapaw` or `discard`
    word: int  # its action word, where it has cards
    text: str  # the action in words, such as `discard Ks`
    ev: float  # expected units of the rest of the game
    # low, high: its 95 % interval
    low: float
    high: float
    cost: float  # units that it loses against the best action
    # cost_low, cost_high: its 95 % interval
    cost_low: float
    cost_high: float
    win: float | None = None  # chance to win the game, None if unknown


@dataclass(frozen=True)
class Advice:
    """The sensible actions of a position, the best first."""

    choices: tuple[Choice, ...]  # the actions
    verdict: str  # clear, slight, close or turns
    why: str  # what to do and why, in two sentences

    def choice(self, event: Event) -> Choice | None:
        """The estimate of an action; None if the advice has none."""
        act = event["act"]
        if act in ("take", "lay", "secret", "sapaw", "discard"):
            word = int(word_of(event))
            kind = "lay" if act == "secret" else act
            return next((each for each in self.choices if (each.kind, each.word) == (kind, word)), None)
        same = {"draw": ("draw", "pass"), "pass": ("pass",)}.get(act, (act,))
        return next((each for each in self.choices if each.kind in same), None)


class Adviser(Protocol):
    """An adviser."""

    def advise(self, match: LiveMatch, seconds: float) -> Advice | None:
        """Advice for the person's decision; None without a choice. Raises TongitsError if no advice is possible."""
        ...
