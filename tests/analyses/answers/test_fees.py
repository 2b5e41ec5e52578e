"""The answer about fees as a type."""

from __future__ import annotations

from dataclasses import replace

import pytest

from analyses.answers.fees import BreakEven
from tests.analyses.test_fees import example
from tongits_sim.run.answers import Estimate


def test_only_a_certain_gain_is_one() -> None:
    row = BreakEven("x", Estimate(0.5, (0.1, 0.9)), Estimate(2.0), Estimate(0.25))
    assert row.gains
    assert not replace(row, before=Estimate(0.5, (-0.1, 1.1))).gains
    assert not replace(row, before=Estimate(0.5)).gains
    assert row.to_dict()["before_ci95"] == (0.1, 0.9) or row.to_dict()["before_ci95"] == [0.1, 0.9]


def test_levels_are_found() -> None:
    answer = example()
    assert answer.at(0.05).level == 0.05
    assert [row.level for row in answer.of("hunter")] == [row.level for row in answer.levels]
    with pytest.raises(KeyError):
        answer.at(0.123)
