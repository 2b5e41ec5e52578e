"""Totals hold a row of sums for every cell."""

from __future__ import annotations

from tests.designs.solving.solving import counted, solving
from tongits_sim.designs.solving.layout import N_SUMS


def test_shape_and_sense() -> None:
    job = solving(games=30)
    totals = counted(job)
    assert totals.shape("cells") == (sum(grid.cells for grid in job.grids), N_SUMS)
    assert totals.games == 30
    assert int(totals["matches"][0]) == 30
    assert (totals["cells"][:, 1] == totals["cells"][:, 3] - totals["cells"][:, 4]).all()
