"""Games with forks, and branches, played by a specialised engine are the same, and so are their faults."""

from __future__ import annotations

from typing import Any

import pytest

from tests.designs.forks.forking import forks
from tests.playing import BAD_BOTS
from tongits_sim.designs import specialised
from tongits_sim.designs.forks.job import ForkJob
from tongits_sim.designs.forks.specialised import FORK, RESUME
from tongits_sim.designs.forks.worker import Worker
from tongits_sim.designs.specialised import build
from tongits_sim.run.work import Block, Played

PLAYERS = "docs/examples/my_bots.py:shy,greedy,greedy"  # one of them called by its address
BLOCK = Block(0, 0, 60, 1)


def both(monkeypatch: pytest.MonkeyPatch, work: ForkJob, block: Block) -> tuple[Worker, Played, Played]:
    """A worker with specialised engines, what it played, and what the general engine played."""
    with monkeypatch.context() as patched:
        patched.setattr(specialised, "address", lambda engine: 0)
        general = Worker(work)
        expected = general.play(block)
        assert general.state["play"][0] == 0
    worker = Worker(work)
    for engine in worker._engines:
        build(engine)
    return worker, worker.play(block), expected


def counts(played: Played) -> dict[str, Any]:
    return {name: each.tolist() for name, each in played.counts.items()}


@pytest.mark.parametrize(
    ("decision", "changes"),
    [
        ("call", {"rule": ((20.0,) * 3,) * 18}),
        ("respond", {"slots": (0, 2)}),
        ("lay", {"hold_turns": 2}),
        ("lay", {"placebo": True}),
        ("discard", {}),
        ("discard", {"placebo": True}),
    ],
)
def test_the_same_forks_are_played(monkeypatch: pytest.MonkeyPatch, decision: str, changes: dict[str, Any]) -> None:
    work = forks(decision, players=PLAYERS, **changes)
    worker, played, expected = both(monkeypatch, work, BLOCK)
    assert counts(played) == counts(expected)
    assert int(played.counts["branches"].sum()) > 20
    assert worker.state["play"][0] != 0
    assert {engine.kernel for engine in worker._engines} == {FORK}


def test_a_branch_of_a_long_match_remembers_its_games(monkeypatch: pytest.MonkeyPatch) -> None:
    work = forks("call", players=PLAYERS, match_games=5)
    _, played, expected = both(monkeypatch, work, Block(0, 0, 20, 5))
    assert counts(played) == counts(expected)


def test_rows_are_kept_of_games_that_stop_at_each_decision(monkeypatch: pytest.MonkeyPatch) -> None:
    work = forks("discard", players=PLAYERS, keep_rows=True)
    worker, played, expected = both(monkeypatch, work, BLOCK)
    assert counts(played) == counts(expected)
    assert played.rows is not None
    assert expected.rows is not None
    assert {name: each.tolist() for name, each in played.rows.items()} == {
        name: each.tolist() for name, each in expected.rows.items()
    }
    assert {engine.kernel for engine in worker._engines} == {RESUME}
    assert worker.state["play"][0] == 0


def test_a_fault_of_a_game_or_of_a_branch_is_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    work = forks("call", players=f"{BAD_BOTS}:late,greedy,greedy", games=300)
    worker, played, expected = both(monkeypatch, work, Block(0, 0, 100, 1))
    assert expected.fault is not None
    assert played.fault == expected.fault
    assert counts(played) == counts(expected)
    faults = int(worker.table["faults"][0])
    assert faults == 100 - int(played.counts["matches"][0])
    assert worker.table["watched"][0] == 0
    with monkeypatch.context() as patched:
        patched.setattr(specialised, "address", lambda engine: 0)
        general = Worker(work)
        details = set()
        for number in range(60):
            block = Block(0, number, 1, 1)
            fault = worker.play(block).fault
            assert fault == general.play(block).fault
            details |= {fault.detail} if fault else set()
    assert any("in a branch of this game" in detail for detail in details)
    assert any("in a branch of this game" not in detail for detail in details)
