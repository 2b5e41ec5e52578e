"""What paired arms brought."""

from __future__ import annotations

import numpy as np

from mahjong_sim.designs.batch.tally import COLUMNS
from mahjong_sim.designs.paired.totals import PairedTotals


def test_arrays_are_by_arm() -> None:
    totals = PairedTotals(3)
    totals.add({"games": np.array([5]), "pairs": np.ones((3, 3), np.int64)})
    assert totals.games == 5
    assert totals.shape("x") == (3, len(COLUMNS))
    assert totals["pairs"].sum() == 9
