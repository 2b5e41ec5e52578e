"""Cumulative incidence by turn when endings compete: a game that ended by a draw can no longer end by tongits."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from tongits_sim.stats._numbers import Whole, exact, known
from tongits_sim.stats.intervals import critical_value
from tongits_sim.stats.proportions import zero_event_bound


class Incidence(NamedTuple):
    """Cumulative incidence by turn (axis -2) and cause (axis -1)."""

    incidence: NDArray[np.float64]
    """P(ended by cause c at or before turn t), shape (..., T, C)."""
    low: NDArray[np.float64]
    """Lower limit, pointwise."""
    high: NDArray[np.float64]
    """Upper limit, pointwise."""
    se: NDArray[np.float64]
    """Standard error."""
    survival: NDArray[np.float64]
    """P(not ended at or before turn t), shape (..., T); with the incidences it adds to 1."""


def aalen_johansen(events: Whole, at_risk: Whole | None = None, level: float = 0.95) -> Incidence:
    """The Aalen-Johansen estimate of the cumulative incidence, for discrete turns.

    With ``h[t, c] = events[t, c] / at_risk[t]`` and ``S[t] = prod(1 - sum over c of h)``:
    ``F_c[t] = sum over u <= t of S[u - 1] * h[u, c]``. Variance by the delta method on the multinomials of the turns,
    with ``D = F_c[t] - F_c[u]``, ``S = S[u - 1]``, ``h`` of all causes::

        var F_c[t] = sum over u <= t of (S**2 * h_c * (1 - h_c) - 2 * S * D * h_c + D**2 * h / (1 - h)) / at_risk[u]

    Without censoring this is exactly ``F * (1 - F) / N``. Limits on the scale ``log(-log(1 - F))``; where no event of
    the cause has occurred, 0 and the one-sided `zero_event_bound`.

    Parameters
    ----------
    events : array of int, shape (..., T, C)
        Endings at each turn by each cause.
    at_risk : array of int, shape (..., T), optional
        Games (or seats) still going, and still watched, before each turn. Those that leave the count without an ending
        are censored. Default: nobody is, and the first is the total of the events.
    level : float
        Confidence level, pointwise in t.

    Notes
    -----
    The subjects must be independent: one ending a game, not three seats of it. For seats, or games of a match, multiply
    ``se`` by the square root of the `design_effect`, or without censoring use `clustered_share` for each turn.

    Raises
    ------
    ValueError
        If more end than are at risk, or the risk set grows.

    References
    ----------
    Aalen, Johansen (1978), Scandinavian Journal of Statistics 5:141. Variance: Dinse, Larson (1986), Biometrika 73:379;
    Marubini, Valsecchi (1995), *Analysing Survival Data from Clinical Trials*, chapter 10. Limits: Choudhury (2002),
    Statistics in Medicine 21:1129, section 3.
    """
    ended = exact(events).astype(np.int64)
    risk = _risk_set(ended, at_risk)
    hazard = ended / np.fmax(risk, 1)[..., None]
    total = hazard.sum(axis=-1)
    survival = np.cumprod(1 - total, axis=-1)
    before = np.concatenate([np.ones_like(survival[..., :1]), survival[..., :-1]], axis=-1)
    incidence = np.cumsum(before[..., None] * hazard, axis=-2)
    se = np.sqrt(_variance(hazard, total, before, incidence, risk))
    low, high = _limits(incidence, se, ended, risk, level)
    return Incidence(incidence, low, high, se, survival)


def _risk_set(ended: NDArray[np.int64], at_risk: Whole | None) -> NDArray[np.int64]:
    """The validated number at risk before each turn."""
    total = ended.sum(axis=-1)
    if at_risk is None:
        return np.asarray(total[..., ::-1].cumsum(axis=-1)[..., ::-1])
    risk = np.broadcast_to(exact(at_risk).astype(np.int64), total.shape)
    if np.any(ended < 0) or np.any(total > risk):
        raise ValueError("more endings than games at risk in some turn")
    if np.any(risk[..., 1:] > (risk - total)[..., :-1]):
        raise ValueError("the number at risk grows from one turn to the next: games cannot enter late")
    return risk


def _variance(
    hazard: NDArray[np.float64],
    total: NDArray[np.float64],
    before: NDArray[np.float64],
    incidence: NDArray[np.float64],
    risk: Any,
) -> NDArray[np.float64]:
    """The delta-method variance; axes of the sum are (..., t, u, c)."""
    turns = total.shape[-1]
    still_to_come = incidence[..., :, None, :] - incidence[..., None, :, :]
    own, scale = hazard[..., None, :, :], before[..., None, :, None]
    alive = np.where(total < 1, 1 - total, 1.0)
    odds = np.where(total < 1, total / alive, 0.0)[..., None, :, None]
    terms = scale**2 * own * (1 - own) - 2 * scale * still_to_come * own + still_to_come**2 * odds
    past = np.tril(np.ones((turns, turns)))[:, :, None]
    return np.asarray(np.maximum((past * terms / np.fmax(risk, 1)[..., None, :, None]).sum(axis=-2), 0.0))


def _limits(
    incidence: NDArray[np.float64],
    se: NDArray[np.float64],
    ended: NDArray[np.int64],
    risk: NDArray[np.int64],
    level: float,
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Pointwise limits on the complementary log-log scale, with the ends 0 and 1 treated apart."""
    inner = (incidence > 0) & (incidence < 1)
    log_alive = np.log1p(-np.where(inner, incidence, 0.5))
    spread = critical_value(level) * se / (np.where(inner, 1 - incidence, 0.5) * -log_alive)
    low = np.where(inner, known(-np.expm1(log_alive * np.exp(-spread))), incidence)
    high = np.where(inner, known(-np.expm1(log_alive * np.exp(spread))), incidence)
    all_ended = ended.sum(axis=-1)
    watched = risk + all_ended.cumsum(axis=-1) - all_ended
    none_seen = np.broadcast_to(np.asarray(zero_event_bound(watched, level))[..., None], incidence.shape)
    return low, np.where(incidence == 0, none_seen, high)
