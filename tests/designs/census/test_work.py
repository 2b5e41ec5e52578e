"""A census as a value: blocks, the same digits anywhere, what is refused, faults where they happened."""

from __future__ import annotations

import pickle
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tests.designs.census.counting import census, counted
from tests.playing import BAD_BOTS
from tongits_sim.designs.batch.job import JobError
from tongits_sim.designs.census.sheet import N_COLUMNS
from tongits_sim.designs.census.work import CensusTotals
from tongits_sim.run.run import run_work
from tongits_sim.run.warmup import silent
from tongits_sim.run.work import Block


def test_blocks_and_workers_do_not_change_a_digit() -> None:
    what = census(games=400, match_games=2)
    expected = counted(what).totals
    assert expected.games == 402  # whole matches, as many in every seating
    worker = what.worker()
    for size in (1, 7, 1000):
        found = CensusTotals()
        for block in what.blocks(size):
            found.add(worker.play(block).counts)
        assert found == expected
    assert counted(what, 3).totals == expected


def test_blocks_hold_whole_sessions() -> None:
    what = census(games=700, match_games=2, together=7)
    expected = counted(what).totals
    worker = what.worker()
    found = CensusTotals()
    for block in what.blocks(1):
        assert block.matches == 7
        found.add(worker.play(block).counts)
    assert found == expected


def test_products_are_exact() -> None:
    worker = census().worker()
    rows = np.random.default_rng(1).integers(-(10**7), 10**7, (40, N_COLUMNS))
    rows[rows % 3 == 0] = 0
    exact = rows.astype(object)
    assert (worker.products(rows).astype(object) == exact.T @ exact).all()


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
    ("rules", "changes", "said"),
    [
        ("pagat+progressive", {}, "played for a score"),
        ("pagat", {"match_games": 10, "marks": (11,)}, "none longer than the session"),
        ("pagat", {"seed": -1}, "seed"),
        ("pagat", {"together": 0}, "one match or more"),
        ("pagat", {"together": 2, "duplicate": True}, "just one"),
        ("pagat", {"match_games": 10**6, "duplicate": True}, "added up exactly"),
    ],
)
def test_refuses_what_cannot_be_counted(rules: str, changes: dict[str, Any], said: str) -> None:
    with pytest.raises(JobError, match=said):
        census(rules, **changes).worker()


@pytest.mark.parametrize("bot", ["late", "meddles"])
def test_a_fault_says_where(bot: str) -> None:
    what = census(players=f"greedy,{BAD_BOTS}:{bot},caller", games=40)
    fault = what.worker().play(Block(0, 0, 40, 1)).fault
    assert fault is not None
    assert fault.label == f"{BAD_BOTS}:{bot}"
    assert "--fixed-seats" in fault.replay


def test_a_census_travels_and_is_resumed(tmp_path: Path) -> None:
    what = census(games=300, match_games=3)
    assert pickle.loads(pickle.dumps(what)) == what
    expected = run_work(what, workers=1, notice=silent).totals
    assert run_work(what, workers=2, backend="loky", notice=silent).totals == expected
    for _ in range(2):
        run = run_work(what, workers=1, out=tmp_path / "run", resume=True, notice=silent, block_size=40)
        assert run.totals == expected
    assert run.played == 0
    assert what.games == expected.games == 306


def test_a_manifest_is_what_decides_the_numbers() -> None:
    assert census().manifest() == census().manifest()
    assert census().manifest() != census(seed=2).manifest()
