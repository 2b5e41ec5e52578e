import json
import re
from collections.abc import Iterator, Mapping
from typing import Any

from tongits_sim.records.notation import SEATS
from tongits_sim.records.replay import rules_of
from tongits_sim.records.schema import Record, hundredths
from tongits_sim.records.write import is_path
from tongits_sim.rules import KNOBS, RuleError, RuleSet, load

_PLAIN = re.compile(r"[\w.+()=:,/-]+(?: [\w.+()=:,/-]+)*")
_CHANGED = re.compile(r"(?P<base>.+) with (?P<changes>[\w.]+=.+)")


def notation_of(record: Record, seat: int | None = None) -> str:
    """A verified record in the notation of docs/reference/notation.md; `tongits records import` reads it back."""
    return "\n".join([*_header(record, seat), "", *_turns(record, seat)]) + "\n"


def _header(record: Record, own: int | None) -> Iterator[str]:
    yield from rules_lines(rules_of(record))
    if own is None:  # the seed would tell all cards
        yield f"seed {record['seed']}"
    yield f"match {record['match']}"
    yield f"game {record['game']}"
    if record["match_over"]:
        yield "last"
    for seat, name in enumerate(record["players"]):
        yield f"name {SEATS[seat]} {_text(name)}"
    yield f"dealer {SEATS[record['dealer']]}"
    yield f"next {SEATS[record['after']['next_dealer']]}"
    before = record["before"]
    cents = hundredths(before["jackpot"])
    if cents:
        yield f"jackpot {cents // 100}.{cents % 100:02}".removesuffix(".00")
    if before["streak"]:
        yield f"streak {SEATS[before['streak_seat']]} {before['streak']}"
    if any(before["scores"]):
        yield f"scores {' '.join(map(str, before['scores']))}"
    for seat, hand in enumerate(record["hands"]):
        if own in (None, seat):
            yield f"hand {SEATS[seat]} {' '.join(hand)}"
    if own is None:
        yield f"stock {' '.join(record['stock'])}"


def _text(text: str) -> str:
    return text if _PLAIN.fullmatch(text) else json.dumps(text)


def rules_lines(rules: RuleSet) -> list[str]:
    changed = _CHANGED.fullmatch(rules.name)
    ways: list[tuple[str, list[str]]] = [(rules.name, [])]
    if changed:
        ways.append((changed["base"], changed["changes"].split(", ")))
    for base, settings in ways:
        if _is(rules, base, settings):
            return [f"rules {base}", *(f"set {setting}" for setting in settings)]
    knobs = rules.knobs()
    return [f"rules {json.dumps(rules.name)}", *(f"set {name}={KNOBS[name].text(knobs[name])}" for name in knobs)]


def _is(rules: RuleSet, base: str, settings: list[str]) -> bool:
    if is_path(base):
        return False
    try:
        preset = load(base, settings)
    except RuleError:
        return False
    return preset.name == rules.name and preset.knobs() == rules.knobs()


def _turns(record: Record, own: int | None) -> Iterator[str]:
    melds: list[str] = []
    seat, line = -1, ""
    for event in record["events"]:
        alone = event["act"] in ("challenge", "fold")
        if event["seat"] != seat or alone:
            if line:
                yield line
            seat, line = event["seat"], f"{SEATS[event['seat']]}:"
        line += f" {_move(event, melds, own in (None, event['seat']))}"
        if "cards" in event and event["act"] in ("lay", "secret", "take"):
            melds.append(next(card for card in event["cards"] if not card.startswith("X")))
    if line:
        yield line


def _move(event: Mapping[str, Any], melds: list[str], seen: bool) -> str:
    act = event["act"]
    faces = event.get("as", {})
    if act in ("draw", "secret") and not seen:
        return "+" if act == "draw" else f"({' '.join('?' * len(event['cards']))})"

    def shown(card: str) -> str:
        return f"{card}={faces[card]}" if card in faces else card

    if act == "draw":
        return f"+{event['card']}"
    if act == "discard":
        return f"-{event['card']}"
    if act == "sapaw":
        return f"{shown(event['card'])}@{melds[event['onto']]}"
    if act == "secret":
        return f"({' '.join(map(shown, event['cards']))})"
    if act == "lay":
        return f"[{' '.join(map(shown, event['cards']))}]"
    if act == "take":
        if "cards" in event:
            return f"<[{' '.join(map(shown, event['cards']))}]"
        return f"<{shown(event['card'])}@{melds[event['onto']]}" if "onto" in event else "<"
    return str(act)
