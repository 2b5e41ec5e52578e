"""Lines that are no records: always one sentence, never another error."""

from __future__ import annotations

import json
from collections.abc import Callable
from copy import deepcopy
from functools import cache
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from strategies import load_players
from tongits_sim.any_game.record_form import MAX_LINE, RecordError, hundredths
from tongits_sim.records.form import checked_form, read_line
from tongits_sim.records.replay import replay, verify
from tongits_sim.records.write import play_records
from tongits_sim.rules import load


@cache
def good_line() -> str:
    """A right record with many kinds of events."""
    records = play_records(load("casino_x+joker"), load_players("random,random,random"), 40, 5)
    return json.dumps(max(records, key=lambda record: len(record["events"])))


def good() -> dict[str, Any]:
    """The same as a dictionary."""
    document: dict[str, Any] = json.loads(good_line())
    return document


def refusal(line: str) -> str:
    """What is said about a line that is refused; "" if it is not."""
    try:
        verify(read_line(line))
    except RecordError as error:
        return str(error) if one_sentence(error) else "more than one sentence"
    return ""


def one_sentence(error: RecordError) -> bool:
    """Whether the error is told in one line that starts with its rule."""
    return str(error).startswith(f"{error.rule}: ") and "\n" not in str(error)


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("", "not JSON"),
        ("{", "not JSON"),
        ("nonsense", "not JSON"),
        ("null", "a record is a JSON object"),
        ("[]", "a record is a JSON object"),
        ("{}", "the record lacks"),
        ("NaN", "NaN is not a valid number"),
        ('{"a": -Infinity}', "-Infinity is not a valid number"),
        ('{"a": 1, "a": 2}', "'a' twice"),
        ("[" * 200_000, "nested too deeply"),
        ('{"a": ' * 100_000, "nested too deeply"),
        ("9" * 10_000, "far too long"),
        (" " * (MAX_LINE + 1), "longer than"),
        ('"\ud800"', "a record is a JSON object"),
    ],
)
def test_lines_that_are_no_records(line: str, message: str) -> None:
    assert message in refusal(line)


EDITS: list[tuple[str, Callable[[dict[str, Any]], object], str]] = [
    ("missing key", lambda r: r.pop("seed"), "lacks seed"),
    ("unknown key", lambda r: r.update(extra=1), "'extra' that does not belong"),
    ("format", lambda r: r.update(format="tongits-game/0"), "must be tongits-game/1"),
    ("seat", lambda r: r["events"][0].update(seat=3), "seat must be 0, 1 or 2"),
    ("true is not a number", lambda r: r["events"][0].update(seat=True), "seat must be 0, 1 or 2"),
    ("act", lambda r: r["events"][0].update(act="jump"), "an unknown act"),
    ("act of no text", lambda r: r["events"][0].update(act=["lay"]), "an unknown act"),
    ("card", lambda r: r.update(stock=["1x", *r["stock"][1:]]), "must be a card"),
    ("events", lambda r: r.update(events={}), "events must be a list"),
    ("too many events", lambda r: r.update(events=r["events"] * 100), "more than a game can have"),
    ("hands", lambda r: r.update(hands=r["hands"][:2]), "must have 3 entries"),
    ("amount", lambda r: r["result"]["payout"].__setitem__(0, 0.001), "at most two decimals"),
    ("huge amount", lambda r: r["result"]["payout"].__setitem__(0, 10**30), "at most two decimals"),
    ("text amount", lambda r: r["result"]["payout"].__setitem__(0, "1"), "at most two decimals"),
    ("missing part", lambda r: r["result"]["parts"].pop("fees"), "lacks fees"),
    ("ending", lambda r: r["result"].update(ending="lost"), "must be one of"),
    ("streak", lambda r: r["before"].update(streak=2), "null exactly when"),
    ("players", lambda r: r.update(players=["a", "b"]), "must have 3 entries"),
    ("missing knob", lambda r: r["rules"]["knobs"].pop("call.timing"), "lacks call.timing"),
    ("unknown knob", lambda r: r["rules"]["knobs"].update({"call.timming": 1}), "call.timing"),
    ("knob value", lambda r: r["rules"]["knobs"].update({"call.timing": "never"}), "part 2: call.timing must be"),
    ("knob list", lambda r: r["rules"]["knobs"].update({"call.timing": []}), "part 2: call.timing"),
    ("knob number", lambda r: r["rules"]["knobs"].update({"pay.tongits": 1.234}), "part 2: pay.tongits must be"),
    ("preset", lambda r: r["rules"]["knobs"].update({"pay.tongits": 9}), "part 3: pay.tongits is 9"),
    ("card twice", lambda r: r["stock"].__setitem__(0, r["stock"][1]), "R1: the card"),
    ("card lost", lambda r: r["stock"].pop(), "R1: "),
    ("dealer", lambda r: r.update(dealer=(r["dealer"] + 1) % 3), "R1: the hands have"),
    ("before", lambda r: r["before"].update(jackpot=3), "R15: before must be empty"),
    ("scores", lambda r: (r.update(game=3), r["before"].update(scores=[1, 2, 3])), "R15.2: scores without"),
    ("jackpot", lambda r: (r.update(game=3), r["before"].update(jackpot=4)), "R15: a jackpot of 4"),
]


