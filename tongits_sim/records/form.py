"""The form of a game record (game-record.md): parsing a line of text and checking the type of every value."""

from __future__ import annotations

import json
import math
import re
from collections.abc import Callable, Mapping
from decimal import Decimal
from typing import Any

from tongits_sim.cards import card_text, parse_card
from tongits_sim.errors import TongitsError
from tongits_sim.game.state import ENDINGS, PARTS
from tongits_sim.rules.errors import either
from tongits_sim.rules.versions import newest_version

_FORMAT = "tongits-game/"
FORMAT = f"{_FORMAT}{newest_version()}"
"""The format of new records; the number is the version of the rules."""
MAX_LINE = 1_000_000
"""Maximum length of a line, in characters: a record has a few thousand."""
MOST = 10**12
"""The largest number in a record, seeds excepted."""
MAX_EVENTS = 1000

Record = dict[str, Any]
Check = Callable[[str, Any], None]

_JOKERS = ("X1", "X2")


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
    return checked_form(read_json(line))


def read_json(line: str) -> Any:
    """Parse a line of a `.jsonl` file, whatever it holds.

    Raises:
        RecordError: the line is too long, or not JSON of the strict kind.
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
    return value


def _no_constant(name: str) -> None:
    raise RecordError("format", f"{name} is not a valid number in a record")


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    mapping = dict(pairs)
    demand(len(mapping) == len(pairs), f"an object names {_first_double([key for key, _ in pairs])} twice")
    return mapping


def _first_double(names: list[str]) -> str:
    return next((_shown(name) for name in names if names.count(name) > 1), "a key")


def checked_form(value: Any) -> Record:
    """A copy of the record, with `10h` written as `Th`, after checking its form.

    Raises:
        RecordError: the form is wrong.
    """
    return checked_by(CHECKS, value)


def checked_by(checks: Mapping[str, Check], value: Any) -> Record:
    """As `checked_form`, for a record with other keys: the check of each."""
    demand(isinstance(value, Mapping), "a record is a JSON object")
    _keys("the record", value, set(checks))
    for key, check in checks.items():
        check(key, value[key])
    record = dict(value)
    record["hands"] = [[_normal(card) for card in hand] for hand in value["hands"]]
    record["stock"] = [_normal(card) for card in value["stock"]]
    record["events"] = [{key: _tidied(key, item) for key, item in event.items()} for event in value["events"]]
    return record


def _tidied(key: str, value: Any) -> Any:
    if key == "card":
        return _normal(value)
    if key == "cards":
        return [_normal(card) for card in value]
    if key == "melds":
        return [[_normal(card) for card in meld] for meld in value]
    if key == "as":
        return {_normal(joker): _normal(face) for joker, face in value.items()}
    return value


def _normal(text: str) -> str:
    return card_text(parse_card(text))


# ---- values ---------------------------------------------------------------------------------------------------------


def rules_version(record: Record) -> int:
    """The version of the rules of a record of checked form."""
    return int(record["format"].removeprefix(_FORMAT))


def hundredths(value: Any) -> int:
    """An amount of a record in hundredths of a unit."""
    return int(Decimal(str(value)) * 100)


def _shown(value: Any) -> str:
    text = repr(str(value) if isinstance(value, Decimal) else value)
    return text if len(text) <= 40 else text[:37] + "..."


def _is_whole(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and 0 <= value <= MOST


def _is_seat(value: Any) -> bool:
    return _is_whole(value) and value < 3


def _is_amount(value: Any) -> bool:
    if isinstance(value, bool) or not isinstance(value, int | float | Decimal):
        return False
    if isinstance(value, float):
        if not math.isfinite(value):
            return False
        value = Decimal(repr(value))
    if isinstance(value, int):
        return abs(value) <= MOST
    exponent = value.as_tuple().exponent
    if not isinstance(exponent, int) or not -20 <= exponent <= 20 or abs(value) > MOST:
        return False
    return bool(value * 100 % 1 == 0)


def _is_card(value: Any) -> bool:
    if not isinstance(value, str):
        return False
    if value.startswith("10"):
        value = "T" + value[2:]
    return value in _CARDS


_CARDS = frozenset([rank + suit for rank in "A23456789TJQK" for suit in "cdhs"] + list(_JOKERS))


def _keys(name: str, value: Any, must: set[str], may: frozenset[str] = frozenset()) -> None:
    if not isinstance(value, Mapping):
        raise RecordError("format", f"{name} must be an object, not {_shown(value)}")
    missing = sorted(must - set(value))
    demand(not missing, f"{name} lacks {', '.join(missing)}")
    extra = sorted(set(value) - must - may, key=str)
    demand(not extra, f"{name} has a key {_shown(extra[0] if extra else '')} that does not belong there")


def _must(test: Callable[[Any], bool], what: str) -> Check:
    def check(name: str, value: Any) -> None:
        if not test(value):
            raise RecordError("format", f"{name} must be {what}, not {_shown(value)}")

    return check


_whole = _must(_is_whole, "a whole number from 0")
_seat = _must(_is_seat, "0, 1 or 2")
_seat_or_null = _must(lambda value: value is None or _is_seat(value), "0, 1, 2 or null")
_flag = _must(lambda value: isinstance(value, bool), "true or false")
_text = _must(lambda value: isinstance(value, str), "a text")
_amount = _must(_is_amount, "a number with at most two decimals")
_stake = _must(lambda value: _is_amount(value) and value >= 0, "an amount from 0 with at most two decimals")
_card = _must(_is_card, "a card such as 7h or X1")
_seed = _must(lambda value: isinstance(value, int) and not isinstance(value, bool), "a whole number")


def _list_of(check: Check, size: int = 0, most: int = MAX_EVENTS, entry: str = "") -> Check:
    """A check of a list; `entry` formats an entry's name from its number (from 1) and the list's name; default: by
    seat.
    """

    def check_list(name: str, value: Any) -> None:
        if not isinstance(value, list):
            raise RecordError("format", f"{name} must be a list, not {_shown(value)}")
        demand(not size or len(value) == size, f"{name} must have {size} entries, not {len(value)}")
        demand(len(value) <= most, f"{name} has {len(value)} entries, more than a game can have")
        for number, item in enumerate(value):
            check((entry or "{1} of seat {2}").format(number + 1, name, number), item)

    return check_list


def _object_of(checks: Mapping[str, Check]) -> Check:
    def check_object(name: str, value: Any) -> None:
        _keys(name, value, set(checks))
        for key, check in checks.items():
            check(f"{name}.{key}", value[key])

    return check_object


_cards = _list_of(_card, most=54, entry="card {} of {}")

# ---- the parts of a record ------------------------------------------------------------------------------------------

# act -> the keys it must have beside seat and act, and those it may have.
_ACTS: dict[str, tuple[frozenset[str], frozenset[str]]] = {
    "draw": (frozenset({"card"}), frozenset()),
    "take": (frozenset({"card"}), frozenset({"cards", "onto", "as"})),
    "lay": (frozenset({"cards"}), frozenset({"as"})),
    "secret": (frozenset({"cards"}), frozenset({"as"})),
    "sapaw": (frozenset({"card", "onto"}), frozenset({"as"})),
    "discard": (frozenset({"card"}), frozenset()),
    "call": (frozenset(), frozenset()),
    "challenge": (frozenset(), frozenset()),
    "fold": (frozenset({"forced"}), frozenset()),
    "tongits": (frozenset({"melds"}), frozenset()),
    "spread": (frozenset({"melds"}), frozenset()),
}
_EVENT_VALUES: dict[str, Check] = {
    "seat": _seat,
    "act": _text,
    "card": _card,
    "cards": _cards,
    "onto": _whole,
    "forced": _flag,
    "melds": _list_of(_cards, most=18, entry="meld {} of {}"),
}


def _event(name: str, value: Any) -> None:
    act = value.get("act") if isinstance(value, Mapping) else None
    if not isinstance(act, str) or act not in _ACTS:
        raise RecordError("format", f"{name} has an unknown act, {_shown(act)}")
    must, may = _ACTS[act]
    _keys(name, value, {"seat", "act", *must}, may)
    for key, check in _EVENT_VALUES.items():
        if key in value:
            check(f"{name}: {key}", value[key])
    demand(not ("cards" in value and "onto" in value), f"{name}: a take has cards or onto, not both")
    _jokers_named(name, value)


def _jokers_named(name: str, event: Mapping[str, Any]) -> None:
    """Check that `as` names exactly the jokers laid, taken or added to a meld."""
    if event["act"] not in ("take", "lay", "secret", "sapaw"):
        return
    into_hand = event["act"] == "take" and "cards" not in event and "onto" not in event
    placed = [] if into_hand else event.get("cards", [event.get("card")])
    jokers = {card for card in placed if card in _JOKERS}
    demand(len(set(placed)) == len(placed), f"{name} names a card twice")
    faces = event.get("as", {})
    demand(isinstance(faces, Mapping) and set(faces) == jokers, f"{name}: as must name exactly the jokers of the event")
    demand(jokers or "as" not in event, f"{name}: as without a joker")
    good = all(_is_card(face) and face not in _JOKERS for face in faces.values())
    demand(good, f"{name}: a joker stands for one of the 52 cards")


_MONEY = {
    "jackpot": _stake,
    "streak_seat": _seat_or_null,
    "streak": _whole,
    "scores": _list_of(_whole, 3),
}


def _chain(checks: Mapping[str, Check]) -> Check:
    def check_chain(name: str, value: Any) -> None:
        _object_of(checks)(name, value)
        no_streak = value["streak"] == 0
        demand((value["streak_seat"] is None) == no_streak, f"{name}.streak_seat is null exactly when streak is 0")

    return check_chain


def _any_object(name: str, value: Any) -> None:
    _keys(name, value, set(), frozenset(value) if isinstance(value, Mapping) else frozenset())


def _rules(name: str, value: Any) -> None:
    _object_of({"name": _text, "knobs": _any_object})(name, value)


def _ending(name: str, value: Any) -> None:
    demand(isinstance(value, str) and value in ENDINGS, f"{name} must be one of {', '.join(ENDINGS)}")


def _format(name: str, value: Any) -> None:
    known = [f"{_FORMAT}{version}" for version in range(1, newest_version() + 1)]
    newer = "; a newer version of this program wrote it" if re.fullmatch(_FORMAT + "[1-9][0-9]*", str(value)) else ""
    demand(value in known, f"{name} must be {either(known)}, not {_shown(value)}{newer}")


CHECKS: dict[str, Check] = {
    "format": _format,
    "rules": _rules,
    "seed": _seed,
    "match": _whole,
    "game": _whole,
    "match_over": _flag,
    "dealer": _seat,
    "players": _list_of(_text, 3),
    "before": _chain(_MONEY),
    "hands": _list_of(_cards, 3),
    "stock": _cards,
    "events": _list_of(_event, entry="event {}"),
    "result": _object_of(
        {
            "ending": _ending,
            "winner": _seat_or_null,
            "counts": _list_of(_whole, 3),
            "burned": _list_of(_flag, 3),
            "payout": _list_of(_amount, 3),
            "parts": _object_of({part: _list_of(_amount, 3) for part in PARTS}),
        }
    ),
    "after": _chain({**_MONEY, "next_dealer": _seat}),
}
"""The check of each key of a record."""
