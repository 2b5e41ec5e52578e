"""A worker: says where it is, and whose fault it was."""

from __future__ import annotations

from tests.designs.forks.forking import forks
from tongits_sim.designs.forks.worker import proposal_address
from tongits_sim.run.work import Block


def test_says_how_far_it_is() -> None:
    worker = forks("call").worker()
    assert worker.progress() == (0, 0)
    worker.play(Block(0, 5, 3, 1))
    assert worker.progress() == (7, 3)
    assert not worker.busy


def test_a_bot_that_cheats_is_named_with_its_game() -> None:
    job = forks("call", players="greedy,tests/bots/bad_bots.py:cheat,greedy")
    fault = job.worker().play(Block(0, 0, 30, 1)).fault
    assert fault is not None
    assert "cheat" in fault.label
    assert "To play that game again: tongits records" in fault.sentence()


def test_a_block_starts_from_nothing() -> None:
    worker = forks("call").worker()
    first = worker.play(Block(0, 0, 20, 1)).counts
    worker.play(Block(1, 20, 20, 1))
    again = worker.play(Block(0, 0, 20, 1)).counts
    assert all((first[name] == again[name]).all() for name in first)


def test_a_proposal_is_compiled_by_its_name() -> None:
    assert proposal_address("strategies.hooks:lay_to_open") != 0
