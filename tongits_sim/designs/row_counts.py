"""Sums and products of the rows of matches, exact."""

from __future__ import annotations

import numpy as np

from tongits_sim.jit import njit


def row_counts(rows: np.ndarray) -> dict[str, np.ndarray]:
    """The arrays of `match_rows.RowTotals` for some rows (int64[matches, k])."""
    columns = rows.shape[1]
    products = np.zeros((columns, columns), np.int64)
    add_products(rows, np.zeros(columns, np.int64), products)
    return {"matches": np.array([len(rows)]), "sums": rows.sum(axis=0), "products": products}


@njit
def add_products(rows, places, products):
    """Add `rows.T @ rows` to `products` (int64[k, k]); rows: int64[n, k], mostly zeros; places: int64[k], scratch.

    In integers, element by element: a matrix product in floats is inexact, and its threads would compete with workers.
    """
    for number in range(rows.shape[0]):
        row = rows[number]
        filled = 0
        for place in range(rows.shape[1]):
            if row[place] != 0:
                places[filled] = place
                filled += 1
        for i in range(filled):
            one = places[i]
            for j in range(i + 1):
                products[one, places[j]] += row[one] * row[places[j]]
    for one in range(rows.shape[1]):
        for other in range(one):
            products[other, one] = products[one, other]
