"""The random bot takes any legal action; the fuzzer of the engine."""

from __future__ import annotations

import pytest

from mahjong_sim.bots.registry import load_players
from mahjong_sim.designs.batch.job import Job
from mahjong_sim.designs.batch.tally import F_MELD
from mahjong_sim.rules import PRESETS, load
from tongits_sim.run.work import Block


@pytest.mark.parametrize("rules", PRESETS)
def test_it_plays_every_preset_and_makes_every_meld(rules: str) -> None:
    job = Job(load(rules), load_players("random,random,random,random"), 2000)
    played = job.worker().play(Block(0, 0, 2000, 1))
    assert played.fault is None
    melds = played.counts["fields"][:, F_MELD : F_MELD + 7].sum(axis=0)
    wanted = melds[:5] if rules == "manila" else melds
    assert (wanted > 0).all()
    assert played.counts["fields"][:, 2].sum() == 0
