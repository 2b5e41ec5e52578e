"""Worker processes end when the process that they play for ends, however it ends."""

from __future__ import annotations

import os
import signal
import threading
import time

import psutil

_TICK = 0.5
_parents: set[int] = set()


def end_with(parent: int) -> None:
    """End this process as soon as `parent`, which started it, has ended. The parent handles Ctrl-C.

    A second call for the same process does nothing.
    """
    if parent in _parents or parent == os.getpid():
        return
    _parents.add(parent)
    if threading.current_thread() is threading.main_thread():
        signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_watch, args=(parent,), name="tongits parent", daemon=True).start()


def _watch(number: int) -> None:
    """Wait for the end of the process that started this one."""
    this = psutil.Process()
    while (parent := this.parent()) is not None and parent.pid == number:
        time.sleep(_TICK)
    os._exit(1)
