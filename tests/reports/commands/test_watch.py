"""`tongits replay --watch`, and `tongits replay --step`: keys in a terminal, everything in a pipe."""

from __future__ import annotations

from pathlib import Path

from tests.playing import command
from tests.reports.commands.test_play import Terminal


def test_a_pipe_gets_every_move() -> None:
    code, out, _ = command(
        "replay", "--watch", "--players", "greedy,caller,hunter", "--seed", "7", "--suits", "letters"
    )
    assert code == 0
    assert out.startswith("Game 0 of match 0, pagat\n")
    assert "1. Turn 1, stock 15: Seat " in out
    assert "Counts: " in out
    assert (
        command("replay", "--watch", "--players", "greedy,caller,hunter", "--seed", "7", "--suits", "letters")[1] == out
    )
    assert "joker" not in out


def test_plain_is_words() -> None:
    out = command("replay", "--watch", "--players", "greedy,caller,hunter", "--seed", "7", "--plain")[1]
    assert " of hearts" in out


def test_keys_step_through_a_game(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    assert command("records", "--games", "1", "--seed", "7", "-o", str(path))[0] == 0
    terminal = Terminal("replay", str(path), "--step", "--no-color", lines=30)
    seen = []
    for key in (b"", b"\x1b[C", b"n", b"g12\n", b"\x1b[F", b"\x1b[H"):
        terminal.keys(key)
        seen.append(terminal.screen())
    assert ["move " + screen.partition("move ")[2].split()[0] for screen in seen[:2]] == ["move 0", "move 1"]
    assert "move 12 of" in seen[3]
    assert "Units: " in seen[4]
    assert "move 0 of" in seen[5]
    assert all(max(map(len, screen.splitlines())) <= 80 and len(screen.splitlines()) <= 30 for screen in seen)
    terminal.keys(b"q")
    assert terminal.end() == 0
    assert "1 game verified" in terminal.raw.replace("\n", " ")


def test_one_key_goes_to_the_next_game_and_one_ends_all(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    assert command("records", "--games", "3", "--seed", "7", "-o", str(path))[0] == 0
    terminal = Terminal("replay", str(path), "--step", "--no-color")
    terminal.keys(b"")
    assert terminal.screen().startswith("Game 1, pagat")
    terminal.keys(b"N")
    assert terminal.screen().startswith("Game 2, pagat")
    terminal.keys(b"q")
    assert terminal.end() == 0
    assert "2 games verified" in terminal.raw.replace("\n", " ")
