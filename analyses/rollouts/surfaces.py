"""The gain of yes over the count, fitted: smooth, and falling or rising if the game asks for it."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

WIDTH = 4.0
"""Neighbouring boxes are averaged with normal weights of this standard deviation, in points of the count."""
RISING = 0.5
"""A rising fit is taken if its squared distance is less than this share of the falling fit's."""


class Surface(NamedTuple):
    """Fitted gains, units, and their standard errors; nan without forks."""

    fit: np.ndarray
    se: np.ndarray


def fitted(counts: np.ndarray, n: np.ndarray, mean: np.ndarray, se: np.ndarray, monotone: bool) -> Surface:
    """The surface of a map, column by column.

    Args:
        counts: the middle of each bin of the count, float64[K].
        n: forks, float64[K, ...].
        mean: mean gains, units, float64[K, ...].
        se: their standard errors, float64[K, ...].
        monotone: fit falling columns, or rising columns if they are much nearer to the means.
    """
    fit, error = np.full(n.shape, np.nan), np.full(n.shape, np.nan)
    near = np.exp(-np.square((counts[:, None] - counts) / WIDTH) / 2)
    for place in np.ndindex(*n.shape[1:]):
        cut = (slice(None), *place)
        known = (n[cut] > 1) & np.isfinite(mean[cut]) & np.isfinite(se[cut])
        weight = np.where(known, n[cut], 0.0)
        if not known.any():
            continue
        gains, total = np.where(known, mean[cut], 0.0), near @ weight
        # Single forks spread nearly alike in all boxes of a column; the spread in a thin box may be 0 by chance.
        variance = float((weight * weight * np.square(np.where(known, se[cut], 0.0))).sum() / weight.sum())
        with np.errstate(invalid="ignore", divide="ignore"):
            fit[cut] = (near @ (weight * gains)) / total
            error[cut] = np.sqrt(variance * (np.square(near) @ weight)) / total
        fit[cut][total < 1] = np.nan
        if monotone:
            fit[cut] = _monotone(fit[cut], weight)
    return Surface(fit, error)


def _monotone(values: np.ndarray, weight: np.ndarray) -> np.ndarray:
    """The falling or rising values that are nearest to `values`."""
    from scipy.optimize import isotonic_regression

    known = np.isfinite(values)
    weights = np.maximum(weight[known], 1e-6)
    both = [isotonic_regression(values[known], weights=weights, increasing=rising).x for rising in (False, True)]
    distances = [float((weights * np.square(values[known] - each)).sum()) for each in both]
    found = values.copy()
    found[known] = both[int(distances[1] < RISING * distances[0])]
    return found
