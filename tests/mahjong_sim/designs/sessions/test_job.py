"""Sessions as a value."""

from __future__ import annotations

import pickle

import pytest

from mahjong_sim.bots.registry import load_players
from mahjong_sim.designs.sessions.job import SessionsJob
from mahjong_sim.rules import load
from tongits_sim.any_game.jobs import JobError

PLAYERS = load_players("greedy,greedy,greedy,random")


def test_a_job_travels_and_its_blocks_are_sessions() -> None:
    job = SessionsJob(load("visayan"), PLAYERS, 100, 8)
    assert pickle.loads(pickle.dumps(job)).manifest() == job.manifest()
    blocks = list(job.blocks())
    assert sum(block.matches for block in blocks) == job.games == 100
    assert {block.games for block in blocks} == {8}


def test_what_cannot_be_played_is_refused() -> None:
    with pytest.raises(JobError, match="four players, not 1"):
        SessionsJob(load("visayan"), PLAYERS[:1])
    with pytest.raises(JobError, match="games in a session"):
        SessionsJob(load("visayan"), PLAYERS, 5, 0)
