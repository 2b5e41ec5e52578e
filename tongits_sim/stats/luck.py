"""The bankroll that luck requires.

Everything here is about one player's result per game with mean ``edge`` and standard deviation ``sd``, both in one
unit, games independent. The Brownian answer ignores skewness: a jackpot makes it approximate.
"""

from __future__ import annotations

import math

from tongits_sim.stats._numbers import known, special


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
