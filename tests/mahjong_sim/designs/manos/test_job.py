"""Deals with each seat as mano, as a value."""

from __future__ import annotations

import pickle

import pytest

from mahjong_sim.bots.registry import load_players
from mahjong_sim.designs.manos.job import ManoJob
from mahjong_sim.rules import load
from tongits_sim.any_game.jobs import JobError

PLAYERS = load_players("greedy,greedy,greedy,random")


def test_a_job_travels() -> None:
    job = ManoJob(load("visayan"), PLAYERS, 300)
    assert pickle.loads(pickle.dumps(job)).manifest() == job.manifest()
    assert sum(block.matches for block in job.blocks()) == job.games == 300


def test_four_players_are_needed() -> None:
    with pytest.raises(JobError, match="four players, not 2"):
        ManoJob(load("visayan"), PLAYERS[:2])
