"""The knobs of the endings (R8 to R12)."""

from tests.rules.knob_table import assert_as_in_the_table


def test_knobs_of_endings_are_as_in_the_table() -> None:
    assert_as_in_the_table("endings")
