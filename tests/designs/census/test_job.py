"""A census as a value: blocks, the same digits anywhere, what is refused, faults where they happened."""

from __future__ import annotations

import pickle
from pathlib import Path
from typing import Any

import pytest

from tests.designs.census.counting import census, counted
from tests.playing import play_work
from tongits_sim.any_game.jobs import JobError
from tongits_sim.designs.census.totals import CensusTotals


def test_blocks_and_workers_do_not_change_a_digit() -> None:
    what = census(games=400, match_games=2)
    expected = counted(what).totals
    assert expected.games == 402  # whole matches, as many in every seating
    worker = what.worker()
    for size in (1, 7, 1000):
        totals = CensusTotals()
        for block in what.blocks(size):
            totals.add(worker.play(block).counts)
        assert totals == expected
    assert counted(what, 3).totals == expected


def test_blocks_hold_whole_sessions() -> None:
    what = census(games=700, match_games=2, together=7)
    expected = counted(what).totals
    worker = what.worker()
    totals = CensusTotals()
    for block in what.blocks(1):
        assert block.matches == 7
        totals.add(worker.play(block).counts)
    assert totals == expected


def test_seats_are_shared() -> None:
    assert len(census(players="greedy,caller,hunter").seatings) == 6
    assert len(census(players="greedy,greedy,greedy").seatings) == 3
    assert census(players="greedy,caller,hunter", games=100).matches == 102
    assert census(players="greedy,caller,hunter", games=100, duplicate=True).matches == 17


@pytest.mark.parametrize("rules", ["pagat", "online", "rulesofcards"])
def test_bins_of_a_session_are_round_and_fine(rules: str) -> None:
    for games in (1, 100, 10_000):
        width = census(rules, games=games, match_games=games).width
        assert str(width).strip("0") in ("1", "2", "5")


@pytest.mark.parametrize(
    ("rules", "changes", "message"),
    [
        ("pagat+progressive", {}, "played for a score"),
        ("pagat", {"match_games": 10, "marks": (11,)}, "none later than the end of the session"),
        ("pagat", {"seed": -1}, "seed"),
        ("pagat", {"together": 0}, "at least one match"),
        ("pagat", {"together": 2, "duplicate": True}, "exactly one"),
        ("pagat", {"match_games": 10**6, "duplicate": True}, "too much for exact sums"),
    ],
)
def test_refuses_what_cannot_be_counted(rules: str, changes: dict[str, Any], message: str) -> None:
    with pytest.raises(JobError, match=message):
        census(rules, **changes).worker()


def test_a_census_travels_and_is_resumed(tmp_path: Path) -> None:
    what = census(games=300, match_games=3)
    assert pickle.loads(pickle.dumps(what)) == what
    expected = play_work(what, workers=1).totals
    assert play_work(what, workers=2, backend="loky").totals == expected
    for _ in range(2):
        run = play_work(what, workers=1, out=tmp_path / "run", resume=True, block_size=40)
        assert run.totals == expected
    assert run.played == 0
    assert what.games == expected.games == 306


def test_a_manifest_is_what_decides_the_numbers() -> None:
    assert census().manifest() == census().manifest()
    assert census().manifest() != census(seed=2).manifest()
