"""Advice at the table: what the best action is, what each is worth, and what a mistake would cost."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from tongits_sim.live.match import LiveMatch

Event = dict[str, Any]

SECONDS = 2.0
"""Time for a hint."""


@dataclass(frozen=True)
class Choice:
    """An action and what it is worth.

    Attributes:
        event: the action.
        ev: expected units of the rest of the game.
        low, high: its 95 % interval.
        cost: units that it loses against the best, with the interval of that difference.
        cost_low, cost_high: that interval.
        win: chance to win the game, None if it is not known.
    """

    event: Event
    ev: float
    low: float
    high: float
    cost: float
    cost_low: float
    cost_high: float
    win: float | None = None


@dataclass(frozen=True)
class Advice:
    """The sensible actions of a position, the best first.

    Attributes:
        choices: the actions.
        verdict: clear, close or undecided.
        why: one sentence.
    """

    choices: tuple[Choice, ...]
    verdict: str
    why: str

    def choice(self, event: Mapping[str, Any]) -> Choice | None:
        """What is said of an action; None if it was not looked at."""
        wanted = _key(event)
        return next((choice for choice in self.choices if _key(choice.event) == wanted), None)


class Adviser(Protocol):
    """Whoever can say what to do."""

    def advise(self, match: LiveMatch, seconds: float) -> Advice | None:
        """Advice for the person's decision; None if there is none to give."""
        ...


def _key(event: Mapping[str, Any]) -> tuple[Any, ...]:
    """What makes two events the same action."""
    cards: Sequence[str] = event.get("cards", ())
    faces: Mapping[str, str] = event.get("as", {})
    card = None if cards else event.get("card")
    return event["act"], card, tuple(sorted(cards)), event.get("onto"), tuple(sorted(faces.items()))
