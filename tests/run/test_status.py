"""How far runs are: by their blocks, during and after."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.playing import ROOT, job, numbers, play
from tongits_sim.run.run_folder import Store, StoreError, block_files
from tongits_sim.run.status import block_rate, run_statuses


def test_a_finished_run(folder: Path) -> None:
    play(job(games=90), out=folder, block_matches=30)
    for number, path in enumerate(block_files(folder)):
        os.utime(path, (1000 + 2 * number, 1000 + 2 * number))
    (status,) = run_statuses(folder)
    assert (status.state, status.blocks, status.games, status.of_games) == ("finished", 3, 90, 90)
    assert status.rate == 15
    assert status.remaining is None


def test_a_run_that_was_cut_short_and_goes_on(folder: Path) -> None:
    what = job(games=90)
    play(what, out=folder, block_matches=30)
    (folder / "results.json").unlink()
    *first, last = block_files(folder)
    last.unlink()
    for number, path in enumerate(first):
        os.utime(path, (1000 + 2 * number, 1000 + 2 * number))
    (stopped,) = run_statuses(folder)
    assert (stopped.state, stopped.games, stopped.remaining) == ("stopped", 60, None)
    store = Store.open(folder, what, resume=True, block_size=30)
    (running,) = run_statuses(folder)
    store.close()
    assert (running.state, running.rate, running.remaining) == ("running", 15, 2)


def test_damaged_blocks_do_not_count(folder: Path) -> None:
    play(job(games=90), out=folder, block_matches=30)
    path = block_files(folder)[1]
    path.write_bytes(path.read_bytes()[:-1])
    (status,) = run_statuses(folder)
    assert (status.blocks, status.games) == (2, 60)
    (damage,) = status.damaged
    assert "block-000001.parquet is damaged" in damage


def test_a_folder_of_runs_shows_them_all(tmp_path: Path) -> None:
    for name in ("play", "confirm"):
        play(job(games=20), out=tmp_path / name)
    (tmp_path / "manifest.json").write_text('{"format": "other"}')
    assert [Path(status.folder).name for status in run_statuses(tmp_path)] == ["confirm", "play"]


def test_a_folder_without_a_run_is_a_sentence(tmp_path: Path) -> None:
    for path in (tmp_path, tmp_path / "nothing"):
        with pytest.raises(StoreError, match="holds no run"):
            run_statuses(path)
    assert not list(tmp_path.iterdir())


def test_the_rate_is_that_since_the_last_pause() -> None:
    before = [(float(second), 10) for second in range(5)]
    after = [(1000.0 + 2 * second, 10) for second in range(5)]
    assert block_rate(before) == 10
    assert block_rate(before + after) == 5
    assert block_rate([*before, (1000.0, 10)]) is None
    assert block_rate(before[:1]) is None
    assert block_rate([(1.0, 10), (1.0, 10)]) is None


def test_asking_all_the_time_disturbs_no_run(folder: Path) -> None:
    play(job(games=20))
    arguments = ["simulate", "--games", "600k", "--out", str(folder), "--workers", "1", "--format", "json"]
    run = subprocess.Popen([sys.executable, "cli.py", *arguments], cwd=ROOT, stdout=subprocess.DEVNULL)
    deadline = time.monotonic() + 200
    seen = []
    while run.poll() is None and time.monotonic() < deadline:
        if (folder / "manifest.json").exists():
            seen += run_statuses(folder)
        time.sleep(0.005)
    assert run.wait(1) == 0
    (last,) = run_statuses(folder)
    assert (last.state, last.games) == ("finished", 600_000)
    during = [status for status in seen if status.state == "running"]
    assert during
    assert any(0 < status.games < 600_000 for status in during)
    games = [status.games for status in seen]
    assert games == sorted(games)


def test_asking_starts_no_quarrel_with_a_run_that_begins(folder: Path) -> None:
    expected = numbers(play(job(games=60), out=folder, block_matches=20))
    (folder / "results.json").unlink()
    program = (
        "import pathlib, sys; from tongits_sim.run.lock import Lock\nwhile True: Lock.held(pathlib.Path(sys.argv[1]))"
    )
    asked = subprocess.Popen([sys.executable, "-c", program, str(folder / "lock")], cwd=ROOT)
    try:
        for _ in range(3):
            assert numbers(play(job(games=60), out=folder, resume=True, block_matches=20)) == expected
    finally:
        asked.kill()
        asked.wait()
