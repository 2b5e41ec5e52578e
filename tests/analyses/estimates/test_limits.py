"""A limit on the count is printed only where it describes what the cells say."""

from __future__ import annotations

from dataclasses import replace

import pytest

from analyses.estimates.limits import contradicted, pooled, within
from analyses.questions.calls import describes_call
from analyses.questions.challenges import describes_column, describes_line
from tests.analyses.answers.examples import bins, calls, challenges, choice
from tongits_sim.run.answers import Estimate

COUNTS = (0, 10, 20, 30)
FALLING = tuple(choice(value, **bins(COUNTS, at)) for at, value in enumerate((2.0, 1.0, -1.0, -2.0)))


@pytest.mark.parametrize(("limit", "wrong"), [(19, False), (15, False), (25, False), (9, True), (-1, True), (99, True)])
def test_resolved_cells_on_the_other_side_contradict(limit: int, wrong: bool) -> None:
    """A cell that the limit divides says neither; one that is open at its end lies above every limit or is divided."""
    assert contradicted(limit, FALLING) == wrong


def test_cells_that_are_not_resolved_contradict_nothing() -> None:
    assert not contradicted(9, [replace(cell, resolved=False) for cell in FALLING])


def test_a_limit_describes_falling_cells_only() -> None:
    falling = calls((2.0, 1.0, -1.0, -2.0))
    assert describes_call(falling, falling.thresholds[0])
    # What was printed as "any": calling gains on the whole, but low counts are resolved against it.
    rising = calls((-1.0, -1.0, -1.0, 3.0), call_at=39, always=True, gain=1.173, call_from=31, gain_from=1.332)
    assert not describes_call(rising, rising.thresholds[0])
    same = calls((-1.0, -1.0, -1.0, 3.0), call_at=39, always=True, gain=1.2, call_from=0, gain_from=1.2)
    assert not describes_call(same, same.thresholds[0])


def test_an_opposite_rule_that_gains_more_is_enough() -> None:
    answer = calls((1.0, 1.0, 1.0, 1.0), (False,) * 4, gain=0.5, gain_from=0.6)
    assert not describes_call(answer, answer.thresholds[0])
    answer = calls((1.0, 1.0, 1.0, 1.0), (False,) * 4, gain=0.6, gain_from=0.5)
    assert describes_call(answer, answer.thresholds[0])


def test_a_place_without_forks_has_no_limit() -> None:
    answer = calls((1.0, -1.0), call_at=None, gain=None, gain_from=None)
    assert not describes_call(answer, answer.thresholds[0])
    other = challenges((1.0, -1.0), challenge_at=None)
    assert not describes_line(other, other.thresholds[0])


def test_challenges_pool_over_the_stock_and_their_columns_do_not() -> None:
    good = challenges((2.0, 1.0, -1.0))
    assert describes_line(good, good.thresholds[0])
    assert describes_column(good, good.break_even[0])
    bad = challenges((2.0, -1.0, -1.0))
    assert not describes_line(bad, bad.thresholds[0])
    assert not describes_column(bad, bad.break_even[0])


def test_pooled_cells_are_weighted_by_their_forks() -> None:
    cells = [choice(1.0, n=300, own_count=1, stock_left=0), choice(0.0, n=100, own_count=1, stock_left=1)]
    (pooled_cell,) = pooled(cells, ("own_count",))
    assert (pooled_cell.n, pooled_cell.ev_diff.mean, pooled_cell.resolved, dict(pooled_cell.at)) == (
        400,
        0.75,
        True,
        {"own_count": 1},
    )
    assert pooled(cells, ("own_count", "stock_left")) == cells
    unknown = [replace(cell, ev_diff=Estimate(cell.ev_diff.mean)) for cell in cells]
    assert not pooled(unknown, ("own_count",))[0].resolved


def test_bins_hold_their_values() -> None:
    cell = choice(1.0, own_count=4, own_count_to=6)
    assert [within(cell, "own_count", value) for value in (3, 4, 6, 7)] == [False, True, True, False]
    last = choice(1.0, own_count=4, own_count_to=None)
    assert within(last, "own_count", 99)
