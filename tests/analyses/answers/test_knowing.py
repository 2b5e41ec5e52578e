"""The answer about hidden cards as a type."""

from __future__ import annotations

import pytest

from analyses.answers.knowing import ALL, KnowingRow
from tests.analyses.test_knowing import example
from tongits_sim.run.answers import Estimate


def test_a_row_is_flat_in_json() -> None:
    row = KnowingRow("discards", Estimate(0.1, (0.0, 0.2)), Estimate(1.1, (1.0, 1.2)), Estimate(1.0, (0.9, 1.1)), 0.25)
    stored = row.to_dict()
    assert (stored["worth"], tuple(stored["worth_ci95"]), stored["changed"]) == (1.0, (0.9, 1.1), 0.25)
    assert KnowingRow.from_dict(stored) == row


def test_rows_are_found() -> None:
    answer = example()
    assert answer.hands == answer.of(ALL).worth
    with pytest.raises(KeyError):
        answer.of("shuffles")
