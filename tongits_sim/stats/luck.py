"""Luck against skill, and the bankroll that luck requires.

Everything here is about one player's result per game with mean ``edge`` and standard deviation ``sd``, both in one
unit, games independent. The normal and the Brownian answers ignore skewness: a jackpot makes them approximate, and each
says so.
"""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from tongits_sim.stats._numbers import Real, Whole, check_level, exact, known, plain, special
from tongits_sim.stats.intervals import Interval


def games_to_lead(edge: Real, sd: Real, probability: float = 0.95) -> Real:
    """Games until the better of two bots is ahead with the given probability: ``(z_p * sd / edge)**2``.

    Normal approximation, from ``P(total > 0) = Phi(edge * sqrt(n) / sd)``.

    Parameters
    ----------
    edge, sd : float or array
        Mean and standard deviation per game of the *difference* of the two bots' results; the sign of ``edge`` does not
        matter.
    probability : float
        Above 0.5; half the time even the worse bot is ahead.

    Returns
    -------
    float or array
        Games, not rounded; infinite for ``edge = 0``.

    Raises
    ------
    ValueError
        If the probability is not above 0.5.

    Examples
    --------
    >>> round(float(games_to_lead(0.1, 2.0)), 1)
    1082.2
    """
    check_level(probability, "probability")
    if probability <= 0.5:
        raise ValueError(f"probability is {probability}, but a lead by chance has 0.5 already: ask for more")
    size = np.abs(np.asarray(edge, dtype=np.float64))
    with np.errstate(divide="ignore"):
        return plain(np.square(special().ndtri(probability) * np.asarray(sd) / size))


def games_to_lead_interval(edge: Interval, sd: float, probability: float = 0.95) -> Interval:
    """`games_to_lead` at the limits of the edge (``sd`` taken as known: its error is of smaller order).

    The upper limit is infinite where the interval of the edge reaches 0: it is then not known which bot is better.
    """
    sizes = np.abs(np.asarray([edge.low, edge.high], dtype=np.float64))
    nearest = np.where(np.asarray(edge.low) * np.asarray(edge.high) <= 0, 0.0, sizes.min(axis=0))
    estimate, low, high = (games_to_lead(size, sd, probability) for size in (edge.estimate, sizes.max(axis=0), nearest))
    return Interval(estimate, low, high, plain(np.full(np.shape(nearest), np.nan)), edge.n)


def session_loss(edge: Real, sd: Real, games: Real, bankroll: Real) -> Real:
    """P(a session of ``games`` games ends with a loss of ``bankroll`` or more); normal approximation.

    ``Phi((-bankroll - edge * games) / (sd * sqrt(games)))``. It does not count sessions that were ruined on the way:
    see `brownian_ruin`.

    Parameters
    ----------
    edge, sd : float or array
        Mean and standard deviation of the result per game.
    games : float or array
        Games of the session.
    bankroll : float or array
        In the unit of ``edge``.
    """
    return plain(special().ndtr((-np.asarray(bankroll) - edge * np.asarray(games)) / (sd * np.sqrt(games))))


def session_bankroll(edge: Real, sd: Real, games: Real, probability: float = 0.95) -> Real:
    """The bankroll that covers a session's loss with the given probability: the inverse of `session_loss`, at least 0.

    Parameters
    ----------
    edge, sd : float or array
        Mean and standard deviation of the result per game.
    games : float or array
        Games of the session.
    probability : float
        Between 0 and 1.
    """
    check_level(probability, "probability")
    z = special().ndtri(probability)
    return plain(np.maximum(z * np.asarray(sd) * np.sqrt(games) - edge * np.asarray(games), 0.0))


def brownian_ruin(edge: float, sd: float, bankroll: float, games: float = math.inf) -> float:
    """P(the running total falls by ``bankroll`` within ``games`` games); Brownian approximation.

    First passage of a Brownian motion with drift: ``Phi((-b - m * n) / (sd * sqrt(n))) + exp(-2 * m * b / sd**2) *
    Phi((-b + m * n) / (sd * sqrt(n)))``; for unlimited play ``exp(-2 * m * b / sd**2)``, or 1 without a positive edge.
    It monitors the total continuously, so it overstates the risk somewhat if single games are large beside the
    bankroll.

    Parameters
    ----------
    edge, sd : float
        Mean and standard deviation of the result per game.
    bankroll : float
        In the unit of ``edge``.
    games : float
        Number of games; infinity for unlimited play.

    Raises
    ------
    ValueError
        If ``sd`` or ``games`` is not positive, or the bankroll is negative.

    References
    ----------
    Cox, Miller (1965), *The Theory of Stochastic Processes*, section 5.7.
    """
    if not (sd > 0 and bankroll >= 0 and games > 0):
        raise ValueError("sd and games must be positive and the bankroll not negative")
    exponent = -2 * edge * bankroll / (sd * sd)
    if math.isinf(games):
        return float(known(math.exp(exponent))) if edge > 0 else 1.0
    sp, scale = special(), sd * math.sqrt(games)
    late = exponent + float(sp.log_ndtr((-bankroll + edge * games) / scale))
    return min(1.0, float(sp.ndtr((-bankroll - edge * games) / scale)) + float(known(math.exp(min(late, 0.0)))))


def lundberg_exponent(values: Whole, counts: Whole) -> float:
    """The adjustment coefficient: the ``R > 0`` with ``mean(exp(-R * x)) = 1`` over the histogram of results per game.

    Returns
    -------
    float
        Per unit of ``values``; 0 without a positive mean; infinite if no game is lost.

    References
    ----------
    Asmussen, Albrecher (2010), *Ruin Probabilities*, 2nd ed., section IV.5.
    """
    whole, times = exact(values), exact(counts)
    if sum(int(value) * int(count) for value, count in zip(whole, times, strict=True)) <= 0:
        return 0.0
    x, weight = whole.astype(np.float64), times.astype(np.float64)
    x, weight = x[weight > 0], weight[weight > 0] / weight.sum()
    if x.min() >= 0:
        return math.inf
    scale = float(-x.min())
    low, high = 0.0, 1.0
    while _below_one(high, x / scale, weight):
        low, high = high, 2 * high
    for _ in range(200):
        middle = (low + high) / 2
        low, high = (middle, high) if _below_one(middle, x / scale, weight) else (low, middle)
    return float(known(low / scale))


def lundberg_bound(values: Whole, counts: Whole, bankroll: float) -> float:
    """Upper bound for the probability of ever losing ``bankroll``: ``exp(-R * bankroll)``, with the true skewness.

    Exact as an inequality for independent games drawn from the histogram, unlike the normal and Brownian answers; 1
    without a positive mean. The histogram's own sampling error is not in it.

    Parameters
    ----------
    values, counts : array of int, shape (K,)
        Result per game and how often it occurred, from the player's side: losses are negative.
    bankroll : float
        In the units of ``values``.

    References
    ----------
    As `lundberg_exponent`; for a random walk the exponential martingale gives it at once.
    """
    exponent = lundberg_exponent(values, counts)
    return 0.0 if math.isinf(exponent) else float(known(math.exp(-exponent * bankroll)))


def _below_one(rate: float, x: NDArray[np.float64], weight: NDArray[np.float64]) -> bool:
    """Whether ``mean(exp(-rate * x)) < 1``: true between 0 and the exponent.

    Summed exactly, without a dot product of a linear algebra library: every machine gives the same digits.
    """
    with np.errstate(over="ignore"):
        return math.fsum(np.expm1(-rate * x) * weight) < 0
