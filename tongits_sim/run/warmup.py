"""The first start: notices that something is compiled, and processes that compile; later starts find it ready."""

from __future__ import annotations

import contextlib
import gc
import os
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from tongits_sim.run.lock import Lock

if TYPE_CHECKING:
    from tongits_sim.run.job import Notice

ENV_VARIABLE = "TONGITS_SPECIALISE"
"""Environment variable: `off` if nothing is to be compiled beside a run."""
MIN_LEFT = 4.0
"""Seconds of processor time that are worth compiling for; it takes one to four of them, once. What is not compiled when
the command ends is lost."""
_FIRST_LOOK = 0.5  # seconds after which a run says how long it will take
_OFF = ("off", "0", "no")
_last: subprocess.Popen[bytes] | None = None


def to_stderr(text: str) -> None:
    """The usual notice: onto the standard error, at once."""
    sys.stderr.write(text)
    sys.stderr.flush()


def silent(text: str) -> None:
    """A notice that says nothing."""


@contextlib.contextmanager
def alone(notice: Notice, what: str = "engine") -> Iterator[None]:
    """Context in which no other process of this version compiles `what` (letters, digits, `_`, `.`, `-`); waits for one
    that does, with a notice. Where no lock can be made, as on a full disk, it does not wait.
    """
    import tongits_sim.compile.jit as jit

    with contextlib.ExitStack() as stack:
        with contextlib.suppress(OSError):
            text = "Waiting for another process that compiles ...\n"
            stack.enter_context(Lock.wait(jit.ENGINE_CACHE_DIR / f"compiling-{what}.lock", lambda: notice(text)))
        yield


@contextlib.contextmanager
def timed(notice: Notice) -> Iterator[None]:
    """End a notice with the seconds it took; an error begins on a line of its own.

    Compiling makes millions of objects that live until it is done: looking for garbage among them takes a tenth of its
    time.
    """
    began = time.perf_counter()
    collecting = gc.isenabled()
    gc.disable()
    try:
        yield
    except BaseException:
        notice("stopped.\n")
        raise
    finally:
        if collecting:
            gc.enable()
    notice(f"done in {time.perf_counter() - began:.1f} s.\n")


@contextlib.contextmanager
def other_process(code: str) -> Iterator[subprocess.Popen[bytes] | None]:
    """A second process that runs Python code if there are two processors; it ends with the block."""
    other = python_process(code) if available_cores() >= 2 else None
    try:
        yield other
    finally:
        if other is not None and other.poll() is None:
            other.kill()
            other.wait()


def python_process(code: str, start_new_session: bool = False) -> subprocess.Popen[bytes] | None:
    """Start a silent process that runs Python code and ends with this one; None if the system cannot start one.

    It imports modules from the places of this process, never from the working folder.
    """
    code = f"from tongits_sim.interrupts import end_with\nend_with({os.getpid()})\n{code}"
    root = str(Path(__file__).resolve().parents[2])
    path = os.pathsep.join(filter(None, (root, os.environ.get("PYTHONPATH"))))
    if not sys.executable:
        return None
    try:
        return subprocess.Popen(
            [sys.executable, "-P", "-c", code],
            env={**os.environ, "PYTHONPATH": path},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=start_new_session,
        )
    except OSError:
        return None


# ---- a faster engine, compiled while a long run is played ------------------------------------------------------------


def switched_off() -> bool:
    """Whether the environment says that nothing is to be compiled beside a run."""
    return os.environ.get(ENV_VARIABLE, "").lower() in _OFF


class BackgroundCompiler:
    """Decides once, while a run is played, whether something is compiled beside it."""

    def __init__(self, workers: int) -> None:
        """Begin to look; `workers`: of the run."""
        self._workers = workers
        self._decided = switched_off()

    def left(self, seconds: float, played: int, missing: int) -> float:
        """Seconds of processor time that a run still takes, after so many seconds and games; 0 while that is not known,
        and after the first answer.
        """
        if self._decided or seconds < _FIRST_LOOK or not played:
            return 0.0
        self._decided = True
        return seconds / played * missing * self._workers


def compile_beside(code: str) -> subprocess.Popen[bytes] | None:
    """Run Python code that compiles something, at the lowest priority, without waiting for it.

    It goes on when the run is over, for the next run of this process. Returns the process; None if the system starts
    none, or while the one before still compiles: a run of many jobs would otherwise start one for each.
    """
    global _last
    if _last is not None and _last.poll() is None:
        return None
    polite = "import gc, os\ngc.disable()\nhasattr(os, 'nice') and os.nice(19)\n"
    _last = python_process(polite + code, start_new_session=True)
    return _last


def available_cores() -> int:
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1
