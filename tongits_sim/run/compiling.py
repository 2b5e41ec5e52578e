"""The first start compiles: notices about it, and processes that compile in the background."""

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

from tongits_sim.blas import single
from tongits_sim.run.lock import Lock

if TYPE_CHECKING:
    from tongits_sim.run.job import Notice

ENV_VARIABLE = "TONGITS_SPECIALISE"
"""Environment variable: `off` forbids compiling in the background."""
MIN_LEFT = 4.0
"""Least processor seconds that a run must have left to compile in the background. Compiling takes one to four
seconds, once; if the command ends earlier, the work is lost.
"""
_FIRST_LOOK = 0.5  # seconds before the first estimate of the time left
_OFF = ("off", "0", "no")
_last: list[subprocess.Popen[bytes]] = []


def to_stderr(text: str) -> None:
    """The usual notice: write to the standard error at once."""
    sys.stderr.write(text)
    sys.stderr.flush()


def silent(text: str) -> None:
    """A notice that prints nothing."""


@contextlib.contextmanager
def alone(notice: Notice, what: str = "engine") -> Iterator[None]:
    """Context in which no other process of this version compiles `what` (letters, digits, `_`, `.`, `-`). It waits for
    another process, with a notice, unless no lock can be made, as on a full disk.
    """
    import tongits_sim.compile.jit as jit

    with contextlib.ExitStack() as stack:
        with contextlib.suppress(OSError):
            text = "Waiting for another process that compiles ...\n"
            stack.enter_context(Lock.wait(jit.ENGINE_CACHE_DIR / f"compiling-{what}.lock", lambda: notice(text)))
        yield


@contextlib.contextmanager
def timed(notice: Notice) -> Iterator[None]:
    """End a notice with the seconds that the block took; an error begins on a new line.

    It switches garbage collection off: compiling makes millions of objects that live to its end, and looking for
    garbage takes a tenth of the time.
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
    """Run Python code in a second process, if there are two processors, until the block ends."""
    process = python_process(code) if available_cores() >= 2 else None
    try:
        yield process
    finally:
        if process is not None and process.poll() is None:
            process.kill()
            process.wait()


def python_process(code: str, start_new_session: bool = False) -> subprocess.Popen[bytes] | None:
    """Start a silent process that runs Python code and ends with this process; None if the system cannot start it.

    It imports modules as this process does, never from the working folder.
    """
    code = f"from tongits_sim.interrupts import end_with\nend_with({os.getpid()})\n{code}"
    root = str(Path(__file__).resolve().parents[2])
    path = os.pathsep.join(filter(None, (root, os.environ.get("PYTHONPATH"))))
    if not sys.executable:
        return None
    try:
        return subprocess.Popen(
            [sys.executable, "-P", "-c", code],
            env=single({**os.environ, "PYTHONPATH": path}),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=start_new_session,
        )
    except OSError:
        return None


# ---- a faster engine, compiled while a long run is played ------------------------------------------------------------


def switched_off() -> bool:
    """Whether the environment forbids compiling in the background."""
    return os.environ.get(ENV_VARIABLE, "").lower() in _OFF


class BackgroundCompiler:
    """Decides once during a run whether to compile in the background."""

    def __init__(self, workers: int) -> None:
        self._workers = workers
        self._decided = switched_off()

    def left(self, seconds: float, played: int, missing: int) -> float:
        """Estimate the processor seconds that a run still takes, after `seconds` and `played` games; 0 if unknown, or
        if already answered.
        """
        if self._decided or seconds < _FIRST_LOOK or not played:
            return 0.0
        self._decided = True
        return seconds / played * missing * self._workers


def compile_beside(code: str) -> subprocess.Popen[bytes] | None:
    """Start a process of the lowest priority that compiles by running Python code.

    It outlives the run, for the next run of this process. Returns None if the system cannot start it, or while the last
    such process still compiles, because a batch of many jobs would start a process for each.
    """
    if _last and _last[0].poll() is None:
        return None
    polite = "import gc, os\ngc.disable()\nhasattr(os, 'nice') and os.nice(19)\n"
    process = python_process(polite + code, start_new_session=True)
    _last[:] = [process] if process is not None else []
    return process


def available_cores() -> int:
    """The cores that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1
