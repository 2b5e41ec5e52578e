"""Blocks of a field, and faults where they happened."""

from __future__ import annotations

import pytest

from tests.field.fields import field
from tests.playing import BAD_BOTS
from tongits_sim.field.worker import FieldWorker
from tongits_sim.job import Block


def test_a_block_is_what_its_deals_are() -> None:
    worker = FieldWorker(field(deals=9))
    whole = worker.play(Block(0, 0, 9, 1)).sums
    first, second = worker.play(Block(0, 0, 4, 1)).sums, worker.play(Block(1, 4, 5, 1)).sums
    first.add(second)
    for name in (
        "deals",
        "cells",
        "clusters",
        "singles",
        "totals",
        "hist",
        "sums",
        "products",
        "cross",
        "met",
        "met_sq",
    ):
        left, right = getattr(whole, name), getattr(first, name)
        assert (left == right).all() if hasattr(left, "all") else left == right


@pytest.mark.parametrize("bot", ["late", "meddles"])
def test_a_fault_says_where(bot: str) -> None:
    what = field(f"greedy,{BAD_BOTS}:{bot},caller", 40)
    fault = FieldWorker(what).play(Block(0, 0, 40, 1)).fault
    assert fault is not None
    assert fault.label == f"{BAD_BOTS}:{bot}"
    assert "--fixed-seats" in fault.replay
    assert fault.replay.partition("--players ")[2].count(",") == 2


def test_a_stopped_worker_plays_nothing() -> None:
    worker = FieldWorker(field())
    worker.stopped = True
    assert worker.play(Block(0, 0, 5, 1)).sums.games == 0
