"""Rows of sums: each is added to or copied alone, and moments are those of whole numbers."""

from __future__ import annotations

from typing import Any

import numpy as np

from tongits_sim.any_game.vectors import add_moments, add_to_row, copy_to_row
from tongits_sim.jit import njit

COUNT = 17


@njit
def into_rows(matrix: Any, values: Any) -> None:
    """Compiled intrinsics, each for a row of its own."""
    copy_to_row(matrix, 1, values, COUNT)
    add_to_row(matrix, 2, values, COUNT)
    add_moments(matrix, 3, values, COUNT)


def test_only_what_is_meant_is_written() -> None:
    matrix, values = np.full((5, 3 * COUNT + 1), 5, np.int64), np.arange(-8, 12, dtype=np.int64) * 10**8
    into_rows(matrix, values)
    v = values[:COUNT]
    assert (matrix[1, :COUNT] == v).all()
    assert (matrix[2, :COUNT] == 5 + v).all()
    assert (matrix[1:3, COUNT:] == 5).all()
    assert matrix[3].tolist() == [*(5 + v).tolist(), *(5 + v[0] * v).tolist(), *(5 + v * v).tolist(), 5]
    assert (matrix[[0, 4]] == 5).all()
