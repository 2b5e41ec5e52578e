"""What is compiled beside a run: decided once, by how long it will take."""

from __future__ import annotations

import os
import sys
import time
from pathlib import Path

import pytest

from tongits_sim.run.beside import SWITCH, Beside, compile_beside


@pytest.fixture(autouse=True)
def _on(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(SWITCH, raising=False)


def test_the_time_left_is_said_once() -> None:
    look = Beside(workers=2)
    assert look.left(0.1, 1000, 9000) == 0.0, "too soon"
    assert look.left(1.0, 0, 9000) == 0.0, "nothing is known"
    assert look.left(1.0, 1000, 9000) == pytest.approx(9 * 2)
    assert look.left(1.0, 1000, 9000) == 0.0, "it has been asked"


def test_it_can_be_switched_off(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(SWITCH, "off")
    assert Beside(workers=1).left(10.0, 1000, 9000) == 0.0


def test_code_runs_in_a_process_that_nobody_waits_for(tmp_path: Path) -> None:
    file = tmp_path / "done"
    process = compile_beside(f"import pathlib, tongits_sim\npathlib.Path({str(file)!r}).write_text(str(os.nice(0)))")
    assert process is not None
    ended = time.monotonic() + 60
    while process.poll() is None and time.monotonic() < ended:
        time.sleep(0.01)
    assert process.returncode == 0
    assert int(file.read_text()) == min(19, os.nice(0) + 19)


def test_where_no_process_can_be_started_nothing_is_compiled(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "executable", "/nowhere/python")
    assert compile_beside("pass") is None
