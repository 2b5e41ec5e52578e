"""Cards as strings, the slow and obvious way (R1, R16).

A *card* is a piece of the deck: rank + suit (`"7h"`) or a joker (`"X1"`, `"X2"`).
A *face* is what a card shows in a meld: a natural card shows itself, a joker any natural card.
"""

from collections.abc import Iterable, Mapping
from typing import Any

Rules = Mapping[str, Any]
"""The flat dict of knobs of the rules: `{"deal.next_dealer": "winner", ...}`."""

RANKS = "A23456789TJQK"
SUITS = "cdhs"
JOKERS = ("X1", "X2")
NATURALS = tuple(rank + suit for suit in SUITS for rank in RANKS)
POINTS = {"A": 1, "T": 10, "J": 10, "Q": 10, "K": 10} | {digit: int(digit) for digit in "23456789"}


def deck(rules: Rules) -> list[str]:
    """R1, R16: the 52 cards and `jokers.count` jokers; a single joker is `X1`."""
    return [*NATURALS, *JOKERS[: rules["jokers.count"]]]


def is_joker(card: str) -> bool:
    """R16: whether the card is a joker."""
    return card in JOKERS


def is_natural(card: str) -> bool:
    """R1: whether the card is one of the 52."""
    return card in NATURALS


def points(card: str, rules: Rules) -> int:
    """R1: A=1, 2-10 face value, J Q K=10; a joker counts `jokers.points`."""
    return int(rules["jokers.points"]) if is_joker(card) else POINTS[card[0]]


def plain_total(hand: Iterable[str], rules: Rules) -> int:
    """R1, R3: the total of the cards held, melds or not."""
    return sum(points(card, rules) for card in hand)


def normal(card: str) -> str:
    return "T" + card[2:] if card.startswith("10") else card
