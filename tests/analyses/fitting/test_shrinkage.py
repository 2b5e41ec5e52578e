"""Shrinkage: exact where a conjugate answer is known, a player's own where there is much of it, covering the truth."""

from __future__ import annotations

import numpy as np
import pytest

from analyses.fitting import shrinkage
from analyses.fitting.shrinkage import Posterior, posterior

CELLS = 40


def spread() -> np.ndarray:
    """Five players whose frequencies fall along the situations, each later than the one before."""
    places = np.arange(CELLS)
    return np.stack([1 / (1 + np.exp((places - centre) / 3)) for centre in (5, 12, 20, 28, 35)])


def test_one_player_and_one_strength_is_the_beta_distribution(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shrinkage, "STRENGTHS", (8.0,))
    estimate = posterior(np.array([10, 0]), np.array([7, 0]), np.array([[0.25, 0.5]]))
    assert estimate.mean == pytest.approx([(2 + 7) / 18, 0.5])
    from scipy.stats import beta

    low, high = estimate.interval()
    assert low == pytest.approx(beta.ppf(0.025, [9, 4], [9, 4]), abs=0.02)
    assert high == pytest.approx(beta.ppf(0.975, [9, 4], [9, 4]), abs=0.02)


def test_without_a_decision_it_is_the_population() -> None:
    prior = posterior(np.zeros(CELLS, int), np.zeros(CELLS, int), spread())
    assert prior.weights == pytest.approx(np.full(5, 0.2))
    assert prior.mean == pytest.approx(spread().clip(0.002, 0.998).mean(axis=0))


def test_it_finds_whom_a_player_resembles() -> None:
    rng = np.random.default_rng(2)
    asked = np.full(CELLS, 3)
    estimate = posterior(asked, rng.binomial(asked, spread()[3]), spread())
    assert estimate.weights.argmax() == 3
    assert estimate.weights[3] > 0.9


def test_a_player_like_nobody_weighs_more_itself() -> None:
    """Frequencies that rise where all others' fall: the population soon counts for little."""
    asked = np.full(CELLS, 60)
    strange = spread()[2][::-1]
    like, unlike = (posterior(asked, np.round(asked * truth).astype(int), spread()) for truth in (spread()[2], strange))
    assert unlike.strength < 4 < like.strength
    assert np.abs(unlike.mean - strange).max() < 0.05


def test_errors_shrink_and_intervals_cover() -> None:
    """Players from between those of the population, who are not among them; few and many decisions."""
    errors: dict[int, list[float]] = {}
    covered: dict[int, list[float]] = {}
    raw: dict[int, list[float]] = {}
    rng = np.random.default_rng(3)
    for centre in (8, 16, 24, 31):
        truth = 1 / (1 + np.exp((np.arange(CELLS) - centre) / 3))
        for each in (1, 8, 80):
            asked = rng.poisson(each, CELLS)
            yes = rng.binomial(asked, truth)
            estimate = posterior(asked, yes, spread())
            low, high = estimate.interval()
            errors.setdefault(each, []).append(float(np.sqrt(np.mean((estimate.mean - truth) ** 2))))
            raw.setdefault(each, []).append(
                float(np.sqrt(np.mean((np.where(asked > 0, yes / np.maximum(asked, 1), 0.5) - truth) ** 2)))
            )
            covered.setdefault(each, []).append(float(np.mean((low <= truth) & (truth <= high))))
    means = {each: float(np.mean(values)) for each, values in errors.items()}
    assert means[1] > means[8] > means[80]
    assert all(means[each] < np.mean(raw[each]) for each in means)
    assert all(np.mean(values) > 0.9 for values in covered.values())


def test_the_mean_of_situations_has_an_interval_of_its_own() -> None:
    asked = np.full(CELLS, 2)
    estimate = posterior(asked, np.ones(CELLS, int), np.full((1, CELLS), 0.5))
    widths = np.diff(estimate.interval(), axis=0)
    low, high = estimate.interval(np.ones(CELLS))
    assert high - low < widths.mean() / 3
    assert low < 0.5 < high


def test_an_interval_ends_at_no_and_yes() -> None:
    draws = np.full((100, 2), 0.001)
    draws[:, 1] = 0.999
    limits = Posterior(np.ones(1), 8.0, draws[0], draws).interval()
    assert limits[0, 0] == 0.0
    assert limits[1, 1] == 1.0


def test_the_same_seed_gives_the_same_digits() -> None:
    asked = np.full(CELLS, 2)
    one, other = (posterior(asked, np.ones(CELLS, int), spread(), seed=5) for _ in range(2))
    assert np.array_equal(one.draws, other.draws)
