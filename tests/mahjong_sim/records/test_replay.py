"""Records are replayed: what is right passes, and every change is found with the rule it breaks."""

from __future__ import annotations

import copy
import json
import random
from typing import Any

import pytest

from mahjong_sim.records.replay import verify, verify_all, verify_lines
from mahjong_sim.rules import PRESETS
from tests.mahjong_sim.games import recorded
from tongits_sim.any_game.record_form import RecordError, hundredths

BOTS = "greedy,random,greedy,random"
RANDOM = "random,random,random,random"


@pytest.mark.parametrize("preset", PRESETS)
@pytest.mark.parametrize("bots", [BOTS, RANDOM])
def test_played_games_are_right(preset: str, bots: str) -> None:
    for record in verify_all(recorded(preset, bots)):
        assert verify(json.loads(json.dumps(record))).result["payout"].sum() == 0


def test_jai_alai_chains_its_games() -> None:
    records = recorded("visayan", BOTS, 6, 6, "jai_alai.share=1", "jai_alai.markers=2", "sagasa.robbing=true")
    assert len(list(verify_all(records))) == 6
    wrong = copy.deepcopy(records[3])
    wrong["before"]["pot"] += 1
    with pytest.raises(RecordError):
        list(verify_all([records[2], wrong]))
    with pytest.raises(RecordError, match="game 4 follows game 2"):
        list(verify_all([records[2], records[4]]))


def test_a_file_of_records() -> None:
    lines = [json.dumps(record) for record in recorded("visayan", BOTS)]
    assert verify_lines([*lines, "", "  "]).games == len(lines)
    verdict = verify_lines([lines[0], "", "nonsense", lines[1]])
    assert (verdict.games, verdict.line, verdict.rule) == (1, 3, "format")


def first_of(record: Any, act: str) -> int:
    return next(at for at, event in enumerate(record["events"]) if event["act"] == act)


def changed(act: str, values: dict[str, Any]) -> Any:
    """A record whose first event of an act has other values."""
    for record in recorded("visayan", BOTS, 12, 1):
        if any(event["act"] == act for event in record["events"]):
            other = copy.deepcopy(record)
            other["events"][first_of(other, act)] |= values
            return other
    raise AssertionError(act)


@pytest.mark.parametrize(
    ("act", "values", "rule"),
    [
        ("draw", {"tile": "F1"}, "V3"),
        ("flower", {"tile": "1s"}, "V4"),
        ("discard", {"tile": "F2"}, "V5"),
        ("discard", {"act": "win", "by": "discard"}, "V5"),
        ("meld", {"meld": "sagasa"}, "V6"),
        ("win", {"by": "sagasa"}, "V9"),
    ],
)
def test_wrong_events_break_their_rule(act: str, values: dict[str, Any], rule: str) -> None:
    with pytest.raises(RecordError) as error:
        verify(changed(act, values))
    assert error.value.rule == rule, str(error.value)


def test_wrong_payments_break_their_rule() -> None:
    record = next(each for each in recorded("visayan", BOTS, 12, 1) if each["result"]["winners"])
    winner = record["result"]["winners"][0]
    for path, rule in (
        (("values", winner), "V10"),
        (("payout", winner), "V11"),
        (("parts", "hand", winner), "V11"),
        (("parts", "pot", 0), "V12"),
    ):
        other = copy.deepcopy(record["result"])
        inner: Any = other
        for key in path[:-1]:
            inner = inner[key]
        inner[path[-1]] += 1
        with pytest.raises(RecordError) as error:
            verify({**record, "result": other})
        assert error.value.rule == rule
    with pytest.raises(RecordError, match=r"V2: after\.next_mano"):
        verify({**record, "after": {**record["after"], "next_mano": (record["after"]["next_mano"] + 1) % 4}})


def test_walls_and_ends() -> None:
    record = recorded("visayan", BOTS)[0]
    wall = list(record["wall"])
    wall[5], wall[6] = wall[6], wall[6]
    if wall != record["wall"]:
        with pytest.raises(RecordError, match="V1: the wall has"):
            verify({**record, "wall": wall})
    with pytest.raises(RecordError, match=r"the record ends|must discard"):
        verify({**record, "events": record["events"][:-1]})
    with pytest.raises(RecordError, match="nothing may follow"):
        verify({**record, "events": [*record["events"], record["events"][-1]]})
    with pytest.raises(RecordError, match="rules: unknown knob"):
        verify({**record, "rules": {"name": "x", "knobs": {"no.such": 1}}})


def mutated(chance: random.Random, record: Any) -> Any:
    """A copy of a record with one event left out, repeated, exchanged with another or given to another seat."""
    other = copy.deepcopy(record)
    events = other["events"]
    at = chance.randrange(len(events))
    way = chance.randrange(4)
    if way == 0:
        del events[at]
    elif way == 1:
        events.insert(at, events[at])
    elif way == 2:
        place = chance.randrange(len(events))
        events[at], events[place] = events[place], events[at]
    else:
        events[at]["seat"] = (events[at]["seat"] + chance.randint(1, 3)) % 4
    return other


def test_changed_games_are_refused_with_a_rule() -> None:
    """A change that leaves the events as they were, or makes another game by the rules, must not change the money."""
    chance = random.Random(3)
    rules = []
    for record in recorded("visayan", RANDOM, 8, 1):
        for _ in range(12):
            other = mutated(chance, record)
            if other["events"] == record["events"]:
                continue
            try:
                board = verify(other)
            except RecordError as error:
                rules.append(error.rule)
            else:
                assert [hundredths(each) for each in record["result"]["payout"]] == list(board.result["payout"])
    assert len(rules) > 80
    assert set(rules) <= {f"V{number}" for number in range(1, 13)}
    assert len(set(rules)) > 3
