"""Rows of sums, int64 side by side: added to and copied in plain loops, which the compiler makes vectors of."""

from __future__ import annotations

from tongits_sim.jit import inline_njit


@inline_njit
def copy_to_row(matrix, row, values, count):
    """Copy the first `count` of some values (int64) onto those of a row of a matrix (int64)."""
    for place in range(count):
        matrix[row, place] = values[place]


@inline_njit
def add_to_row(matrix, row, values, count):
    """Add the first `count` of some values (int64) to those of a row of a matrix (int64)."""
    for place in range(count):
        matrix[row, place] += values[place]


@inline_njit
def add_moments(matrix, row, values, count):
    """Add `count` values v (int64), then v[0] * v, then v * v to a row of three times as many (int64)."""
    first = values[0]
    for place in range(count):
        value = values[place]
        matrix[row, place] += value
        matrix[row, count + place] += first * value
        matrix[row, 2 * count + place] += value * value
