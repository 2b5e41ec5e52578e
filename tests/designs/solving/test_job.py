"""Solving jobs are values, cut into blocks, and refuse what cannot be."""

from __future__ import annotations

import pickle

import pytest

from tests.designs.solving.solving import grids, solving
from tongits_sim.any_game.jobs import JobError
from tongits_sim.profiles.cells import KINDS
from tongits_sim.profiles.profile import Grid


def test_a_job_is_a_value() -> None:
    job = solving()
    assert pickle.loads(pickle.dumps(job)) == job
    assert job.manifest() == solving().manifest()
    assert job.manifest() != solving(profiles=(grids(0.5),)).manifest()


def test_blocks_follow_each_other_from_the_first_match() -> None:
    blocks = list(solving(games=100, first=50, match_games=1).blocks(30))
    assert [(block.first, block.matches) for block in blocks] == [(50, 30), (80, 30), (110, 30), (140, 10)]


def test_refused() -> None:
    with pytest.raises(JobError, match="played for a score"):
        solving("pagat+progressive")
    with pytest.raises(JobError, match="the same grids"):
        solving(profiles=(grids(), grids()[:1]))
    with pytest.raises(JobError, match="every cell of every grid"):
        solving(decided=(b"\0", b"\0"))
    cells = tuple(
        Grid(kind, (("count", tuple(range(250))), ("stock", tuple(range(100)))), bytes(100_000)) for kind in KINDS
    )
    with pytest.raises(JobError, match="all grids together"):
        solving(profiles=(cells,))
