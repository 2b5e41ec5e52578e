"""`tongits replay`: games as text, and the first that breaks a rule."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.playing import command


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Two games."""
    path = tmp_path_factory.mktemp("games") / "games.jsonl"
    assert command("records", "--games", "2", "-o", str(path))[0] == 0
    return path


def test_shows_all_games_or_one(file: Path) -> None:
    code, out, _ = command("replay", str(file))
    assert code == 0
    assert out.endswith("2 games verified: every move is legal and every payment right.\n")
    second = command("replay", str(file), "--game", "2")[1]
    assert len(second) < len(out)
    assert second.splitlines()[0] in out


def test_verifies_without_a_word(file: Path) -> None:
    assert command("replay", str(file), "--quiet")[1].count("\n") == 1


def test_there_is_no_such_game(file: Path) -> None:
    code, _, err = command("replay", str(file), "--game", "3", "--quiet")
    assert (code, err) == (2, f"Error: there is no game 3 in {file}: it holds 2.\n")


def test_a_changed_game_is_refused(file: Path, tmp_path: Path) -> None:
    changed = tmp_path / "changed.jsonl"
    changed.write_text(file.read_text().replace('"call.timing": "start"', '"call.timing": "end"', 1))
    code, _, err = command("replay", str(changed), "--quiet")
    assert (code, err.count("\n")) == (2, 1)
