"""Estimate the value of yes in a cell from counts: cells with few decisions lean on their neighbours.

An empirical Bayes estimate. How far a cell lies from its neighbours in truth is estimated from all cells of a grid
together; a cell of many decisions then stands for itself, one of few for the cells around it.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from tongits_sim.profiles.profile import Axes

UNORDERED = frozenset({"rivals", "other", "streak"})
"""Features whose bins are no neighbours of each other."""
_BESIDE = 0.5
"""The weight of a neighbouring bin, on each axis."""


def around(values: np.ndarray, axes: Axes) -> np.ndarray:
    """Sums over the neighbours of every cell, the cell itself left out: float64[cells] of float64[cells]."""
    own = values.reshape([len(edges) for _, edges in axes])
    total: np.ndarray = own
    for axis, (feature, edges) in enumerate(axes):
        if feature in UNORDERED or len(edges) == 1:
            continue
        beside = np.zeros_like(total)
        up, down = _slices(axis, 1, None), _slices(axis, None, -1)
        beside[up] += total[down]
        beside[down] += total[up]
        total = total + _BESIDE * beside
    beside_it: np.ndarray = total - own
    return beside_it.reshape(-1)


def _slices(axis: int, first: int | None, last: int | None) -> tuple[slice, ...]:
    return (*[slice(None)] * axis, slice(first, last))


def advantages(n: np.ndarray, difference: np.ndarray, square: np.ndarray, axes: Axes) -> tuple[np.ndarray, np.ndarray]:
    """The mean difference (yes less no) of every cell, and its standard error: float64[cells] each.

    0 and infinity where neither a cell nor a neighbour was seen.

    Args:
        n: decisions seen, float64[cells].
        difference: sum of their differences.
        square: sum of the squares of these.
        axes: the grid.
    """
    n_near, d_near, q_near = (around(each, axes) for each in (n, difference, square))
    all_n = n + n_near
    seen = all_n > 0
    whole = np.where(seen, all_n, 1.0)
    pooled = (difference + d_near) / whole
    variance = np.maximum((square + q_near) / whole - pooled * pooled, 0.0)
    both = (n > 0) & (n_near > 0)
    near = np.where(n_near > 0, d_near / np.where(n_near > 0, n_near, 1.0), pooled)
    apart = difference[both] / n[both] - near[both]
    noise = variance[both] * (1.0 + n[both] / n_near[both])
    spread = (math.fsum(n[both] * apart * apart) - math.fsum(noise)) / max(math.fsum(n[both]), 1.0)
    if spread <= 0:  # the cells differ by no more than noise
        prior = np.where(n_near > 0, n_near, 0.0)
    else:
        prior = np.where(n_near > 0, np.minimum(variance / spread, n_near), 0.0)
    weight = np.where(n + prior > 0, n + prior, 1.0)
    mean = (difference + prior * near) / weight
    error = np.where(n + prior > 0, np.sqrt(variance / weight), np.inf)
    return np.where(seen, mean, 0.0), error
