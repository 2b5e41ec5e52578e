"""Blocks of a field, and faults where they happened."""

from __future__ import annotations

import pytest

from tests.designs.tournament.fields import field
from tests.playing import BAD_BOTS
from tongits_sim.designs.tournament.worker import Worker
from tongits_sim.run.work import Block


def test_a_block_is_what_its_deals_are() -> None:
    what = field(deals=9)
    worker = Worker(what)
    whole, parts = what.empty(), what.empty()
    whole.add(worker.play(Block(0, 0, 9, 1)).counts)
    parts.add(worker.play(Block(0, 0, 4, 1)).counts)
    parts.add(worker.play(Block(1, 4, 5, 1)).counts)
    assert whole.deals == 9
    assert whole == parts


@pytest.mark.parametrize("bot", ["late", "meddles"])
def test_a_fault_says_where(bot: str) -> None:
    what = field(f"greedy,{BAD_BOTS}:{bot},caller", 40)
    fault = Worker(what).play(Block(0, 0, 40, 1)).fault
    assert fault is not None
    assert fault.label == bot
    assert "--fixed-seats" in fault.replay
    assert fault.replay.partition("--players ")[2].count(",") == 2
