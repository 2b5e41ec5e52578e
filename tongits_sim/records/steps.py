"""A game record move by move: hands with counts, melds and discards after each event."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from tongits_sim.records.events import Event
from tongits_sim.records.frames import HandThen, Step
from tongits_sim.records.playback import PlaybackTable
from tongits_sim.records.playback import ending_lines as _ending_lines
from tongits_sim.records.schema import Record, named, seat_names

CALLS = frozenset({"call", "challenge", "fold"})
LAYS = frozenset({"lay", "secret", "take", "tongits", "spread"})
NOTABLE = CALLS | LAYS
SILENT = CALLS | {"tongits", "spread"}
PIECES, STOCK, DEALER, DEALS = "cards", "stock", "dealer", "dealer"
SIGNS: dict[str, str] = {}
WORDS: dict[str, str] = {}


def ending_lines(record: Record) -> list[str]:
    """Sentences on the winner, the reason and the counts."""
    return [named(line, seat_names(record["players"])) for line in _ending_lines(record)]


def steps_of(record: Record) -> list[Step]:
    """The deal and every move of a verified record."""
    return list(_steps(record))


def _steps(record: Record) -> Iterator[Step]:
    table = PlaybackTable(record)
    names = seat_names(record["players"])
    discards: list[str] = []
    turn, before = 0, -1
    yield _step(table, 0, {"seat": -1, "act": "deal"}, "", 0, discards)
    for number, event in enumerate(record["events"], start=1):
        act, seat = event["act"], event["seat"]
        answering = act in ("challenge", "fold", "spread")
        if not answering and seat != before:
            turn = turn + 1
            before = seat
        text = "has a spread" if act == "spread" else table.describe_event(event).removeprefix(f"seat {seat} ")
        text = named(text, names)
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
