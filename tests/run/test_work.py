"""Works: values that travel, and what their digests follow."""

from __future__ import annotations

import pickle
from typing import Any

import pytest

from tests.designs.census.counting import census
from tests.designs.tournament.fields import field
from tests.playing import job
from tongits_sim.run.work import Block, Work, described

WORKS: list[Work[Any]] = [
    job(players="greedy(call_at=5),docs/examples/my_bots.py:shy,random"),
    field("greedy,miser"),
    census(games=100, match_games=3),
]


@pytest.mark.parametrize("work", WORKS)
def test_a_work_is_a_value(work: Work[Any]) -> None:
    again = pickle.loads(pickle.dumps(work))
    assert again == work
    assert again.manifest() == work.manifest()
    assert list(again.blocks()) == list(work.blocks())
    assert b"hook" not in pickle.dumps(work)


@pytest.mark.parametrize("work", WORKS)
def test_a_worker_counts_what_the_totals_hold(work: Work[Any]) -> None:
    totals = work.empty()
    worker = work.worker()
    for block in work.blocks():
        totals.add(worker.play(block).counts)
    assert totals.games == work.games
    assert not worker.busy


def test_players_are_described_with_their_sources() -> None:
    one, other, _ = described(job(players="greedy(call_at=5),docs/examples/my_bots.py:shy,greedy").players)
    assert one["params"]["call_at"] == 5
    assert other["origin"] == "docs/examples/my_bots.py"
    assert len({one["source"], other["source"]}) == 2


def test_works_of_one_program_have_one_digest() -> None:
    assert job().program() == job(games=5).program() != field().program()
    assert Block(0, 1, 2, 3).matches == 2
