"""Estimates from moments over clusters: sums and products that blocks of a run add up.

The moments of a cell are `n nn`, and `d nd dd` for each of its values: over clusters (matches, games), the sums of the
number of observations, of its square, of the value, of the product of both, and of the value's square.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np

from tongits_sim.stats._numbers import quadratic
from tongits_sim.stats.intervals import Interval, critical_value, ratio_interval, t_interval


def mean_of(clusters: int, moments: np.ndarray, place: int, level: float = 0.95) -> Interval:
    """The mean of a value per observation, a ratio of sums over clusters: arrays of the shape of the cells.

    Args:
        clusters: how many clusters were played.
        moments: Python integers, shape (..., 2 + 3 values).
        place: the number of the value.
        level: confidence level.
    """
    at = 2 + 3 * place
    n, nn, d, nd, dd = (moments[..., each] for each in (0, 1, at, at + 1, at + 2))
    return ratio_interval(clusters, n, d, nn, nd, dd, level=level)


def difference_of_groups(clusters: int, sums: Sequence[int], level: float = 0.95) -> Interval:
    """The mean of one group of observations less that of another; not a number where a group is empty.

    Delta method on both ratios: ``e = (y1 - r1 n1) / N1 - (y0 - r0 n0) / N0`` over clusters.

    Args:
        clusters: how many clusters were played.
        sums: over clusters, of `n1 y1 n0 y0` (observations and values of either group), and of the ten products of
            these four: the first by each, the second by itself and what follows, and so on.
        level: confidence level.
    """
    n1, y1, n0, y0 = sums[:4]
    if not n1 or not n0 or clusters < 2:
        return Interval(np.nan, np.nan, np.nan, np.nan, clusters)
    r1, r0 = y1 / n1, y0 / n0
    weights = np.array([-r1 / n1, 1 / n1, r0 / n0, -1 / n0])
    products = np.zeros((4, 4))
    products[np.triu_indices(4)] = [float(each) for each in sums[4:]]
    products += np.triu(products, 1).T
    se = np.sqrt(max(0.0, quadratic(weights, products, weights)) * clusters / (clusters - 1))
    return t_interval(r1 - r0, se, clusters, clusters - 1.0, level)


def mean_of_repeats(repeats: Sequence[Interval], level: float = 0.95) -> Interval:
    """The mean of an estimate over repeats that differ in more than the games measured, such as training anew.

    Its standard error comes from the spread of the repeats or from their own intervals, whichever is larger; the
    quantile is Student's with one degree of freedom less than there are repeats. A single repeat is returned as it is.

    Args:
        repeats: independent estimates of one number, each with its own interval of this level.
        level: confidence level.
    """
    if len(repeats) == 1:
        return repeats[0]
    n, number = sum(int(each.n) for each in repeats), len(repeats)
    values = np.array([float(each.estimate) for each in repeats])
    own = [max(float(each.se), float(each.half_width / critical_value(level, each.df))) for each in repeats]
    square = max(float(values.var(ddof=1)), float(np.mean(np.square(own))))
    return t_interval(float(values.mean()), math.sqrt(square / number), n, number - 1.0, level)
