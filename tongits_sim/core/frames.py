"""A recorded game of any kind move by move: after each event every hand, the table and the discards."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from tongits_sim.core.record_schema import Record


@dataclass(frozen=True)
class HandThen:
    """A hand at some moment: its melds, its other cards by rank, and what it counts; None where hands count nothing."""

    melds: tuple[tuple[str, ...], ...]
    loose: tuple[str, ...]
    count: int | None = None

    @property
    def size(self) -> int:
        return sum(map(len, self.melds)) + len(self.loose)


@dataclass(frozen=True)
class Step:
    """The game after one of its events."""

    number: int  # of the move, from 1; 0 is the deal
    seat: int  # who moved; -1 at the deal
    act: str  # of the event; "deal" at the deal
    text: str  # the event in words, without who
    turn: int  # number of the turn, from 1; 0 at the deal
    hands: tuple[HandThen, ...]  # by seat
    # owner and cards of each meld; jokers with what they stand for. Flowers of a seat are one of its melds.
    table: tuple[tuple[int, tuple[str, ...]], ...]
    discards: tuple[str, ...]  # in order; the last one is gone once it was taken
    stock: int  # cards or tiles left


class ReplayText(Protocol):
    """How the recorded games of a game are shown move by move: a module."""

    NOTABLE: frozenset[str]  # acts to go to directly, such as calls and melds
    SILENT: frozenset[str]  # acts that change no hand
    PIECES: str  # the word for what hands consist of: `cards`
    STOCK: str  # the word for what they are drawn from: `stock`
    DEALER: str  # the key of a record that names the seat that deals
    DEALS: str  # the word for that seat
    # SIGNS, WORDS: signs and words of the pieces by their text; empty for cards, whose text says them
    SIGNS: Mapping[str, str]
    WORDS: Mapping[str, str]

    def steps_of(self, record: Record) -> list[Step]:
        """The deal and every move of a verified record."""
        ...

    def ending_lines(self, record: Record) -> Sequence[str]: ...


def next_of(steps: Sequence[Step], at: int, acts: frozenset[str], back: bool = False) -> int:
    """The number of the next move of some kind; the end, or backwards the deal, if there is none.

    Args:
        at: number of the move to start from.
        acts: the kinds of moves.
        back: look for the one before.
    """
    numbers = range(at - 1, -1, -1) if back else range(at + 1, len(steps))
    return next((number for number in numbers if steps[number].act in acts), 0 if back else len(steps) - 1)
