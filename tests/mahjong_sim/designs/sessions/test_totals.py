"""What sessions brought, merged."""

from __future__ import annotations

from mahjong_sim.designs.sessions.totals import BIN, BINS, SessionsTotals


def test_histograms_reach_far() -> None:
    assert SessionsTotals()["lowest"].shape == (4, BINS)
    assert BIN * (BINS - 1) == 200_000
