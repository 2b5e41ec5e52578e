"""Ratings of players who meet at tables of three, from who wins: Luce's choice model, on the scale of Elo's ratings.

At a table the chance to win is a player's strength divided by the sum of the strengths that sit there. Elo's and
Bradley and Terry's models are the same for two.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from tongits_sim.stats._numbers import check_level

CENTRE = 1500.0
"""The mean rating of a field."""
SCALE = 400 / math.log(10)
"""Points for a factor e of strength: with 400 points more a player wins ten times as often at the same table."""
_STEPS = 100
_SMALL = 1e-10


class Ratings(NamedTuple):
    """Ratings of K players, and limits for each by itself."""

    points: NDArray[np.float64]
    """Their mean is `CENTRE`."""
    low: NDArray[np.float64]
    high: NDArray[np.float64]


def luce_ratings(
    wins: ArrayLike,
    tables: Sequence[tuple[int, int, int]],
    games: ArrayLike,
    covariance: ArrayLike,
    level: float = 0.95,
) -> Ratings | None:
    """Maximum-likelihood ratings of players, with limits that hold whether or not the model does.

    Parameters
    ----------
    wins : array, shape (K,)
        Games that each player won, over all tables.
    tables : sequence of T triples
        The players of each table by number; one may sit there twice.
    games : array, shape (T,)
        Games of each table that somebody won.
    covariance : array, shape (K, K)
        Of the wins, from independent clusters (deals): games of one deal need not be independent.
    level : float
        Of the limits.

    Returns
    -------
    Ratings, or None where a player won no game, or all of its games: its rating has no limits then.

    Notes
    -----
    The fit solves wins = expected wins by Newton's method; the limits are those of the sandwich estimator. Three
    numbers cannot hold a cycle (a beats b, b beats c, c beats a): a rating says how often a player wins against this
    field, not against whom.

    References
    ----------
    Luce (1959), Individual Choice Behavior; Hunter (2004), Annals of Statistics 32:384; White (1982), Econometrica
    50:1.
    """
    check_level(level)
    won, played = np.asarray(wins, np.float64), np.asarray(games, np.float64)
    seats = np.zeros((len(tables), len(won)))
    for number, table in enumerate(tables):
        for player in table:
            seats[number, player] += 1
    if np.any(won <= 0) or np.any(won >= played @ (seats > 0)):
        return None
    strength = _fitted(won, seats, played)
    inverse = np.linalg.pinv(_information(strength, seats, played), rcond=_SMALL)
    spread = inverse @ np.asarray(covariance, np.float64) @ inverse
    half = _quantile(level) * np.sqrt(np.maximum(np.diag(spread), 0.0)) * SCALE
    points = CENTRE + SCALE * strength
    return Ratings(points, points - half, points + half)


def _chances(strength: NDArray[np.float64], seats: NDArray[np.float64]) -> NDArray[np.float64]:
    """Chance of each player to win at each table, shape (T, K)."""
    weights = seats * np.exp(strength)
    return np.asarray(weights / weights.sum(axis=1, keepdims=True))


def _information(
    strength: NDArray[np.float64], seats: NDArray[np.float64], games: NDArray[np.float64]
) -> NDArray[np.float64]:
    chances = _chances(strength, seats)
    return np.asarray(np.diag(games @ chances) - chances.T @ (chances * games[:, None]))


def _fitted(wins: NDArray[np.float64], seats: NDArray[np.float64], games: NDArray[np.float64]) -> NDArray[np.float64]:
    """Logarithms of the strengths, with mean 0."""
    strength = np.zeros(len(wins))
    for _ in range(_STEPS):
        missing = wins - games @ _chances(strength, seats)
        step = np.linalg.pinv(_information(strength, seats, games), rcond=_SMALL) @ missing
        strength = strength + step / max(1.0, float(np.abs(step).max()))
        strength -= strength.mean()
        if float(np.abs(step).max()) < _SMALL:
            break
    return strength


def _quantile(level: float) -> float:
    from statistics import NormalDist

    return NormalDist().inv_cdf((1 + level) / 2)
