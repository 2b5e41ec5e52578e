"""Ratings of players from who wins at tables of three: Luce's choice model on Elo's scale.

A player's chance to win is the player's strength divided by the sum of strengths at the table. For two players this is
the model of Elo and of Bradley and Terry.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from tongits_sim.stats._numbers import check_level, dot, exponential, quadratic
from tongits_sim.stats.intervals import critical_value

CENTRE = 1500.0
"""The mean rating of a field."""
SCALE = 173.71779276130073  # 400 / log(10)
"""Points for a factor e of strength: 400 points more win ten times as often at the same table."""
_STEPS = 100
_SMALL = 1e-10


class Ratings(NamedTuple):
    """Ratings of K players, with separate limits for each."""

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
    """Maximum-likelihood ratings, with limits that hold even if the model does not.

    Parameters
    ----------
    wins : array, shape (K,)
        Games that each player won, over all tables.
    tables : sequence of T triples
        The players of each table by number; a player may sit there twice.
    games : array, shape (T,)
        Games of each table with a winner.
    covariance : array, shape (K, K)
        Of the wins, from independent clusters (deals), because games of one deal may depend on each other.
    level : float
        Of the limits.

    Returns
    -------
    Ratings; None if a player won no game or all games, because the rating then has no limits.

    Notes
    -----
    The fit solves wins = expected wins by Newton's method; the limits come from the sandwich estimator. Sums have a
    fixed order and use no linear algebra library, so every machine gives the same digits. Ratings cannot express a
    cycle (a beats b, b beats c, c beats a): a rating says how often a player wins against this field, not against whom.

    References
    ----------
    Luce (1959), Individual Choice Behavior; Hunter (2004), Annals of Statistics 32:384; White (1982), Econometrica
    50:1.
    """
    check_level(level)
    won = np.asarray(wins, np.float64)
    played = np.asarray(games, np.float64)
    present = np.zeros(len(won))
    for table, number in zip(tables, played, strict=True):
        present[list(set(table))] += number
    if np.any(won <= 0) or np.any(won >= present):
        return None
    fit = _Fit(np.array(tables, np.int64), played, len(won))
    strength = fit.strengths(won)
    inverse = _inverse(fit.information(strength))
    spread = [quadratic(row, np.asarray(covariance, np.float64), row) for row in inverse]
    half = float(critical_value(level)) * np.sqrt(np.maximum(spread, 0.0)) * SCALE
    points = CENTRE + SCALE * strength
    return Ratings(points, points - half, points + half)


class _Fit:
    """The model's expected wins and their information, summed in the order of the tables."""

    def __init__(self, seats: NDArray[np.int64], games: NDArray[np.float64], players: int) -> None:
        self._seats, self._games, self._players = seats, games, players

    def _chances(self, strength: NDArray[np.float64]) -> NDArray[np.float64]:
        """Chance of each seat to win at each table, shape (T, 3)."""
        weights = np.array([exponential(value) for value in strength.tolist()])[self._seats]
        return np.asarray(weights / weights.sum(axis=1, keepdims=True))

    def wins(self, strength: NDArray[np.float64]) -> NDArray[np.float64]:
        won = self._games[:, None] * self._chances(strength)
        return np.asarray(np.bincount(self._seats.ravel(), won.ravel(), self._players), np.float64)

    def information(self, strength: NDArray[np.float64]) -> NDArray[np.float64]:
        chances = self._chances(strength)
        number = self._players
        both = (self._games[:, None] * chances)[:, :, None] * chances[:, None, :]
        places = self._seats[:, :, None] * number + self._seats[:, None, :]
        products = np.bincount(places.ravel(), both.ravel(), number * number).reshape(number, number)
        return np.asarray(np.diag(self.wins(strength)) - products)

    def strengths(self, wins: NDArray[np.float64]) -> NDArray[np.float64]:
        """Logarithms of the strengths whose expected wins are `wins`, with mean 0."""
        strength = np.zeros(self._players)
        for _ in range(_STEPS):
            missing = wins - self.wins(strength)
            step = np.array([dot(row, missing) for row in _inverse(self.information(strength))])
            strength = strength + step / max(1.0, float(np.abs(step).max()))
            strength -= strength.mean()
            if float(np.abs(step).max()) < _SMALL:
                break
        return strength


def _inverse(information: NDArray[np.float64]) -> NDArray[np.float64]:
    """The pseudo-inverse of an information matrix, in which only an equal change of all strengths has no effect.

    By Gauss-Jordan elimination of the matrix plus a constant, which is taken out of the inverse again.
    """
    number = len(information)
    added = np.trace(information) / number**2
    rows = np.hstack([information + added, np.eye(number)])
    for pivot in range(number):
        rows[pivot] /= rows[pivot, pivot]
        factors = rows[:, pivot].copy()
        factors[pivot] = 0.0
        rows -= factors[:, None] * rows[pivot]
    return np.asarray(rows[:, number:] - 1 / (added * number**2))
