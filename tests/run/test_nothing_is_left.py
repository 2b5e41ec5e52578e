import contextlib
import os
import signal
import subprocess
import sys
import time
import uuid
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import IO

import psutil
import pytest

from tests.playing import ROOT
from tests.works import needs

pytestmark = pytest.mark.skipif(os.name == "nt", reason="signals")

MARK = "TONGITS_TEST_MARK"
"""Environment variable that every process of a command inherits, also in a session of its own."""


def marked(mark: str) -> list[psutil.Process]:
    found = []
    for process in psutil.process_iter():
        with contextlib.suppress(psutil.Error):
            if process.environ().get(MARK) == mark and process.status() != psutil.STATUS_ZOMBIE:
                found.append(process)
    return found


def until(condition: Callable[[], bool], seconds: float) -> bool:
    deadline = time.monotonic() + seconds
    while not condition():
        if time.monotonic() > deadline:
            return False
        time.sleep(0.05)
    return True


@contextlib.contextmanager
def started(
    arguments: tuple[str, ...], helper: str, err: int | IO[str] = subprocess.DEVNULL, **environment: str
) -> Iterator[tuple[psutil.Process, str]]:
    """A running command, after it has started a process with the word `helper` in its command line."""
    mark = uuid.uuid4().hex
    run = subprocess.Popen(
        [sys.executable, "-m", "tongits_sim", *arguments],
        cwd=ROOT,
        env={**os.environ, "TONGITS_SPECIALISE": "on", **environment, MARK: mark},
        stdout=subprocess.DEVNULL,
        stderr=err,
        start_new_session=True,
    )

    def lives() -> bool:
        assert run.poll() is None, "it ended before"
        helpers = [process for process in marked(mark) if process.pid != run.pid]
        return any(helper in " ".join(process.cmdline()) for process in helpers if process.is_running())

    try:
        assert until(lives, 300)
        yield psutil.Process(run.pid), mark
    finally:
        for process in marked(mark):
            with contextlib.suppress(psutil.Error):
                process.kill()
        run.wait()


@pytest.mark.timeout(900)
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGKILL], ids=lambda number: number.name)
@pytest.mark.parametrize("kind", ["compile", "loky", pytest.param("dask", marks=needs("distributed"))])
def test_nothing_is_left(kind: str, number: signal.Signals, tmp_path: Path) -> None:
    simulate = ("simulate", "--games", "2G", "--players", "greedy,caller,hunter", "--workers", "2")
    # Rules that nobody has: the engine for them is not compiled yet.
    (tmp_path / "house.toml").write_text('base = "pagat"\npay.tongits = 3.37\n')
    arguments, helper = {
        "compile": ((*simulate, "--rules", f"{tmp_path}/house.toml"), "compile_all"),
        "loky": ((*simulate, "--backend", "loky"), "loky"),
        "dask": ((*simulate, "--backend", "dask"), "spawn_main"),
    }[kind]
    with started(arguments, helper) as (run, mark):
        run.send_signal(number)
        assert until(lambda: not marked(mark), 60), [process.cmdline() for process in marked(mark)]


@pytest.mark.timeout(120)
@pytest.mark.parametrize(
    ("backend", "helper"),
    [("loky", "popen_loky_posix"), pytest.param("dask", "spawn_main", marks=needs("distributed"))],
)
def test_ctrl_c_while_processes_start_is_one_sentence(backend: str, helper: str, tmp_path: Path) -> None:
    """Ctrl-C in a terminal goes to the command and to the processes that it started."""
    path = tmp_path / "err"
    arguments = ("simulate", "--rules", "pagat", "--games", "2G", "--workers", "2", "--backend", backend)
    with path.open("w", encoding="utf-8") as err, started(arguments, helper, err) as (run, mark):
        time.sleep(0.15)  # the processes import now
        os.killpg(run.pid, signal.SIGINT)
        began = time.monotonic()
        assert run.wait(30) in (130, None)
        assert time.monotonic() - began < 3
        assert until(lambda: not marked(mark), 60), [process.cmdline() for process in marked(mark)]
    assert path.read_text(encoding="utf-8").strip() == "Interrupted after 0 of 2,000,000,000 games; nothing was saved."
