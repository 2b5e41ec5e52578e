"""The uncertainty of a ranking, and alpha-rank as a supplement to payouts.

Payout per game with paired intervals comes first. Elo is a two-player model and does not apply to a table of three.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from tongits_sim.stats._numbers import check_level, dot, portable

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
    centre, spread = np.asarray(means, dtype=np.float64), np.asarray(covariance, dtype=np.float64)
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
    number, left = len(centre), spread.copy()
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


def alpha_rank(payoffs: ArrayLike, alpha: float = 10.0, population: int = 50) -> NDArray[np.float64]:
    """Alpha-rank of K strategies of a symmetric three-player game: the time evolution spends in each.

    A population plays one strategy; a mutant of another kind appears and takes over with the fixation probability of a
    Moran process with Fermi selection, ``rho = 1 / (1 + sum over q of prod over l <= q of exp(-alpha * (f_r(l) -
    f_s(l))))``, where ``f_r(l)`` is the mean payoff of a mutant among ``l`` mutants, opponents drawn without
    replacement. The scores are the stationary distribution of that chain: cycles share the mass, dominated strategies
    lose it.

    Parameters
    ----------
    payoffs : array, shape (K, K, K)
        ``payoffs[i, j, k]`` = mean payout of strategy i against j and k, averaged over seats.
    alpha : float
        Intensity of selection per *range* of the payoffs (largest minus smallest), so that units do not matter.
    population : int
        Size m, at least 3.

    Returns
    -------
    array, shape (K,)
        Non-negative, summing to 1. It ignores sampling error, so it only supplements payouts with intervals.

    Raises
    ------
    ValueError
        If ``payoffs`` has another shape, there is a single strategy, or the population is below 3.

    References
    ----------
    Omidshafiei et al. (2019), Scientific Reports 9:9937, Methods and the single-population case;
    multi-player fitness: Gokhale, Traulsen (2010), PNAS 107:5500. Stationary distribution: Grassmann, Taksar, Heyman
    (1985), Operations Research 33:1107.
    """
    table = np.asarray(payoffs, dtype=np.float64)
    number = len(table)
    if table.shape != (number,) * 3 or number < 2 or population < 3:
        raise ValueError(
            "alpha_rank takes payoffs of shape (K, K, K) with K at least 2, and a population of at least 3"
        )
    span = np.ptp(table)
    scaled = (table + table.swapaxes(1, 2)) / 2 / (span if span > 0 else 1.0)
    chain = np.zeros((number, number))
    for resident in range(number):
        for mutant in range(number):
            if mutant != resident:
                chain[resident, mutant] = _fixation(scaled, mutant, resident, alpha, population) / (number - 1)
    return _stationary(chain)


def _fixation(table: NDArray[np.float64], mutant: int, resident: int, alpha: float, m: int) -> float:
    """Probability that one mutant takes over ``m - 1`` residents; floored so that the chain stays irreducible."""
    mutants = np.arange(1, m)
    gain = _fitness(table, mutant, resident, mutants, m) - _fitness(table, resident, mutant, m - mutants, m)
    powers = np.concatenate([[0.0], np.cumsum(-alpha * gain)])
    top = powers.max()
    return float(portable(np.exp(np.maximum(-top - np.log(np.exp(powers - top).sum()), -600.0))))


def _fitness(table: NDArray[np.float64], own: int, other: int, same: NDArray[np.int64], m: int) -> NDArray[np.float64]:
    """Mean payoff of an ``own`` player among ``same`` of its kind, two opponents drawn from the ``m - 1`` others."""
    pairs = (m - 1) * (m - 2)
    both, none = (same - 1) * (same - 2) / pairs, (m - same) * (m - same - 1) / pairs
    mixed = 1 - both - none
    return np.asarray(both * table[own, own, own] + mixed * table[own, own, other] + none * table[own, other, other])


def _stationary(chain: NDArray[np.float64]) -> NDArray[np.float64]:
    """Stationary distribution by state reduction, which never subtracts, so tiny rates keep their digits."""
    rates = chain.copy()
    for last in range(len(rates) - 1, 0, -1):
        rates[:last, last] /= rates[last, :last].sum()
        rates[:last, :last] += np.outer(rates[:last, last], rates[last, :last])
    mass = np.ones(len(rates))
    for state in range(1, len(rates)):
        mass[state] = dot(mass[:state], rates[:state, state])
        mass /= mass.sum() if mass[state] > 1e200 else 1.0
    return np.asarray(mass / mass.sum())
