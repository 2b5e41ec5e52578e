"""Stakes as people write them."""

from __future__ import annotations

import pytest

from analyses.words.money import Money, StakeError, parse_stake


@pytest.mark.parametrize(
    ("stake", "units", "text"),
    [
        ("20 peso", 3, "+60 peso"),
        ("€0.50", -3, "-€1.50"),
        ("₱20", 0.15, "+₱3"),
        ("5", 1000, "+5,000"),
        (" 0.25 EUR ", 1, "+0.25 EUR"),
    ],
)
def test_units_become_money(stake: str, units: float, text: str) -> None:
    assert parse_stake(stake).text(units) == text


@pytest.mark.parametrize("stake", ["", "peso", "0", "-5", "5 6", "20 \x1b[31m", "1e9", "5 a b", "9" * 20])
def test_what_is_no_stake_is_refused(stake: str) -> None:
    with pytest.raises(StakeError) as info:
        parse_stake(stake)
    assert str(info.value).isprintable()


def test_without_a_stake_amounts_are_units() -> None:
    assert Money().text(2.5) == "+2.50"
    assert Money().heading == "units"
    assert parse_stake("20 peso").heading == "peso (a unit is 20 peso)"
