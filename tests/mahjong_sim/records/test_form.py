"""The form of records: what is read, and what is refused with its reason."""

from __future__ import annotations

import copy
import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mahjong_sim.game import state
from mahjong_sim.records import form
from tests.mahjong_sim.games import recorded
from tongits_sim.any_game.record_form import RecordError


def sample() -> Any:
    return copy.deepcopy(recorded("visayan", "greedy,random,greedy,random")[0])


def test_names_are_those_of_the_engine() -> None:
    assert form.ENDINGS == state.ENDINGS
    assert form.PARTS == state.PARTS
    codes = (state.FROM_DEAL, state.FROM_WALL, state.FROM_BACK, state.FROM_DISCARD, state.FROM_SAGASA)
    assert list(codes) == list(range(len(form.SOURCES)))


def test_a_written_record_is_read() -> None:
    record = sample()
    assert form.read_line(json.dumps(record)) == record
    assert set(record) == set(form.CHECKS)


@pytest.mark.parametrize(
    ("path", "value", "reason"),
    [
        (("format",), "mahjong-game/9", "format must be mahjong-game/1"),
        (("mano",), 4, "mano must be a seat"),
        (("mano",), True, "mano must be a seat"),
        (("dice",), [0, 1], "entry 1 of dice must be 1 to 6"),
        (("wall", 3), "5x", "entry 4 of wall must be a tile"),
        (("players",), ["a"], "players must have 4 entries"),
        (("before", "pot"), 0.005, "before.pot must be a number with at most two decimals"),
        (("before", "pot"), float("inf"), "before.pot must be"),
        (("result", "ending"), "draw", "result.ending must be void"),
        (("result", "items", 0), ["flsh"], "must be an item"),
        (("events", 0), {"seat": 0, "act": "fly"}, "unknown act, 'fly'"),
        (("events", 0), {"seat": 0, "act": "draw"}, "lacks tile"),
        (("events", 0), {"seat": 0, "act": "void", "tile": "1s"}, "a key 'tile' that does not belong there"),
        (("events", 0), [], "unknown act, None"),
        (("rules",), 3, "rules must be an object"),
    ],
)
def test_what_is_refused(path: tuple[Any, ...], value: Any, reason: str) -> None:
    record = sample()
    inner = record
    for key in path[:-1]:
        inner = inner[key]
    inner[path[-1]] = value
    with pytest.raises(RecordError, match=reason.replace("(", "\\(")) as error:
        form.checked_form(record)
    assert error.value.rule == "format"


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("{", "is not JSON"),
        ('{"format": 1, "format": 2}', "names 'format' twice"),
        ("[" * 100_000, "nested too deeply|is not JSON"),
        ("NaN", "NaN is not a valid number"),
        ("1" * 5000, "far too long|is a JSON object"),
        (" " * 1_000_001, "longer than"),
        ("[]", "a record is a JSON object"),
    ],
)
def test_lines_that_are_no_records(line: str, reason: str) -> None:
    with pytest.raises(RecordError, match=reason):
        form.read_line(line)


@given(st.text(max_size=60))
def test_any_text_is_read_or_refused(line: str) -> None:
    with pytest.raises(RecordError):
        form.read_line(line)
