"""Shares: Wilson against scipy and exactly averaged over p, the rule of three, clusters."""

from __future__ import annotations

import math

import numpy as np
import pytest
from scipy import stats as scipy_stats

from tests.stats.samples import CALLS, GAMES, coverage, expected, holds_its_level, matches, total
from tongits_sim.stats import Interval, clustered_share, design_effect, wilson_interval, zero_event_bound


@pytest.mark.parametrize(("k", "n"), [(0, 7), (1, 7), (40, 100), (7, 7)])
def test_wilson_equals_scipy(k: int, n: int) -> None:
    interval, want = wilson_interval(k, n, level=0.9), scipy_stats.binomtest(k, n).proportion_ci(0.9, method="wilson")
    assert (interval.low, interval.high) == pytest.approx((want.low, want.high), abs=1e-9)
    assert (interval.estimate, interval.n) == (k / n, n)


def test_wilson_of_nothing_is_undefined() -> None:
    interval = wilson_interval([0, 1], [0, 2])
    assert interval.defined.tolist() == [False, True]


def exact_coverage(interval: Interval, n: int) -> float:
    """Probability that the interval contains p, from all n + 1 outcomes, averaged over p."""
    shares = np.linspace(0.005, 0.995, 397)
    outcomes = scipy_stats.binom.pmf(np.arange(n + 1)[:, None], n, shares)
    return float((outcomes * ((interval.low[:, None] <= shares) & (shares <= interval.high[:, None]))).sum(0).mean())


@pytest.mark.parametrize("n", [20, 100, 1000])
def test_wilson_holds_its_level_averaged_over_p(n: int) -> None:
    assert 0.945 <= exact_coverage(wilson_interval(np.arange(n + 1), n), n) <= 0.955


def test_wald_interval_would_not() -> None:
    p = np.arange(21) / 20
    radius = 1.96 * np.sqrt(p * (1 - p) / 20)
    assert exact_coverage(Interval(p, p - radius, p + radius, 0, 20), 20) < 0.9


def test_zero_events_solves_its_equation() -> None:
    for n in (1, 10, 10**6):
        assert (1 - zero_event_bound(n)) ** n == pytest.approx(0.05)
    assert zero_event_bound(10**6) == pytest.approx(3e-6, rel=0.002)
    assert math.isnan(zero_event_bound(0))


def test_design_effect_of_identical_games_in_a_match_is_its_length() -> None:
    # 100 matches of 4 games, in 30 of them all four were called, in 70 none.
    assert design_effect(100, 400, 120, 1600, 480, 480) == pytest.approx(4 * 100 / 99)


def test_design_effect_of_independent_trials_is_one() -> None:
    assert design_effect(1000, 1000, 300, 1000, 300, 300) == pytest.approx(1, abs=0.002)


def test_clustered_share_holds_its_level_and_plain_wilson_does_not() -> None:
    n = 400
    kinds = matches(seed=6, runs=20_000, n=n)
    sums = [total(kinds, *c) for c in ((GAMES,), (CALLS,), (GAMES, GAMES), (GAMES, CALLS), (CALLS, CALLS))]
    truth = expected(CALLS) / expected(GAMES)
    assert holds_its_level(clustered_share(n, *sums), truth)
    assert coverage(wilson_interval(sums[1], sums[0]), truth) < 0.85


def test_clustered_share_without_events_counts_clusters() -> None:
    share = clustered_share(50, 200, 0, 800, 0, 0)
    assert share.low == 0
    assert share.high == pytest.approx(wilson_interval(0, 50).high)
    assert share.n == 50


def test_refuses_more_events_than_trials() -> None:
    with pytest.raises(ValueError, match="number of events"):
        wilson_interval(8, 7)
