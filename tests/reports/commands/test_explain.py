"""`tongits replay --explain`: a move of a record, or the fault of a stopped one."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.playing import BAD_BOTS, command

SHY = "docs/examples/my_bots.py:shy"


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Two games, with a bot of a file."""
    path = tmp_path_factory.mktemp("games") / "games.jsonl"
    line = ("records", "--games", "2", "--players", f"{SHY},greedy,mine={SHY}(call_at=30)", "-o", str(path))
    assert command(*line)[0] == 0
    return path


def test_shows_what_was_seen_and_answered(file: Path) -> None:
    code, out, err = command("replay", "--explain", str(file), "--move", "2", "--game", "2", "--as", f"shy={SHY}")
    assert code == 0, err
    assert out.startswith("Move 2 of game 0 of match 1, seed 1, rules pagat: seat ")
    assert "No bot is known as mine; to see its answer, add --as mine=FILE.py:NAME" in err
    assert "shy" not in err


def test_a_file_is_executed_only_if_it_is_named(file: Path) -> None:
    _, _, err = command("replay", "--explain", str(file), "--move", "2")
    assert "No bot is known as shy" in err


def test_the_move_must_be_named_and_there(file: Path) -> None:
    code, _, err = command("replay", "--explain", str(file))
    assert (code, "name the move: --move N, from 1 to " in err) == (2, True)
    code, _, err = command("replay", "--explain", str(file), "--move", "9999")
    assert (code, "there is no move 9999: the game has moves 1 to " in err) == (2, True)
    code, _, err = command("replay", "--explain", str(file), "--move", "1", "--game", "3")
    assert (code, f"there is no game 3 in {file}: it holds 2." in err) == (2, True)
    code, _, err = command("replay", "--explain", str(file), "--move", "1", "--as", "x")
    assert (code, "write it like --as" in err) == (2, True)


def test_a_fault_is_explained(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    assert command(*f"records --players {BAD_BOTS}:raises,greedy,caller --games 400 -o {path}".split())[0] == 2
    code, out, err = command(
        "replay", "--explain", str(path.with_suffix(".stopped.json")), "--as", f"raises={BAD_BOTS}:raises"
    )
    assert code == 0, err
    assert out.startswith("After move ")
    assert "raises answers: ValueError: the stock is too low for me" in out
    assert f"at {BAD_BOTS}:36: raise ValueError" in out


def test_earlier_games_of_the_match_are_remembered(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    line = f"records --players caller,greedy,hunter --match-games 3 --games 6 -o {path}"
    assert command(*line.split())[0] == 0
    code, out, err = command("replay", "--explain", str(path), "--game", "6", "--move", "2")
    assert (code, err) == (0, "")
    assert "Remembered of earlier games of the match (2):" in out
    last = tmp_path / "last.jsonl"
    last.write_text(path.read_text("utf-8").splitlines(keepends=True)[-1], "utf-8")
    code, out, err = command("replay", "--explain", str(last), "--move", "2")
    assert code == 0
    assert "Earlier games of the match are not in the file" in err
    assert "Remembered" not in out
