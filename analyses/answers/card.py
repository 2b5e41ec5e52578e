"""The answer of `tongits card`: a few rules of thumb, and their cost against the full tables."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from analyses.answers.shared import Versions
from tongits_sim.run.answers import Answer, Estimate


@dataclass(frozen=True, kw_only=True)
class CallRule(Answer):
    """When to call in one situation.

    Attributes:
        rivals: opponents who may challenge, as far as the seat sees.
        cards_from, cards_to: the fewest cards that one of them holds; None: no end.
        discard_from, discard_to: points of the lower of their last discards, 10 for none; None: no end.
        stock_from, stock_to: cards left in the stock; None: no end.
        at_most: call with a count of at most this; -1: with none, None: with any.
        at_least: call as well with a count of at least this, a bluff; None: do not.
        ask: counts, the lowest and the highest, at which the full tables differ among the positions of this rule.
    """

    rivals: int
    cards_from: int = 0
    cards_to: int | None = None
    discard_from: int = 0
    discard_to: int | None = None
    stock_from: int = 0
    stock_to: int | None = None
    at_most: int | None
    at_least: int | None = None
    ask: tuple[tuple[int, int], ...] = ()


@dataclass(frozen=True, kw_only=True)
class ChallengeRule(Answer):
    """When to challenge a caller in one situation.

    Attributes:
        after_challenge: whether the third player has challenged already.
        cards_from, cards_to: cards in the caller's hand; None: no end.
        discard_from, discard_to: points of the caller's last discard, 10 for none; None: no end.
        at_most: challenge with a count of at most this; -1: with none, None: with any.
        ask: as of `CallRule`.
    """

    after_challenge: bool
    cards_from: int = 0
    cards_to: int | None = None
    discard_from: int = 0
    discard_to: int | None = None
    at_most: int | None
    ask: tuple[tuple[int, int], ...] = ()


@dataclass(frozen=True, kw_only=True)
class LayRule(Answer):
    """Whether to lay the first meld at once.

    Attributes:
        rivals: opponents who may challenge, as far as the seat sees.
        at_most: lay it with a count of at most this; -1: with none, None: with any.
        ask: as of `CallRule`.
    """

    rivals: int
    at_most: int | None
    ask: tuple[tuple[int, int], ...] = ()


@dataclass(frozen=True, kw_only=True)
class CardAnswer(Answer):
    """A pocket card.

    Attributes:
        command: `card`.
        rules, rules_option, knobs: the house rules.
        profile: the player of the profile that the card is fitted to.
        calls, challenges, lays: the rules of thumb; no `lays` where the first meld is laid at once.
        lay_all: whether the card says to lay all melds, because those in the hand count; else only the first.
        cost: units a game that a seat loses by calling and challenging by the card instead of the full tables, beside
            two who play these; on deals that fitted nothing.
        cost_all: units a game that it loses if it plays its cards by the card too.
        deals, seed: deals each of these was measured on, and their seed.
        by: the bot with the card play that the card describes.
        elapsed_s, versions: as everywhere.
    """

    command: str = "card"
    rules: str
    rules_option: str
    knobs: Mapping[str, Any] = field(default_factory=dict)
    profile: str
    calls: tuple[CallRule, ...]
    challenges: tuple[ChallengeRule, ...]
    lays: tuple[LayRule, ...] = ()
    lay_all: bool
    cost: Estimate
    cost_all: Estimate
    deals: int
    seed: int
    by: str
    elapsed_s: float = 0.0
    versions: Versions = field(default_factory=Versions)

    @property
    def players(self) -> tuple[str, ...]:
        """The players of the games that measure the card."""
        return (self.profile,) * 3

    @property
    def games_played(self) -> int:
        """Games in which its cost was measured: every deal in three seatings, with each of the two costs."""
        return 2 * 3 * self.deals
