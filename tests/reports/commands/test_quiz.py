"""`tongits quiz` in a pipe and in a terminal."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from reports.commands.quiz import PROGRESS
from tests.playing import ROOT, command
from tests.reports.commands.test_play import Terminal

FILES = sorted((ROOT / "reports" / "quiz").glob("*.json"))


def test_a_pipe_is_asked_and_nothing_is_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TONGITS_DATA_DIR", str(tmp_path))
    code, out, err = command("quiz", "-n", "2")
    assert (code, err) == (0, "")
    assert "Question 1 of 2: what do you do?" in out
    assert list(tmp_path.iterdir()) == []


def test_progress_is_kept_for_somebody_at_a_terminal(tmp_path: Path) -> None:
    (tmp_path / PROGRESS).write_text("{")
    terminal = Terminal("quiz", "-n", "1", "--no-color", environment={"TONGITS_DATA_DIR": str(tmp_path)})
    screen = terminal.read()
    assert len(screen.splitlines()) <= 24
    output = terminal.type("1")
    assert terminal.end() == 0
    assert "of 1 right" in output
    assert len(json.loads((tmp_path / PROGRESS).read_text())["cards"]) == 1
    assert (tmp_path / f"{PROGRESS}.damaged1").read_text() == "{"
    assert "could not be read" in terminal.raw.replace("\n", " ")


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.stem))
def test_what_ships_is_asked_at_a_terminal(path: Path, tmp_path: Path) -> None:
    rules = path.stem.removeprefix("quiz-")
    where = {"TONGITS_DATA_DIR": str(tmp_path)}
    terminal = Terminal("quiz", "--rules", rules, "-n", "1", "--no-color", environment=where)
    assert "what do you do?" in terminal.read()
    output = terminal.type("1")
    assert terminal.end() == 0
    assert "of 1 right" in output
