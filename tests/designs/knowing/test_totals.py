"""The totals of knowing."""

from __future__ import annotations

import numpy as np

from tongits_sim.designs.knowing.totals import KnowingTotals


def test_they_hold_every_arm_and_every_pair() -> None:
    totals = KnowingTotals(3)
    assert totals.shape("gain") == (3,)
    assert totals.shape("products") == (3, 3)
    totals.add({"games": np.array([4]), "gain": np.array([1, 2, 3])})
    assert (totals.games, totals["gain"].tolist()) == (4, [1, 2, 3])
