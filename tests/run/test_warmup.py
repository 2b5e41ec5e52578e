"""Notices, and another process that helps."""

from __future__ import annotations

import threading
from pathlib import Path

import pytest

from tongits_sim.folders.lock import Lock
from tongits_sim.run.warmup import alone, other_process, silent, timed


def test_a_notice_ends_with_the_seconds() -> None:
    notices: list[str] = []
    with timed(notices.append):
        notices.append("Compiling ... ")
    assert notices[0] == "Compiling ... "
    assert notices[1].startswith("done in 0.")
    with pytest.raises(ValueError, match="no"), timed(notices.append):
        raise ValueError("no")
    assert notices[2] == "stopped.\n"


def test_another_process_runs_the_code(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tongits_sim.run.warmup.available_cores", lambda: 2)
    with other_process("import tongits_sim; raise SystemExit(7)") as other:
        assert other is not None
        assert other.wait(300) == 7


def test_one_processor_is_not_shared(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tongits_sim.run.warmup.available_cores", lambda: 1)
    with other_process("") as other:
        assert other is None


def test_the_other_process_ends_with_this_one(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tongits_sim.run.warmup.available_cores", lambda: 2)
    with pytest.raises(KeyboardInterrupt), other_process("import time; time.sleep(600)") as other:
        raise KeyboardInterrupt
    assert other is not None
    assert other.returncode is not None


def test_only_who_lacks_the_same_waits(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr("tongits_sim.jit.ENGINE_CACHE_DIR", tmp_path)
    notices: list[str] = []
    with alone(silent, "one"):
        with alone(notices.append, "other"):
            assert notices == []
        assert Lock.held(tmp_path / "compiling-one.lock")
    other = Lock.wait(tmp_path / "compiling-one.lock")
    threading.Timer(0.2, other.release).start()
    with alone(notices.append, "one"):
        assert notices == ["Waiting for another process that compiles ...\n"]
