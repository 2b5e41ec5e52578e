"""Cells of few decisions lean on their neighbours, cells of many stand for themselves."""

from __future__ import annotations

import numpy as np
import pytest

from analyses.solving.smoothing import advantages, around

AXES = (("rivals", (0, 1)), ("count", tuple(range(20))), ("stock", tuple(range(10))))


def test_neighbours_are_those_beside_on_ordered_axes() -> None:
    values = np.zeros((2, 20, 10))
    values[0, 5, 5] = 16.0
    weights = around(values.reshape(-1), AXES).reshape(values.shape)
    assert weights[0, 4:7, 4:7].tolist() == [[4.0, 8.0, 4.0], [8.0, 0.0, 8.0], [4.0, 8.0, 4.0]]
    assert weights.sum() == 48.0
    assert weights[1].sum() == 0.0


def sampled(truth: np.ndarray, n: np.ndarray, seed: int) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Counts of so many decisions around a truth, each with a standard deviation of 2."""
    chance = np.random.default_rng(seed)
    mean = truth + chance.normal(size=truth.shape) * 2 / np.sqrt(np.maximum(n, 1))
    total = np.where(n > 0, mean * n, 0.0)
    return n, total, np.where(n > 0, (4 + mean * mean) * n, 0.0)


def test_a_smooth_truth_is_estimated_better_than_cell_by_cell() -> None:
    at = np.indices((2, 20, 10)).reshape(3, -1)
    truth = at[0] - 0.1 * at[1] + 0.05 * at[2]
    n = np.random.default_rng(1).integers(0, 60, truth.shape).astype(float)
    counts = sampled(truth, n, 2)
    mean, error = advantages(*counts, AXES)
    raw = np.where(n > 0, counts[1] / np.maximum(n, 1), 0.0)
    assert np.sqrt(np.mean((mean - truth) ** 2)) < 0.6 * np.sqrt(np.mean((raw - truth) ** 2))
    assert np.isfinite(error).all()


def test_a_cell_of_many_decisions_stands_for_itself() -> None:
    truth = np.where(np.arange(400) % 7 == 0, 3.0, -1.0)
    mean, error = advantages(*sampled(truth, np.full(400, 1e6), 3), AXES)
    assert mean == pytest.approx(truth, abs=0.02)
    assert error.max() < 0.01


def test_what_was_never_seen_says_nothing() -> None:
    zeros = np.zeros(400)
    mean, error = advantages(zeros, zeros, zeros, AXES)
    assert (mean == 0).all()
    assert np.isinf(error).all()
