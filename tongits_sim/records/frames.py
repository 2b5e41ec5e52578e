"""A recorded game move by move: all hands, the table and the discards after each event."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from tongits_sim.records.schema import Record


@dataclass(frozen=True)
class HandThen:
    """A hand at a moment. `count` is None in games that do not count hands."""

    melds: tuple[tuple[str, ...], ...]
    loose: tuple[str, ...]
    count: int | None = None

    @property
    def size(self) -> int:
        """The number of cards in the hand."""
        return sum(map(len, self.melds)) + len(self.loose)


@dataclass(frozen=True)
class Step:
    """The game after one of its events."""

    number: int  # number of the move, from 1; 0 is the deal
    seat: int  # who moved; -1 at the deal
    act: str  # the event's act; "deal" at the deal
    text: str  # the event in words, without the seat
    turn: int  # number of the turn, from 1; 0 at the deal
    hands: tuple[HandThen, ...]  # by seat
    # owner and cards of each meld; a joker with the card it stands for. The flowers of a seat count as a meld.
    table: tuple[tuple[int, tuple[str, ...]], ...]
    discards: tuple[str, ...]  # in order; a taken discard is removed
    stock: int  # cards or tiles left


class ReplayText(Protocol):
    """How a game shows its records move by move; implemented by a module."""

    @property
    def NOTABLE(self) -> frozenset[str]:  # noqa: N802
        """Acts to go to directly, such as calls and melds."""
        ...

    @property
    def SILENT(self) -> frozenset[str]:  # noqa: N802
        """Acts that change no hand."""
        ...

    @property
    def PIECES(self) -> str:  # noqa: N802
        """The word for the pieces of a hand: `cards`."""
        ...

    @property
    def STOCK(self) -> str:  # noqa: N802
        """The word for the pile to draw from: `stock`."""
        ...

    @property
    def DEALER(self) -> str:  # noqa: N802
        """The key of a record that names the seat that deals."""
        ...

    @property
    def DEALS(self) -> str:  # noqa: N802
        """The word for the seat that deals."""
        ...

    @property
    def SIGNS(self) -> Mapping[str, str]:  # noqa: N802
        """Signs of the pieces by their text; empty for cards, because their text needs none."""
        ...

    @property
    def WORDS(self) -> Mapping[str, str]:  # noqa: N802
        """Words for the pieces by their text."""
        ...

    def steps_of(self, record: Record) -> list[Step]:
        """The deal and every move of a verified record."""
        ...

    def ending_lines(self, record: Record) -> Sequence[str]:
        """Sentences on the winner, the reason and the counts."""
        ...


def next_of(steps: Sequence[Step], at: int, acts: frozenset[str], back: bool = False) -> int:
    """The number of the next move (`back`: the previous) of some acts, from number `at`; else the end or the deal."""
    numbers = range(at - 1, -1, -1) if back else range(at + 1, len(steps))
    return next((number for number in numbers if steps[number].act in acts), 0 if back else len(steps) - 1)
