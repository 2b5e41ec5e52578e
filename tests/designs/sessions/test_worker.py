"""Blocks of sessions: products of rows, and faults where they happened."""

from __future__ import annotations

import pytest

from tests.designs.sessions.playing import sessions_job
from tests.playing import BAD_BOTS
from tongits_sim.designs.sessions.layout import C
from tongits_sim.run.work import Block


def test_products_are_of_the_rows() -> None:
    worker = sessions_job().worker()
    blocks = [worker.play(Block(0, number, 1, 20)).counts for number in range(4)]
    whole = worker.play(Block(0, 0, 4, 20)).counts
    payout = C["payout_1"]
    assert int(whole["products"][payout, payout]) == sum(int(each["sums"][payout]) ** 2 for each in blocks)


@pytest.mark.parametrize("bot", ["late", "meddles"])
def test_a_fault_says_where(bot: str) -> None:
    what = sessions_job(players=f"greedy,{BAD_BOTS}:{bot},caller", games=40, match_games=1)
    fault = what.worker().play(Block(0, 0, 40, 1)).fault
    assert fault is not None
    assert fault.label == bot
    assert "--fixed-seats" in fault.replay
