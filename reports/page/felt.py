"""A position as it is drawn: the seats with their melds, the piles, the own hand."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from analyses.answers.advise import PositionFacts

_RANKS = "A23456789TJQK"


@dataclass(frozen=True)
class Seat:
    """An opponent."""

    name: str
    cards: int  # in the hand
    called: bool  # a draw
    melds: Sequence[Sequence[str]]  # face up
    hidden: int  # melds face down


@dataclass(frozen=True)
class Felt:
    """A position, seen from the seat that decides."""

    seats: tuple[Seat, Seat]  # left, right
    stock: int
    discard: str  # the last one, or what is on offer; empty: none
    own: Sequence[Sequence[str]]  # melds on the table
    hand: Sequence[str]
    count: int


def felt_of(position: PositionFacts) -> Felt:
    """The drawn position of what a seat knows."""

    def melds(owner: str) -> list[list[str]]:
        return [meld.cards.split() for meld in position.table if meld.owner == owner and meld.cards]

    def seat(role: str) -> Seat:
        hidden = sum(meld.owner == role and not meld.cards for meld in position.table)
        name = position.name(role)
        return Seat(name[0].upper() + name[1:], position.sizes[role], position.caller == role, melds(role), hidden)

    last = position.offer or (position.discards[-1] if position.discards else "")
    hand = sorted(position.hand.split(), key=place_in_hand)
    return Felt((seat("left"), seat("right")), position.stock, last, melds("me"), hand, position.count)


def place_in_hand(card: str) -> tuple[int, str]:
    """The order of cards in a drawn hand: by rank; jokers last."""
    return (99, card) if card.startswith("X") else (_RANKS.index(card[0]), card[1])
