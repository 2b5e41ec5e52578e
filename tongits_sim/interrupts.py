"""Ctrl-C where code that is not Python's runs: what it leaves behind there is taken for what it is."""

from __future__ import annotations

import contextlib
import signal
import threading
import time
from collections.abc import Iterator
from types import FrameType
from typing import Any

_ENDING = ("SIGINT", "SIGTERM", "SIGHUP")
_AGAIN = 0.1  # seconds in which the command line sends a lost interrupt again


@contextlib.contextmanager
def kept() -> Iterator[None]:
    """Inside, an interrupt that is lost on its way, or turned into another error, is KeyboardInterrupt at the end.

    Numba asks every record that a kernel is given for its `data`, which is Python code in numpy, so that Ctrl-C may
    strike there. In a tuple of records numba then goes on to the next one, and that one's error takes the place of
    KeyboardInterrupt: an AttributeError, TypeError or SystemError. Where LLVM calls back into Python, while it makes or
    loads machine code, KeyboardInterrupt cannot pass: numba goes on, and misses what the callback should have brought
    (a RuntimeError).

    Does nothing outside of the main thread, where no signal is heard. Raises KeyboardInterrupt.
    """
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    struck: list[int] = []
    before: dict[signal.Signals, Any] = {}
    for number in (getattr(signal, name) for name in _ENDING if hasattr(signal, name)):
        if callable(handler := signal.getsignal(number)):
            before[number] = handler

    def note(number: int, frame: FrameType | None) -> Any:
        try:
            return before[signal.Signals(number)](number, frame)
        except KeyboardInterrupt:
            struck.append(number)
            raise

    try:
        for number in before:
            signal.signal(number, note)
        yield
    except Exception:
        if not struck:
            raise
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
    if struck:
        time.sleep(_AGAIN)
        raise KeyboardInterrupt
