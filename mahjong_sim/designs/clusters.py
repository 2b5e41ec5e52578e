"""Sums over clusters, the independent units of intervals: matches, deals or games."""

from __future__ import annotations

import numpy as np


def moments_of(cell: np.ndarray, matches: np.ndarray, values: np.ndarray, cells: int) -> np.ndarray:
    """Moments over clusters of the values in each cell: int64[cells, 2 + 3 values].

    Args:
        cell: int64[n], -1 for none.
        matches: int64[n], the cluster of each row.
        values: int64[n, 1 + values], the weight, then each value times its weight.
        cells: number of cells.
    """
    out = np.zeros((cells, 2 + 3 * (values.shape[1] - 1)), np.int64)
    used = cell >= 0
    cell, matches, values = cell[used], matches[used], values[used]
    if not len(cell):
        return out
    order = np.lexsort((matches, cell))
    cell, matches, values = cell[order], matches[order], values[order]
    begins = np.flatnonzero(np.r_[True, (np.diff(cell) != 0) | (np.diff(matches) != 0)])
    sums = np.add.reduceat(values, begins, axis=0)
    at, n, d = cell[begins], sums[:, 0], sums[:, 1:]
    np.add.at(out[:, 0], at, n)
    np.add.at(out[:, 1], at, n * n)
    for part, numbers in enumerate((d, n[:, None] * d, d * d)):
        np.add.at(out[:, 2 + part :: 3], at, numbers)
    return out
