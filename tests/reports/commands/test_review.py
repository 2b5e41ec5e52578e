"""`tongits review` on the command line."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from reports.commands.review import _look
from tests.playing import command
from tests.positions.games import games
from tongits_sim.any_game.record_file import write_records


def test_a_review_and_its_page(tmp_path: Path) -> None:
    file, page = tmp_path / "games.jsonl", tmp_path / "review.html"
    write_records([games("pagat", "greedy,caller,hunter", 2)[0]], file)
    code, out, err = command(
        *("review", str(file), "--player", "caller", "--against", "greedy", "-o", str(page), "--format", "json")
    )
    assert code == 0, err
    answer = json.loads(out)
    assert answer["players"][0]["player"] == "caller"
    assert page.read_text().count("<article") == len(answer["choices"])
    code, _, err = command("review", str(file), "--player", "miser", "--against", "greedy")
    assert code == 2
    assert "miser plays in none of these games" in err


def test_nothing_is_said_where_nobody_looks(capsys: pytest.CaptureFixture[str]) -> None:
    _look(10, 10)
    assert capsys.readouterr().err == ""
