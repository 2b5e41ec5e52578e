"""Differences of means, strata, and the gain of pairing."""

from __future__ import annotations

import math

import numpy as np
import pytest
from scipy import stats as scipy_stats

from tests.stats.samples import GAMES, PAYOUT, Ints, coverage, expected, holds_its_level, matches, total
from tongits_sim.stats import (
    Interval,
    covariance_of_means,
    independent_difference,
    mean_interval,
    paired_difference,
    rare_difference,
    standard_deviation,
    variance_reduction,
    weighted_sum,
)

# The same matches under another rule: a little more for the winner, half a jackpot.
OTHER = PAYOUT + np.array([-10, 0, 20, 0, 30, -5, -4500])


def paired_sums(kinds: Ints) -> list[Ints]:
    """Sums of PAYOUT as x and OTHER as y."""
    return [total(kinds, *c) for c in ((PAYOUT,), (OTHER,), (PAYOUT, PAYOUT), (PAYOUT, OTHER), (OTHER, OTHER))]


def test_paired_equals_the_paired_t_test() -> None:
    x, y = np.array([3, -1, 4, 1, -5]), np.array([2, 7, 1, 8, 2])
    difference = paired_difference(5, x.sum(), y.sum(), x @ x, x @ y, y @ y)
    want = scipy_stats.ttest_rel(y, x).confidence_interval()
    assert (difference.estimate, difference.low, difference.high) == pytest.approx(
        ((y - x).mean(), want.low, want.high)
    )


def test_equal_arms_differ_by_exactly_nothing() -> None:
    difference = paired_difference(1000, 12345, 12345, 999_999, 999_999, 999_999)
    assert (difference.estimate, difference.low, difference.high) == (0, 0, 0)


def test_independent_equals_welch() -> None:
    x, y = np.array([3, -1, 4, 1, -5, 9]), np.array([20, 70, 10, 80])
    difference = independent_difference(6, x.sum(), x @ x, 4, y.sum(), y @ y)
    test = scipy_stats.ttest_ind(y, x, equal_var=False)
    want = test.confidence_interval()
    assert (difference.estimate, difference.low, difference.high, difference.df) == pytest.approx(
        ((y.mean() - x.mean()), want.low, want.high, test.df)
    )
    assert difference.n == 10


def test_independent_of_too_few_is_undefined() -> None:
    assert not independent_difference(1, 5, 25, 9, 9, 30).defined


def test_paired_and_independent_hold_their_level() -> None:
    n, m = 4000, 2500
    kinds, others = matches(7, 20_000, n), matches(8, 20_000, m)
    truth = expected(OTHER) - expected(PAYOUT)
    assert holds_its_level(paired_difference(n, *paired_sums(kinds)), truth)
    x, xx = total(kinds, PAYOUT), total(kinds, PAYOUT, PAYOUT)
    y, yy = total(others, OTHER), total(others, OTHER, OTHER)
    assert holds_its_level(independent_difference(n, x, xx, m, y, yy), truth)


def test_taking_paired_arms_for_independent_is_wasteful() -> None:
    n = 1500
    kinds = matches(9, 5000, n)
    x, y, xx, xy, yy = paired_sums(kinds)
    assert coverage(independent_difference(n, x, xx, n, y, yy), expected(OTHER) - expected(PAYOUT)) > 0.99
    assert np.median(variance_reduction(n, x, y, xx, xy, yy)) > 3


def test_variance_reduction_from_raw_values() -> None:
    x, y = np.array([3, -1, 4, 1, -5]), np.array([2, 0, 5, 3, -6])
    reduction = variance_reduction(5, x.sum(), y.sum(), x @ x, x @ y, y @ y)
    assert reduction == pytest.approx((x.var() + y.var()) / (y - x).var())


def test_variance_reduction_at_its_ends() -> None:
    assert variance_reduction(3, 6, 9, 14, 20, 29) == math.inf
    assert math.isnan(variance_reduction(3, 3, 6, 3, 6, 12))


def test_weighted_sum_by_hand() -> None:
    parts = Interval(np.array([10.0, 20.0, np.nan]), 0, 0, np.array([3.0, 4.0, np.nan]), np.array([5, 6, 0]))
    estimate = weighted_sum([1, -1, 0], parts)
    assert (estimate.estimate, estimate.se, estimate.n) == (-10.0, 5.0, 11)
    assert estimate.half_width == pytest.approx(1.959964 * 5, rel=1e-6)


def test_an_undefined_part_that_counts_shows() -> None:
    parts = mean_interval([10, 1], [10, 5], [40, 25])
    assert not weighted_sum([0.5, 0.5], parts).defined


def test_strata_hold_their_level() -> None:
    """Two strata with known shares; each row of parts is one run."""
    first, second = matches(10, 20_000, 800), matches(11, 20_000, 500)
    s = np.stack([total(first, PAYOUT), total(second, GAMES)], axis=1)
    ss = np.stack([total(first, PAYOUT, PAYOUT), total(second, GAMES, GAMES)], axis=1)
    estimate = weighted_sum([0.3, 70.0], mean_interval(np.array([800, 500]), s, ss))
    assert holds_its_level(estimate, 0.3 * expected(PAYOUT) + 70 * expected(GAMES))


def test_rare_differences_hold_their_level() -> None:
    """Of 300 deals 4.9 differ on average, more often one way: as turns and payouts do."""
    rng, covered, plainly, runs = np.random.default_rng(3), 0, 0, 1500
    for differing in rng.binomial(300, 0.0163, runs):
        values = rng.choice([-2, 1, 2, 4, 8], differing)
        difference = mean_interval(300, int(values.sum()), int((values**2).sum()))
        rare = rare_difference(difference, int(differing), 8)
        plainly += bool(difference.contains(0.0163 * 2.6))
        covered += bool(rare.contains(0.0163 * 2.6))
    assert plainly < 0.9 * runs < 0.94 * runs < covered


def test_rare_differences_are_known_where_all_deals_or_many_tell_them() -> None:
    alike, many, unknown = mean_interval(50, 100, 200), mean_interval(500, 300, 900), mean_interval(9, 0, 0)
    assert rare_difference(alike, 50, 10) == alike
    assert rare_difference(many, 100, 10) == many
    assert not rare_difference(unknown, 0, math.nan).defined
    assert not rare_difference(mean_interval(1, 4, 16), 1, 10).defined


def test_covariance_of_means_equals_numpy_and_survives_a_large_mean() -> None:
    data = np.random.default_rng(12).integers(-50, 50, (3, 40))
    shifted = [[int(v) + 10**12 for v in row] for row in data]
    cross = [[sum(a * b for a, b in zip(x, y, strict=True)) for y in shifted] for x in shifted]
    covariance = covariance_of_means(40, [sum(x) for x in shifted], cross)
    assert np.asarray(covariance) == pytest.approx(np.cov(data) / 40)


def test_standard_deviation() -> None:
    assert standard_deviation(4, 10, 30) == pytest.approx(np.std([1, 2, 3, 4], ddof=1))
    assert math.isnan(standard_deviation(1, 3, 9))
