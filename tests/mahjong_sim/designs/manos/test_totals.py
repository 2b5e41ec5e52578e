"""What being mano brings, merged."""

from __future__ import annotations

from mahjong_sim.designs.manos.totals import CELLS, THIRDS, VALUES, ManoTotals


def test_every_cell_has_moments() -> None:
    assert ManoTotals()["cells"].shape == (len(CELLS), 2 + 3 * len(VALUES))
    assert set(THIRDS) < set(VALUES)
