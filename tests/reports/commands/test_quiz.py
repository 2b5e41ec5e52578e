"""`tongits quiz` in a pipe and in a terminal."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from reports.commands.quiz import PROGRESS
from tests.playing import command
from tests.reports.commands.test_play import Terminal


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
    said = terminal.type("1")
    assert terminal.end() == 0
    assert "of 1 right" in said
    assert len(json.loads((tmp_path / PROGRESS).read_text())["cards"]) == 1
    assert (tmp_path / f"{PROGRESS}.damaged1").read_text() == "{"
    assert "could not be read" in terminal.raw.replace("\n", " ")


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("quiz --rules sjs", "there are no questions for sjs yet"),
        ("quiz --rules nothing", "nothing"),
        ("quiz -o x.json", "-o is the file of --make"),
        ("quiz --make 0", "between 1 and"),
    ],
)
def test_what_cannot_be_asked_is_a_sentence(
    line: str, said: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TONGITS_DATA_DIR", str(tmp_path))
    code, _, err = command(*line.split())
    assert code == 2
    assert said in err
    assert err.count("\n") == 1
