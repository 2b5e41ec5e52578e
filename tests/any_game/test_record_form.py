"""The form of game records, whatever the game."""

from __future__ import annotations

import io
from decimal import Decimal
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tongits_sim.any_game.record_form import (
    AMOUNT,
    FLAG,
    MAX_LINE,
    SEED,
    WHOLE,
    Check,
    RecordError,
    any_object,
    check_record,
    hundredths,
    is_amount,
    list_of,
    must,
    object_of,
    plain_knobs,
    read_json,
    units,
    write_lines,
)

SIDE = must(lambda value: value in ("heads", "tails"), "heads or tails")
CHECKS: dict[str, Check] = {
    "seed": SEED,
    "tosses": list_of(SIDE, most=3),
    "pair": list_of(WHOLE, 2, most=2, entry="{1} of seat {2}"),
    "paid": object_of({"ante": AMOUNT, "twice": FLAG}),
    "more": any_object,
}
RECORD = {"seed": -1, "tosses": ["heads"], "pair": [1, 2], "paid": {"ante": 0.25, "twice": True}, "more": {"any": 1}}


def test_a_record_of_the_right_form() -> None:
    check_record(CHECKS, RECORD)
    file = io.StringIO()
    assert write_lines([RECORD, RECORD], file) == 2
    first, second, end = file.getvalue().split("\n")
    assert read_json(first) == read_json(second) == {**RECORD, "paid": {"ante": Decimal("0.25"), "twice": True}}
    assert end == ""


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({"seed": True}, "seed must be a whole number, not True"),
        ({"tosses": ["edge"]}, "entry 1 of tosses must be heads or tails, not 'edge'"),
        ({"tosses": ["heads"] * 4}, "tosses has 4 entries, more than a game can have"),
        ({"tosses": "heads"}, "tosses must be a list, not 'heads'"),
        ({"pair": [1]}, "pair must have 2 entries, not 1"),
        ({"pair": [1, -1]}, "pair of seat 1 must be a whole number from 0, not -1"),
        ({"paid": 3}, "paid must be an object, not 3"),
        ({"paid": {"ante": 1}}, "paid lacks twice"),
        ({"paid": {"ante": 0.005, "twice": True}}, "paid.ante must be a number with at most two decimals, not 0.005"),
        ({"paid": {"ante": 1, "twice": 1}}, "paid.twice must be true or false, not 1"),
        ({"more": []}, "more must be an object, not []"),
        ({"extra": 1}, "the record has a key 'extra' that does not belong there"),
    ],
)
def test_a_wrong_value_is_named(changes: dict[str, Any], reason: str) -> None:
    with pytest.raises(RecordError) as caught:
        check_record(CHECKS, {**RECORD, **changes})
    assert (caught.value.rule, caught.value.reason) == ("format", reason)


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("{", "is not JSON"),
        ('{"seed": 1, "seed": 2}', "names 'seed' twice"),
        ("[" * 100_000, "nested too deeply|is not JSON"),
        ("NaN", "NaN is not a valid number"),
        (" " * (MAX_LINE + 1), "longer than"),
    ],
)
def test_a_line_that_is_not_strict_json(line: str, reason: str) -> None:
    with pytest.raises(RecordError, match=reason):
        read_json(line)


@given(st.integers(-2 * 10**14, 2 * 10**14))
def test_amounts_go_both_ways(amount: int) -> None:
    assert hundredths(units(amount)) == amount
    assert is_amount(units(amount)) == (abs(amount) <= 10**14)


def test_amounts_are_written_short() -> None:
    assert [units(amount) for amount in (100, 25, -250)] == [1, 0.25, -2.5]
    assert [hundredths(value) for value in (1, 0.25, Decimal("-2.50"))] == [100, 25, -250]
    assert plain_knobs({"a": 2.0, "b": 0.5, "c": "end", "d": True}) == {"a": 2, "b": 0.5, "c": "end", "d": True}
    assert [is_amount(value) for value in (float("nan"), Decimal("1e-30"), True, "1")] == [False] * 4
