"""A game record move by move: after each event every hand with its count, the table and what was discarded."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from tongits_sim.any_game.record_form import Record
from tongits_sim.records.playback import Event, PlaybackTable

CALLS = frozenset({"call", "challenge", "fold"})
LAYS = frozenset({"lay", "secret", "take", "tongits", "spread"})


@dataclass(frozen=True)
class HandThen:
    """A hand at some moment: its melds, its other cards by rank, and what it counts."""

    melds: tuple[tuple[str, ...], ...]
    loose: tuple[str, ...]
    count: int

    @property
    def size(self) -> int:
        """How many cards."""
        return sum(map(len, self.melds)) + len(self.loose)


@dataclass(frozen=True)
class Step:
    """The game after one of its events.

    Attributes:
        number: of the move, from 1; 0 is the deal.
        seat: who moved; -1 at the deal.
        act: of the event; "deal" at the deal.
        text: the event in words, without who.
        turn: number of the turn, from 1; 0 at the deal.
        hands: by seat.
        table: owner and cards of each meld; jokers with what they stand for.
        discards: in order; the last one is gone once it was taken.
        stock: cards left.
    """

    number: int
    seat: int
    act: str
    text: str
    turn: int
    hands: tuple[HandThen, ...]
    table: tuple[tuple[int, tuple[str, ...]], ...]
    discards: tuple[str, ...]
    stock: int


def steps_of(record: Record) -> list[Step]:
    """The deal and every move of a verified record."""
    return list(_steps(record))


def _steps(record: Record) -> Iterator[Step]:
    table = PlaybackTable(record)
    discards: list[str] = []
    turn, before = 0, -1
    yield _step(table, 0, {"seat": -1, "act": "deal"}, "", 0, discards)
    for number, event in enumerate(record["events"], start=1):
        act, seat = event["act"], event["seat"]
        answering = act in ("challenge", "fold", "spread")
        if not answering and seat != before:
            turn, before = turn + 1, seat
        text = "has a spread" if act == "spread" else table.told(event).removeprefix(f"seat {seat} ")
        table.perform(event)
        if act == "discard":
            discards.append(event["card"])
        elif act == "take" and discards:
            discards.pop()
        yield _step(table, number, event, text, turn, discards)


def _step(table: PlaybackTable, number: int, event: Event, text: str, turn: int, discards: Sequence[str]) -> Step:
    hands = []
    for seat in range(3):
        melds, loose, count = table.arranged(seat)
        hands.append(HandThen(tuple(map(tuple, melds)), tuple(loose), count))
    melds_now = tuple((owner, tuple(cards)) for owner, cards in zip(table.owners, table.melds, strict=True))
    return Step(number, event["seat"], event["act"], text, turn, tuple(hands), melds_now, tuple(discards), table.stock)


def next_of(steps: Sequence[Step], at: int, acts: frozenset[str], back: bool = False) -> int:
    """The number of the next move of some kind; the end, or backwards the deal, if there is none.

    Args:
        steps: the game.
        at: number of the move to start from.
        acts: the kinds of moves.
        back: look for the one before.
    """
    numbers = range(at - 1, -1, -1) if back else range(at + 1, len(steps))
    return next((number for number in numbers if steps[number].act in acts), 0 if back else len(steps) - 1)
