import contextlib
import json
import os
import pickle
import signal
import subprocess
import sys
import time
import uuid
from pathlib import Path
from typing import Any

import psutil
import pytest

from tests.playing import ROOT, play_work
from tests.stored import has_blocks
from tests.works import MORE, assert_the_same_luck, needs

# Clusters warn of all sorts of things while they start and stop.
pytestmark = [pytest.mark.slow, pytest.mark.filterwarnings("default")]


@pytest.mark.parametrize("name", MORE)
def test_a_work_is_a_value_with_the_same_digits_however_it_is_played(name: str, tmp_path: Path) -> None:
    what = MORE[name]
    again = pickle.loads(pickle.dumps(what))
    assert again.manifest() == what.manifest()
    assert json.loads(json.dumps(what.manifest()))
    assert list(again.blocks()) == list(what.blocks())
    here = play_work(what, workers=1)
    size = 50 if what.games > 100 else 7
    stored = {} if name == "samples" else {"out": tmp_path}  # whose rows are for memory alone
    ways: tuple[dict[str, Any], ...] = (
        {"workers": 3, "backend": "threading"},
        {"workers": 2, "backend": "loky"} | stored,
        {"workers": 1, "resume": True} | stored,
    )
    for options in ways:
        there = play_work(what, block_size=size, **options)
        assert there.totals == here.totals, options
    assert there.played == 0 or not stored


def test_processes_take_the_same_luck_out() -> None:
    assert_the_same_luck(backend="loky", workers=2)


def family(mark: str) -> list[int]:
    """The processes that have this word in their environment, which children take over."""
    processes = []
    for each in psutil.process_iter():
        with contextlib.suppress(psutil.Error):
            if each.environ().get("TONGITS_MARK") == mark and each.status() != psutil.STATUS_ZOMBIE:
                processes.append(each.pid)
    return processes


@pytest.mark.skipif(os.name == "nt", reason="signals")
@pytest.mark.parametrize(("name", "plays"), [("SIGTERM", True), ("SIGHUP", False), ("SIGKILL", True)])
@pytest.mark.parametrize("backend", ["loky", pytest.param("dask", marks=needs("distributed"))])
def test_no_process_outlives_the_run(backend: str, name: str, plays: bool, tmp_path: Path) -> None:
    """The signal comes while processes are being started, or when all are there and a block is finished."""
    mark = uuid.uuid4().hex
    line = [sys.executable, "cli.py", "simulate", "--games", "100M", "--backend", backend, "--workers", "2"]
    run = subprocess.Popen(
        [*line, "--out", str(tmp_path / "run")],
        cwd=ROOT,
        env=os.environ | {"TONGITS_MARK": mark},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    try:
        deadline = time.monotonic() + 120
        while len(family(mark)) < 4 or (plays and not has_blocks(tmp_path / "run")):
            assert run.poll() is None
            assert time.monotonic() < deadline
            time.sleep(0.2)
        run.send_signal(getattr(signal, name))
        code = run.wait(30)
        assert code == (-9 if name == "SIGKILL" else 128 + getattr(signal, name))
        deadline = time.monotonic() + 60
        while family(mark) and time.monotonic() < deadline:
            time.sleep(0.2)
        assert not family(mark)
    finally:
        for process in family(mark):
            os.kill(process, signal.SIGKILL)
        run.wait()
