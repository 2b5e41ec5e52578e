"""Tournaments played: the same digits for any number of workers and any blocks, stops, faults."""

from __future__ import annotations

import time

import pytest

from tests.designs.tournament.fields import field
from tests.playing import BAD_BOTS, play_work
from tongits_sim.designs.tournament.estimates import TournamentRun
from tongits_sim.run.backends import BackendError
from tongits_sim.run.faults import BotFault


def test_workers_and_blocks_do_not_change_a_digit() -> None:
    what = field("greedy,caller,random,hunter", 50)
    expected = play_work(what, workers=1).totals
    for workers in (1, 2, 3):
        for size in (1, 7, 1000):
            totals = play_work(what, workers=workers, block_size=size).totals
            assert totals == expected


@pytest.mark.parametrize("workers", [1, 2])
def test_stops_where_it_is_told(workers: int) -> None:
    what = field(deals=100)
    run = play_work(what, workers=workers, block_size=10, look=lambda sums: sums.deals >= 30)
    assert run.stopped
    assert run.totals.deals == 30
    read = TournamentRun.of(run, what)
    assert (read.stopped_early, read.sums, read.played) == (True, run.totals, run.played)


def test_tells_how_far_it_is() -> None:
    calls: list[tuple[int, int]] = []
    play_work(field(deals=40), workers=2, block_size=10, progress=lambda done, total: calls.append((done, total)))
    assert calls[-1] == (240, 240)
    assert calls == sorted(calls)


def test_a_fault_ends_the_run() -> None:
    with pytest.raises(BotFault, match="broke rule R2"):
        play_work(field(f"greedy,{BAD_BOTS}:late", 40), workers=2)


def test_a_bot_that_does_not_answer_is_given_up() -> None:
    began = time.monotonic()
    with pytest.raises(BotFault, match="it does not respond"):
        play_work(field(f"{BAD_BOTS}:sleeps,greedy", 1), workers=1, bot_timeout=0.3)
    assert time.monotonic() - began < 30


def test_refuses_impossible_workers() -> None:
    with pytest.raises(BackendError):
        play_work(field(), workers=0)
