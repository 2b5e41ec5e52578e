"""Intervals for shares: how often something happens."""

from __future__ import annotations

import numpy as np

from tongits_sim.stats._numbers import Real, Whole, exact, plain, quotient, scatter, wilson
from tongits_sim.stats.intervals import Interval, critical_value


def wilson_interval(k: Whole, n: Whole, *, level: float = 0.95, design_effect: Real = 1.0) -> Interval:
    """Wilson's score interval for ``k`` events in ``n`` independent trials.

    ``(p + z**2 / 2m +- z * sqrt(p * (1 - p) / m + z**2 / 4m**2)) / (1 + z**2 / m)`` with ``p = k / n`` and
    ``m = n / design_effect``.

    Parameters
    ----------
    k, n : int or array of int
        Events and trials, ``0 <= k <= n``.
    level : float
        Confidence level.
    design_effect : float or array
        Variance of the share relative to independent trials, from `design_effect`; 1 if trials are independent.

    Returns
    -------
    Interval
        Shares in [0, 1]; ``estimate`` is the raw share, ``se`` is nan; all nan where ``n = 0``.

    Raises
    ------
    ValueError
        If ``k`` does not lie between 0 and ``n``.

    References
    ----------
    Wilson (1927), JASA 22:209. Brown, Cai, DasGupta (2001), Statistical Science 16:101, section 3.1.1 (recommended).
    Effective sample size: Franco et al. (2019), J. Survey Statistics and Methodology 7:334.

    Examples
    --------
    >>> interval = wilson_interval(0, 10)
    >>> round(float(interval.high), 4)
    0.2775
    """
    events = exact(k)
    trials = exact(n)
    if ((events < 0) | (events > trials)).any():
        raise ValueError("the number of events must lie between 0 and the number of trials")
    p = quotient(events, trials)
    m = np.where(trials > 0, trials.astype(np.float64), np.nan) / design_effect
    lowest, highest = wilson(p, m, critical_value(level))
    low = np.where(p == 0, 0.0, np.maximum(lowest, 0.0))
    high = np.where(p == 1, 1.0, np.minimum(highest, 1.0))
    shaped = np.broadcast_arrays(p, low, high, np.nan, trials.astype(np.int64))
    return Interval(*(plain(np.array(field)) for field in shaped))


def design_effect(n: Whole, sm: Whole, sk: Whole, smm: Whole, smk: Whole, skk: Whole) -> Real:
    """Variance of a share in clustered trials, relative to the binomial variance.

    Delta-method variance of ``sk / sm`` (see `ratio_interval`) over ``p * (1 - p) / sm``.

    Parameters
    ----------
    n, sm, sk, smm, smk, skk : int or array of int
        Clusters; sums of trials ``m`` and events ``k`` per cluster; sums of their squares and products.

    Returns
    -------
    float or array
        Below 1 if trials of a cluster balance each other (a game has one winner); nan if ``p`` is 0 or 1, or ``n < 2``.

    References
    ----------
    Kish (1965), *Survey Sampling*, section 8.2.
    """
    count = exact(n)
    m = exact(sm)
    k = exact(sk)
    scatter(n, sm, smm)
    residual = exact(skk) * m**2 - 2 * m * k * exact(smk) + exact(smm) * k**2
    ratio = quotient(count * residual, (count - 1) * m * k * (m - k))
    return plain(np.where(count >= 2, ratio, np.nan))


def clustered_share(
    n: Whole, sm: Whole, sk: Whole, smm: Whole, smk: Whole, skk: Whole, *, level: float = 0.95
) -> Interval:
    """Wilson interval for a share whose trials come in clusters: games of a match, seats of a deal.

    `wilson_interval` with the effective number of trials ``sm / design_effect``. If no design effect can be estimated
    (no events, or only events), each cluster counts as one trial, which is cautious.

    Parameters
    ----------
    n, sm, sk, smm, smk, skk : int or array of int
        As for `design_effect`.
    level : float
        Confidence level.

    Returns
    -------
    Interval
        As `wilson_interval`, with ``n`` the number of clusters.

    References
    ----------
    Korn, Graubard (1998), Survey Methodology 24:193 (effective sample size); Franco et al. (2019) for Wilson's form.
    """
    effect = np.asarray(design_effect(n, sm, sk, smm, smk, skk))
    count = exact(n).astype(np.int64)
    usable = np.isfinite(effect) & (effect > 0)
    per_cluster = quotient(sm, n)
    result = wilson_interval(sk, sm, level=level, design_effect=np.where(usable, effect, np.fmax(per_cluster, 1.0)))
    return result._replace(n=plain(np.broadcast_to(count, np.shape(result.estimate))))
