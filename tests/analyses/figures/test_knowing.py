"""The rows of the figure about hidden cards."""

from __future__ import annotations

from dataclasses import replace

from analyses.figures.knowing import worths
from tests.analyses.test_knowing import example
from tongits_sim.run.answers import Estimate


def test_every_worth_is_a_row_with_its_limits() -> None:
    answer = example()
    rows = worths(answer)
    assert [row.player for row in rows][::5] == ["the hands: discards", "the stock, to one who sees the hands"]
    assert [row.mean for row in rows] == [*(row.worth.mean for row in answer.cells), answer.beyond_hands.mean]
    assert all(row.limits[0] < row.mean < row.limits[1] for row in rows)


def test_what_is_not_known_is_left_out() -> None:
    assert len(worths(replace(example(), beyond_hands=Estimate(None)))) == 5
