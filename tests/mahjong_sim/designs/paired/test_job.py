"""Paired arms as a value."""

from __future__ import annotations

import pickle

import pytest

from mahjong_sim.bots.registry import load_players
from mahjong_sim.designs.paired.job import Arm, PairedJob
from mahjong_sim.rules import load
from tongits_sim.any_game.jobs import JobError

EQUAL = load_players("random,random,random,random")
MIXED = load_players("greedy,random,random,random")


def arm(players: object = EQUAL) -> Arm:
    return Arm("one", load("visayan"), players)  # type: ignore[arg-type]


def test_equal_players_need_no_rotation() -> None:
    assert PairedJob((arm(),), 5).games_per_deal == 1
    assert PairedJob((arm(), arm(MIXED)), 5, match_games=3).games_per_deal == 12


def test_blocks_count_deals() -> None:
    blocks = list(PairedJob((arm(),), 300, match_games=4).blocks())
    assert sum(block.matches for block in blocks) == 300
    assert {block.games for block in blocks} == {4}


def test_a_job_travels() -> None:
    job = PairedJob((arm(), arm(MIXED)), 5)
    assert pickle.loads(pickle.dumps(job)).manifest() == job.manifest()
    assert len(job.players) == 8


def test_a_job_that_cannot_be_played_is_refused() -> None:
    with pytest.raises(JobError, match="four players, not 2"):
        PairedJob((arm(EQUAL[:2]),))
    with pytest.raises(JobError, match="number of arms"):
        PairedJob(())
