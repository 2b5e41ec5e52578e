"""Numbers as people read them."""

from __future__ import annotations

import math

import pytest

from tongits_sim.run.numbers import (
    amount,
    bar,
    between,
    decimals,
    digits_of,
    half_width,
    known,
    p_words,
    percent,
    percent_known,
    seconds,
    speed,
    unbroken,
)


@pytest.mark.parametrize(
    ("width", "digits"), [(25.0, 0), (0.4, 1), (0.012, 2), (0.0009, 4), (1e-9, 5), (0, 2), (math.nan, 2), (None, 2)]
)
def test_decimals_follow_the_interval(width: float | None, digits: int) -> None:
    assert decimals(width) == digits


def test_amounts_have_a_sign_unless_they_are_nothing() -> None:
    assert [amount(x) for x in (0.5, -0.5, 0.0, -0.001, 1234.5)] == ["+0.50", "−0.50", "0.00", "0.00", "+1,234.50"]
    assert amount(2, 0, sign=False) == "2"
    assert amount(None) == ""


def test_intervals_and_shares() -> None:
    assert between([-1, 2], 1) == "−1.0 to +2.0"
    assert between(None, 1) == "not known"
    assert half_width([1, 3]) == 1
    assert half_width(None) is None
    assert percent(0.5) == "50.0 %"
    assert percent(None) == ""
    assert percent_known(0.29633, [0.2954, 0.2972]) == "29.63 %"
    assert percent_known(0.29633, [0.2, 0.4]) == "30 %"
    assert percent_known(0.29633, None) == "29.6 %"


def test_an_amount_with_what_is_known_of_it() -> None:
    assert known(0.36821, (0.313, 0.4234)) == "+0.368 ± 0.055"
    assert known(1.0, None) == "+1.00"
    assert digits_of((0.313, 0.4234)) == 3
    assert [p_words(p) for p in (0.3044, 1e-9, None)] == ["0.3044", "< 0.0001", ""]


def test_speed_and_time() -> None:
    assert speed(1_934_567) == "1.93 million games/s"
    assert speed(123_456) == "123,000 games/s"
    assert speed(None) == ""
    assert [seconds(s) for s in (0.25, 42.4, 125, 9000)] == ["0.2 s", "42 s", "2 min 5 s", "2 h 30 min"]


def test_bars_grow_by_eighths() -> None:
    assert bar(0) == ""
    assert bar(1, 10) == "█" * 10
    assert bar(0.5 + 1 / 80, 10) == "█" * 5 + "▏"
    assert [len(bar(share / 100, 30)) for share in range(101)] == sorted(len(bar(s / 100, 30)) for s in range(101))


def test_numbers_are_held_together_and_words_are_not() -> None:
    blank, joiner = "\N{NO-BREAK SPACE}", "\N{WORD JOINER}"
    assert unbroken("95 % of 0.4 ± 0.1 units") == f"95{blank}% of 0.4{blank}±{blank}0.1 units"
    assert unbroken("wait with 15–69, 40+") == f"wait with 15–{joiner}69, 40+"
    assert unbroken("± is half a 95 % interval – or less") == f"± is half a 95{blank}% interval – or less"
