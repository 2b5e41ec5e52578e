"""Quantiles of histograms."""

from __future__ import annotations

import math

import numpy as np
import pytest
from scipy import stats as scipy_stats

from tests.stats.samples import Ints
from tongits_sim.stats import binomial_quantile, histogram_quantile


def test_quantile_is_the_inverse_of_the_distribution() -> None:
    data = np.random.default_rng(13).integers(-5, 6, 97)
    values, counts = np.unique(data, return_counts=True)
    for q in (0.01, 0.05, 0.5, 0.77, 0.99):
        assert histogram_quantile(values, counts, q).estimate == np.quantile(data, q, method="inverted_cdf")


def test_limits_are_the_order_statistics_of_the_tables() -> None:
    # n = 20, median, 95 %: the 6th and the 15th observation (Conover, table A3; David and Nagaraja 7.1).
    quantile = histogram_quantile(list(range(1, 21)), [1] * 20, 0.5)
    assert (quantile.low, quantile.high) == (6, 15)


@pytest.mark.parametrize(("n", "p"), [(1, 0.5), (20, 0.05), (1000, 0.999), (10**8, 0.3)])
@pytest.mark.parametrize("probability", [0.001, 0.025, 0.5, 0.975])
def test_binomial_quantile_equals_scipy(probability: float, n: int, p: float) -> None:
    assert binomial_quantile(probability, n, p) == scipy_stats.binom.ppf(probability, n, p)


def measured(runs: int, n: int, q: float, seats: int = 1, effect: float = 1.0) -> float:
    """Coverage of the interval on ``n`` draws of a skewed value, each counted ``seats`` times."""
    rng, hits = np.random.default_rng(14), 0
    truth = math.floor(-1e6 * math.log1p(-q))
    for _ in range(runs):
        data = np.sort(np.floor(rng.exponential(1e6, n)).astype(np.int64))
        values, counts = np.unique(data, return_counts=True)
        hits += bool(histogram_quantile(values, counts * seats, q, design_effect=effect).contains(truth))
    return hits / runs


def test_quantile_holds_its_level() -> None:
    n, q = 600, 0.9
    low, high = binomial_quantile(0.025, n, q), binomial_quantile(0.975, n, q)
    promised = scipy_stats.binom.cdf(high, n, q) - scipy_stats.binom.cdf(low - 1, n, q)
    assert 0.95 <= promised <= 0.96
    assert measured(3500, n, q) == pytest.approx(promised, abs=0.011)


def test_design_effect_restores_the_level_for_seats_that_share_a_game() -> None:
    assert measured(1000, 300, 0.9, seats=3) < 0.85
    assert measured(1000, 300, 0.9, seats=3, effect=3) > 0.93


def test_ranks_are_scaled_outwards_by_the_design_effect() -> None:
    # 21 observations worth 10: ranks 2 and 9 of 10 become floor(4.2) and ceil(18.9).
    quantile = histogram_quantile(list(range(1, 22)), [1] * 21, 0.5, design_effect=2.0)
    assert (quantile.low, quantile.high) == (4, 19)


def test_limits_beyond_the_sample_are_infinite() -> None:
    quantile = histogram_quantile([1, 2, 3], [1, 1, 1], 0.5)
    assert (quantile.low, quantile.high, bool(quantile.defined)) == (-math.inf, math.inf, False)


def test_empty_histogram_is_undefined() -> None:
    empty: Ints = np.array([], dtype=np.int64)
    assert math.isnan(histogram_quantile(empty, empty, 0.5).estimate)
    assert math.isnan(histogram_quantile([1, 2], [0, 0], 0.5).low)


def test_refuses_an_unsorted_histogram() -> None:
    with pytest.raises(ValueError, match="increasing"):
        histogram_quantile([2, 1], [1, 1], 0.5)
