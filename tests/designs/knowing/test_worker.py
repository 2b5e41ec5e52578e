"""A block of deals: the same digits however it is cut, and no gain for a bot that breaks the rules."""

from __future__ import annotations

import numpy as np

from tests.designs.knowing.shown import knowing
from tests.playing import BAD_BOTS, play_work
from tongits_sim.run.work import Block


def test_blocks_and_workers_do_not_matter() -> None:
    job = knowing(games=12)
    whole = play_work(job, workers=1).totals
    assert play_work(job, workers=1, block_size=5).totals == whole
    assert play_work(job, workers=2, block_size=3).totals == whole
    assert whole["games"][0] == 12
    assert whole["thoughts"][0] > 12


def test_the_products_are_those_of_the_deals() -> None:
    job = knowing(games=6)
    gains = np.array([int(job.worker().play(Block(0, number, 1, 1)).counts["gain"][0]) for number in range(6)])
    counts = job.worker().play(Block(0, 0, 6, 1)).counts
    assert counts["gain"][0] == gains.sum()
    assert counts["products"][0, 0] == (gains * gains).sum()
    assert gains.any()


def test_a_fault_names_the_bot_and_counts_nothing() -> None:
    played = knowing(player=f"{BAD_BOTS}:cheat").worker().play(Block(0, 0, 20, 1))
    assert played.fault is not None
    assert "cheat" in played.fault.sentence()
    assert "shown hidden cards" in played.fault.detail
    assert not any(np.any(counts) for counts in played.counts.values())
