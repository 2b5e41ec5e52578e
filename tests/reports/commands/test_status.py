"""`tongits status` in words and as JSON."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from cli import main
from reports.commands.status import sentence
from tests.playing import job, play
from tongits_sim.folders.status import RunStatus


def run_status(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    """Exit code and output of a command."""
    with pytest.raises(SystemExit) as ended:
        main(["status", *arguments], "tongits")
    output = capsys.readouterr()
    return int(ended.value.code or 0), output.out, output.err


def test_a_run_in_words_and_as_json(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    play(job(games=60), out=tmp_path, block_matches=30)
    code, text, _ = run_status(capsys, str(tmp_path))
    assert code == 0
    assert text.startswith(f"{tmp_path}: finished, 60 of 60 games (100.0 %) in 2 blocks")
    code, text, _ = run_status(capsys, str(tmp_path), "--format", "json")
    (document,) = json.loads(text)
    assert (code, document["state"], document["blocks"], document["games"], document["damaged"]) == (
        0,
        "finished",
        2,
        60,
        [],
    )


def test_no_run_is_one_sentence(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code, text, error = run_status(capsys, str(tmp_path))
    assert (code, text) == (2, "")
    assert error.count("\n") == 1
    assert "holds no run" in error


def test_the_sentences() -> None:
    running = RunStatus("a", "simulate", "running", 3, 300, 1000, 10.0, 70.0, 1.0, ())
    assert sentence(running) == "a: running, 300 of 1,000 games (30.0 %) in 3 blocks; 10 games/s; about 70 s to go."
    stopped = RunStatus("a", "field", "stopped", 1, 300, None, None, None, 1.0, ())
    assert sentence(stopped) == "a: stopped, 300 units in 1 block; resume it with --resume."