@pytest.mark.parametrize(("edit", "message"), [entry[1:] for entry in EDITS], ids=[entry[0] for entry in EDITS])
def test_edited_records(edit: Callable[[dict[str, Any]], object], message: str) -> None:
    record = good()
    edit(record)
    assert message in refusal(json.dumps(record))
    assert message in replay(record)[0]


def test_ten_may_be_written_with_two_digits() -> None:
    def tens(value: Any) -> Any:
        if isinstance(value, dict):
            return {tens(key): tens(item) for key, item in value.items()}
        if isinstance(value, list):
            return [tens(item) for item in value]
        is_ten = isinstance(value, str) and len(value) == 2 and value[0] == "T" and value[1] in "cdhs"
        return f"10{value[1]}" if is_ten else value

    record = good()
    for key in ("hands", "stock", "events"):
        record[key] = tens(record[key])
    assert "10" in json.dumps(record["stock"] + record["hands"])
    assert replay(record) == []


def test_amounts_are_exact() -> None:
    assert [hundredths(value) for value in (0.29, -1.1, 3, 0.1)] == [29, -110, 300, 10]
    line = good_line().replace('"seed": 5', '"seed": 123456789012345678901234567890')
    assert refusal(line) == ""


anything = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.text(max_size=4)
    | st.sampled_from(["7h", "X1", "lay"]),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=4), inner, max_size=3),
    max_leaves=6,
)


def places(value: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """The path to every value in a record."""
    items = (
        list(value.items()) if isinstance(value, dict) else list(enumerate(value)) if isinstance(value, list) else []
    )
    return [place for key, item in items for place in ((*path, key), *places(item, (*path, key)))]


@given(st.data())
def test_any_value_anywhere_is_answered_in_a_sentence(data: st.DataObject) -> None:
    record = good()
    for _ in range(data.draw(st.integers(1, 2))):
        path = data.draw(st.sampled_from(places(record)))
        target = record
        for key in path[:-1]:
            target = target[key]
        value = data.draw(anything)
        if data.draw(st.booleans()):
            target[path[-1]] = value
        else:
            target.pop(path[-1])
    problems = replay(record)
    assert all("\n" not in problem for problem in problems)
    assert refusal(json.dumps(record)) != "more than one sentence"


@given(st.text(max_size=40))
def test_any_text_is_answered_in_a_sentence(text: str) -> None:
    assert refusal(text)


@given(st.data())
def test_any_cut_or_changed_line_is_answered_in_a_sentence(data: st.DataObject) -> None:
    line = good_line()
    start = data.draw(st.integers(0, len(line)))
    end = data.draw(st.integers(start, min(len(line), start + 30)))
    assert refusal(line[:start] + data.draw(st.text(max_size=5)) + line[end:]) != "more than one sentence"


def test_the_record_given_is_left_alone() -> None:
    record = good()
    before = deepcopy(record)
    checked_form(record)
    assert record == before
