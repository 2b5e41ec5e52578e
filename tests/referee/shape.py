"""The form of a game record, before any rule is asked (docs/reference/formats.md)."""

from collections.abc import Callable, Mapping
from typing import Any

from tests.naive import JOKERS, NATURALS, normal
from tests.naive.knobs import DEFAULTS, exact, is_number
from tests.referee.settle import PARTS
from tests.referee.state import IllegalError, demand

FORMAT = "tongits-game/1"
ENDINGS = ("tongits", "draw", "challenge", "stock_out", "spread", "void")

RECORD_KEYS = {
    "format",
    "rules",
    "seed",
    "match",
    "game",
    "match_over",
    "dealer",
    "players",
    "before",
    "hands",
    "stock",
    "events",
    "result",
    "after",
}
BEFORE_KEYS = {"jackpot", "streak_seat", "streak", "scores"}
AFTER_KEYS = BEFORE_KEYS | {"next_dealer"}
RESULT_KEYS = {"ending", "winner", "counts", "burned", "payout", "parts"}

EVENT_KEYS = {
    "draw": ({"card"}, set()),
    "take": ({"card"}, {"cards", "onto", "as"}),
    "lay": ({"cards"}, {"as"}),
    "secret": ({"cards"}, {"as"}),
    "sapaw": ({"card", "onto"}, {"as"}),
    "discard": ({"card"}, set()),
    "call": (set(), set()),
    "challenge": (set(), set()),
    "fold": ({"forced"}, set()),
    "tongits": ({"melds"}, set()),
    "spread": ({"melds"}, set()),
}
"""For each act the keys it must have besides `seat` and `act`, and those it may have."""


def tidied(record: Any) -> Any:
    if not isinstance(record, Mapping):
        return record
    tidy = {key: normalised(value) if key in ("hands", "stock", "events") else value for key, value in record.items()}
    rules = record.get("rules")
    if isinstance(rules, Mapping) and isinstance(rules.get("knobs"), Mapping):  # an absent knob has its default
        tidy["rules"] = {**rules, "knobs": {**DEFAULTS, **rules["knobs"]}}
    return tidy


def normalised(value: Any) -> Any:
    if isinstance(value, str):
        return normal(value) if normal(value) in NATURALS else value
    if isinstance(value, list):
        return [normalised(item) for item in value]
    if isinstance(value, Mapping):
        return {key: normalised(item) for key, item in value.items()}
    return value


def shape_problems(record: Any) -> list[str]:
    """What is wrong with the form of the record, one problem per top-level key at most."""
    if not isinstance(record, Mapping):
        return ["format: a record is a JSON object"]
    try:
        demand_keys("the record", record, RECORD_KEYS)
    except IllegalError as error:
        return [str(error)]
    return [problem for key, check in CHECKS.items() for problem in _tried(check, record[key])]


def _tried(check: Callable[[Any], None], value: Any) -> list[str]:
    try:
        check(value)
    except IllegalError as error:
        return [str(error)]
    return []


def fine(condition: bool, reason: str) -> None:
    demand(condition, "format", reason)


def demand_keys(name: str, value: Any, must: set[str], may: set[str] = frozenset()) -> None:  # type: ignore[assignment]
    fine(isinstance(value, Mapping), f"{name} is an object")
    missing = sorted(must - set(value))
    extra = sorted(set(value) - must - set(may))
    fine(not missing, f"{name} lacks {', '.join(missing)}")
    fine(not extra, f"{name} has unknown keys {', '.join(map(str, extra))}")


