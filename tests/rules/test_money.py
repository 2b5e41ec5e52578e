"""The knobs of payment (R14, R15)."""

from tests.rules.knob_table import assert_as_in_the_table


def test_knobs_of_money_are_as_in_the_table() -> None:
    assert_as_in_the_table("money")
