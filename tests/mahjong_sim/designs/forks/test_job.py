"""Forks as a value."""

from __future__ import annotations

import pickle

import pytest

from mahjong_sim.designs.forks.job import Binning, Bins
from tests.mahjong_sim.asked import fork_job
from tongits_sim.any_game.jobs import JobError


def test_bins_say_where_they_lie() -> None:
    bins = Bins("shanten", (0, 1, 2))
    assert [bins.coordinate(place) for place in range(3)] == [
        {"shanten": 0},
        {"shanten": 1},
        {"shanten": 2, "shanten_to": None},
    ]
    assert Bins("own_turn", (0, 4, 8)).coordinate(0) == {"own_turn": 0, "own_turn_to": 3}
    assert Bins("meld", (1, 2), ("chow", "pung")).coordinate(1) == {"meld": "pung"}


def test_binnings_have_cells() -> None:
    assert Binning("all").cells == 1
    assert Binning("two", (Bins("pairs", (0, 3)), Bins("shanten", (0, 1, 2)))).shape == (2, 3)


def test_a_job_travels() -> None:
    job = fork_job("tries", 300)
    assert pickle.loads(pickle.dumps(job)).manifest() == job.manifest()
    assert sum(block.matches for block in job.blocks()) == 300


def test_what_cannot_be_played_is_refused() -> None:
    with pytest.raises(JobError, match="must be one of claims"):
        fork_job("wins")
    with pytest.raises(JobError, match="need 1 other players, not 0"):
        fork_job("open", others=())
    with pytest.raises(JobError, match="is not a feature"):
        Bins("luck", (0,))
    with pytest.raises(JobError, match="increasing"):
        Bins("pairs", (3, 2))
    with pytest.raises(JobError, match="2 bins and 1 names"):
        Bins("pairs", (0, 3), ("few",))
