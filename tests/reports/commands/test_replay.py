"""`tongits replay`: games as text, and the first that breaks a rule."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.analyses.answers.test_review import answer, choice
from tests.playing import command
from tests.reports.commands.test_play import Terminal


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


@pytest.fixture(scope="module")
def review(file: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A review of the first game: a discard of its first player is a clear mistake."""
    record = json.loads(file.read_text().splitlines()[0])
    moves = enumerate(record["events"], start=1)
    move, seat = next((move, event["seat"]) for move, event in moves if event["act"] == "discard")
    mistake = choice(0.5, "clear", move, record["players"][seat])
    path = tmp_path_factory.mktemp("review") / "review.json"
    path.write_text(json.dumps(answer(mistake, choice(0.0, "best", move + 1)).to_dict()))
    return path


def test_mistakes_of_a_review_are_marked(file: Path, review: Path) -> None:
    code, out, err = command("replay", str(file), "--step", "--plain", "--review", str(review), "--game", "1")
    assert code == 0, err
    assert out.count("! Costs 0.50 ± 0.10 units; better: discard king of spades.") == 1
    second = command("replay", str(file), "--step", "--plain", "--review", str(review), "--game", "2")[1]
    assert "! " not in second


def test_the_key_m_goes_to_a_mistake(file: Path, review: Path) -> None:
    terminal = Terminal("replay", str(file), "--step", "--review", str(review), "--game", "1", "--no-color")
    terminal.keys(b"")
    terminal.keys(b"m")
    screen = terminal.screen()
    move = json.loads(review.read_text())["choices"][0]["move"]
    assert f"move {move} of" in screen
    assert "! Costs 0.50" in screen
    terminal.keys(b"q")
    assert terminal.end() == 0


def test_a_review_that_does_not_fit_is_refused(file: Path, review: Path, tmp_path: Path) -> None:
    code, _, err = command("replay", str(file), "--review", str(review))
    assert (code, err) == (2, "Error: --review marks mistakes for --step.\n")
    other = tmp_path / "other.json"
    other.write_text(review.read_text().replace('"player": "', '"player": "another '))
    code, _, err = command("replay", str(file), "--step", "--review", str(other))
    assert (code, "that is a review of other games" in err) == (2, True)
    other.write_text("{}")
    code, _, err = command("replay", str(file), "--step", "--review", str(other))
    assert (code, "writes a review" in err) == (2, True)
