"""The worker of paired arms: equal arms bring equal sums, and only whole matches count."""

from __future__ import annotations

import numpy as np

from mahjong_sim.bots.registry import load_players
from mahjong_sim.designs.paired.job import Arm, PairedJob
from mahjong_sim.rules import load

PLAYERS = load_players("greedy,random,random,random")


def test_equal_arms_are_equal_and_products_are_squares() -> None:
    rules = load("visayan")
    job = PairedJob((Arm("a", rules, PLAYERS), Arm("b", rules, PLAYERS)), 12)
    worker = job.worker()
    counts = worker.play(next(job.blocks())).counts
    assert counts["games"].tolist() == [12]
    assert counts["x"][0].tolist() == counts["x"][1].tolist()
    assert counts["first"][1].tolist() == counts["xx"][0].tolist()
    assert np.all(counts["pairs"] == counts["xx"][0, 0])
    assert counts["rounds"].tolist() == [48, 48]
    assert not worker.busy
