"""`tongits mahjong replay`."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.playing import command


@pytest.fixture
def games(tmp_path: Path) -> Path:
    """A file of two games."""
    path = tmp_path / "games.jsonl"
    played = ("--players", "random,greedy,random,random", "--games", "2", "--seed", "7")
    assert command("mahjong", "records", *played, "-o", str(path))[0] == 0
    return path


def test_games_are_verified_and_shown(games: Path) -> None:
    code, out, err = command("mahjong", "replay", str(games))
    assert code == 0, err
    assert "2 games verified" in out
    code, quiet, _ = command("mahjong", "replay", str(games), "--quiet")
    assert quiet.strip() == "2 games verified: every act and payment is right."
    code, one, _ = command("mahjong", "replay", str(games), "--game", "2")
    assert len(quiet) < len(one) < len(out)
    code, _, err = command("mahjong", "replay", str(games), "--game", "3")
    assert (code, "no game 3" in err) == (2, True)


def test_a_wrong_payment_is_found(games: Path) -> None:
    lines = games.read_text(encoding="utf-8").splitlines()
    record = json.loads(lines[1])
    record["result"]["payout"][0] += 1
    games.write_text(f"{lines[0]}\n{json.dumps(record)}\n", encoding="utf-8")
    code, _, err = command("mahjong", "replay", str(games), "--quiet")
    assert code == 2
    assert "line 2" in err


def test_a_file_that_is_not_there_is_a_sentence() -> None:
    code, _, err = command("mahjong", "replay", "nothing.jsonl")
    assert code == 2
    assert "nothing.jsonl" in err
