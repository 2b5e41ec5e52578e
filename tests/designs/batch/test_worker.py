"""Blocks: a worker's own records, and faults where they happened."""

from __future__ import annotations

import pytest

from tests.playing import BAD_BOTS, job
from tongits_sim.designs.batch.totals import ARRAYS, BatchTotals
from tongits_sim.designs.batch.worker import Worker
from tongits_sim.run.totals import Counts
from tongits_sim.run.work import Block
from tongits_sim.run.workers import play


def games(counts: Counts) -> int:
    """Games counted."""
    return BatchTotals().games_of(counts)


def test_a_block_is_what_its_matches_are() -> None:
    what = job(games=60)
    whole = play(what, Block(0, 10, 6, 1)).counts
    parts = [play(what, Block(number, 10 + number, 1, 1)).counts for number in range(6)]
    for name in ARRAYS:
        assert (whole[name] == sum(part[name] for part in parts)).all()
    assert games(whole) == 6


def test_an_empty_block_counts_nothing() -> None:
    played = play(job(), Block(0, 0, 0, 1))
    assert games(played.counts) == 0
    assert not any(played.counts[name].any() for name in ARRAYS)


@pytest.mark.parametrize("bot", ["cheat", "late", "raises", "meddles"])
def test_a_fault_says_where_and_the_rest_is_counted(bot: str) -> None:
    what = job(players=f"greedy,{BAD_BOTS}:{bot},caller", games=60, seed=3)
    played = play(what, Block(0, 0, 60, 1))
    fault = played.fault
    assert fault is not None
    assert (fault.slot, fault.label, fault.decision) == (1, bot, "discard")
    assert what.seatings[fault.match % 3][fault.seat] == 1
    assert games(played.counts) < 60
    # The first fault is the first: all matches before it are whole.
    before = play(what, Block(0, 0, fault.match, 1))
    assert before.fault is None
    assert games(before.counts) == fault.match
    alone = play(what, Block(0, fault.match, 1, 1))
    assert alone.fault == fault


def test_a_fault_does_not_linger() -> None:
    what = job(players=f"greedy,{BAD_BOTS}:late,caller", games=60, seed=3)
    one = Worker(what)
    first = one.play(Block(0, 0, 60, 1))
    assert first.fault is not None
    good = [number for number in range(60) if one.play(Block(0, number, 1, 1)).fault is None]
    assert good
