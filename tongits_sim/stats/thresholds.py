"""Finds the best threshold t from a row of cells: call a draw with a count of at most t."""

from __future__ import annotations

import functools
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from tongits_sim.stats._numbers import check_level
from tongits_sim.stats.differences import weighted_sum
from tongits_sim.stats.intervals import Interval

NEVER = -1
"""The threshold below every count: always wait."""
_AT_ONCE = 1024
"""Redraws evaluated together: few enough for a core's cache."""


class Threshold(NamedTuple):
    """The best threshold and its uncertainty."""

    best: int
    """Call at this count or less; `NEVER` if waiting is best at every count."""
    value: float
    """Gain per opportunity over never calling, biased upwards because these data chose the threshold; see
    `threshold_value`.
    """
    low: int
    """Lower percentile of the best threshold."""
    high: int
    """Upper percentile of the best threshold."""
    candidates: NDArray[np.int64]
    """The thresholds considered: `NEVER`, then every count with data."""
    probability: NDArray[np.float64]
    """Probability that each candidate is best."""


def fit_threshold(
    counts: ArrayLike,
    n: ArrayLike,
    diff: ArrayLike,
    se: ArrayLike,
    *,
    level: float = 0.95,
    draws: int = 10_000,
    seed: int = 0,
) -> Threshold:
    """Find the t that maximises ``V(t) = sum(n * diff over counts <= t) / sum(n)``, and its parametric bootstrap.

    At the maximum, the isotonic (falling) regression of ``diff`` on the counts, weighted by ``n``, crosses 0; it is
    read from the greatest concave majorant of the cumulative sums. The bootstrap redraws ``diff`` as normal with
    ``se``, independently by cell, and repeats the fit. If several t are within noise of each other, ``probability`` is
    flat.

    Parameters
    ----------
    counts : array of int, shape (K,)
        The player's count per cell, increasing, not negative.
    n : array, shape (K,)
        Opportunities per cell; cells with 0, or undefined ``diff``, are left out.
    diff, se : array, shape (K,)
        Value of calling minus waiting per opportunity, and its standard error.
    level : float
        Of the percentile limits.
    draws, seed : int
        Redraws and their seed.

    References
    ----------
    Barlow, Bartholomew, Bremner, Brunk (1972), *Statistical Inference under Order Restrictions*, chapter 1. Efron,
    Tibshirani (1993), *An Introduction to the Bootstrap*, sections 6.5 and 13.3. Efron (2014) on selection: JASA
    109:991.
    """
    check_level(level)
    cells, weights, means, errors = _cells(counts, n, diff, se)
    candidates = np.concatenate([[NEVER], cells])
    gains = _gains(weights, means)
    normal = _normal(draws, len(means), seed)
    parts = (normal[start : start + _AT_ONCE] for start in range(0, draws, _AT_ONCE))
    chosen = np.concatenate([_gains(weights, means + errors * part).argmax(axis=-1) for part in parts])
    probability = np.bincount(chosen, minlength=len(candidates)) / draws
    cumulative = probability.cumsum()
    low = int(np.searchsorted(cumulative, (1 - level) / 2, side="right"))
    high = int(np.searchsorted(cumulative, (1 + level) / 2 - 1e-12))
    best = int(gains.argmax())
    return Threshold(
        int(candidates[best]), float(gains[best]), int(candidates[low]), int(candidates[high]), candidates, probability
    )


def threshold_value(
    threshold: int, counts: ArrayLike, n: ArrayLike, diff: ArrayLike, se: ArrayLike, *, level: float = 0.95
) -> Interval:
    """Gain per opportunity of calling at ``threshold`` or less over never calling, on held-out seeds.

    `weighted_sum` with weights ``n / sum(n)`` up to the threshold; cell sizes count as exact.

    Parameters
    ----------
    threshold : int
        Call at this count or less.
    counts, n, diff, se : array, shape (K,)
        As for `fit_threshold`, from seeds that did not choose the threshold.
    level : float
        Confidence level.
    """
    cells, weights, means, errors = _cells(counts, n, diff, se)
    share = np.where(cells <= threshold, weights / weights.sum(), 0.0)
    parts = Interval(means, np.nan, np.nan, errors, weights)
    return weighted_sum(share, parts, level=level)


def _cells(
    counts: ArrayLike, n: ArrayLike, diff: ArrayLike, se: ArrayLike
) -> tuple[NDArray[np.int64], NDArray[np.float64], NDArray[np.float64], NDArray[np.float64]]:
    """The cells with data, checked."""
    cells = np.asarray(counts, dtype=np.int64)
    weights, means, errors = (np.asarray(column, dtype=np.float64) for column in (n, diff, se))
    if np.any(cells < 0) or np.any(np.diff(cells) <= 0):
        raise ValueError("the counts of the cells must be increasing and not negative")
    used = (weights > 0) & np.isfinite(means) & np.isfinite(errors)
    if not used.any():
        raise ValueError("no cell has an opportunity with a known difference")
    return cells[used], weights[used], means[used], errors[used]


def _normal(draws: int, cells: int, seed: int) -> NDArray[np.float64]:
    """Standard normal deviates, (draws, cells), from the start of a stream that all fits share."""
    rounded = -(-cells // 16) * 16  # limits the number of cached streams
    return _stream(draws * rounded, seed)[: draws * cells].reshape(draws, cells)


@functools.lru_cache(maxsize=4)
def _stream(size: int, seed: int) -> NDArray[np.float64]:
    stream = np.random.default_rng(seed).standard_normal(size)
    stream.flags.writeable = False
    return stream


def _gains(weights: NDArray[np.float64], means: NDArray[np.float64]) -> NDArray[np.float64]:
    """``V`` of every candidate, `NEVER` first with 0, along the last axis."""
    gained = np.zeros((*means.shape[:-1], means.shape[-1] + 1))
    np.multiply(weights, means, out=gained[..., 1:])
    np.cumsum(gained, axis=-1, out=gained)
    gained /= weights.sum()
    return gained
