"""The worker of a batch: the same games however they are cut, and money that adds up."""

from __future__ import annotations

import numpy as np
import pytest

from mahjong_sim.bots.registry import load_players
from mahjong_sim.designs.batch.job import Job
from mahjong_sim.designs.batch.totals import ARRAYS, BatchTotals
from mahjong_sim.rules import load


@pytest.mark.parametrize(("changes", "length"), [((), 1), (("jai_alai.share=1",), 5)])
def test_no_number_depends_on_the_cut(changes: tuple[str, ...], length: int) -> None:
    job = Job(load("visayan", changes), load_players("random,greedy,random,random"), 60, 4, length)
    runs = []
    for size in (None, 1, 7):
        worker, totals = job.worker(), BatchTotals()
        for block in reversed(list(job.blocks(size))):
            totals.add(worker.play(block).counts)
        runs.append(totals)
    assert runs[0] == runs[1] == runs[2]
    assert runs[0].games == 60
    assert runs[0].field("payout") == 0
    assert runs[0].field("games") == 240


def test_counts_have_the_shapes_of_totals() -> None:
    job = Job(load("visayan"), load_players("random,random,random,random"), 8)
    worker = job.worker()
    counts = worker.play(next(job.blocks())).counts
    assert set(counts) == set(ARRAYS)
    assert worker.progress() == (7, 8)
    assert not worker.busy
    assert np.sum(counts["endings"]) == 8
