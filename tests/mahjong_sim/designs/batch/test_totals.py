"""What a batch counted, merged."""

from __future__ import annotations

import numpy as np

from mahjong_sim.designs.batch.tally import FIELDS
from mahjong_sim.designs.batch.totals import ARRAYS, BatchTotals


def test_totals_add_up_by_slot() -> None:
    totals = BatchTotals()
    fields = np.zeros((4, len(FIELDS)), np.int64)
    fields[1, FIELDS.index("wins")] = 3
    fields[2, FIELDS.index("wins")] = 4
    totals.add({"fields": fields, "endings": np.array([1, 4, 2, 0])})
    assert (totals.games, totals.field("wins"), totals.field("wins", 2), totals.field("wins", 0, 1)) == (7, 7, 4, 3)
    assert set(totals) == set(ARRAYS)
