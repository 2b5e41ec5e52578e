"""Branches played by a specialised engine are the same branches."""

from __future__ import annotations

import pytest

from tests.designs.forks.forking import forks
from tongits_sim.designs import specialised
from tongits_sim.designs.forks.specialised import RESUME
from tongits_sim.designs.forks.worker import Worker
from tongits_sim.designs.specialised import build
from tongits_sim.run.work import Block

BLOCK = Block(0, 0, 60, 1)


@pytest.mark.parametrize(("decision", "placebo"), [("call", False), ("lay", False), ("discard", True)])
def test_the_same_branches_are_played(monkeypatch: pytest.MonkeyPatch, decision: str, placebo: bool) -> None:
    work = forks(decision, placebo=placebo, players="greedy,greedy,greedy")
    with monkeypatch.context() as patched:
        patched.setattr(specialised, "address", lambda engine: 0)
        general = Worker(work)
        expected = general.play(BLOCK)
    worker = Worker(work)
    for engine in worker._engines:
        build(engine)
    played = worker.play(BLOCK)
    assert {name: each.tolist() for name, each in played.counts.items()} == {
        name: each.tolist() for name, each in expected.counts.items()
    }
    assert int(played.counts["branches"].sum()) > 20
    new, old = (each._fork["branch"]["resume"][0] for each in (worker, general))
    assert new != old
    assert any(engine.kernel == RESUME for engine in worker._engines)
