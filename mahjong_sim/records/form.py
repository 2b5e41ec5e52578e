"""The form of a game record (docs/mahjong-record.md): parsing a line and checking the type of every value."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from decimal import Decimal
from typing import Any

from mahjong_sim.hands.values import ITEMS
from mahjong_sim.melds import MELDS
from mahjong_sim.tiles import NAMES
from tongits_sim.errors import TongitsError

FORMAT = "mahjong-game/1"
SEATS = 4
MAX_LINE = 1_000_000
MOST = 10**12
MAX_EVENTS = 1200

ENDINGS = ("void", "discard", "bunot", "robbed")
PARTS = ("hand", "flowers", "beauty", "news", "kang", "secret", "sagasa", "pot")
SOURCES = ("deal", "wall", "back", "discard", "sagasa")
"""Where the tile of a win came from."""

Record = dict[str, Any]
Check = Callable[[str, Any], None]


class RecordError(TongitsError):
    """An invalid game record: the rule it breaks (`format` for its form) and one sentence."""

    def __init__(self, rule: str, reason: str) -> None:
        super().__init__(f"{rule}: {reason}")
        self.rule = rule
        self.reason = reason


def demand(condition: object, reason: str, rule: str = "format") -> None:
    """Check a condition.

    Raises:
        RecordError: the condition does not hold.
    """
    if not condition:
        raise RecordError(rule, reason)


def read_line(line: str) -> Record:
    """Parse a line of a `.jsonl` file.

    Raises:
        RecordError: the line is not a record of the right form.
    """
    demand(len(line) <= MAX_LINE, f"the line is longer than {MAX_LINE} characters")
    try:
        value = json.loads(line, parse_float=Decimal, parse_constant=_no_constant, object_pairs_hook=_object)
    except RecursionError:
        raise RecordError("format", "the line is nested too deeply") from None
    except json.JSONDecodeError as error:
        raise RecordError("format", f"the line is not JSON ({error.msg}, at character {error.pos + 1})") from None
    except ValueError:  # a number of thousands of digits
        raise RecordError("format", "the line holds a number that is far too long") from None
    return checked_form(value)


def checked_form(value: Any) -> Record:
    """The record, after checking its form.

    Raises:
        RecordError: the form is wrong.
    """
    _object_of(CHECKS)("the record", value)
    return dict(value)


def cents_of(value: Any) -> int:
    """An amount of a record in cents."""
    return int(Decimal(str(value)) * 100)


def units_of(cents: int) -> int | float:
    """An amount in cents as a JSON number of units."""
    whole, rest = divmod(int(cents), 100)
    return whole if rest == 0 else float(Decimal(int(cents)) / 100)


def _no_constant(name: str) -> None:
    raise RecordError("format", f"{name} is not a valid number in a record")


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    mapping = dict(pairs)
    demand(len(mapping) == len(pairs), "an object names a key twice")
    return mapping


def _shown(value: Any) -> str:
    text = repr(str(value) if isinstance(value, Decimal) else value)
    return text if len(text) <= 40 else text[:37] + "..."


def _is_whole(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and 0 <= value <= MOST


def _is_amount(value: Any) -> bool:
    if isinstance(value, bool) or not isinstance(value, int | float | Decimal):
        return False
    amount = Decimal(str(value))
    return amount.is_finite() and abs(amount) <= MOST and amount * 100 == int(amount * 100)


def _must(test: Callable[[Any], bool], what: str) -> Check:
    def check(name: str, value: Any) -> None:
        demand(test(value), f"{name} must be {what}, not {_shown(value)}")

    return check


def _one_of(values: tuple[Any, ...], what: str) -> Check:
    return _must(lambda value: isinstance(value, str) and value in values, what)


def _keys(name: str, value: Any, keys: set[str]) -> None:
    demand(isinstance(value, Mapping), f"{name} must be an object, not {_shown(value)}")
    missing = sorted(keys - set(value))
    demand(not missing, f"{name} lacks {', '.join(missing)}")
    extra = sorted(set(value) - keys, key=str)
    demand(not extra, f"{name} has a key {_shown(extra[0] if extra else '')} that does not belong there")


def _object_of(checks: Mapping[str, Check]) -> Check:
    def check_object(name: str, value: Any) -> None:
        _keys(name, value, set(checks))
        for key, check in checks.items():
            check(key if name == "the record" else f"{name}.{key}", value[key])

    return check_object


def _list_of(check: Check, size: int | None = SEATS, most: int = MAX_EVENTS) -> Check:
    def check_list(name: str, value: Any) -> None:
        demand(isinstance(value, list), f"{name} must be a list, not {_shown(value)}")
        demand(size is None or len(value) == size, f"{name} must have {size} entries, not {len(value)}")
        demand(len(value) <= most, f"{name} has {len(value)} entries, more than a game can have")
        for number, item in enumerate(value):
            check(f"entry {number + 1} of {name}", item)

    return check_list


_whole = _must(_is_whole, "a whole number from 0")
_seat = _must(lambda value: _is_whole(value) and value < SEATS, "a seat, 0 to 3")
_seat_or_null = _must(lambda value: value is None or (_is_whole(value) and value < SEATS), "a seat or null")
_flag = _must(lambda value: isinstance(value, bool), "true or false")
_text = _must(lambda value: isinstance(value, str) and len(value) <= 1000, "a text")
_amount = _must(_is_amount, "a number with at most two decimals")
_pip = _must(lambda value: _is_whole(value) and 1 <= value <= 6, "1 to 6")
_tile = _one_of(NAMES, "a tile such as 5d, Dr, We or F1")
_tile_or_null = _must(lambda value: value is None or (isinstance(value, str) and value in NAMES), "a tile or null")
_meld = _one_of(MELDS[1:], "a meld: chow, pung, kang, secret, sagasa, beauty or news")

# act -> the keys it has beside seat and act.
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
    demand(isinstance(act, str) and act in ACTS, f"{name} has an unknown act, {_shown(act)}")
    _object_of({"seat": _seat, "act": _text, **ACTS[str(act)]})(name, value)


def _any_object(name: str, value: Any) -> None:
    demand(isinstance(value, Mapping), f"{name} must be an object, not {_shown(value)}")


_chain: dict[str, Check] = {"pot": _amount, "markers": _list_of(_whole), "staked": _list_of(_amount)}

CHECKS: dict[str, Check] = {
    "format": _must(lambda value: value == FORMAT, FORMAT),
    "rules": _object_of({"name": _text, "knobs": _any_object}),
    "seed": _must(lambda value: isinstance(value, int) and not isinstance(value, bool), "a whole number"),
    "match": _whole,
    "game": _whole,
    "match_over": _flag,
    "mano": _seat,
    "players": _list_of(_text),
    "dice": _list_of(_pip, 2),
    "joker_dice": _list_of(_pip, 2),
    "before": _object_of(_chain),
    "wall": _list_of(_tile, 144),
    "events": _list_of(_event, None),
    "result": _object_of(
        {
            "ending": _one_of(ENDINGS, "void, discard, bunot or robbed"),
            "winners": _list_of(_seat, None, SEATS),
            "discarder": _seat_or_null,
            "values": _list_of(_amount),
            "items": _list_of(_list_of(_one_of(ITEMS, "an item of a hand's value"), None, len(ITEMS))),
            "payout": _list_of(_amount),
            "parts": _object_of({part: _list_of(_amount) for part in PARTS}),
        }
    ),
    "after": _object_of({**_chain, "next_mano": _seat}),
}
"""The check of each key of a record."""
