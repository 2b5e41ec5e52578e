"""What forks counted: arrays for what a block counts, moments with names."""

from __future__ import annotations

import numpy as np

from tests.columns import columns
from tests.designs.forks.forking import forks
from tongits_sim.designs.forks.layout import N_MOMENTS
from tongits_sim.designs.forks.totals import ForkTotals
from tongits_sim.run.work import Block


def test_holds_what_a_block_counts() -> None:
    job = forks("call")
    counts = job.worker().play(Block(0, 0, 20, 1)).counts
    totals = job.empty()
    totals.add(counts)
    assert set(counts) == set(totals)
    assert (totals.games, int(totals["matches"][0])) == (20, 20)


def test_moments_have_names() -> None:
    names = columns(ForkTotals(1), "cells", np.arange(N_MOMENTS))["moment"]
    assert names[:5] == ["n", "nn", "d:payout", "nd:payout", "dd:payout"]
    assert len(set(names)) == N_MOMENTS
