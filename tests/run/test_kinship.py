"""A process that plays for another ends with it."""

from __future__ import annotations

import os
import subprocess
import sys
import time

import pytest

from tests.playing import ROOT

pytestmark = pytest.mark.skipif(os.name == "nt", reason="signals")

CHILD = (
    "import os, time; from tongits_sim.run.kinship import end_with; end_with(os.getppid()); "
    "print(os.getpid(), flush=True); time.sleep(100)"
)
PARENT = f"import subprocess, sys, time; subprocess.Popen([sys.executable, '-c', {CHILD!r}]); time.sleep(100)"


def alive(pid: int) -> bool:
    """Whether a process runs; one that has ended and is not yet asked for its code does not."""
    try:
        with open(f"/proc/{pid}/stat", encoding="utf-8") as file:
            return file.read().rsplit(")", 1)[1].split()[0] != "Z"
    except OSError:
        return False


@pytest.mark.skipif(not os.path.isdir("/proc/self"), reason="looks at /proc")  # noqa: PTH112
@pytest.mark.parametrize("system_tells", [True, False])
def test_a_child_ends_when_its_parent_is_killed(system_tells: bool) -> None:
    program = PARENT if system_tells else PARENT.replace("import os, time;", "import os, time; del os.pidfd_open;")
    with subprocess.Popen([sys.executable, "-c", program], cwd=ROOT, stdout=subprocess.PIPE, text=True) as parent:
        assert parent.stdout is not None
        child = int(parent.stdout.readline())
        time.sleep(0.3)
        assert alive(child)
        parent.kill()
    deadline = time.monotonic() + 10
    while alive(child) and time.monotonic() < deadline:
        time.sleep(0.05)
    assert not alive(child)


def test_a_parent_that_is_gone_already_ends_it_too() -> None:
    program = "import time; from tongits_sim.run.kinship import end_with; end_with(2**22 - 3); time.sleep(50)"
    done = subprocess.run([sys.executable, "-c", program], cwd=ROOT, timeout=30, check=False)
    assert done.returncode == 1
