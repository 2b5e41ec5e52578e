"""Sessions as a value: blocks, the same digits anywhere, what is refused."""

from __future__ import annotations

import pickle
from pathlib import Path
from typing import Any

import pytest

from tests.designs.sessions.playing import counted, sessions_job
from tests.playing import play_work
from tongits_sim.any_game.jobs import JobError
from tongits_sim.designs.sessions.layout import MOST_STOPS
from tongits_sim.designs.sessions.totals import SessionsTotals


def test_blocks_and_workers_do_not_change_a_digit() -> None:
    what = sessions_job(games=400, match_games=5)
    expected = counted(what).totals
    assert expected.games == 405  # whole matches, as many in every seating
    worker = what.worker()
    for size in (1, 7):
        totals = SessionsTotals()
        for block in what.blocks(size):
            totals.add(worker.play(block).counts)
        assert totals == expected
    assert counted(what, 3).totals == expected


def test_seats_are_shared() -> None:
    assert len(sessions_job(players="greedy,caller,hunter").seatings) == 6
    assert len(sessions_job(players="greedy,greedy,greedy").seatings) == 3
    assert sessions_job(players="greedy,caller,hunter", games=200).matches == 12
    twice = sessions_job(players="greedy,caller,hunter", games=200, duplicate=True)
    assert (twice.matches, twice.games) == (2, 240)


def test_stops_end_a_session() -> None:
    for games in (1, 7, 16, 100, 333):
        stops = sessions_job(games=games, match_games=games).stops
        assert stops[-1] == games
        assert len(stops) == min(games, MOST_STOPS)
        assert list(stops) == sorted(set(stops))
        assert stops[0] >= 1


@pytest.mark.parametrize("rules", ["pagat", "online", "rulesofcards"])
def test_bins_are_round_and_reach_far_enough(rules: str) -> None:
    widths = [sessions_job(rules, games=games, match_games=games).width for games in (1, 100, 10_000)]
    assert all(str(width).strip("0") in ("1", "2", "5") for width in widths)
    assert widths == sorted(widths)


@pytest.mark.parametrize(
    ("rules", "changes", "message"),
    [
        ("pagat+progressive", {}, "played for a score"),
        ("pagat", {"seed": -1}, "seed"),
        ("pagat", {"match_games": 10**6, "duplicate": True}, "too much for exact sums|cannot be summed"),
    ],
)
def test_refuses_what_cannot_be_counted(rules: str, changes: dict[str, Any], message: str) -> None:
    with pytest.raises(JobError, match=message):
        sessions_job(rules, **changes).worker()


def test_a_job_travels_and_is_resumed(tmp_path: Path) -> None:
    what = sessions_job(games=300, match_games=10)
    assert pickle.loads(pickle.dumps(what)) == what
    expected = play_work(what, workers=1).totals
    for _ in range(2):
        run = play_work(what, workers=1, out=tmp_path / "run", resume=True, block_size=8)
        assert run.totals == expected
    assert run.played == 0


def test_a_manifest_is_what_decides_the_numbers() -> None:
    assert sessions_job().manifest() == sessions_job().manifest()
    assert sessions_job().manifest() != sessions_job(duplicate=True).manifest()
