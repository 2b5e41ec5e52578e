"""The totals of sessions: every array that a block counts has its place."""

from __future__ import annotations

import numpy as np

from tests.columns import columns
from tests.designs.sessions.playing import sessions_job
from tongits_sim.designs.sessions.layout import COLUMNS
from tongits_sim.designs.sessions.totals import SessionsTotals
from tongits_sim.run.work import Block


def test_holds_what_a_block_counts() -> None:
    counts = sessions_job().worker().play(Block(0, 0, 3, 20)).counts
    totals = SessionsTotals()
    assert set(counts) == set(totals)
    totals.add(counts)
    assert totals.games == 60
    assert all((totals[name] == counts[name]).all() for name in totals)


def test_columns_have_names() -> None:
    totals = SessionsTotals()
    assert columns(totals, "sums", np.array([0, 1]))["key"] == list(COLUMNS[:2])
    assert columns(totals, "depth", np.array([1])) == {"slot": [0], "bin": [1]}
