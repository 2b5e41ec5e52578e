"""Parses a line of game records and checks the type of every value (docs/reference/formats.md)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tongits_sim.cards import card_text, parse_card
from tongits_sim.game.state import ENDINGS, PARTS, SEATS
from tongits_sim.records.schema import (
    AMOUNT,
    FLAG,
    SEED,
    WHOLE,
    Check,
    Record,
    RecordError,
    any_object,
    check_keys,
    check_record,
    demand,
    is_amount,
    is_text,
    is_whole,
    list_of,
    must,
    object_of,
    or_null,
    read_json,
)
from tongits_sim.run.files import Json
from tongits_sim.run.numbers import abbreviated

FORMAT = "tongits-game/1"
MAX_EVENTS = 1000

_JOKERS = ("X1", "X2")


def read_line(line: str) -> Record:
    """Parse a line of a `.jsonl` file. Raises RecordError."""
    return checked_form(read_json(line))


def checked_form(value: Json) -> Record:
    """Check the form of a record; returns a copy in which `10h` is `Th`. Raises RecordError."""
    return checked_by(CHECKS, value)


def checked_by(checks: Mapping[str, Check], value: Json) -> Record:
    """`checked_form` for a record with other keys; checks: the check of each key."""
    check_record(checks, value)
    record = dict(value)
    record["hands"] = [[_normal(card) for card in hand] for hand in value["hands"]]
    record["stock"] = [_normal(card) for card in value["stock"]]
    record["events"] = [{key: _normal_value(key, item) for key, item in event.items()} for event in value["events"]]
    return record


def _normal_value(key: str, value: Any) -> Any:
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


def _is_seat(value: Any) -> bool:
    return is_whole(value) and value < 3


def _is_card(value: Any) -> bool:
    if not isinstance(value, str):
        return False
    if value.startswith("10"):
        value = "T" + value[2:]
    return value in _CARDS


_CARDS = frozenset([rank + suit for rank in "A23456789TJQK" for suit in "cdhs"] + list(_JOKERS))


def _is_stake(value: Any) -> bool:
    return is_amount(value) and value >= 0


_seat = must(_is_seat, "0, 1 or 2")
_seat_or_null = must(or_null(_is_seat), "0, 1, 2 or null")
_text = must(is_text, "a text")
_stake = must(_is_stake, "an amount from 0 with at most two decimals")
_card = must(_is_card, "a card such as 7h or X1")


def _by_seat(check: Check) -> Check:
    return list_of(check, SEATS, most=SEATS, entry="{1} of seat {2}")


_cards = list_of(_card, most=54, entry="card {} of {}")

# ---- the parts of a record ------------------------------------------------------------------------------------------

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
"""By act: the keys that its events must have beside `seat` and `act`, and those that they may have."""
_EVENT_VALUES: dict[str, Check] = {
    "seat": _seat,
    "act": _text,
    "card": _card,
    "cards": _cards,
    "onto": WHOLE,
    "forced": FLAG,
    "melds": list_of(_cards, most=18, entry="meld {} of {}"),
}


def _event(name: str, value: Any) -> None:
    act = value.get("act") if isinstance(value, Mapping) else None
    if not isinstance(act, str) or act not in _ACTS:
        raise RecordError("format", f"{name} has an unknown act, {abbreviated(act)}")
    required, optional = _ACTS[act]
    check_keys(name, value, {"seat", "act", *required}, optional)
    for key, check in _EVENT_VALUES.items():
        if key in value:
            check(f"{name}: {key}", value[key])
    demand(not ("cards" in value and "onto" in value), f"{name}: a take has cards or onto, not both")
    _check_joker_faces(name, value)


def _check_joker_faces(name: str, event: Mapping[str, Any]) -> None:
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
    "streak": WHOLE,
    "scores": _by_seat(WHOLE),
}


def _chain(checks: Mapping[str, Check]) -> Check:
    def check_chain(name: str, value: Any) -> None:
        object_of(checks)(name, value)
        no_streak = value["streak"] == 0
        demand((value["streak_seat"] is None) == no_streak, f"{name}.streak_seat is null exactly when streak is 0")

    return check_chain


def _ending(name: str, value: Any) -> None:
    demand(isinstance(value, str) and value in ENDINGS, f"{name} must be one of {', '.join(ENDINGS)}")


CHECKS: dict[str, Check] = {
    "format": must(lambda value: value == FORMAT, FORMAT),
    "rules": object_of({"name": _text, "knobs": any_object}),
    "seed": SEED,
    "match": WHOLE,
    "game": WHOLE,
    "match_over": FLAG,
    "dealer": _seat,
    "players": _by_seat(_text),
    "before": _chain(_MONEY),
    "hands": _by_seat(_cards),
    "stock": _cards,
    "events": list_of(_event, most=MAX_EVENTS, entry="event {}"),
    "result": object_of(
        {
            "ending": _ending,
            "winner": _seat_or_null,
            "counts": _by_seat(WHOLE),
            "burned": _by_seat(FLAG),
            "payout": _by_seat(AMOUNT),
            "parts": object_of({part: _by_seat(AMOUNT) for part in PARTS}),
        }
    ),
    "after": _chain({**_MONEY, "next_dealer": _seat}),
}
"""The check of each key of a record."""
