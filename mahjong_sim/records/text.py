"""Game records as text that people read and write, and back (docs/reference/mahjong-record.md).

A game is a block of lines, a keyword first; an empty line ends it. Knobs are named where they differ from the preset
`visayan`.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator
from typing import Any

from mahjong_sim.records.events import Event
from mahjong_sim.records.form import ACTS, FORMAT, PARTS, checked_form
from mahjong_sim.rules import RuleError, load
from mahjong_sim.rules.ruleset import find
from tongits_sim.any_game.record_form import Record, RecordError, demand

_ROWS = (17, 33, 49, 65)


def to_text(record: Record) -> str:
    """A record of checked form as a block of lines."""
    return "\n".join(_lines(record)) + "\n"


def _lines(record: Record) -> Iterator[str]:
    yield FORMAT
    yield f"rules {record['rules']['name']}"
    plain = load("visayan").knobs()
    for knob, value in record["rules"]["knobs"].items():
        if knob not in plain or value != plain[knob]:
            yield f"knob {knob} = {find(knob).text(find(knob).check(value))}"
    over = " over" if record["match_over"] else ""
    yield f"game {record['game']} of match {record['match']} seed {record['seed']}{over}"
    for seat, player in enumerate(record["players"]):
        yield f"player {seat} {player}"
    yield f"mano {record['mano']}"
    yield f"dice {_words(record['dice'])} joker {_words(record['joker_dice'])}"
    yield f"before {_chain(record['before'])}"
    bounds = [0, *_ROWS, *range(_ROWS[-1] + 16, len(record["wall"]), 16), len(record["wall"])]
    for first, end in itertools.pairwise(bounds):
        yield f"wall {_words(record['wall'][first:end])}"
    yield from _event_lines(record["events"])
    result = record["result"]
    yield f"ending {result['ending']}"
    yield f"winners {_words(result['winners'])}".strip()
    yield f"discarder {'none' if result['discarder'] is None else result['discarder']}"
    for seat in range(4):
        yield f"value {seat} {result['values'][seat]} {_words(result['items'][seat])}".strip()
    for part in PARTS:
        yield f"part {part} {_words(result['parts'][part])}"
    yield f"payout {_words(result['payout'])}"
    yield f"after {_chain(record['after'])} next {record['after']['next_mano']}"


def _event_lines(events: list[Event]) -> Iterator[str]:
    """A line for each stretch of events of one seat: `2: draw 5d; discard We`."""
    for seat, stretch in itertools.groupby(events, key=lambda event: event["seat"]):
        yield f"{seat}: " + "; ".join(
            " ".join(_word(key, value) for key, value in event.items() if key != "seat") for event in stretch
        )


def _word(key: str, value: Any) -> str:
    return "none" if value is None else key if value is True else str(value)


def _chain(chain: dict[str, Any]) -> str:
    return f"pot {chain['pot']} markers {_words(chain['markers'])} staked {_words(chain['staked'])}"


def _words(values: Iterable[Any]) -> str:
    return " ".join(map(str, values))


def from_text(text: str) -> Iterator[Record]:
    """The records of a text of blocks.

    Raises:
        RecordError: a block is not a record; the message names the line.
    """
    block: list[tuple[int, str]] = []
    for number, line in enumerate([*text.splitlines(), ""], 1):
        line = line.partition("#")[0].strip() if line.lstrip().startswith("#") else line.strip()
        if line:
            block.append((number, line))
        elif block:
            yield _record(block)
            block = []


def _record(block: list[tuple[int, str]]) -> Record:
    record: Record = {"players": [], "wall": [], "events": []}
    knobs: dict[str, Any] = dict(load("visayan").knobs())
    result: dict[str, Any] = {"values": [], "items": [], "parts": {}}
    record |= {"format": block[0][1], "rules": {"name": "", "knobs": knobs}, "result": result}
    for number, line in block[1:]:
        try:
            _read(line, record, knobs, result)
        except (ValueError, IndexError, KeyError, RuleError) as error:
            raise RecordError("format", f"line {number}, {line[:40]!r}, cannot be read: {error}") from None
    return checked_form(record)


def _read(line: str, record: Record, knobs: dict[str, Any], result: dict[str, Any]) -> None:
    """Add what a line says to a record."""
    key, _, rest = line.partition(" ")
    words = rest.split()
    if key[:-1].isdigit() and key.endswith(":"):
        record["events"] += [_event(int(key[:-1]), part.split()) for part in rest.split(";")]
    elif key == "rules":
        record["rules"]["name"] = rest
    elif key == "knob":
        knob = find(words[0])
        knobs[knob.name] = knob.parse(rest.partition("=")[2].strip())
    elif key == "game":
        record |= {"game": int(words[0]), "match": int(words[3]), "seed": int(words[5]), "match_over": len(words) == 7}
    elif key == "player":
        record["players"].append(rest.partition(" ")[2])
    elif key == "mano":
        record["mano"] = int(rest)
    elif key == "dice":
        record |= {"dice": [int(words[0]), int(words[1])], "joker_dice": [int(words[3]), int(words[4])]}
    elif key in ("before", "after"):
        chain = {"pot": _number(words[1]), "markers": [int(word) for word in words[3:7]]}
        record[key] = {**chain, "staked": [_number(word) for word in words[8:12]]}
        if key == "after":
            record[key]["next_mano"] = int(words[13])
    elif key == "wall":
        record["wall"] += words
    elif key == "ending":
        result["ending"] = rest
    elif key == "winners":
        result["winners"] = [int(word) for word in words]
    elif key == "discarder":
        result["discarder"] = None if rest == "none" else int(rest)
    elif key == "value":
        result["values"].append(_number(words[1]))
        result["items"].append(words[2:])
    elif key == "part":
        result["parts"][words[0]] = [_number(word) for word in words[1:]]
    elif key == "payout":
        result["payout"] = [_number(word) for word in words]
    else:
        raise ValueError("no line begins like that")


def _event(seat: int, words: list[str]) -> Event:
    declared = {"declared": True} if words[0] == "discard" and words[-1] == "declared" else {}
    words = words[: len(words) - len(declared)]
    keys = ["act", *ACTS.get(words[0], ())]
    demand(len(keys) == len(words), f"{' '.join(words)[:40]!r} is not an event")
    event: Event = {"seat": seat}
    return event | {key: None if word == "none" else word for key, word in zip(keys, words, strict=True)} | declared


def _number(word: str) -> int | float:
    return float(word) if "." in word else int(word)
