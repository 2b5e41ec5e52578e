import os
import threading
import time
from pathlib import Path

import pytest

from tongits_sim.run.compiling import ENV_VARIABLE, BackgroundCompiler, alone, compile_beside, other_process, silent
from tongits_sim.run.lock import Lock


def test_another_process_runs_the_code(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tongits_sim.run.compiling.available_cores", lambda: 2)
    with other_process("import tongits_sim; raise SystemExit(7)") as other:
        assert other is not None
        assert other.wait(300) == 7


def test_the_other_process_ends_with_this_one(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tongits_sim.run.compiling.available_cores", lambda: 2)
    with pytest.raises(KeyboardInterrupt), other_process("import time; time.sleep(600)") as other:
        raise KeyboardInterrupt
    assert other is not None
    assert other.returncode is not None


def test_only_who_lacks_the_same_waits(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr("tongits_sim.compile.jit.ENGINE_CACHE_DIR", tmp_path)
    notices: list[str] = []
    with alone(silent, "one"):
        with alone(notices.append, "other"):
            assert notices == []
        assert Lock.is_locked(tmp_path / "compiling-one.lock")
    other = Lock.wait(tmp_path / "compiling-one.lock")
    threading.Timer(0.2, other.release).start()
    with alone(notices.append, "one"):
        assert notices == ["Waiting for another process that compiles ...\n"]


@pytest.fixture(autouse=True)
def _on(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(ENV_VARIABLE, raising=False)


def test_the_time_left_is_said_once() -> None:
    look = BackgroundCompiler(workers=2)
    assert look.left(0.1, 1000, 9000) == 0.0, "too soon"
    assert look.left(1.0, 0, 9000) == 0.0, "nothing is known"
    assert look.left(1.0, 1000, 9000) == pytest.approx(9 * 2)
    assert look.left(1.0, 1000, 9000) == 0.0, "it has been asked"


def test_code_runs_in_a_process_that_nobody_waits_for(tmp_path: Path) -> None:
    file = tmp_path / "done"
    process = compile_beside(f"import pathlib, tongits_sim\npathlib.Path({str(file)!r}).write_text(str(os.nice(0)))")
    assert process is not None
    assert compile_beside("pass") is None or process.poll() is not None  # one at a time
    ended = time.monotonic() + 60
    while process.poll() is None and time.monotonic() < ended:
        time.sleep(0.01)
    assert process.returncode == 0
    assert int(file.read_text()) == min(19, os.nice(0) + 19)
