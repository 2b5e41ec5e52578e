"""A game record move by move: after each event every hand, the melds and flowers, the discards and the wall."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any

from mahjong_sim.game.state import SEATS
from mahjong_sim.records.form import Event
from mahjong_sim.tiles import DRAGONS, FLOWERS, MELD_COPIES, MELD_RUN, MELDS, NAMES, parse_tile
from tongits_sim.records.frames import HandThen, Step
from tongits_sim.records.schema import Record, named, seat_names

NOTABLE = frozenset({"meld", "declare", "win"})
SILENT = frozenset({"flower", "indicator", "win", "void"})
PIECES, STOCK, DEALER, DEALS = "tiles", "wall", "mano", "mano"

_DEALT = 16
_FIRST_SIGNS = (0x1F010, 0x1F019, 0x1F007)  # sticks, dots and characters in Unicode
_HONOURS = (0x1F004, 0x1F005, 0x1F006, 0x1F000, 0x1F001, 0x1F002, 0x1F003)
_SUITS = ("sticks", "dots", "characters")
_HONOUR_WORDS = (
    "red dragon",
    "green dragon",
    "white dragon",
    "east wind",
    "south wind",
    "west wind",
    "north wind",
)


def _sign(kind: int) -> str:
    if kind >= FLOWERS:
        return chr(0x1F022 + kind - FLOWERS)
    return chr(_HONOURS[kind - DRAGONS] if kind >= DRAGONS else _FIRST_SIGNS[kind // 9] + kind % 9)


def _words(kind: int) -> str:
    if kind >= FLOWERS:
        return f"flower {kind - FLOWERS + 1}"
    return _HONOUR_WORDS[kind - DRAGONS] if kind >= DRAGONS else f"{kind % 9 + 1} of {_SUITS[kind // 9]}"


SIGNS: dict[str, str] = {name: _sign(kind) for kind, name in enumerate(NAMES)}
WORDS: dict[str, str] = {name: _words(kind) for kind, name in enumerate(NAMES)}


def steps_of(record: Record) -> list[Step]:
    """The deal and every move of a verified record."""
    return list(_steps(record))


def _steps(record: Record) -> Iterator[Step]:
    table = _Table(record)
    turn, before = 0, -1
    yield table.step(0, {"seat": -1, "act": "deal"}, "", 0)
    for number, event in enumerate(record["events"], start=1):
        if event["seat"] != before:
            turn = turn + 1
            before = event["seat"]
        text = describe_event(event, table.discards[-1] if table.discards else "")
        table.perform(event)
        yield table.step(number, event, text, turn)


class _Table:
    """The hands, melds and discards of a record's game, event by event."""

    def __init__(self, record: Record) -> None:
        wall, mano = record["wall"], record["mano"]
        self.hands: list[Counter[str]] = [Counter() for _ in range(SEATS)]
        first = 0
        for turn in range(SEATS):
            size = _DEALT + (turn == 0)
            self.hands[(mano + turn) % SEATS].update(wall[first : first + size])
            first += size
        self.wall = len(wall) - first
        self.melds: list[tuple[int, list[str]]] = []
        self.flowers: list[list[str]] = [[] for _ in range(SEATS)]
        self.discards: list[str] = []

    def perform(self, event: Event) -> None:
        """Perform an event."""
        act = event["act"]
        seat = event["seat"]
        tile = str(event.get("tile"))
        hand = self.hands[seat]
        if act in ("draw", "back"):
            self.wall -= 1
            hand[tile] += 1
        elif act == "indicator":
            self.wall -= 1
        elif act == "flower":
            hand[tile] -= 1
            self.flowers[seat].append(tile)
        elif act == "discard":
            hand[tile] -= 1
            self.discards.append(tile)
        elif act in ("meld", "declare"):
            self._lay(event)
        elif act == "win" and event["by"] in ("discard", "sagasa"):
            hand[tile] += 1

    def _lay(self, event: Event) -> None:
        seat = event["seat"]
        tiles = meld_tiles(event)
        if event["act"] == "meld":
            self.hands[seat][self.discards.pop()] += 1
        if event["meld"] == "sagasa":
            tiles = tiles[:1]
            pung = next(meld for owner, meld in self.melds if owner == seat and meld == tiles * 3)
            pung += tiles
        else:
            self.melds.append((seat, tiles))
        self.hands[seat].subtract(tiles)

    def step(self, number: int, event: Event, text: str, turn: int) -> Step:
        """The game now."""
        hands = [HandThen((), tuple(sorted((+hand).elements(), key=parse_tile))) for hand in self.hands]
        rows = [(owner, tuple(meld)) for owner, meld in self.melds]
        rows += [(seat, tuple(row)) for seat, row in enumerate(self.flowers) if row]
        return Step(
            number, event["seat"], event["act"], text, turn, tuple(hands), tuple(rows), tuple(self.discards), self.wall
        )


def meld_tiles(event: Event) -> list[str]:
    """The tiles of the meld that an event lays.

    >>> meld_tiles({"meld": "chow", "tile": "4d"}), meld_tiles({"meld": "pung", "tile": "Dr"})
    (['4d', '5d', '6d'], ['Dr', 'Dr', 'Dr'])
    """
    kind = parse_tile(event["tile"])
    code = MELDS.index(event["meld"])
    return list(NAMES[kind : kind + MELD_RUN[code]]) * int(MELD_COPIES[code])


def describe_event(event: Event, offer: str) -> str:
    """An event in words, without its seat: `discards 9d`; `offer`: the last discard, "" if there is none."""
    act = event["act"]
    tile = event.get("tile")
    if act == "flower":
        return f"shows {tile}"
    if act == "draw":
        return f"draws {tile}"
    if act == "back":
        return f"draws {tile} from the back"
    if act == "indicator":
        return f"turns {tile}: its other copies are jokers"
    if act == "discard":
        return f"discards {tile}{', and declares its wait' if event.get('declared') else ''}"
    if act == "meld":
        return f"takes {offer}: {event['meld']} {' '.join(meld_tiles(event))}"
    if act == "declare":
        return f"declares a {event['meld']}, {' '.join(meld_tiles(event))}"
    return "ends a void game: the wall is used up" if act == "void" else _win_words(event)


def _win_words(event: Event) -> str:
    how = {
        "deal": "with the hand dealt",
        "wall": f"with {event['tile']} from the wall",
        "back": f"with {event['tile']} from the back",
        "discard": f"with the discard {event['tile']}",
        "sagasa": f"by robbing {event['tile']} of a sagasa",
    }
    return f"wins {how[event['by']]}"


def ending_lines(record: Record) -> list[str]:
    """The winners, and the items their hands are paid for."""
    result: Mapping[str, Any] = record["result"]
    if not result["winners"]:
        return ["The wall is used up: the game is void (V3)."]
    by = {
        "discard": f"on the discard of seat {result['discarder']} (V9)",
        "bunot": "by bunot, an own draw (V9)",
        "robbed": f"by robbing a sagasa of seat {result['discarder']} (V7)",
    }
    lines = []
    for seat in result["winners"]:
        items = ", ".join(item.replace("_", " ") for item in result["items"][seat])
        lines.append(f"Seat {seat} wins {by[result['ending']]}: {result['values'][seat]:g} units for {items}.")
    return [named(line, seat_names(record["players"])) for line in lines]
