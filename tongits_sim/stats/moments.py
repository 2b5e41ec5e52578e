"""Estimates from moments over clusters: sums and products that blocks of a run add up.

The moments of a cell are `n nn`, and `d nd dd` for each value: sums over clusters (matches, games), where n is the
number of observations and d the sum of the value in a cluster.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np

from tongits_sim.stats._numbers import quadratic
from tongits_sim.stats.intervals import Interval, critical_value, ratio_interval, t_interval


def mean_of(clusters: int, moments: np.ndarray, place: int, level: float = 0.95) -> Interval:
    """The mean of a value per observation, for each cell: a ratio of sums over clusters.

    Args:
        clusters: how many clusters were played.
        moments: Python integers, shape (..., 2 + 3 values).
        place: the number of the value.
        level: confidence level.
    """
    at = 2 + 3 * place
    n, nn, d, nd, dd = (moments[..., column] for column in (0, 1, at, at + 1, at + 2))
    return ratio_interval(clusters, n, d, nn, nd, dd, level=level)


def difference_of_groups(clusters: int, sums: Sequence[int], level: float = 0.95) -> Interval:
    """The mean of group 1 minus the mean of group 0; nan if a group is empty.

    Delta method on both ratios: ``e = (y1 - r1 n1) / N1 - (y0 - r0 n0) / N0`` over clusters.

    Args:
        clusters: how many clusters were played.
        sums: sums over clusters of `n1 y1 n0 y0` (observations and values of each group), then of their ten products:
            n1 n1, n1 y1, n1 n0, n1 y0, y1 y1, ..., y0 y0.
        level: confidence level.
    """
    n1, y1, n0, y0 = sums[:4]
    if not n1 or not n0 or clusters < 2:
        return Interval(np.nan, np.nan, np.nan, np.nan, clusters)
    r1 = y1 / n1
    r0 = y0 / n0
    weights = np.array([-r1 / n1, 1 / n1, r0 / n0, -1 / n0])
    products = np.zeros((4, 4))
    products[np.triu_indices(4)] = [float(total) for total in sums[4:]]
    products += np.triu(products, 1).T
    se = np.sqrt(max(0.0, quadratic(weights, products, weights)) * clusters / (clusters - 1))
    return t_interval(r1 - r0, se, clusters, clusters - 1.0, level)


def mean_of_repeats(repeats: Sequence[Interval], level: float = 0.95) -> Interval:
    """The mean of an estimate over repeats that differ in more than the measured games, for example in training.

    The standard error is the larger of two: from the spread of the repeats, and from their intervals. The quantile is
    Student's with one degree of freedom fewer than repeats. A single repeat is returned unchanged.

    Args:
        repeats: independent estimates of one number, each with its own interval of this level.
        level: confidence level.
    """
    if len(repeats) == 1:
        return repeats[0]
    n = sum(int(repeat.n) for repeat in repeats)
    number = len(repeats)
    values = np.array([float(repeat.estimate) for repeat in repeats])
    own = [max(float(repeat.se), float(repeat.half_width / critical_value(level, repeat.df))) for repeat in repeats]
    square = max(float(values.var(ddof=1)), float(np.mean(np.square(own))))
    return t_interval(float(values.mean()), math.sqrt(square / number), n, number - 1.0, level)
