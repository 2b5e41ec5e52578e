import os
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace

import psutil
import pytest

from tests.playing import ROOT
from tongits_sim.experiments import benchmark as speed
from tongits_sim.run import lock
from tongits_sim.run.lock import Lock

ELSEWHERE = f"""
import os, runpy, signal, subprocess, sys, types
sys.path.insert(0, {str(ROOT)!r})
for name in ("termios", "tty", "pty", "fcntl", "resource", "readline", "pwd", "grp", "syslog"):
    sys.modules[name] = None
for name in (
    "fork", "getuid", "geteuid", "sched_getaffinity", "getloadavg", "register_at_fork", "set_blocking", "nice",
    "pidfd_open", "O_NOFOLLOW", "O_NONBLOCK", "killpg", "getpgid", "setsid", "fchmod",
):
    vars(os).pop(name, None)
for name in ("SIGHUP", "SIGKILL", "SIGALRM", "SIGUSR1", "SIGUSR2", "SIGWINCH", "pthread_kill", "setitimer"):
    vars(signal).pop(name, None)
sys.modules["msvcrt"] = types.SimpleNamespace(locking=lambda *asked: None, LK_NBLCK=2)
from tongits_sim.run import lock
lock.sys = types.SimpleNamespace(platform="win32")

import builtins, io
opened = io.open
def open_there(file, *options, **named):
    if str(file).startswith(("/proc/", "/dev/tty")):
        raise FileNotFoundError(file)
    return opened(file, *options, **named)
builtins.open = open_there
sys.argv[0] = "tongits"
runpy.run_path({str(ROOT / "cli.py")!r}, run_name="__main__")
"""


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("rules show pagat", "mano"),
        ("setup docs", "Wrote docs"),
        ("simulate --games 200 --workers 2 --out runs/one", "earns most"),
        ("play --rules pagat --seed 5", "Your hand, count"),
        ("records --games 2 -o games.jsonl", "Wrote 2 games"),
    ],
)
@pytest.mark.slow
def test_runs_without_what_only_unix_has(line: str, said: str, tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-c", ELSEWHERE, *line.split()],
        input="quit\n",
        cwd=tmp_path,
        env=os.environ | {"PYTHONIOENCODING": "cp1252", "PYTHONUTF8": "0", "LC_ALL": "C"},
        encoding="cp1252",
        capture_output=True,
        check=False,
    )
    assert (done.returncode, said in done.stdout + done.stderr) == (0, True), done.stderr or done.stdout


def test_a_lock_of_windows_is_kept_from_others(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    held: set[int] = set()

    def locking(descriptor: int, mode: int, count: int) -> None:
        inode = os.fstat(descriptor).st_ino
        if (mode, count) != (2, 1) or inode in held:
            raise PermissionError
        held.add(inode)

    monkeypatch.setitem(sys.modules, "msvcrt", SimpleNamespace(locking=locking, LK_NBLCK=2))
    monkeypatch.setattr(lock, "sys", SimpleNamespace(platform="win32"))
    first = Lock.take(tmp_path / "lock")
    assert first is not None
    assert Lock.take(tmp_path / "lock") is None
    first.release()


def test_memory_is_told_as_windows_tells_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(speed, "sys", SimpleNamespace(platform="win32"))
    told = SimpleNamespace(memory_info=lambda: SimpleNamespace(peak_wset=123_000_000))
    monkeypatch.setattr(psutil, "Process", lambda: told)
    assert speed.peak_memory_mb() == 123.0
