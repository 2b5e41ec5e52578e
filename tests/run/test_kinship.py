"""A process that plays for another ends with it."""

from __future__ import annotations

import contextlib
import functools
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from types import SimpleNamespace

import psutil
import pytest

from tests.playing import ROOT, sure
from tongits_sim.run import kinship
from tongits_sim.run.kinship import Family

pytestmark = pytest.mark.skipif(os.name == "nt", reason="signals")

CHILD = (
    "import os, time; from tongits_sim.run.kinship import end_with; end_with(os.getppid()); "
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
    """Whether all of them end within some seconds."""
    deadline = time.monotonic() + 60
    while any(map(alive, pids)) and time.monotonic() < deadline:
        time.sleep(0.05)
    return not any(map(alive, pids))


@contextlib.contextmanager
def running(program: str) -> Iterator[tuple[subprocess.Popen[str], list[int]]]:
    """A process that runs a program, and those that its first line names."""
    with subprocess.Popen([sys.executable, "-c", program], cwd=ROOT, stdout=subprocess.PIPE, text=True) as process:
        yield process, [int(word) for word in sure(process.stdout).readline().split()]


def test_a_child_ends_when_its_parent_is_killed() -> None:
    with running(PARENT) as (parent, (child,)):
        time.sleep(0.3)
        assert alive(child)
        parent.kill()
    assert ended(child)


def test_a_parent_that_is_gone_already_ends_it_too() -> None:
    program = "import time; from tongits_sim.run.kinship import end_with; end_with(2**22 - 3); time.sleep(1000)"
    done = subprocess.run([sys.executable, "-c", program], cwd=ROOT, timeout=200, check=False)
    assert done.returncode == 1


# A process that starts another one and stays, and says who both are; it does not end when it is asked to.
LIBRARY = (
    "import os, signal, subprocess, sys, time; signal.signal(signal.SIGTERM, signal.SIG_IGN); "
    "other = subprocess.Popen([sys.executable, '-S', '-c', 'import time; time.sleep(100)'], start_new_session=True); "
    "print(os.getpid(), other.pid, flush=True); time.sleep(100)"
)
HEAD = (
    "import os, signal, subprocess, sys, time\n"
    "from tongits_sim.run.kinship import Family\n"
    "family = Family()\n"
    f"library = [sys.executable, '-S', '-c', {LIBRARY!r}]\n"
    "with family.growing():\n"
    "    subprocess.Popen(library, start_new_session=True)\n"
)


@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGTERM])
def test_a_family_ends_however_its_head_ended(number: int) -> None:
    with running(HEAD + "time.sleep(100)") as (head, members):
        assert len(members) == 2
        assert all(map(alive, members))
        head.send_signal(number)
        assert ended(*members)


def test_a_family_is_ended_and_nobody_else() -> None:
    family = Family()
    stranger = subprocess.Popen([sys.executable, "-S", "-c", "import time; time.sleep(100)"])
    try:
        with family.growing():
            library = subprocess.Popen([sys.executable, "-S", "-c", LIBRARY], stdout=subprocess.PIPE, text=True)
        assert "TONGITS_FAMILY" not in os.environ
        members = [int(word) for word in sure(library.stdout).readline().split()]
        family.end()
        assert ended(*members)
        assert alive(stranger.pid)
        family.end()
        library.communicate()
    finally:
        stranger.kill()
        stranger.wait()


# A member that overwrites its own environment, as the titles of processes do, and whose parent then ends.
TITLED = (
    "import ctypes, os, subprocess, sys, time\n"
    "if len(sys.argv) == 1:\n"
    "    subprocess.Popen([sys.executable, '-S', '-c', sys.orig_argv[-1], 'inner'], start_new_session=True)\n"
    "    time.sleep(2)\n"
    "    sys.exit()\n"
    "time.sleep(1)\n"
    "with open('/proc/self/stat') as file: first, last = file.read().rpartition(')')[2].split()[47:49]\n"
    "ctypes.memset(int(first), 0, int(last) - int(first))\n"
    "print(os.getpid(), flush=True)\n"
    "time.sleep(100)\n"
)


@pytest.mark.skipif(sys.platform != "linux", reason="writes over its environment by an address from /proc")
def test_a_member_is_remembered_without_its_environment_and_parent() -> None:
    with running(HEAD.replace(repr(LIBRARY), repr(TITLED)) + "time.sleep(100)") as (head, (member,)):
        with open(f"/proc/{member}/environ", "rb") as file:
            assert b"TONGITS_FAMILY" not in file.read()
        time.sleep(2)  # its parent has ended
        assert alive(member)
        head.kill()
        assert ended(member)


def test_nobody_is_left_only_when_none_is_seen_twice(monkeypatch: pytest.MonkeyPatch) -> None:
    killed: list[int] = []
    first, second = (SimpleNamespace(kill=functools.partial(killed.append, number)) for number in (11, 12))
    looks = iter([[first], [], [second], [], []])
    members = kinship._Members("mark")
    monkeypatch.setattr(members, "look", lambda anew: next(looks))
    monkeypatch.setattr(time, "sleep", lambda seconds: None)
    kinship._end(members, 2)
    assert killed == [11, 12]
    assert next(looks, None) is None
