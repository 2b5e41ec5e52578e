"""Quantiles from an exact histogram."""

from __future__ import annotations

import functools
import math
from typing import Any

import numpy as np

from tongits_sim.stats._numbers import Whole, check_level, exact, special
from tongits_sim.stats.intervals import Interval


def histogram_quantile(
    values: Whole, counts: Whole, q: float, *, level: float = 0.95, design_effect: float = 1.0
) -> Interval:
    """The ``q`` quantile of the values in a histogram, with a distribution-free interval.

    The estimate is the smallest value with at least a share ``q`` at or below it. The limits are order statistics
    ``x[l]`` and ``x[u]`` (counted from 1), with ``B`` binomial(n, q): the largest ``l`` with ``P(B < l) <= alpha / 2``
    and the smallest ``u`` with ``P(B >= u) <= alpha / 2``. Coverage is at least ``level``, for discrete values often
    more.

    Parameters
    ----------
    values : array of int, shape (K,)
        Strictly increasing values, such as payouts in hundredths.
    counts : array of int, shape (K,)
        How often each occurred.
    q : float
        Between 0 and 1.
    level : float
        Confidence level.
    design_effect : float
        Variance of the share at or below the quantile relative to independent observations, from `design_effect`:
        above 1 if observations come in clusters, below 1 if they balance each other. The ranks are computed for ``n /
        design_effect`` observations and scaled (Woodruff's interval).

    Returns
    -------
    Interval
        ``se`` is nan; a limit beyond the sample is infinite; all nan for an empty histogram.

    Raises
    ------
    ValueError
        If ``values`` and ``counts`` are no histogram: lengths differ, values do not increase, a count is negative.

    References
    ----------
    David, Nagaraja (2003), *Order Statistics*, 3rd ed., section 7.1. Woodruff (1952), JASA 47:635.

    Examples
    --------
    >>> histogram_quantile([0, 100, 5000], [60, 39, 1], 0.5).estimate
    0.0
    """
    check_level(level)
    check_level(q, "q")
    support, number = (_integers(array) for array in (values, counts))
    if support.shape != number.shape or support.ndim != 1 or (support[1:] <= support[:-1]).any() or (number < 0).any():
        raise ValueError("a histogram is two arrays of one length: increasing values, counts not negative")
    cumulative = np.cumsum(number)
    n = int(cumulative[-1]) if len(cumulative) else 0
    if n == 0:
        return Interval(math.nan, math.nan, math.nan, math.nan, 0)
    effective = max(1, math.floor(n / design_effect))
    lower = binomial_quantile((1 - level) / 2, effective, q)
    upper = binomial_quantile((1 + level) / 2, effective, q) + 1
    ranks = (math.ceil(q * n), lower * n // effective, -(-upper * n // effective))
    estimate, low, high = (_at_rank(support, cumulative, rank, n) for rank in ranks)
    return Interval(estimate, low, high, math.nan, n)


def _integers(values: Whole) -> Any:
    """An exact array of integers; int64 arrays stay, as only counts are summed and none needs more bits."""
    return values if isinstance(values, np.ndarray) and values.dtype == np.int64 else exact(values)


@functools.lru_cache(maxsize=4096)
def binomial_quantile(probability: float, n: int, p: float) -> int:
    """The smallest ``k`` with ``P(B <= k) >= probability`` for ``B`` binomial(n, p).

    The inverse incomplete beta function gives a real ``k``; the integer beside it is checked against the distribution.
    """
    sp = special()
    k = min(max(math.ceil(sp.bdtrik(probability, n, p)), 0), n)
    while k > 0 and sp.bdtr(k - 1, n, p) >= probability:
        k -= 1
    while k < n and sp.bdtr(k, n, p) < probability:
        k += 1
    return int(k)


def _at_rank(support: Any, cumulative: Any, rank: int, n: int) -> float:
    """The value of the ``rank``-th smallest observation, counted from 1; infinite outside the sample."""
    if rank < 1:
        return -math.inf
    if rank > n:
        return math.inf
    return float(support[int(np.searchsorted(cumulative, rank))])
