"""The answer of `tongits card`: a few rules of thumb, and what they cost against the full tables."""

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
        rivals: opponents who may challenge, as far as one sees.
        stock_from, stock_to: cards left in the stock; None: no end.
        at_most: call with a count of at most this; -1: with none, None: with any.
        at_least: call as well with a count of at least this, a bluff; None: do not.
    """

    rivals: int
    stock_from: int
    stock_to: int | None
    at_most: int | None
    at_least: int | None = None


@dataclass(frozen=True, kw_only=True)
class ChallengeRule(Answer):
    """When to challenge a caller in one situation.

    Attributes:
        after_challenge: whether the third player has challenged already.
        cards_from, cards_to: cards in the caller's hand; None: no end.
        at_most: challenge with a count of at most this; -1: with none, None: with any.
    """

    after_challenge: bool
    cards_from: int
    cards_to: int | None
    at_most: int | None


@dataclass(frozen=True, kw_only=True)
class CardAnswer(Answer):
    """A pocket card.

    Attributes:
        command: `card`.
        rules, rules_option, knobs: the house rules.
        profile: the player whose profile the card is fitted to.
        calls, challenges: the rules of thumb.
        lay_all: whether the card says to lay all melds, because those in the hand count; else only the first.
        cost: units a game that a seat loses by calling and challenging by the card instead of the full tables, beside
            two who play these; on deals that fitted nothing.
        cost_all: units a game that it loses if it plays its cards by the card too.
        deals, seed: deals each of these was measured on, and their seed.
        by: the bot whose card play is the one the card describes.
        elapsed_s, versions: as everywhere.
    """

    command: str = "card"
    rules: str
    rules_option: str
    knobs: Mapping[str, Any] = field(default_factory=dict)
    profile: str
    calls: tuple[CallRule, ...]
    challenges: tuple[ChallengeRule, ...]
    lay_all: bool
    cost: Estimate
    cost_all: Estimate
    deals: int
    seed: int
    by: str
    elapsed_s: float = 0.0
    versions: Versions = field(default_factory=Versions)
