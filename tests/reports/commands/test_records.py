"""`tongits records`: the games that simulate plays, one JSON object per line."""

from __future__ import annotations

import json
from pathlib import Path

from tests.playing import command


def test_writes_to_standard_output() -> None:
    code, out, err = command("records", "--games", "3", "--seed", "7")
    assert (code, err) == (0, "")
    records = [json.loads(line) for line in out.splitlines()]
    assert [record["seed"] for record in records] == [7, 7, 7]


def test_writes_a_file_and_says_so(tmp_path: Path) -> None:
    file = tmp_path / "games.jsonl"
    code, out, _ = command("records", "--games", "2", "-o", str(file))
    assert (code, out) == (0, f"Wrote 2 games to {file}.\n")
    assert file.read_text().count("\n") == 2
    assert command("records", "--games", "1", "-o", str(file))[1] == f"Wrote 1 game to {file}.\n"


def test_the_first_match_is_chosen() -> None:
    all_of_them = command("records", "--games", "3")[1].splitlines()
    assert command("records", "--games", "1", "--first-match", "2")[1].splitlines() == all_of_them[2:]
