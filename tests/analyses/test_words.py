import pytest

from analyses.money import at, in_money, parse_stake


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


@pytest.mark.parametrize(
    ("stake", "text", "expected"),
    [
        ("20 peso", "It earns +1.548 units a game.", "It earns +30.96 peso a game."),
        ("20 peso", "between −5 and +6 units.", "between −100 and +120 peso."),
        ("20 peso", "nets 2.39 ± 0.04 units", "nets 47.8 ± 0.8 peso"),
        ("€0.50", "a bankroll of 1,240 units", "a bankroll of €620"),
        ("€0.50", "−3 units", "−€1.5"),
        ("5", "0.0004 units", "0.002"),
        ("20 peso", "ends below −100 or above +120 units", "ends below −2,000 or above +2,400 peso"),
        ("20 peso", "units a game, no number", "units a game, no number"),
        ("20 peso", "3 united players, 4 unitss", "3 united players, 4 unitss"),
    ],
)
def test_units_become_their_worth(stake: str, text: str, expected: str) -> None:
    assert in_money(text) == text
    with at(parse_stake(stake)):
        assert in_money(text) == expected
    assert in_money(text) == text
