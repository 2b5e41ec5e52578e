"""The answer of `tongits card`: a few rules of thumb, and what playing by them costs."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from analyses.answers.shared import Versions
from tongits_sim.run.answers import Answer, Estimate


@dataclass(frozen=True, kw_only=True)
class CardRule(Answer):
    """What to do in one situation, by the own count.

    Attributes:
        decision: call a draw, challenge a call, or lay the first meld at once.
        rivals: opponents who may challenge, as far as the seat sees; at a challenge, those who have challenged already.
        cards_from, cards_to: the fewest cards that one of them holds, at a challenge those of the caller; None: no end.
        discard_from, discard_to: points of their lower last discard, at a challenge of the caller's; 10 for none; None:
            no end.
        at_most: yes with a count of at most this; -1: with none, None: with any.
        at_least: yes as well with a count of at least this, a bluff; None: do not.
        ask: counts, the lowest and the highest, at which in many positions of this situation the other answer is
            better.
    """

    decision: Literal["call", "challenge", "lay"]
    rivals: int
    cards_from: int = 0
    cards_to: int | None = None
    discard_from: int = 0
    discard_to: int | None = None
    at_most: int | None
    at_least: int | None = None
    ask: tuple[tuple[int, int], ...] = ()


@dataclass(frozen=True, kw_only=True)
class CardAnswer(Answer):
    """A pocket card.

    Attributes:
        command: `card`.
        rules, rules_option, knobs: the house rules.
        player: three of it played the games that the card is counted in.
        calls, challenges, lays: the rules of thumb; no `lays` where the first meld is laid at once.
        lay_all: whether the card says to lay all melds, because those in the hand count; else only the first.
        cost: units a game that a seat loses by calling and challenging by the card, beside two of the player; on deals
            that the card was not counted in.
        cost_all: units a game that it loses if it plays its cards by the card too.
        games: games that each kind of decision was counted in.
        deals, seed: deals that both costs were measured on, and their seed.
        by: the bot with the card play that the card describes.
        elapsed_s, versions: as everywhere.
    """

    command: str = "card"
    rules: str
    rules_option: str
    knobs: Mapping[str, Any] = field(default_factory=dict)
    player: str
    calls: tuple[CardRule, ...]
    challenges: tuple[CardRule, ...]
    lays: tuple[CardRule, ...] = ()
    lay_all: bool
    cost: Estimate
    cost_all: Estimate
    games: int
    deals: int
    seed: int
    by: str
    elapsed_s: float = 0.0
    versions: Versions = field(default_factory=Versions)

    @property
    def players(self) -> tuple[str, ...]:
        """The players of the games that measure the card."""
        return (self.player,) * 3

    @property
    def games_played(self) -> int:
        """Games in which its costs were measured: every deal in three seatings, without the card and with each."""
        return 3 * 3 * self.deals
