"""Adjusted p-values and verdicts: slow twins, and the errors of whole families measured."""

from __future__ import annotations

import math

import numpy as np
import pytest
from scipy import stats as scipy_stats

from tests.stats.samples import PAYOUT, matches, total
from tongits_sim.stats import (
    Interval,
    benjamini_hochberg,
    equivalence,
    holm,
    mean_interval,
    normal_p,
    p_value,
    t_interval,
    verdict,
)

ALPHA = 0.05


def slow_holm(p: list[float]) -> list[float]:
    """Holm by its definition: walk up the sorted list, never step down."""
    adjusted, worst = [0.0] * len(p), 0.0
    for step, index in enumerate(sorted(range(len(p)), key=p.__getitem__)):
        worst = max(worst, (len(p) - step) * p[index])
        adjusted[index] = min(1.0, worst)
    return adjusted


def test_holm_equals_the_slow_twin() -> None:
    for seed in range(20):
        p = (np.random.default_rng(seed).random(9) ** 3).round(2)
        assert holm(p) == pytest.approx(slow_holm(p.tolist()))


def test_benjamini_hochberg_equals_scipy() -> None:
    for seed in range(20):
        p = (np.random.default_rng(seed).random(9) ** 3).round(2)
        assert benjamini_hochberg(p) == pytest.approx(scipy_stats.false_discovery_control(p))


@pytest.mark.parametrize("adjust", [holm, benjamini_hochberg])
def test_undefined_tests_are_not_counted_and_shape_is_kept(adjust: object) -> None:
    assert callable(adjust)
    adjusted = adjust([[0.01, math.nan], [0.04, 0.02]])
    assert adjusted.shape == (2, 2)
    assert math.isnan(adjusted[0, 1])
    assert adjusted[[0, 1, 1], [0, 0, 1]] == pytest.approx(adjust([0.01, 0.04, 0.02]))
    assert adjust([]).shape == (0,)
    with pytest.raises(ValueError, match="between 0 and 1"):
        adjust([0.5, 1.2])


def families(runs: int, tests: int, false: int, shift: float, common: float) -> np.ndarray:
    """P-values of families of z tests, correlated by ``common`` cards; the first ``false`` nulls are false."""
    rng = np.random.default_rng(15)
    z = math.sqrt(common) * rng.normal(size=(runs, 1)) + math.sqrt(1 - common) * rng.normal(size=(runs, tests))
    z[:, :false] += shift
    return np.asarray(normal_p(z))


@pytest.mark.parametrize("common", [0.0, 0.5])
def test_holm_holds_the_family_wise_error(common: float) -> None:
    p = families(runs=6000, tests=8, false=2, shift=5.0, common=common)
    any_false = np.mean([(holm(row)[2:] <= ALPHA).any() for row in p])
    assert any_false <= ALPHA + 3 * math.sqrt(ALPHA * (1 - ALPHA) / 6000)
    assert any_false > 0.02
    assert (p[:, 2:] <= ALPHA).any(axis=1).mean() > 0.15


def test_benjamini_hochberg_holds_the_false_discovery_rate() -> None:
    """For independent tests the rate is exactly alpha times the share of true nulls (Benjamini, Yekutieli 2001)."""
    p = families(runs=6000, tests=40, false=10, shift=3.5, common=0.0)
    rejected = np.array([benjamini_hochberg(row) for row in p]) <= ALPHA
    rate = (rejected[:, 10:].sum(axis=1) / np.maximum(rejected.sum(axis=1), 1)).mean()
    assert rate == pytest.approx(ALPHA * 0.75, abs=0.004)
    unadjusted = p <= ALPHA
    assert (unadjusted[:, 10:].sum(axis=1) / np.maximum(unadjusted.sum(axis=1), 1)).mean() > 0.1


def test_normal_p_is_accurate_in_the_tail() -> None:
    assert normal_p(0) == 1
    assert normal_p([1.959963984540054, -1.959963984540054]) == pytest.approx([0.05, 0.05])
    assert normal_p(37.0) == pytest.approx(1.1451142445047853e-299, rel=1e-9)


def test_p_value_agrees_with_the_interval() -> None:
    """p is at most 5 % exactly where the 95 % interval excludes 0."""
    kinds = matches(seed=16, runs=3000, n=12)
    interval = mean_interval(12, total(kinds, PAYOUT), total(kinds, PAYOUT, PAYOUT))
    assert ((p_value(interval) <= ALPHA) == ~interval.contains(0)).all()
    assert 0.02 < (p_value(interval) <= ALPHA).mean() < 0.5


def test_p_value_at_the_ends() -> None:
    certain = Interval(np.array([0.0, 2.0, math.nan]), 0, 0, np.array([0.0, 0.0, math.nan]), 9, 8.0)
    assert p_value(certain) == pytest.approx([1, 0, math.nan], nan_ok=True)


@pytest.mark.parametrize(
    ("diff", "p", "word"),
    [
        (1.0, 0.05, "better"),
        (-1.0, 0.01, "worse"),
        (1.0, 0.0501, "inconclusive"),
        (0.0, 0.0, "inconclusive"),
        (math.nan, 0.0, "inconclusive"),
        (1.0, math.nan, "inconclusive"),
    ],
)
def test_verdict(diff: float, p: float, word: str) -> None:
    assert verdict(diff, p) == word


def test_equivalence_is_the_90_percent_interval_inside_the_margin() -> None:
    estimates = np.linspace(-4, 4, 801)
    equivalence_test = equivalence(t_interval(estimates, np.full(801, 1.0), 20, 19.0), margin=3.0)
    inner = t_interval(estimates, np.full(801, 1.0), 20, 19.0, level=0.9)
    assert (equivalence_test.equivalent == ((inner.low > -3) & (inner.high < 3))).all()
    assert 0 < equivalence_test.equivalent.sum() < 801


def test_equivalence_errs_at_most_alpha_at_the_margin() -> None:
    drawn = np.random.default_rng(17).normal(3.0, 0.5, 20_000)
    wrong = equivalence(t_interval(drawn, np.full(20_000, 0.5), 1000), margin=3.0).equivalent.mean()
    assert wrong == pytest.approx(ALPHA, abs=0.006)


def test_equivalence_of_undefined_and_of_certain() -> None:
    assert not equivalence(mean_interval(1, 0, 0), margin=1.0).equivalent
    assert equivalence(mean_interval(9, 0, 0), margin=1.0) == (0.0, True)
    with pytest.raises(ValueError, match="margin is positive"):
        equivalence(mean_interval(9, 0, 0), margin=0.0)
