"""Compiling beside a long run what plays it faster: in a process of its own, which ends by itself within seconds."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from pathlib import Path

SWITCH = "TONGITS_SPECIALISE"
"""Environment variable: `off` if nothing is to be compiled beside a run."""
FIRST_LOOK = 0.5
"""Seconds after which a run says how long it will take."""
LEAST_LEFT = 1.5
"""Seconds of processor time that are worth compiling for; it takes one to four of them, once."""

_OFF = ("off", "0", "no")


def switched_off() -> bool:
    """Whether the environment says that nothing is to be compiled beside a run."""
    return os.environ.get(SWITCH, "").lower() in _OFF


class Beside:
    """Decides once, while a run is played, whether something is compiled beside it."""

    def __init__(self, workers: int) -> None:
        """Begin to look.

        Args:
            workers: of the run.
        """
        self._workers = workers
        self._began = time.perf_counter()
        self._decided = switched_off() or not sys.executable

    def left(self, played: int, missing: int) -> float:
        """Seconds of processor time that a run still takes; 0 as long as that is not known, or has been asked.

        Args:
            played: games played since it began.
            missing: games to be played.
        """
        passed = time.perf_counter() - self._began
        if self._decided or passed < FIRST_LOOK or not played:
            return 0.0
        self._decided = True
        return passed / played * missing * self._workers


def compile_beside(code: str) -> subprocess.Popen[bytes] | None:
    """Run Python code that compiles something, at the lowest priority, without waiting for it.

    It takes modules from where this process has them, never from the working folder. It is not ended with the run: what
    it compiles is kept for the next one.

    Returns:
        The process, or None if the system starts none.
    """
    root = str(Path(__file__).resolve().parents[2])
    path = os.pathsep.join(filter(None, (root, os.environ.get("PYTHONPATH"))))
    polite = "import gc, os\ngc.disable()\nhasattr(os, 'nice') and os.nice(19)\n"
    try:
        return subprocess.Popen(
            [sys.executable, "-P", "-c", polite + code],
            env={**os.environ, "PYTHONPATH": path},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        )
    except OSError:
        return None
