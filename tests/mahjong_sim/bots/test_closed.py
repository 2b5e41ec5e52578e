"""The closed bot takes no discard but to win."""

from __future__ import annotations

from mahjong_sim.bots.registry import load_players
from mahjong_sim.designs.batch.job import Job
from mahjong_sim.designs.batch.tally import F_MELD
from mahjong_sim.melds import SECRET
from mahjong_sim.rules import load
from tongits_sim.run.work import Block


def test_its_only_melds_are_secrets() -> None:
    job = Job(load("visayan"), load_players("closed,greedy,greedy,greedy"), 60)
    fields = job.worker().play(Block(0, 0, 60, 1)).counts["fields"]
    melds = fields[:, F_MELD : F_MELD + 7]
    assert [int(each) for each in melds[0]][: int(SECRET) - 1] == [0, 0, 0]
    assert melds[0][4:].sum() == 0
    assert melds[1:].sum() > 0
