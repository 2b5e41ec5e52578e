"""Sentences in money, and games in minutes."""

from __future__ import annotations

import pytest

from analyses.words.money import parse_stake
from analyses.words.stake import PaceError, at, in_money, length, parse_pace, terms, worth_of_a_unit


@pytest.mark.parametrize(
    ("stake", "text", "expected"),
    [
        ("20 peso", "It earns +1.548 units a game.", "It earns +1.548 units (+30.96 peso) a game."),
        ("20 peso", "between −5 and +6 units.", "between −5 and +6 units (−100 and +120 peso)."),
        ("20 peso", "nets 2.39 ± 0.04 units", "nets 2.39 ± 0.04 units (47.8 ± 0.8 peso)"),
        ("€0.50", "a bankroll of 1,240 units", "a bankroll of 1,240 units (€620)"),
        ("€0.50", "−3 units", "−3 units (−€1.5)"),
        ("5", "0.0004 units", "0.0004 units (0.002)"),
        (
            "20 peso",
            "ends below −100 or above +120 units",
            "ends below −100 or above +120 units (−2,000 or above +2,400 peso)",
        ),
        ("20 peso", "units a game, no number", "units a game, no number"),
        ("20 peso", "3 united players, 4 unitss", "3 united players, 4 unitss"),
    ],
)
def test_units_are_followed_by_their_worth(stake: str, text: str, expected: str) -> None:
    assert in_money(text) == text
    with at(parse_stake(stake)):
        assert in_money(text) == expected
    assert in_money(text) == text


def test_a_unit_is_named() -> None:
    assert worth_of_a_unit() == ""
    with at(parse_stake("20 peso")):
        assert worth_of_a_unit() == "A unit is 20 peso."


def test_terms_add_up_and_end() -> None:
    with at(parse_stake("5"), 8.0):
        with at(pace=3.0):
            assert terms().pace == 3.0
            assert terms().money == parse_stake("5")
        assert terms().pace == 8.0
    assert (terms().money, terms().pace) == (None, None)


def test_games_take_time() -> None:
    assert length(100, 8.2) == ""
    with at(pace=8.0):
        assert length(100, None) == ""
        assert length(1, 8.2) == "66 s at 8 s a turn"
        assert length(60, 8.2) == "66 min at 8 s a turn"
        assert length(100, 8.2) == "1 h 49 min at 8 s a turn"
        assert length(10_000, 8.2) == "182 h at 8 s a turn"


@pytest.mark.parametrize(("text", "pace"), [("8s", 8.0), ("8", 8.0), (" 2.5 sec ", 2.5)])
def test_a_pace_is_read(text: str, pace: float) -> None:
    assert parse_pace(text) == pace


@pytest.mark.parametrize("text", ["", "fast", "0", "-8s", "8m", "1e9", "\x1b[31m8s"])
def test_what_is_no_pace_is_refused(text: str) -> None:
    with pytest.raises(PaceError) as info:
        parse_pace(text)
    assert str(info.value).isprintable()
