"""The form of a game record (docs/reference/mahjong-record.md), and its events from the rows of a game's log."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any

import numpy as np

from mahjong_sim.bots.strategy import Player
from mahjong_sim.experiments.playing import play_game, take_seats
from mahjong_sim.experiments.worker import WorkerState
from mahjong_sim.game.legality import DECLARED
from mahjong_sim.game.match import begin_match, deal, finish
from mahjong_sim.game.state import (
    ACT_DECISION,
    ACT_DECLARE,
    ACT_DISCARD,
    ACT_MELD,
    ACT_VOID,
    ACT_WIN,
    ENDINGS,
    MAX_ROWS,
    PARTS,
    SEATS,
    Column,
)
from mahjong_sim.game.state import ACTS as ACT_NAMES
from mahjong_sim.game.wall import U
from mahjong_sim.hands.value import ITEMS
from mahjong_sim.rules import RuleSet
from mahjong_sim.tiles import MELDS, NAMES, parse_tile
from tongits_sim.compile.match_loop import Records
from tongits_sim.records.schema import (
    AMOUNT,
    FLAG,
    SEED,
    WHOLE,
    Check,
    Record,
    any_object,
    check_record,
    demand,
    is_text,
    is_whole,
    list_of,
    must,
    object_of,
    or_null,
    read_json,
)
from tongits_sim.run.base_job import rotations
from tongits_sim.run.faults import BotFault
from tongits_sim.run.files import Json
from tongits_sim.run.numbers import abbreviated

ROTATED = rotations(SEATS)
"""The seatings in rotation: the slot on each seat."""
_SEATINGS = np.array(ROTATED, np.int8)


class LoggedTable(WorkerState):
    """The records of four players; the batch kernel plays the same games for the same seed.

    Attributes:
        labels: names of the players, by slot.
        seating: the slot on each seat in the current match.
    """

    def __init__(self, rules: RuleSet, players: Sequence[Player], seed: int) -> None:
        super().__init__(rules, players, seed, lambda match, game: "")
        self.rules = rules
        self.labels = [player.label for player in players]
        self.seating: tuple[int, ...] = ROTATED[0]
        self._log["mahjong_on"] = 1

    @property
    def rows(self) -> np.ndarray:
        """The log of the current game: int16[n, 4], see `game/state.py`."""
        rows: np.ndarray = self._log["rows"][0]
        return rows[: int(self._log["n"][0])]

    def begin_match(self, number: int, games: int, seating: int = 0) -> None:
        """Begin a match; the players sit as in row `seating` of `ROTATED`."""
        records = self.records
        begin_match(records.match, U(self._seed), U(number), games)
        take_seats(records, _SEATINGS, seating)
        self.seating = ROTATED[seating]
        self.table["now_match"] = number

    def play(self) -> Records:
        """Deal the match's next game, play it to its end and settle it. Returns the records.

        Raises:
            BotFault: a bot broke a rule or stopped.
        """
        records = self.records
        with self.playing():
            self._log["n"] = 0
            self.table["now_game"] = int(records.match.game)
            deal(records.game, records.view, records.rules, records.match, records.log)
            code = play_game(records.game, records.view, records.rules, records.log, records.table)
            fault = self.fault() if code else None
        if fault is not None:
            raise BotFault(fault)
        finish(records.game, records.view, records.rules, records.match, records.result)
        return records


Event = dict[str, Any]

FORMAT = "mahjong-game/1"

SOURCES = ("deal", "wall", "back", "discard", "sagasa")
"""The sources of the tile that wins."""


def read_line(line: str) -> Record:
    """Parse a line of a `.jsonl` file into a checked record. Raises RecordError."""
    return checked_form(read_json(line))


def checked_form(value: Json) -> Record:
    """Check that a value has the form of a record. Raises RecordError."""
    check_record(CHECKS, value)
    return dict(value)


def _one_of(values: Collection[str], what: str) -> Check:
    return must(_is_one_of(values), what)


def _is_one_of(values: Collection[str]) -> Callable[[Json], bool]:
    return lambda value: is_text(value) and value in values


def _by_seat(check: Check) -> Check:
    return list_of(check, SEATS, most=SEATS)


def _is_seat(value: Json) -> bool:
    return is_whole(value) and value < SEATS


def _is_short_text(value: Json) -> bool:
    return is_text(value) and len(value) <= 1000


def _is_pip(value: Json) -> bool:
    return is_whole(value) and 1 <= value <= 6


_seat = must(_is_seat, "a seat, 0 to 3")
_seat_or_null = must(or_null(_is_seat), "a seat or null")
_text = must(_is_short_text, "a text")
_pip = must(_is_pip, "1 to 6")
_tile = _one_of(NAMES, "a tile such as 5d, Dr, We or F1")
_tile_or_null = must(or_null(_is_one_of(NAMES)), "a tile or null")
_meld = _one_of(MELDS[1:], "a meld: chow, pung, kang, secret, sagasa, beauty or news")

# act -> its keys besides seat and act.
ACTS: dict[str, dict[str, Check]] = {
    "flower": {"tile": _tile},
    "draw": {"tile": _tile},
    "back": {"tile": _tile},
    "indicator": {"tile": _tile},
    "discard": {"tile": _tile},
    "meld": {"meld": _meld, "tile": _tile},
    "declare": {"meld": _meld, "tile": _tile},
    "win": {"by": _one_of(SOURCES, "deal, wall, back, discard or sagasa"), "tile": _tile_or_null},
    "void": {},
}


def _event(name: str, value: Any) -> None:
    act = value.get("act") if isinstance(value, Mapping) else None
    demand(isinstance(act, str) and act in ACTS, f"{name} has an unknown act, {abbreviated(act)}")
    checks = {"seat": _seat, "act": _text, **ACTS[str(act)]}
    if act == "discard" and "declared" in value:
        checks["declared"] = must(lambda flag: flag is True, "true, or left out")
    object_of(checks)(name, value)


_chain: dict[str, Check] = {"pot": AMOUNT, "markers": _by_seat(WHOLE), "staked": _by_seat(AMOUNT)}

CHECKS: dict[str, Check] = {
    "format": must(lambda value: value == FORMAT, FORMAT),
    "rules": object_of({"name": _text, "knobs": any_object}),
    "seed": SEED,
    "match": WHOLE,
    "game": WHOLE,
    "match_over": FLAG,
    "mano": _seat,
    "players": _by_seat(_text),
    "dice": list_of(_pip, 2, most=2),
    "joker_dice": list_of(_pip, 2, most=2),
    "before": object_of(_chain),
    "wall": list_of(_tile, 144, most=144),
    "events": list_of(_event, most=MAX_ROWS, entry="event {}"),
    "result": object_of(
        {
            "ending": _one_of(ENDINGS, "void, discard, bunot or robbed"),
            "winners": list_of(_seat, most=SEATS),
            "discarder": _seat_or_null,
            "values": _by_seat(AMOUNT),
            "items": _by_seat(list_of(_one_of(ITEMS, "an item of a hand's value"), most=len(ITEMS))),
            "payout": _by_seat(AMOUNT),
            "parts": object_of({part: _by_seat(AMOUNT) for part in PARTS}),
        }
    ),
    "after": object_of({**_chain, "next_mano": _seat}),
}
"""The check of each key of a record."""


# ---- events and the rows of a log


def event_of(row: np.ndarray) -> Event:
    """The event of a row of a log: (act, seat, code, tile)."""
    act, seat, code, tile = map(int, row)
    event: Event = {"seat": seat, "act": ACT_NAMES[act]}
    if act == ACT_DISCARD and code:
        return event | {"tile": NAMES[tile], "declared": True}
    if act in (ACT_MELD, ACT_DECLARE):
        event["meld"] = MELDS[code]
    elif act == ACT_WIN:
        event["by"] = SOURCES[code]
    if act != ACT_VOID:
        event["tile"] = NAMES[tile] if tile >= 0 else None
    return event


def events_of(rows: np.ndarray) -> list[Event]:
    """The events of a log without the answers of bots, which the events imply."""
    return [event_of(row) for row in rows if row[Column.act] != ACT_DECISION]


def action_of(event: Event) -> int:
    """The action code of a meld or discard that an event names."""
    tile = parse_tile(event["tile"])
    if event["act"] == "discard":
        return tile | int(DECLARED) if event.get("declared") else tile
    return MELDS.index(event["meld"]) + 256 * tile
