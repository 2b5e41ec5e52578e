"""A work played as one value says."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from tests.playing import job
from tongits_sim.run.cores import available_cores
from tongits_sim.run.halt import LEAST, Halt
from tongits_sim.run.how import How


def test_a_part_has_its_own_folder(tmp_path: Path) -> None:
    seen: list[tuple[int, int]] = []
    how = How(workers=1, out=tmp_path / "answer", progress=lambda done, total: seen.append((done, total)))
    run = how.run(job(games=60), "first")
    assert run.totals.games == 60
    assert (tmp_path / "answer" / "first" / "manifest.json").is_file()
    assert seen[-1] == (60, 60)
    again = How(workers=1, out=tmp_path / "answer", resume=True).run(job(games=60), "first")
    assert again.played == 0
    assert again.totals == run.totals


def test_what_follows_after_ctrl_c_is_a_first_look(tmp_path: Path) -> None:
    halt = Halt()
    how = How(workers=1, out=tmp_path / "answer", halt=halt)
    whole = How(workers=1).run(job(games=100_000))
    assert halt.interrupted(whole)
    halt._until = 0.0  # its moment is over
    run = how.run(job(games=100_000), "second")
    assert LEAST <= run.games < 2_000
    assert halt.cut == 1
    assert not (tmp_path / "answer").exists()


def test_nothing_is_kept_without_a_folder(tmp_path: Path) -> None:
    assert How(workers=1).run(job(games=30)).folder == ""


def test_counts_the_cores_of_this_process(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "sched_getaffinity", lambda pid: {0, 3, 5}, raising=False)
    assert available_cores() == 3


def test_counts_those_of_the_machine_where_the_system_does_not_say(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr(os, "sched_getaffinity", raising=False)
    monkeypatch.setattr(os, "cpu_count", lambda: None)
    assert available_cores() == 1
