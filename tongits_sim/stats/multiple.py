"""Tests, families of tests, and verdicts on differences.

Small families (K strategies, K rules) use `holm`; grids of hundreds of cells use `benjamini_hochberg` and say so.
"Inconclusive" is a result. "Equal" does not follow from a large p.
"""

from __future__ import annotations

import math
from typing import Literal

import numpy as np
from numpy.typing import ArrayLike, NDArray

from tongits_sim.stats._numbers import Real, check_level, plain, special
from tongits_sim.stats.intervals import Interval

Verdict = Literal["better", "worse", "inconclusive"]


def normal_p(z: ArrayLike) -> Real:
    """Two-sided p-value of a standard normal ``z``: ``2 * Phi(-|z|)``, accurate to full precision down to 1e-300.

    Examples
    --------
    >>> f"{normal_p(10.0):.4e}"
    '1.5240e-23'
    """
    return plain(2 * special().ndtr(-np.abs(np.asarray(z, dtype=np.float64))))


def p_value(interval: Interval, null: float = 0.0) -> Real:
    """Two-sided p-value of ``estimate == null``, with the t distribution of the interval itself.

    It is at most ``1 - level`` exactly when the interval excludes ``null``. A standard error of 0 gives 1 if the
    estimate is ``null`` and 0 otherwise; an undefined interval gives nan.
    """
    return plain(np.minimum(2 * _lower_tail(-np.abs(_distance(interval, null)), interval.df), 1.0))


def holm(pvalues: ArrayLike) -> NDArray[np.float64]:
    """Holm's step-down adjusted p-values: reject those at most alpha, and the family-wise error is at most alpha.

    Sorted ascending, ``adjusted[i] = max over j <= i of (m - j) * p[j]`` (j from 0), at most 1. Valid under any
    dependence.

    Parameters
    ----------
    pvalues : array of any shape
        One family. A nan is a test without data: it stays nan and is not counted in ``m``.

    References
    ----------
    Holm (1979), Scandinavian Journal of Statistics 6:65, section 2.

    Examples
    --------
    >>> holm([0.01, 0.04, 0.03]).tolist()
    [0.03, 0.06, 0.06]
    """
    p, order = _sort(pvalues)
    m = len(order)
    adjusted = np.minimum(np.maximum.accumulate((m - np.arange(m)) * p.flat[order]), 1.0)
    return _restore(p, order, adjusted)


def benjamini_hochberg(pvalues: ArrayLike) -> NDArray[np.float64]:
    """Benjamini-Hochberg adjusted p-values: reject those at most q, and the expected share of false ones is at most q.

    Sorted ascending, ``adjusted[i] = min over j >= i of m / (j + 1) * p[j]``. Valid for independent or positively
    dependent tests.

    Parameters
    ----------
    pvalues : array of any shape
        One family; nan as for `holm`.

    References
    ----------
    Benjamini, Hochberg (1995), JRSS B 57:289, section 3; dependence: Benjamini, Yekutieli (2001), Ann. Stat. 29:1165.

    Examples
    --------
    >>> benjamini_hochberg([0.01, 0.04, 0.03]).tolist()
    [0.03, 0.04, 0.04]
    """
    p, order = _sort(pvalues)
    m = len(order)
    scaled = p.flat[order] * (m / np.arange(1, m + 1))
    adjusted = np.minimum.accumulate(scaled[::-1])[::-1]
    return _restore(p, order, np.minimum(adjusted, 1.0))


def verdict(diff: float, p_adjusted: float, alpha: float = 0.05) -> Verdict:
    """The verdict: "better" or "worse" if ``p_adjusted <= alpha``, else "inconclusive", also for nan.

    Examples
    --------
    >>> verdict(0.3, 0.001), verdict(-0.3, 0.001), verdict(0.3, 0.2)
    ('better', 'worse', 'inconclusive')
    """
    check_level(alpha, "alpha")
    if diff == 0 or not math.isfinite(diff) or not p_adjusted <= alpha:
        return "inconclusive"
    return "better" if diff > 0 else "worse"


def _distance(interval: Interval, null: float) -> NDArray[np.float64]:
    """``(estimate - null) / se``, with 0 / 0 = 0 and the sign kept for a standard error of 0."""
    gap = np.asarray(interval.estimate - null, dtype=np.float64)
    se = np.asarray(interval.se, dtype=np.float64)
    certain = np.where(gap == 0, 0.0, np.copysign(np.inf, gap))
    return np.where(se == 0, certain, gap / np.where(se == 0, 1.0, se))


def _lower_tail(t: NDArray[np.float64], df: Real) -> NDArray[np.float64]:
    """``P(T <= t)`` with ``df`` degrees of freedom; nan for an undefined interval."""
    return np.asarray(special().stdtr(df, t), dtype=np.float64)


def _sort(pvalues: ArrayLike) -> tuple[NDArray[np.float64], NDArray[np.intp]]:
    """The p-values, and the flat positions of the defined ones in ascending order."""
    p = np.array(pvalues, dtype=np.float64)
    defined = np.flatnonzero(~np.isnan(p))
    if np.any((p.flat[defined] < 0) | (p.flat[defined] > 1)):
        raise ValueError("a p-value lies between 0 and 1")
    return p, defined[np.argsort(p.flat[defined], kind="stable")]


def _restore(p: NDArray[np.float64], order: NDArray[np.intp], adjusted: NDArray[np.float64]) -> NDArray[np.float64]:
    result = np.full(p.shape, np.nan)
    result.flat[order] = adjusted
    return result
