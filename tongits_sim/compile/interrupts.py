"""Ctrl-C in code that is not Python's: an interrupt that is lost there, or becomes another error, is raised again."""

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
    """Context that raises KeyboardInterrupt at its end where an interrupt was lost in it, or became another error.

    Numba reads the attribute `data` of every record that a kernel gets, which is Python code in numpy, so that Ctrl-C
    may strike there. In a tuple of records numba then goes on to the next one, and the error of that one takes the
    place of KeyboardInterrupt: an AttributeError, TypeError or SystemError. Where LLVM calls back into Python, while it
    makes or loads machine code, KeyboardInterrupt cannot pass: numba goes on without the result of the callback (a
    RuntimeError).

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
