"""`tongits mahjong records`."""

from __future__ import annotations

import json
from pathlib import Path

from tests.playing import command

PLAYED = ("mahjong", "records", "--players", "random,greedy,random,random", "--games", "2", "--seed", "7")


def test_games_are_written_one_a_line(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    code, out, err = command(*PLAYED, "-o", str(path))
    assert code == 0, err
    assert "Wrote 2 games" in out
    lines = path.read_text(encoding="utf-8").splitlines()
    assert [json.loads(line)["match"] for line in lines] == [0, 1]
    code, out, _ = command(*PLAYED)
    assert out.splitlines() == lines
    code, out, _ = command(*PLAYED, "-o", "-")
    assert out.splitlines() == lines


def test_a_file_that_cannot_be_written_is_a_sentence(tmp_path: Path) -> None:
    code, _, err = command(*PLAYED, "-o", str(tmp_path / "nowhere" / "games.jsonl"))
    assert code != 0
    assert err == f"Error: cannot write {tmp_path / 'nowhere' / 'games.jsonl'}: No such file or directory\n"
