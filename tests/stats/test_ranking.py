"""Rankings: bootstrap against the normal distribution, alpha-rank against toy games and a slow twin."""

from __future__ import annotations

import math
from itertools import product

import numpy as np
import pytest
from scipy import stats as scipy_stats

from tongits_sim.stats import alpha_rank, rank_uncertainty

ROCK_PAPER_SCISSORS = np.array([[0.0, -1.0, 1.0], [1.0, 0.0, -1.0], [-1.0, 1.0, 0.0]])


def three(pairwise: np.ndarray) -> np.ndarray:
    """The three-player game in which each plays the pairwise game against both others."""
    return np.asarray(pairwise[:, :, None] + pairwise[:, None, :])


def test_two_independent_bots_equal_the_normal_probability() -> None:
    ranks = rank_uncertainty([1.0, 0.0], np.diag([1.0, 3.0]), draws=40_000)
    assert ranks.first == pytest.approx([scipy_stats.norm.cdf(0.5), scipy_stats.norm.sf(0.5)], abs=0.01)
    assert ranks.positions.sum(axis=0) == pytest.approx([1, 1])
    assert ranks.positions.sum(axis=1) == pytest.approx([1, 1])


def test_pairing_is_used() -> None:
    """The same means and variances; positively correlated means are better told apart."""
    apart = rank_uncertainty([1.0, 0.0], [[4.0, 3.9], [3.9, 4.0]]).first[0]
    assert apart > 0.97
    assert rank_uncertainty([1.0, 0.0], [[4.0, 0.0], [0.0, 4.0]]).first[0] < 0.7


def test_payouts_that_sum_to_zero_are_fine() -> None:
    centre = np.eye(3) - 1 / 3
    ranks = rank_uncertainty([0.0, 0.0, 0.0], centre)
    assert ranks.first == pytest.approx([1 / 3] * 3, abs=0.015)
    assert (ranks.low.tolist(), ranks.high.tolist()) == ([1, 1, 1], [3, 3, 3])


def test_clear_order_is_clear() -> None:
    ranks = rank_uncertainty([-5.0, 9.0, 2.0], np.eye(3) * 0.01)
    assert ranks.order.tolist() == [1, 2, 0]
    assert (ranks.low.tolist(), ranks.high.tolist()) == ([3, 1, 2], [3, 1, 2])


def test_refuses_a_covariance_of_another_size() -> None:
    with pytest.raises(ValueError, match="shape"):
        rank_uncertainty([1.0, 2.0], np.eye(3))


def test_rock_paper_scissors_is_uniform() -> None:
    assert alpha_rank(three(ROCK_PAPER_SCISSORS)) == pytest.approx([1 / 3] * 3)


def test_dominated_strategy_has_no_mass() -> None:
    payoffs = np.zeros((3, 3, 3))
    payoffs[1], payoffs[2] = 1.0, -1.0
    masses = alpha_rank(payoffs)
    assert masses == pytest.approx([0, 1, 0], abs=1e-6)
    assert masses[0] > masses[2]


def test_cycle_above_a_dominated_strategy() -> None:
    pairwise = np.full((4, 4), -2.0)
    pairwise[:3, :3] = ROCK_PAPER_SCISSORS
    pairwise[:3, 3], pairwise[3, 3] = 2.0, 0.0
    assert alpha_rank(three(pairwise)) == pytest.approx([1 / 3, 1 / 3, 1 / 3, 0], abs=1e-6)


def test_equal_strategies_share_equally() -> None:
    assert alpha_rank(np.full((4, 4, 4), 7.0)) == pytest.approx([0.25] * 4)


def test_strong_selection_does_not_overflow() -> None:
    payoffs = np.random.default_rng(27).normal(size=(6, 6, 6))
    masses = alpha_rank(payoffs, alpha=1e4)
    assert masses.sum() == pytest.approx(1)
    assert (masses >= 0).all()


def test_units_and_names_do_not_matter() -> None:
    payoffs = np.random.default_rng(28).normal(size=(4, 4, 4))
    order = np.array([2, 0, 3, 1])
    renamed = payoffs[np.ix_(order, order, order)]
    assert alpha_rank(payoffs * 100 - 7, alpha=2) == pytest.approx(alpha_rank(payoffs, alpha=2))
    assert alpha_rank(renamed, alpha=2) == pytest.approx(alpha_rank(payoffs, alpha=2)[order])


def slow_fitness(payoffs: np.ndarray, own: int, population: list[int]) -> float:
    """Mean payoff against every ordered pair of distinct others."""
    pairs = [(a, b) for a, b in product(range(len(population)), repeat=2) if a != b]
    return sum(float(payoffs[own, population[a], population[b]]) for a, b in pairs) / len(pairs)


def slow_alpha_rank(payoffs: np.ndarray, alpha: float, m: int) -> np.ndarray:
    """The same by counting people, and by the eigenvector."""
    k, scale = len(payoffs), alpha / (payoffs.max() - payoffs.min())
    chain = np.zeros((k, k))
    for s, r in product(range(k), repeat=2):
        if s == r:
            continue
        total, step = 1.0, 1.0
        for mutants in range(1, m):
            of_r = slow_fitness(payoffs, r, [r] * (mutants - 1) + [s] * (m - mutants))
            of_s = slow_fitness(payoffs, s, [r] * mutants + [s] * (m - mutants - 1))
            step *= math.exp(-scale * (of_r - of_s))
            total += step
        chain[s, r] = 1 / total / (k - 1)
    chain += np.diag(1 - chain.sum(axis=1))
    values, vectors = np.linalg.eig(chain.T)
    mass = vectors[:, np.argmax(values.real)].real
    return np.asarray(mass / mass.sum())


@pytest.mark.parametrize("seed", range(3))
def test_equals_the_slow_twin(seed: int) -> None:
    payoffs = np.random.default_rng(seed).normal(size=(3, 3, 3))
    assert alpha_rank(payoffs, alpha=3.0, population=7) == pytest.approx(slow_alpha_rank(payoffs, 3.0, 7))


def test_refuses_another_shape() -> None:
    with pytest.raises(ValueError, match=r"\(K, K, K\)"):
        alpha_rank(np.zeros((3, 3)))
