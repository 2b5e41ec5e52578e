"""The words of errors."""

import pytest

from tongits_sim.any_game.rule_errors import RuleError, either, shown, suggestion
from tongits_sim.errors import TongitsError


def test_rule_error_is_a_tongits_error() -> None:
    assert issubclass(RuleError, TongitsError)


def test_suggestion_is_the_nearest_or_nothing() -> None:
    assert suggestion("PAGT", ["sjs", "pagat"]) == " Did you mean 'pagat'?"
    assert suggestion("zzz", ["sjs", "pagat"]) == ""
    assert suggestion("x" * 100_000, ["pagat"]) == ""


def test_either_reads_as_a_sentence() -> None:
    assert either(["a"]) == "a"
    assert either([1, 2, 3]) == "1, 2 or 3"


@pytest.mark.parametrize(
    ("value", "text"),
    [(True, "true"), (False, "false"), ("x", "'x'"), (1.5, "1.5"), ("y" * 99, "'" + "y" * 56 + "...")],
)
def test_values_are_shown_short(value: object, text: str) -> None:
    assert shown(value) == text


def test_what_has_no_text_is_shown_as_that() -> None:
    nest: list[object] = []
    for _ in range(100_000):
        nest = [nest]
    assert shown(nest) == "that"
    assert shown(10**5000) == "that"
