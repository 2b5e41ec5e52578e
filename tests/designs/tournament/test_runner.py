"""Fields played: the same digits for any number of workers and any blocks, stops, faults."""

from __future__ import annotations

import time

import pytest

from tests.designs.tournament.fields import field
from tests.playing import BAD_BOTS
from tongits_sim.designs.tournament.job import Field
from tongits_sim.designs.tournament.runner import FieldRun, play_field
from tongits_sim.run.backends import BackendError
from tongits_sim.run.faults import BotFault


def played(what: Field, workers: int = 1, **options: object) -> FieldRun:
    """A field, played without a word about compiling."""
    return play_field(what, workers, notice=lambda text: None, **options)  # type: ignore[arg-type]


def test_workers_and_blocks_do_not_change_a_digit() -> None:
    what = field("greedy,caller,random,hunter", 50)
    expected = played(what).sums
    for workers in (1, 2, 3):
        for size in (1, 7, 1000):
            found = played(what, workers, block_deals=size).sums
            assert found == expected


@pytest.mark.parametrize("workers", [1, 2])
def test_stops_where_it_is_told(workers: int) -> None:
    run = played(field(deals=100), workers, block_deals=10, look=lambda sums: sums.deals >= 30)
    assert run.stopped_early
    assert run.sums.deals == 30


def test_tells_how_far_it_is() -> None:
    calls: list[tuple[int, int]] = []
    played(field(deals=40), 2, block_deals=10, progress=lambda done, total: calls.append((done, total)))
    assert calls[-1] == (240, 240)
    assert calls == sorted(calls)


def test_a_fault_ends_the_run() -> None:
    with pytest.raises(BotFault, match="broke rule R2"):
        played(field(f"greedy,{BAD_BOTS}:late", 40), 2)


def test_a_bot_that_does_not_answer_is_given_up() -> None:
    began = time.monotonic()
    with pytest.raises(BotFault, match="it does not answer"):
        played(field(f"{BAD_BOTS}:sleeps,greedy", 1), bot_timeout=0.3)
    assert time.monotonic() - began < 30


def test_refuses_impossible_workers() -> None:
    with pytest.raises(BackendError):
        played(field(), 0)
