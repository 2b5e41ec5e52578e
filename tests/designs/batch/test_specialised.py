"""Whole matches by a specialised engine: a match that a fault ends is ended as by the general one."""

from __future__ import annotations

import pytest

from tests.playing import BAD_BOTS, job
from tongits_sim.designs import specialised
from tongits_sim.designs.batch.specialised import GAMES
from tongits_sim.designs.batch.worker import Worker
from tongits_sim.designs.specialised import build
from tongits_sim.run.work import Block

BLOCK = Block(0, 0, 30, 3)


def test_a_fault_ends_the_same_match(monkeypatch: pytest.MonkeyPatch) -> None:
    work = job("pagat", f"greedy,{BAD_BOTS}:late,greedy", games=90, match_games=3)
    with monkeypatch.context() as patched:
        patched.setattr(specialised, "address", lambda engine: 0)
        expected = Worker(work).play(BLOCK)
    worker = Worker(work)
    for engine in worker._engines:
        if engine.kernel == GAMES:
            build(engine)
    played = worker.play(BLOCK)
    assert worker.table["games"][0] != 0
    assert expected.fault is not None
    assert played.fault == expected.fault
    assert {name: each.tolist() for name, each in played.counts.items()} == {
        name: each.tolist() for name, each in expected.counts.items()
    }


def test_tables_of_rows_are_played_game_by_game() -> None:
    whole, rows = (Worker(job("pagat", games=30, keep_rows=keep)) for keep in (False, True))
    assert GAMES in {engine.kernel for engine in whole._engines}
    assert GAMES not in {engine.kernel for engine in rows._engines}
