"""Blocks of a pairing, and faults where they happened."""

from __future__ import annotations

import pytest

from tests.designs.paired.pairings import pairing
from tests.playing import BAD_BOTS
from tongits_sim.designs.paired.worker import Worker
from tongits_sim.run.work import Block


def test_a_block_is_what_its_deals_are() -> None:
    worker = Worker(pairing())
    whole = worker.play(Block(0, 0, 9, 1)).counts
    parts = [worker.play(Block(0, 0, 4, 1)).counts, worker.play(Block(1, 4, 5, 1)).counts]
    for name in whole:
        assert (whole[name] == parts[0][name] + parts[1][name]).all()


def test_an_arm_does_not_hear_of_the_others() -> None:
    together = Worker(pairing(["call.timing=end", "jokers.count=2"])).play(Block(0, 0, 9, 1)).counts
    alone = Worker(pairing(["jokers.count=2"])).play(Block(0, 0, 9, 1)).counts
    assert (together["sums"][2] == alone["sums"][1]).all()


@pytest.mark.parametrize("bot", ["late", "meddles"])
def test_a_fault_says_where_and_its_block_does_not_count(bot: str) -> None:
    played = Worker(pairing(players=f"greedy,{BAD_BOTS}:{bot},caller")).play(Block(0, 0, 40, 1))
    assert played.fault is not None
    assert played.fault.label == bot
    assert "--fixed-seats" in played.fault.replay
    assert played.counts["deals"].sum() == 0
