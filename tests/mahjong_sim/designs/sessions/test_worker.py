"""The worker of sessions: sums and histograms of what they bring."""

from __future__ import annotations

import numpy as np

from mahjong_sim.bots.registry import load_players
from mahjong_sim.designs.sessions.job import SessionsJob
from mahjong_sim.designs.sessions.totals import BIN
from mahjong_sim.designs.sessions.worker import counted
from mahjong_sim.rules import load
from tongits_sim.run.work import Block


def test_sums_and_bins() -> None:
    out = np.zeros((3, 4, 4), np.int64)
    out[:, 1] = [[-100, -130, 7, 0], [50, 0, 9, 1], [-1, -BIN, 4, 0]]
    counts = counted(out)
    assert counts["sums"][1].tolist() == [-51, 12501, 20, 1]
    assert counts["below"].tolist() == [0, 2, 0, 0]
    # 130 cents are in the sixth bin of 25, rounded up; a session that never fell below 0 is in the first.
    assert {place: int(n) for place, n in enumerate(counts["lowest"][1]) if n} == {0: 1, 1: 1, 6: 1}


def test_the_cut_into_blocks_changes_nothing() -> None:
    job = SessionsJob(load("visayan"), load_players("greedy,greedy,greedy,greedy"), 6, 5)
    whole = job.worker().play(Block(0, 0, 6, 5)).counts
    parts = [job.worker().play(Block(n, 3 * n, 3, 5)).counts for n in range(2)]
    for name in whole:
        assert (parts[0][name] + parts[1][name] == whole[name]).all()
