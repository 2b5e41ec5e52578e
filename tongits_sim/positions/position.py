"""A position as one seat sees it: what it knows now, and the moves that led there.

A `Position` holds nothing that its seat may not know. Two games that look the same to a seat give equal positions.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from tongits_sim.cards import card_text, cards_in, format_mask
from tongits_sim.errors import TongitsError
from tongits_sim.rules import RuleSet


class PositionError(TongitsError):
    """The position is impossible, or nobody decides in it; one sentence names the card or the number."""


@dataclass(frozen=True)
class TableMeld:
    """A meld on the table.

    Attributes:
        owner: the seat that laid it.
        cards: the faces it shows (mask); 0 for a face-down meld of another seat.
        size: the number of cards.
        jokers: the number of jokers, 0 for a face-down meld.
        face_down: whether it is a secret.
    """

    owner: int
    cards: int
    size: int
    jokers: int = 0
    face_down: bool = False


@dataclass(frozen=True)
class Past:
    """The engine's records at an earlier moment, without hidden cards, and the moves since.

    Attributes:
        game, view, match: the bytes of a `GAME`, a `VIEW` and a `MATCH` record at that moment; hands of other seats and
            the stock are empty in them.
        rows: the log since then (log.py) as the seat saw it: cards drawn and laid face down by others are 0.
    """

    game: bytes
    view: bytes
    match: bytes
    rows: tuple[tuple[int, int, int], ...] = ()


@dataclass(frozen=True)
class Position:
    """A seat's knowledge when it must decide.

    Attributes:
        rules: the house rules.
        seat: the deciding seat, 0..2.
        decision: one of `game.state.DECISIONS`.
        hand: its cards (mask).
        melds: the table, by meld number.
        discards: the discards that are known, in order.
        unnamed: the number of unknown discards; they came before the others.
        offer: the discard on offer; -1 for none.
        stock: cards left in the stock.
        sizes: cards in hand, by seat.
        known: by seat, cards known to be in its hand; 0 for the own seat (masks).
        unknown: cards in places that the seat does not know (mask).
        turn: turns begun, all seats together.
        caller: the seat that has called a draw; -1 for none.
        past: records of an earlier moment, and the moves since.
        defaults: assumptions, a sentence each.
        names: names of the players, by seat, for sentences; empty if they have none.
    """

    rules: RuleSet
    seat: int
    decision: str
    hand: int
    melds: tuple[TableMeld, ...]
    discards: tuple[int, ...]
    unnamed: int
    offer: int
    stock: int
    sizes: tuple[int, int, int]
    known: tuple[int, int, int]
    unknown: int
    turn: int
    caller: int
    past: Past = field(repr=False)
    defaults: tuple[str, ...] = ()
    names: tuple[str, ...] = field(default=(), compare=False)

    @property
    def right(self) -> int:
        """The seat that plays next."""
        return (self.seat + 1) % 3

    @property
    def left(self) -> int:
        """The seat that plays before."""
        return (self.seat + 2) % 3

    def role(self, seat: int) -> str:
        """`me`, `right` or `left`."""
        return ("me", "right", "left")[(seat - self.seat) % 3]

    def name(self, seat: int) -> str:
        """A seat in a sentence: `me`, the name of its player, or `right` or `left`."""
        return self.names[seat] if self.names and seat != self.seat else self.role(seat)

    def facts(self) -> dict[str, Any]:
        """The position as text, for people and for JSON."""
        return {
            "seat": self.seat,
            "decision": self.decision,
            "hand": format_mask(self.hand),
            "table": [
                {
                    "owner": self.role(meld.owner),
                    "cards": format_mask(meld.cards),
                    "size": meld.size,
                    "face_down": meld.face_down,
                }
                for meld in self.melds
            ],
            "discards": [card_text(card) for card in self.discards],
            "unnamed_discards": self.unnamed,
            "offer": card_text(self.offer) if self.offer >= 0 else None,
            "stock": self.stock,
            "sizes": {self.role(seat): self.sizes[seat] for seat in range(3)},
            "known": {self.role(seat): format_mask(cards) for seat, cards in enumerate(self.known) if cards},
            "caller": self.role(self.caller) if self.caller >= 0 else None,
            "names": {self.role(seat): self.names[seat] for seat in range(3) if self.names and seat != self.seat},
        }

    def __str__(self) -> str:
        table = "; ".join(
            f"{self.name(meld.owner)} {format_mask(meld.cards) if meld.cards else f'{meld.size} face down'}"
            for meld in self.melds
        )
        sizes = " and ".join(f"{self.name(seat)} {self.sizes[seat]}" for seat in (self.right, self.left))
        return (
            f"{self.decision}: hand {' '.join(map(card_text, cards_in(self.hand))) or '-'} · table {table or '-'} · "
            f"stock {self.stock} · cards {sizes}"
        )
