"""The record of a solving block."""

from __future__ import annotations

from tongits_sim.designs.solving.layout import MAX_WAITING, MOST_IN_ALL, N_SUMS, SOLVING_DTYPE
from tongits_sim.profiles.cells import MOST_CELLS, N_KINDS


def test_it_holds_every_cell_and_stays_small() -> None:
    assert SOLVING_DTYPE["sums"].shape == (MOST_IN_ALL, N_SUMS)
    assert SOLVING_DTYPE["decided"].shape == (N_KINDS, MOST_CELLS)
    assert SOLVING_DTYPE["cell"].shape == (MAX_WAITING,)
    assert SOLVING_DTYPE.itemsize < 5_000_000
