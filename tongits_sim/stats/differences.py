"""Differences and weighted sums of means, and the variance reduction by pairing.

The sign convention is *y minus x* throughout: the candidate minus the reference.
"""

from __future__ import annotations

import math

import numpy as np

from tongits_sim.stats._numbers import Real, Whole, coscatter, exact, plain, quotient, scatter, variance
from tongits_sim.stats.intervals import Interval, critical_value, mean_interval, t_interval
from tongits_sim.stats.paired_shares import unseen_share

_FEW = 100
"""Number of differing deals from which their variance is reliable by itself."""


def paired_difference(
    n: Whole, sx: Whole, sy: Whole, sxx: Whole, sxy: Whole, syy: Whole, *, level: float = 0.95
) -> Interval:
    """Interval for ``mean(y) - mean(x)`` of two arms played on the same deals.

    `mean_interval` of the per-deal differences ``d = y - x``: ``sum(d**2) = syy - 2 * sxy + sxx``.

    Parameters
    ----------
    n, sx, sy, sxx, sxy, syy : int or array of int
        Deals, sums of the two arms' totals per deal, sums of their squares and products.
    level : float
        Confidence level.

    Returns
    -------
    Interval
        Per deal, in the units of the sums. Arms that agree on every deal give exactly 0 with width 0.

    References
    ----------
    Law (2015), *Simulation Modeling and Analysis*, 5th ed., sections 10.2.1 (paired t) and 11.2 (common random
    numbers).
    """
    difference = exact(sy) - exact(sx)
    squares = exact(syy) - 2 * exact(sxy) + exact(sxx)
    return mean_interval(n, difference, squares, level=level)


def rare_difference(difference: Interval, differing: int, most: float, *, level: float = 0.95) -> Interval:
    """Widen the limits of a paired difference if few or no deals differ.

    If no deal differs, the limits are ``most`` times `unseen_share`, which deals not yet played may still bring. If
    ``k`` of ``n`` deals differ, their variance lacks the rare deal that did not come up, so a normal interval misses on
    one side. So for ``k < 100`` the error is multiplied by ``1 + z**2 * (1/k - 1/n)``. Measured for changes that 1.6 %
    of deals show, nominal 95 %: 80.6 % without and 94.2 % with it at 300 deals (turns; payouts 85.2 % and 94.1 %), 86.1
    % and 94.1 % at 600, 93.2 % and 94.1 % at 4800.

    Parameters
    ----------
    difference : Interval
        Scalar, from `paired_difference`.
    differing : int
        Number of deals that differ, at least the deals in which this value differs.
    most : float
        The largest difference that a deal can make, in units of ``difference``; nan if unknown.
    level : float
        Confidence level.

    Returns
    -------
    Interval
        Unchanged if all deals differ alike, or if many differ.
    """
    if not difference.n >= 2:
        return difference
    if difference.se == 0:
        if difference.estimate != 0:
            return difference
        half = most * float(unseen_share(int(difference.n), level=level))
        return difference._replace(low=-half, high=half, se=0.0 if math.isfinite(half) else math.nan)
    if differing >= _FEW:
        return difference
    widened = 1 + float(critical_value(level)) ** 2 * (1 / differing - 1 / float(difference.n))
    return t_interval(difference.estimate, difference.se * widened, difference.n, difference.df, level)


def weighted_sum(weights: Real, parts: Interval, *, level: float = 0.95) -> Interval:
    """Interval for ``sum(w * estimate)`` over independent parts: strata, cells, or a contrast of several runs.

    ``se**2 = sum(w**2 * se**2)``, normal quantile, along the last axis. With shares of the strata as weights this is
    the stratified mean; with ``[1, -1]`` a difference.

    Parameters
    ----------
    weights : array, shape (..., K)
        Known constants, not estimates. A part of weight 0 is left out, even if undefined.
    parts : Interval of arrays, shape (..., K)
        Independent estimates, such as `mean_interval` returns for arrays.
    level : float
        Confidence level.

    Returns
    -------
    Interval
        Shape (...); ``n`` sums the clusters of the parts used.

    References
    ----------
    Cochran (1977), *Sampling Techniques*, 3rd ed., sections 5.3 and 5.4.
    """
    w = np.asarray(weights, dtype=np.float64)
    used = w != 0
    estimate = np.where(used, w * parts.estimate, 0.0).sum(axis=-1)
    se = np.sqrt(np.where(used, np.square(w * parts.se), 0.0).sum(axis=-1))
    n = np.where(used, parts.n, 0).sum(axis=-1)
    return t_interval(estimate, se, n, math.inf, level)


def variance_reduction(n: Whole, sx: Whole, sy: Whole, sxx: Whole, sxy: Whole, syy: Whole) -> Real:
    """How many times fewer deals the paired comparison needs than two independent runs.

    ``(var x + var y) / var(y - x)``, all from the same clusters; 1: pairing gained nothing; infinity: the arms differ
    by a constant; nan: neither arm varies.

    Parameters
    ----------
    n, sx, sy, sxx, sxy, syy : int or array of int
        As for `paired_difference`.

    References
    ----------
    Law (2015), *Simulation Modeling and Analysis*, 5th ed., section 11.2.
    """
    separate = scatter(n, sx, sxx) + scatter(n, sy, syy)
    paired = separate - 2 * coscatter(n, sx, sy, sxy)
    factor = quotient(separate, paired)
    return plain(np.where((paired == 0) & (separate > 0), np.inf, factor))


def covariance_of_means(n: int, s: Whole, cross: Whole) -> Real:
    """Covariance matrix of the means of K values per cluster: ``(cross - s s' / n) / (n * (n - 1))``.

    Parameters
    ----------
    n : int
        Clusters.
    s : array of int, shape (K,)
        Sums.
    cross : array of int, shape (K, K)
        Sums of products, ``cross[i, j] = sum(x_i * x_j)``.

    Returns
    -------
    array, shape (K, K)
        In squared units of the sums; nan for ``n < 2``.
    """
    sums = exact(s)
    centred = coscatter(n, sums[:, None], sums[None, :], cross)
    return quotient(centred, exact(n * n * (n - 1)))


def standard_deviation(n: Whole, s: Whole, ss: Whole) -> Real:
    """The sample standard deviation per cluster; nan where ``n < 2``."""
    return plain(np.sqrt(variance(n, s, ss)))
