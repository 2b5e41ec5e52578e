"""The knobs of play (R1 to R7, R16)."""

from tests.rules.knob_table import assert_as_in_the_table


def test_knobs_of_play_are_as_in_the_table() -> None:
    assert_as_in_the_table("play")
