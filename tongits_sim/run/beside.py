"""Compiles a faster engine beside a long run, in a process of its own that ends with this one."""

from __future__ import annotations

import os
import subprocess

from tongits_sim.run.warmup import python_process

SWITCH = "TONGITS_SPECIALISE"
"""Environment variable: `off` if nothing is to be compiled beside a run."""
FIRST_LOOK = 0.5
"""Seconds after which a run says how long it will take."""
LEAST_LEFT = 4.0
"""Seconds of processor time that are worth compiling for; it takes one to four of them, once. What is not compiled when
the command ends is lost."""

_OFF = ("off", "0", "no")
_last: subprocess.Popen[bytes] | None = None


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
        self._decided = switched_off()

    def left(self, seconds: float, played: int, missing: int) -> float:
        """Seconds of processor time that a run still takes; 0 while that is not known, and after the first answer.

        Args:
            seconds: since the run began.
            played: games played in them.
            missing: games to be played.
        """
        if self._decided or seconds < FIRST_LOOK or not played:
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
