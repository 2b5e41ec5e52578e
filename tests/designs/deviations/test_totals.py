"""Totals hold a row of sums for every cell."""

from __future__ import annotations

from tests.designs.deviations.deviating import counted, deviations
from tongits_sim.designs.deviations.layout import N_SUMS


def test_shape_and_sense() -> None:
    job = deviations(games=30)
    totals = counted(job)
    assert totals.shape("cells") == (job.cells, N_SUMS)
    assert totals.games == 30
    assert int(totals["matches"][0]) == 30
    assert totals["cells"][:, 0].sum() == totals["branches"][0]  # nobody deviates: every alternative is a rollout
