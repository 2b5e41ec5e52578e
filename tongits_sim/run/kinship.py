"""A process that plays for another one ends with it, however that one ended."""

from __future__ import annotations

import contextlib
import os
import select
import signal
import threading
import time

_TICK = 0.5
_watching: set[int] = set()


def end_with(parent: int) -> None:
    """End this process as soon as `parent`, which started it, has ended. Ctrl-C is the parent's to handle.

    Asked again for the same process it does nothing.
    """
    if parent in _watching or parent == os.getpid():
        return
    _watching.add(parent)
    if threading.current_thread() is threading.main_thread():
        signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_watch, args=(parent,), name="tongits parent", daemon=True).start()


def _watch(parent: int) -> None:
    """Wait for the end of a process: the system tells of it, or we look again and again who our parent is."""
    with contextlib.suppress(OSError, AttributeError):
        descriptor = os.pidfd_open(parent)
        if os.getppid() == parent:  # the number may belong to another one by now
            waiting = select.poll()
            waiting.register(descriptor, select.POLLIN)
            waiting.poll()
    while os.getppid() == parent:
        time.sleep(_TICK)
    os._exit(1)
