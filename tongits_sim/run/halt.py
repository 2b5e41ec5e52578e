"""Runs that stop early, with the games played as their result: after Ctrl-C, or because enough is known."""

from __future__ import annotations

import contextlib
import signal
import threading
import time
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from tongits_sim.run.work import Run

LEAST = 100
"""A stopped run of fewer games has no answer."""
_GRACE = 1.0  # seconds for the later runs of an answer, after Ctrl-C
_SIGNALS = ("SIGINT", "SIGTERM", "SIGHUP")


class Halt:
    """Ctrl-C stops a run, and the games played until then are its result; `run` says how many.

    Later runs of the same answer get a moment each.

    Attributes:
        run: the run that Ctrl-C stopped, as it was then; None before.
        cut: how many later runs of the same answer were cut short.
    """

    def __init__(self, wanted: Callable[[], bool] = lambda: True) -> None:
        """At Ctrl-C `wanted` says whether the games played are the result; else the run raises `Interrupted`."""
        self.run: Run[Any] | None = None
        self.cut = 0
        self._wanted = wanted
        self._until = 0.0

    def interrupted(self, run: Run[Any]) -> bool:
        """Whether the games of a run that Ctrl-C stopped are its result."""
        if self.run is not None or run.games < LEAST or not self._wanted():
            return False
        self.run, self._until = run, time.monotonic() + _GRACE
        return True

    def enough(self, run: Run[Any]) -> bool:
        """Whether to stop now, with the games played; called after every block."""
        over = self.run is not None and run.games >= LEAST and time.monotonic() >= self._until
        self.cut += over and run.games < run.work.games
        return over


@contextlib.contextmanager
def undisturbed() -> Iterator[None]:
    """Context for a short step: signals that would end the program wait until it is done."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    heard: list[tuple[int, Any]] = []
    numbers = [getattr(signal, name) for name in _SIGNALS if hasattr(signal, name)]
    before = {number: handler for number in numbers if callable(handler := signal.getsignal(number))}
    try:
        for number in before:
            signal.signal(number, lambda *signalled: heard.append(signalled))
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
        for number, frame in heard[:1]:
            before[number](number, frame)
