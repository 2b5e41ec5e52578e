"""The caller claims more than the greedy bot."""

from __future__ import annotations

from mahjong_sim.bots.registry import load_players
from mahjong_sim.designs.batch.job import Job
from mahjong_sim.designs.batch.tally import F_MELD
from mahjong_sim.rules import load
from tongits_sim.run.work import Block


def test_it_melds_more() -> None:
    job = Job(load("visayan"), load_players("caller,greedy,caller,greedy"), 60)
    fields = job.worker().play(Block(0, 0, 60, 1)).counts["fields"]
    taken = fields[:, F_MELD : F_MELD + 3].sum(axis=1)  # chows, pungs, kangs
    assert taken[0] + taken[2] > taken[1] + taken[3]
