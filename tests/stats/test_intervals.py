"""Means and ratios: worked numbers, and the level measured on skewed, clustered matches."""

from __future__ import annotations

import math

import numpy as np
import pytest
from scipy import stats as scipy_stats

from tests.stats.samples import CALLS, GAMES, PAYOUT, coverage, expected, holds_its_level, matches, total
from tongits_sim.stats import Interval, critical_value, mean_interval, ratio_interval


def test_mean_equals_the_textbook_t_interval() -> None:
    values = [3, -1, 4, 1, -5, 9, 2, 6]
    interval = mean_interval(len(values), sum(values), sum(v * v for v in values), level=0.9)
    low, high = scipy_stats.t.interval(0.9, len(values) - 1, np.mean(values), scipy_stats.sem(values))
    assert (interval.estimate, interval.low, interval.high) == pytest.approx((np.mean(values), low, high))
    assert (interval.n, interval.df) == (8, 7)


def test_mean_is_vectorised() -> None:
    many = mean_interval(np.array([5, 8]), np.array([15, 8]), np.array([55, 64]))
    single = mean_interval(8, 8, 64)
    assert [field[1] for field in many] == pytest.approx(list(single))


def test_mean_of_too_few_clusters_is_flagged() -> None:
    none, one, two = mean_interval(0, 0, 0), mean_interval(1, 7, 49), mean_interval(2, 3, 5)
    assert [bool(i.defined) for i in (none, one, two)] == [False, False, True]
    assert math.isnan(none.estimate)
    assert one.estimate == 7.0
    assert math.isnan(one.low)
    assert not one.contains(7)
    assert mean_interval(np.array([0, 1, 2]), np.array([0, 7, 3]), np.array([0, 49, 5])).defined.tolist() == [0, 0, 1]


def test_identical_clusters_give_exactly_no_width() -> None:
    interval = mean_interval(10**9, 3 * 10**9, 9 * 10**9)
    assert (interval.low, interval.high, interval.se) == (3.0, 3.0, 0.0)


def test_mean_holds_its_level_on_jackpots() -> None:
    kinds = matches(seed=1, runs=20_000, n=1500)
    interval = mean_interval(1500, total(kinds, PAYOUT), total(kinds, PAYOUT, PAYOUT))
    assert holds_its_level(interval, expected(PAYOUT))


def test_mean_holds_its_level_with_few_clusters() -> None:
    values = np.random.default_rng(2).normal(0, 1000, (20_000, 6)).round().astype(np.int64)
    interval = mean_interval(6, values.sum(axis=1), (values**2).sum(axis=1))
    assert holds_its_level(interval, 0)
    normal = interval._replace(low=interval.estimate - 1.96 * interval.se, high=interval.estimate + 1.96 * interval.se)
    assert coverage(normal, 0) < 0.92


def test_level_is_the_level_asked_for() -> None:
    kinds = matches(seed=3, runs=20_000, n=1500)
    interval = mean_interval(1500, total(kinds, PAYOUT), total(kinds, PAYOUT, PAYOUT), level=0.8)
    assert coverage(interval, expected(PAYOUT)) == pytest.approx(0.8, abs=0.012)


def test_ratio_equals_the_residual_formula() -> None:
    x, y = np.array([3, 1, 4, 1, 5]), np.array([2, 7, 1, 8, 2])
    estimate = ratio_interval(5, x.sum(), y.sum(), x @ x, x @ y, y @ y)
    ratio = y.sum() / x.sum()
    se = math.sqrt(5 / 4 * ((y - ratio * x) ** 2).sum()) / x.sum()
    radius = scipy_stats.t.ppf(0.975, 4) * se
    assert (estimate.estimate, estimate.low, estimate.high) == pytest.approx((ratio, ratio - radius, ratio + radius))


def test_ratio_with_constant_denominator_is_the_mean() -> None:
    y = [3, -1, 4, 1, -5]
    s, ss = sum(y), sum(v * v for v in y)
    assert ratio_interval(5, 5, s, 5, s, ss) == pytest.approx(mean_interval(5, s, ss))


def test_ratio_undefined() -> None:
    assert math.isnan(ratio_interval(3, 0, 5, 0, 0, 9).estimate)
    one = ratio_interval(1, 2, 6, 4, 12, 36)
    assert (one.estimate, bool(one.defined)) == (3.0, False)
    assert not ratio_interval(0, 0, 0, 0, 0, 0).defined


@pytest.mark.parametrize(("top", "seed"), [(PAYOUT, 4), (CALLS, 5)], ids=["payout per game", "share of games"])
def test_ratio_holds_its_level_where_games_in_a_match_depend(top: object, seed: int) -> None:
    n = 1500
    kinds = matches(seed, 20_000, n)
    x, y, xx, xy, yy = (total(kinds, *c) for c in ((GAMES,), (top,), (GAMES, GAMES), (GAMES, top), (top, top)))
    ratio = ratio_interval(n, x, y, xx, xy, yy)
    assert holds_its_level(ratio, expected(top) / expected(GAMES))


def test_games_taken_for_independent_miss_the_level() -> None:
    """The test above has power: counting each game of a match as its own cluster is visibly too narrow."""
    kinds = matches(seed=5, runs=20_000, n=1500)
    games, calls = total(kinds, GAMES), total(kinds, CALLS)
    assert coverage(mean_interval(games, calls, calls), expected(CALLS) / expected(GAMES)) < 0.85


def test_mismatched_products_are_refused() -> None:
    with pytest.raises(ValueError, match="sxy"):
        ratio_interval(5, 14, 20, 52, 10**6, 122)


def test_scaled_changes_units_and_keeps_order() -> None:
    hundredths = Interval(100.0, 50.0, 150.0, 25.0, 9, 8.0)
    assert hundredths.scaled(0.01) == Interval(1.0, 0.5, 1.5, 0.25, 9, 8.0)
    assert hundredths.scaled(-1) == Interval(-100.0, -150.0, -50.0, 25.0, 9, 8.0)
    assert hundredths.half_width == 50.0


def test_critical_value_is_normal_in_the_limit() -> None:
    assert critical_value(0.95, 10**9) == pytest.approx(1.959963984540054, abs=1e-8)
    assert math.isnan(critical_value(0.95, 0))


@pytest.mark.parametrize("df", [0, 1, 2.5, 40, math.inf])
def test_one_critical_value_is_that_of_an_array(df: float) -> None:
    alone, among = critical_value(0.9, df), critical_value(0.9, np.array([3.0, df]))[1]
    assert isinstance(alone, np.float64)
    assert np.array_equal(alone, among, equal_nan=True)


def test_a_ratio_seen_in_one_cluster_has_no_limits() -> None:
    once = ratio_interval(100, 1, 5, 1, 5, 25)
    assert (once.estimate, once.defined) == (5.0, False)
    assert ratio_interval(100, 2, 10, 2, 10, 50).defined
