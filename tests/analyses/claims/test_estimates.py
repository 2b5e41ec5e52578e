"""Ratios and their intervals: exact cases, coverage, and where a number lies."""

from __future__ import annotations

import math

import numpy as np
import pytest

from analyses.claims.counts import METRICS
from analyses.claims.estimates import Sample, distance, more_wins, payoff_lead, side, won_against_two
from tests.analyses.claims.test_counts import job
from tests.designs.tournament.fields import field
from tests.playing import play_work
from tongits_sim.designs.paired.kernel import QUANTITIES
from tongits_sim.designs.paired.totals import moments_of
from tongits_sim.designs.tournament.estimates import TournamentRun
from tongits_sim.stats import Interval

AT = {metric.name: len(QUANTITIES) + number for number, metric in enumerate(METRICS)}


def sample(**columns: np.ndarray) -> Sample:
    """Deals with these counts."""
    deals = len(next(iter(columns.values())))
    values = np.zeros((deals, 1, len(QUANTITIES) + len(METRICS)), np.int64)
    for name, column in columns.items():
        values[:, 0, AT[name]] = column
    return Sample(job(), moments_of(values))


def test_exact_cases() -> None:
    counts = sample(low_calls=np.array([1, 1, 0, 1]), low_calls_won=np.array([1, 0, 0, 1]))
    assert counts.ratio(("low_calls_won", "low_calls"), 100).estimate == pytest.approx(200 / 3)
    assert counts.mean("low_calls", 100).estimate == 75
    assert math.isnan(float(counts.ratio(("low_calls_won", "forced")).estimate))
    same = counts.difference(("low_calls_won", "low_calls"), ("low_calls_won", "low_calls"))
    assert (same.estimate, same.half_width) == (0, 0)


def test_ratios_and_differences_hold_what_they_promise() -> None:
    rng = np.random.default_rng(5)
    held = [0, 0]
    for _ in range(300):
        x, z = rng.integers(1, 4, 200), rng.integers(1, 4, 200)
        y, w = rng.binomial(x, 0.3), rng.binomial(z, 0.5)
        counts = sample(low_calls=x, low_calls_won=y, run_first=z, run_first_won=w)
        held[0] += bool(counts.ratio(("low_calls_won", "low_calls")).contains(0.3))
        difference = counts.difference(("run_first_won", "run_first"), ("low_calls_won", "low_calls"))
        held[1] += bool(difference.contains(0.2))
    assert [share / 300 for share in held] == pytest.approx([0.95, 0.95], abs=0.035)


def test_two_bots_on_the_same_deals() -> None:
    what = field("greedy,random", 60)
    run = TournamentRun.of(play_work(what, workers=1), what)
    assert float(payoff_lead(run).low) > 0
    assert float(more_wins(run).low) > 0
    beside = won_against_two(run)
    assert 50 < float(beside.low) < float(beside.high) <= 110
    cells = run.sums.cells
    assert cells.sum() != 0


def test_where_a_number_lies() -> None:
    near, far = Interval(5.0, 4.0, 6.0, 0.5, 100), Interval(5.0, 4.9, 5.1, 0.05, 100)
    assert distance(5, None, 7) == 2
    inside, p = side(near, 4, 5.5)
    assert inside
    assert p == pytest.approx(0.317, abs=0.001)
    assert side(far, 4, 5.5)[1] < 1e-9
    assert side(far, 6, None)[0] is False
    assert math.isnan(side(Interval(1.0, math.nan, math.nan, math.nan, 1), 0, None)[1])
    assert side(Interval(1.0, 1.0, 1.0, 0.0, 9), 0, None) == (True, 0.0)