def is_whole(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and value >= 0


def is_seat(value: Any) -> bool:
    return is_whole(value) and value < 3


def is_card(value: Any) -> bool:
    return isinstance(value, str) and (value in NATURALS or value in JOKERS)


def is_amount(value: Any) -> bool:
    """R14.4: a number of units, exact to a hundredth."""
    return is_number(value) and (exact(value) * 100).denominator == 1


def three(value: Any, check: Callable[[Any], bool]) -> bool:
    return isinstance(value, list) and len(value) == 3 and all(check(item) for item in value)


def cards(value: Any) -> bool:
    return isinstance(value, list) and all(is_card(card) for card in value)


def check_rules(value: Any) -> None:
    demand_keys("rules", value, {"name", "knobs"})
    fine(isinstance(value["name"], str), "rules.name is a text")
    fine(isinstance(value["knobs"], Mapping), "rules.knobs is an object")


def check_chain(name: str, value: Any, keys: set[str]) -> None:
    demand_keys(name, value, keys)
    fine(is_amount(value["jackpot"]) and exact(value["jackpot"]) >= 0, f"{name}.jackpot is an amount, 0 or more")
    fine(is_whole(value["streak"]), f"{name}.streak is a whole number")
    fine(value["streak_seat"] is None or is_seat(value["streak_seat"]), f"{name}.streak_seat is a seat or null")
    no_streak = value["streak"] == 0
    fine((value["streak_seat"] is None) == no_streak, f"{name}.streak_seat is null exactly when streak is 0")
    fine(three(value["scores"], is_whole), f"{name}.scores are three whole numbers")
    fine("next_dealer" not in value or is_seat(value["next_dealer"]), f"{name}.next_dealer is a seat")


def check_events(value: Any) -> None:
    fine(isinstance(value, list), "events is a list")
    for number, event in enumerate(value, start=1):
        check_event(f"event {number}", event)


def check_event(name: str, event: Any) -> None:
    fine(isinstance(event, Mapping) and str(event.get("act")) in EVENT_KEYS, f"{name} has no known act")
    must, may = EVENT_KEYS[event["act"]]
    demand_keys(name, event, must | {"seat", "act"}, may)
    fine(is_seat(event["seat"]), f"{name}: seat is 0, 1 or 2")
    fine("card" not in event or is_card(event["card"]), f"{name}: card is a card")
    fine("cards" not in event or cards(event["cards"]), f"{name}: cards are cards")
    fine("onto" not in event or is_whole(event["onto"]), f"{name}: onto is the number of a meld")
    fine("forced" not in event or isinstance(event["forced"], bool), f"{name}: forced is true or false")
    melds = event.get("melds", [])
    fine(isinstance(melds, list) and all(cards(meld) for meld in melds), f"{name}: melds are lists of cards")


def check_result(value: Any) -> None:
    """`result`, and R14.4 in its form: amounts of at most two decimals."""
    demand_keys("result", value, RESULT_KEYS)
    fine(value["ending"] in ENDINGS, "result.ending is none of the endings")
    fine(value["winner"] is None or is_seat(value["winner"]), "result.winner is a seat or null")
    fine(three(value["counts"], is_whole), "result.counts are three whole numbers")
    fine(three(value["burned"], lambda item: isinstance(item, bool)), "result.burned are three times true or false")
    fine(three(value["payout"], is_amount), "result.payout are three amounts")
    demand_keys("result.parts", value["parts"], set(PARTS))
    for part, amounts in value["parts"].items():
        fine(three(amounts, is_amount), f"result.parts.{part} are three amounts")


CHECKS: dict[str, Callable[[Any], None]] = {
    "format": lambda value: fine(value == FORMAT, f"the format is {FORMAT}"),
    "rules": check_rules,
    "seed": lambda value: fine(isinstance(value, int) and not isinstance(value, bool), "seed is a whole number"),
    "match": lambda value: fine(is_whole(value), "match counts from 0"),
    "game": lambda value: fine(is_whole(value), "game counts from 0"),
    "match_over": lambda value: fine(isinstance(value, bool), "match_over is true or false"),
    "dealer": lambda value: fine(is_seat(value), "dealer is a seat"),
    "players": lambda value: fine(three(value, lambda item: isinstance(item, str)), "players are three names"),
    "before": lambda value: check_chain("before", value, BEFORE_KEYS),
    "hands": lambda value: fine(three(value, cards), "hands are three lists of cards"),
    "stock": lambda value: fine(cards(value), "stock is a list of cards"),
    "events": check_events,
    "result": check_result,
    "after": lambda value: check_chain("after", value, AFTER_KEYS),
}
