"""Records asked for from Python: the games of `simulate`, to look at or in a file."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.playing import job
from tongits_sim.errors import TongitsError
from tongits_sim.records.asking import Records, records
from tongits_sim.records.read import verified_records
from tongits_sim.records.write import play_job_records


def test_records_are_those_of_the_games(tmp_path: Path) -> None:
    games = records("pagat", "greedy,caller,hunter", games="24", seed=3)
    assert isinstance(games, Records)
    assert list(games) == list(play_job_records(job(games=24, seed=3)))
    assert games[0] == next(iter(games[:2]))
    path = tmp_path / "games.jsonl"
    assert records("pagat", games=2.4e1, seed=3, path=path) == 24
    assert list(verified_records(str(path))) == list(games)
    assert games.write(tmp_path / "again.jsonl") == 24
    assert (tmp_path / "again.jsonl").read_bytes() == path.read_bytes()


def test_a_number_of_games_that_is_none_is_refused() -> None:
    with pytest.raises(TongitsError, match="whole number"):
        records(games="many")
