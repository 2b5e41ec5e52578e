"""Weighted means and paired differences against slow twins, and their coverage."""

from __future__ import annotations

import numpy as np
import pytest
from scipy import stats

from tongits_sim.designs.worlds.estimates import Samples, best_option, estimates, t95, weighted_mean


def samples(worlds: int, gaps: tuple[float, ...], seed: int, weighted: bool = True) -> Samples:
    """Payouts that differ by so much on average, in hundredths, from the same luck."""
    rng = np.random.default_rng(seed)
    luck = rng.normal(0, 300, worlds)
    payout = np.stack([luck + gap + rng.normal(0, 100, worlds) for gap in gaps], axis=1).round().astype(np.int32)
    weights = np.where(rng.random(worlds) < 0.3, 1.0, 0.1) if weighted else np.ones(worlds)
    flags = (payout > 0).astype(np.uint8)
    return Samples(weights, payout, flags, np.full(len(gaps), worlds), 10 * worlds)


def test_equal_weights_give_the_plain_mean() -> None:
    values = np.array([1.0, 2.0, 4.0, 9.0])
    mean, se = weighted_mean(values, np.full(4, 0.2))
    assert mean == pytest.approx(4.0)
    assert se == pytest.approx(values.std(ddof=1) / 2)


def test_few_values_have_no_error() -> None:
    assert weighted_mean(np.array([3.0]), np.ones(1)) == (3.0, float("inf"))
    assert weighted_mean(np.array([3.0]), np.zeros(1)) == (0.0, float("inf"))


def test_intervals_of_weighted_means_hold() -> None:
    held = 0
    for seed in range(400):
        one = samples(300, (50.0, 0.0), seed)
        first, second = estimates(one)
        better = first if best_option(one) == 0 else second
        other = second if better is first else first
        gap = 0.5 if best_option(one) == 0 else -0.5
        held += abs(other.behind + gap) <= other.quantile * other.behind_se
    assert 0.92 <= held / 400 <= 0.98


def test_the_best_option_is_behind_nothing() -> None:
    one = samples(200, (10.0, 90.0, 50.0), 3)
    options = estimates(one)
    assert best_option(one) == 1
    assert (options[1].behind, options[1].behind_se) == (0.0, 0.0)
    assert options[0].behind < 0
    assert options[1].won == pytest.approx(float((one.weights * (one.payout[:, 1] > 0)).sum() / one.weights.sum()))


def test_an_option_given_up_is_valued_by_its_difference() -> None:
    one = samples(1000, (0.0, 100.0), 5)
    early = Samples(one.weights, one.payout.copy(), one.flags, np.array([200, 1000]), one.candidates)
    early.payout[200:, 0] = 0
    worse, best = estimates(early)
    some = one.weights[:200]
    gap = float((some * (one.payout[:200, 0] - one.payout[:200, 1])).sum() / some.sum()) / 100
    assert worse.behind == pytest.approx(gap)
    assert worse.value == pytest.approx(best.value + gap)
    assert worse.worlds == 200
    assert worse.se > best.se


def test_effective_worlds() -> None:
    one = samples(100, (0.0,), 1, weighted=False)
    assert one.effective == pytest.approx(100)
    assert samples(100, (0.0,), 1).effective < 60
    assert one.rollouts == 100


@pytest.mark.parametrize("df", [5, 10, 30, 300])
def test_quantiles_of_t(df: int) -> None:
    assert t95(df) == pytest.approx(stats.t.ppf(0.975, df), abs=0.03)


def walks(count: int, per_walk: int, shared: float, seed: int) -> Samples:
    """An option whose value is in part the same in all worlds of a walk, and one that is far worse."""
    rng = np.random.default_rng(seed)
    common = np.repeat(rng.normal(0, 100 * shared, count), per_walk)
    gap = common + rng.normal(0, 100, count * per_walk)
    payout = np.stack([gap, np.full_like(gap, -10_000)], axis=1).round().astype(np.int32)
    return Samples(np.ones(len(gap)), payout, np.zeros(payout.shape, "u1"), np.full(2, len(gap)), 0, per_walk)


def test_intervals_hold_where_worlds_of_a_walk_bring_alike() -> None:
    held = naive = 0
    for seed in range(400):
        one = walks(40, 8, 1.0, seed)
        gap = one.payout[:, 0] / 100
        mean, se = weighted_mean(gap, one.weights, one.per_walk)
        held += abs(mean) <= t95(39) * se
        naive += abs(mean) <= 1.96 * weighted_mean(gap, one.weights)[1]
    assert 0.92 <= held / 400 <= 0.98
    assert naive / 400 < 0.7


def test_worlds_that_bring_alike_say_less() -> None:
    assert walks(200, 8, 0.0, 1).effective > 1100
    assert 200 < walks(200, 8, 2.0, 1).effective < 450


def test_the_error_of_walks_is_that_of_their_means() -> None:
    one = walks(30, 8, 1.0, 2)
    values = one.payout[:, 0] / 100
    means = values.reshape(30, 8).mean(axis=1)
    mean, se = weighted_mean(values, one.weights, 8)
    assert mean == pytest.approx(means.mean())
    assert se == pytest.approx(means.std(ddof=1) / np.sqrt(30))
    assert weighted_mean(values[:8], one.weights[:8], 8)[1] == float("inf")
