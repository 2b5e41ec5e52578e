"""`tongits simulate`: the job that its options describe; tests/test_cli.py plays it."""

from __future__ import annotations

from pathlib import Path

import pytest

from reports.commands.simulate import job_of
from tests.playing import command
from tongits_sim.errors import TongitsError
from tongits_sim.tongits import TONGITS


def test_the_job_that_options_describe() -> None:
    job = job_of(TONGITS, "pagat", ("call.timing=end",), "greedy,caller,miser", 50, 7, 5, True)
    assert (job.labels, job.games, job.seed, job.match_games, job.fixed_seats) == (
        ("greedy", "caller", "miser"),
        *(50, 7, 5, True),
    )
    assert job.rules.call.timing == "end"
    assert job.options() == "--rules pagat --set call.timing=end --players greedy,caller,miser"


def test_a_match_is_as_long_as_the_rules_want() -> None:
    assert job_of(TONGITS, "pagat", (), "greedy,caller,miser", 50, 7, None, False).match_games == 1
    assert job_of(TONGITS, "pagat+progressive", (), "greedy,caller,miser", 50, 7, None, False).match_games == 1000


def test_refuses_what_cannot_be_played() -> None:
    with pytest.raises(TongitsError, match="3 players are needed"):
        job_of(TONGITS, "pagat", (), "greedy", 50, 7, None, False)


def test_writes_a_page(tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    code, out, _ = command("simulate", "--games", "200", "--report", str(page))
    assert code == 0
    assert "200 games of Tongits" in out
    text = page.read_text()
    assert "Which bot earns most?" in text
    assert "`tongits simulate --rules pagat --players greedy,caller,hunter --games 200 --seed 1`" in text


def test_a_page_that_cannot_be_written_stops_before_playing(tmp_path: Path) -> None:
    code, out, err = command("simulate", "--games", "200", "--report", str(tmp_path / "page.doc"))
    assert (code, out) == (2, "")
    assert "a report ends in" in err
