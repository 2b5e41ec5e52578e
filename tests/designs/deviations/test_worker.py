"""A worker's bots that break the rules are named, also where they only lend their answers."""

from __future__ import annotations

import pytest

from tests.designs.deviations.deviating import deviations
from tests.playing import BAD_BOTS
from tongits_sim.run.work import Block


@pytest.mark.parametrize("bot", ["cheat", "raises", "meddles"])
def test_a_fault_names_the_bot(bot: str) -> None:
    job = deviations(player=f"{BAD_BOTS}:{bot}", games=40)
    played = job.worker().play(Block(0, 0, 40, 1))
    assert played.fault is not None
    assert bot in played.fault.sentence()
    assert "one seat deviated" in played.fault.detail
