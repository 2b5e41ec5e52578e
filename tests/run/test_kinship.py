import contextlib
import os
import subprocess
import sys
import time
from collections.abc import Iterator

import psutil
import pytest

from tests.playing import ROOT, sure

pytestmark = pytest.mark.skipif(os.name == "nt", reason="signals")

CHILD = (
    "import os, time; from tongits_sim.interrupts import end_with; end_with(os.getppid()); "
    "print(os.getpid(), flush=True); time.sleep(100)"
)
PARENT = f"import subprocess, sys, time; subprocess.Popen([sys.executable, '-c', {CHILD!r}]); time.sleep(100)"


def alive(pid: int) -> bool:
    """Whether a process runs; one that has ended and is not yet asked for its code does not."""
    try:
        return bool(psutil.Process(pid).status() != psutil.STATUS_ZOMBIE)
    except psutil.NoSuchProcess:
        return False


def ended(*pids: int) -> bool:
    deadline = time.monotonic() + 60
    while any(map(alive, pids)) and time.monotonic() < deadline:
        time.sleep(0.05)
    return not any(map(alive, pids))


@contextlib.contextmanager
def running(program: str) -> Iterator[tuple[subprocess.Popen[str], list[int]]]:
    with subprocess.Popen([sys.executable, "-c", program], cwd=ROOT, stdout=subprocess.PIPE, text=True) as process:
        yield process, [int(word) for word in sure(process.stdout).readline().split()]


def test_a_child_ends_when_its_parent_is_killed() -> None:
    with running(PARENT) as (parent, (child,)):
        time.sleep(0.3)
        assert alive(child)
        parent.kill()
    assert ended(child)


def test_a_parent_that_is_gone_already_ends_it_too() -> None:
    program = "import time; from tongits_sim.interrupts import end_with; end_with(2**22 - 3); time.sleep(1000)"
    done = subprocess.run([sys.executable, "-c", program], cwd=ROOT, timeout=200, check=False)
    assert done.returncode == 1
