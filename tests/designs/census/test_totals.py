"""A census's totals: every array that a block counts has its place, and games are those of the matches' rows."""

from __future__ import annotations

import numpy as np

from tests.columns import columns
from tests.designs.census.counting import census
from tongits_sim.designs.census.layout import COLUMNS
from tongits_sim.designs.census.totals import CensusTotals
from tongits_sim.run.work import Block


def test_holds_what_a_block_counts() -> None:
    counts = census().worker().play(Block(0, 0, 12, 1)).counts
    totals = CensusTotals()
    assert set(counts) == set(totals)
    totals.add(counts)
    assert totals.games == 12
    assert all((totals[name] == counts[name]).all() for name in totals)


def test_columns_have_names() -> None:
    totals = CensusTotals()
    assert columns(totals, "sums", np.array([0, 1]))["key"] == list(COLUMNS[:2])
    assert columns(totals, "events", np.array([0])) == {"group": ["all"], "cause": ["opened"], "turn": [0]}
