"""A worker's bots that break the rules are named, with a game to play again."""

from __future__ import annotations

import pytest

from tests.designs.solving.solving import solving
from tests.playing import BAD_BOTS
from tongits_sim.run.work import Block


def test_a_fault_names_the_bot() -> None:
    job = solving(players=f"{BAD_BOTS}:cheat,greedy,greedy", games=40)
    played = job.worker().play(Block(0, 0, 40, 1))
    assert played.fault is not None
    assert "cheat" in played.fault.sentence()


@pytest.mark.parametrize(("bot", "decision"), [("shouts", "call"), ("shrugs", "respond")])
def test_an_answer_that_is_none_is_refused_by_the_engine(bot: str, decision: str) -> None:
    """A bot that answers 7 to a call or a challenge while its habits are counted: that decision counts nowhere."""
    job = solving(players=f"{BAD_BOTS}:{bot},caller,caller", plays=(-1, -1, -1), counted=(True, False, False), games=60)
    played = job.worker().play(Block(0, 0, 60, 1))
    assert played.fault is not None
    assert bot in played.fault.sentence()
    assert f"at its {decision}" in played.fault.sentence()
    first = 0 if decision == "call" else job.grids[0].cells
    cells = played.counts["cells"][first : first + job.grids[decision == "respond"].cells]
    assert cells[:, 0].sum() == 0


def test_locked_slots_play_as_they_are() -> None:
    job = solving(plays=(0, -1, -1), counted=(True, False, False), games=30)
    played = job.worker().play(Block(0, 0, 30, 1))
    assert played.fault is None
    assert int(played.counts["games"][0]) == 30
    assert played.counts["branches"][0] == played.counts["cells"][:, 0].sum()
