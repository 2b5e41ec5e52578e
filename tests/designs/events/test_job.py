"""The job of an event as a value."""

from __future__ import annotations

import pickle
from typing import Any

import pytest

from tests.designs.events.events import form, job
from tongits_sim.any_game.jobs import JobError


def test_blocks_cover_every_tournament_once() -> None:
    what = job(events=23)
    for size in (None, 1, 5, 100):
        covered = [event for block in what.blocks(size) for event in range(block.first, block.first + block.matches)]
        assert covered == list(range(23))
    assert what.games == 23 * form().games


def test_it_travels_and_states_what_decides_its_numbers() -> None:
    what = job()
    assert pickle.loads(pickle.dumps(what)) == what
    manifest = what.manifest()
    assert manifest["counts"] == [6, 6, 6]
    assert [stage["from"] for stage in manifest["stages"]] == [[], [[0, 1, 6]], [[0, 7, 12]], [[1, 1, 2], [2, 1, 1]]]
    assert manifest != job(seed=2).manifest()


def test_progressive_matches_have_fewer_games_at_most() -> None:
    what = job(rules="pagat+progressive")
    assert what.progressive
    assert what.games == job().games
    assert not job().progressive


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"counts": (6, 6, 5)}, "a tournament of 18 players, not 17"),
        ({"counts": (6, 12)}, "at least one kind"),
        ({"counts": (0, 9, 9)}, "at least one of each"),
        ({"events": 0}, "the number of tournaments"),
        ({"seed": -1}, "the seed"),
        ({"rules": "casino_x", "events": 10**7 + 1}, "the number of tournaments"),
    ],
)
def test_refuses_what_cannot_be_played(changes: dict[str, Any], message: str) -> None:
    with pytest.raises(JobError, match=message):
        job(**changes)
