"""A batch as a value."""

from __future__ import annotations

import pickle

import pytest

from mahjong_sim.bots.registry import load_players
from mahjong_sim.designs.batch.job import Job
from mahjong_sim.rules import load
from tongits_sim.any_game.jobs import JobError

FOUR = load_players("greedy,greedy,random,defender(fold_at=3)")


def test_a_job_is_a_value() -> None:
    job = Job(load("manila"), FOUR, 10, 2)
    assert pickle.loads(pickle.dumps(job)).manifest() == job.manifest()
    assert job.labels == ("greedy", "greedy", "random", "defender(fold_at=3)")
    assert job.options() == "--rules manila --players 'greedy,greedy,random,defender(fold_at=3)'"


def test_seats_rotate_unless_they_are_fixed() -> None:
    assert len(Job(load("visayan"), FOUR).seatings) == 4
    assert Job(load("visayan"), FOUR, fixed_seats=True).seatings == ((0, 1, 2, 3),)


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"players": FOUR[:3]}, "four players, not 3"),
        ({"games": 0}, "number of games"),
        ({"seed": -1}, "seed"),
        ({"match_games": 0}, "in a match"),
    ],
)
def test_a_job_that_cannot_be_played_is_refused(changes: dict[str, object], message: str) -> None:
    settings: dict[str, object] = {"rules": load("visayan"), "players": FOUR}
    with pytest.raises(JobError, match=message):
        Job(**{**settings, **changes})  # type: ignore[arg-type]
