"""The best threshold."""

from __future__ import annotations

import math

import numpy as np
import pytest

from tongits_sim.stats import NEVER, fit_threshold, threshold_value

COUNTS = np.arange(3, 13)
# Calling is worth less the higher the count, and nothing at 7.5.
DIFF = 30.0 * (7.5 - COUNTS)
GAMES = np.array([5, 9, 20, 30, 60, 90, 100, 80, 50, 20])


def pool_adjacent(weights: list[float], means: list[float]) -> list[float]:
    """Falling isotonic regression, the slow obvious way: pool neighbours that rise until none do."""
    blocks = [[w, m, 1.0] for w, m in zip(weights, means, strict=True)]
    place = 0
    while place < len(blocks) - 1:
        (w1, m1, k1), (w2, m2, k2) = blocks[place], blocks[place + 1]
        if m1 < m2:
            blocks[place : place + 2] = [[w1 + w2, (w1 * m1 + w2 * m2) / (w1 + w2), k1 + k2]]
            place = max(place - 1, 0)
        else:
            place += 1
    return [mean for _, mean, size in blocks for _ in range(int(size))]


@pytest.mark.parametrize("seed", range(30))
def test_best_threshold_is_where_isotonic_regression_crosses_zero(seed: int) -> None:
    rng = np.random.default_rng(seed)
    diff = DIFF + rng.normal(0, 80, len(DIFF))
    fitted = pool_adjacent(GAMES.tolist(), diff.tolist())
    want = max((int(c) for c, value in zip(COUNTS, fitted, strict=True) if value > 0), default=NEVER)
    assert fit_threshold(COUNTS, GAMES, diff, np.ones(10), draws=10).best == want


def test_precise_cells_leave_no_doubt() -> None:
    fit = fit_threshold(COUNTS, GAMES, DIFF, np.full(10, 0.5))
    assert (fit.best, fit.low, fit.high) == (7, 7, 7)
    assert fit.probability[fit.candidates == 7] == 1
    assert fit.value == pytest.approx((GAMES * DIFF)[:5].sum() / GAMES.sum())


def test_noisy_cells_spread_the_answer() -> None:
    fit = fit_threshold(COUNTS, GAMES, DIFF, np.full(10, 40.0))
    assert fit.low <= 6 < 8 <= fit.high
    assert fit.probability.max() < 0.9
    assert fit.probability.sum() == pytest.approx(1)


def test_probability_of_one_cell_is_the_normal_one() -> None:
    fit = fit_threshold([4], [10], [1.0], [2.0], draws=40_000)
    assert fit.candidates.tolist() == [NEVER, 4]
    assert fit.probability[1] == pytest.approx(0.69146, abs=0.01)


def test_never_is_an_answer() -> None:
    fit = fit_threshold(COUNTS, GAMES, -np.abs(DIFF), np.full(10, 0.1))
    assert (fit.best, fit.low, fit.high, fit.value) == (NEVER, NEVER, NEVER, 0.0)


def test_cells_without_data_are_left_out() -> None:
    diff, games = DIFF.copy(), GAMES.copy()
    diff[2], games[4] = math.nan, 0
    fit = fit_threshold(COUNTS, games, diff, np.full(10, 0.1))
    assert fit.best == 6
    assert fit.candidates.tolist() == [NEVER, 3, 4, 6, 8, 9, 10, 11, 12]
    with pytest.raises(ValueError, match="no cell"):
        fit_threshold([1], [0], [1.0], [1.0])
    with pytest.raises(ValueError, match="increasing"):
        fit_threshold([2, 1], [1, 1], [1.0, 1.0], [1.0, 1.0])


def test_percentile_limits_usually_contain_the_best() -> None:
    rng, hits, wide = np.random.default_rng(25), 0, 0
    for _ in range(300):
        fit = fit_threshold(COUNTS, GAMES, rng.normal(DIFF, 25.0), np.full(10, 25.0), draws=400)
        hits += fit.low <= 7 <= fit.high
        wide += int(((fit.low <= fit.candidates) & (fit.candidates <= fit.high)).sum())
    assert hits / 300 >= 0.95
    assert wide / 300 < 6


def test_fresh_seeds_give_an_honest_value_and_the_fitting_ones_flatter() -> None:
    """Choosing on noise: worth nothing in truth, positive on the data that chose, level on data that did not."""
    rng, nothing, error = np.random.default_rng(26), np.zeros(10), np.full(10, 5.0)
    flattered, hits = [], 0
    for _ in range(3000):
        fit = fit_threshold(COUNTS, GAMES, rng.normal(nothing, error), error, draws=2)
        flattered.append(fit.value)
        hits += bool(threshold_value(fit.best, COUNTS, GAMES, rng.normal(nothing, error), error).contains(0.0))
    assert np.mean(flattered) > 0.5
    certain = np.mean(np.array(flattered) == 0.0)
    assert hits / 3000 == pytest.approx(certain + 0.95 * (1 - certain), abs=0.012)


def test_same_seed_same_answer() -> None:
    first, second = (fit_threshold(COUNTS, GAMES, DIFF, np.full(10, 40.0), seed=3) for _ in range(2))
    assert first.probability.tolist() == second.probability.tolist()


def test_a_fit_does_not_depend_on_those_before() -> None:
    def fit(cells: int) -> list[float]:
        fit = fit_threshold(range(cells), [50] * cells, np.linspace(1, -1, cells), [0.5] * cells, draws=200)
        return [fit.low, fit.high, *fit.probability]

    few, many = fit(5), fit(40)
    assert (fit(5), fit(40)) == (few, many)


def test_it_redraws_normally_about_each_cell() -> None:
    means, errors = np.array([0.4, -0.1, -0.2]), np.array([0.3, 0.5, 0.2])
    drawn = np.random.default_rng(4).normal(means, errors, (300, 3)).cumsum(axis=1)
    best = np.column_stack([np.zeros(300), drawn]).argmax(axis=1)
    fit = fit_threshold([0, 1, 2], [1, 1, 1], means, errors, draws=300, seed=4)
    assert fit.probability.tolist() == (np.bincount(best, minlength=4) / 300).tolist()
