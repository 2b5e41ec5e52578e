"""The uncertainty of a ranking."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from tongits_sim.stats._numbers import check_level

_SINGULAR = 1e-12
"""A variance of at most this part of the largest is a rounding error of 0."""


class Ranking(NamedTuple):
    """The order of K bots and its uncertainty."""

    order: NDArray[np.intp]
    """Bots from best to worst by their means."""
    first: NDArray[np.float64]
    """Probability that each bot is best."""
    positions: NDArray[np.float64]
    """``positions[i, j]`` = probability that bot i has rank j (from 0), shape (K, K)."""
    low: NDArray[np.int64]
    """Best rank of each bot, counted from 1, at ``level``."""
    high: NDArray[np.int64]
    """Worst rank of each bot."""


def rank_uncertainty(
    means: ArrayLike, covariance: ArrayLike, level: float = 0.95, draws: int = 20_000, seed: int = 0
) -> Ranking:
    """Parametric bootstrap of a ranking: redraw all means from their joint normal distribution and rank again.

    Parameters
    ----------
    means : array, shape (K,)
        The higher the better.
    covariance : array, shape (K, K)
        Of the means, from `covariance_of_means`, so it reflects paired deals and payouts that sum to zero. It may be
        singular.
    level : float
        Of the limits of each bot's rank, bot by bot.
    draws, seed : int
        Redraws and their seed.

    Raises
    ------
    ValueError
        If the shape of the covariance is not that of the means.

    Notes
    -----
    Bots that tie exactly share a rank's probability only through the noise; with covariance 0 the lower index comes
    first. Rank limits by the bootstrap are too narrow when several bots are nearly equal; holm-adjusted paired
    differences decide.

    References
    ----------
    Goldstein, Spiegelhalter (1996), JRSS A 159:385. Hall, Miller (2009), Annals of Statistics 37:3929 (the caveat).
    """
    check_level(level)
    centre = np.asarray(means, dtype=np.float64)
    spread = np.asarray(covariance, dtype=np.float64)
    number = len(centre)
    if spread.shape != (number, number):
        raise ValueError(f"the covariance of {number} means has shape ({number}, {number}), not {spread.shape}")
    drawn = _draw(centre, spread, draws, seed)
    ranks = np.argsort(np.argsort(-drawn, axis=1, kind="stable"), axis=1)
    positions = np.stack([(ranks == rank).mean(axis=0) for rank in range(number)], axis=1)
    cumulative = positions.cumsum(axis=1)
    low = (cumulative <= (1 - level) / 2).sum(axis=1) + 1
    high = (cumulative < (1 + level) / 2 - 1e-12).sum(axis=1) + 1
    return Ranking(np.argsort(-centre, kind="stable"), positions[:, 0], positions, low, high)


def _draw(centre: NDArray[np.float64], spread: NDArray[np.float64], draws: int, seed: int) -> NDArray[np.float64]:
    """Normal draws, shape (draws, K), by Cholesky's factor of the covariance, which may be singular.

    numpy's own draws depend on the signs of eigenvectors, which the linear algebra library chooses.
    """
    number = len(centre)
    left = spread.copy()
    normal = np.random.default_rng(seed).standard_normal((number, draws))
    drawn = np.repeat(centre[:, None], draws, axis=1)
    least = _SINGULAR * float(np.diag(spread).max(initial=0.0))
    for column in range(number):
        if left[column, column] <= least:
            continue
        factor = left[:, column] / np.sqrt(left[column, column])
        factor[:column] = 0.0
        left -= factor[:, None] * factor
        drawn += factor[:, None] * normal[column]
    return drawn.T
