"""Handles Ctrl-C and requests to end: the first raises KeyboardInterrupt, the second ends the process at once.

A short step can delay interrupts (`signals_delayed`), compiled code must not lose them (`keep_interrupts`), and no
library or compiled code can keep the command line from ending (`run_program`).
"""

from __future__ import annotations

import _thread
import atexit
import contextlib
import os
import signal
import sys
import threading
import time
from collections.abc import Callable, Iterator
from types import FrameType
from typing import Any, NoReturn

_ENDING = [getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name)]
_AGAIN = 0.1  # seconds before the command line repeats a lost interrupt
_SOON = 0.02  # seconds for the code that lost an interrupt to finish
_UNHEARD = 2.5  # seconds that compiled code may delay a signal
_PATIENCE = 15.0  # seconds for libraries to remove their folders and end their processes
_TICK = 0.2
_SHOW_CURSOR = b"\x1b[?25h"


# ---- code that an interrupt must not break, or that must not lose an interrupt ---------------------------------------


@contextlib.contextmanager
def _noted(hear: Callable[[Callable[..., Any], int, FrameType | None], None]) -> Iterator[None]:
    """Context in which `hear` gets the signals and their handlers; only the main thread gets signals."""
    before: dict[int, Any] = {}
    if threading.current_thread() is threading.main_thread():
        before = {number: previous for number in _ENDING if callable(previous := signal.getsignal(number))}
    try:
        for number in before:
            signal.signal(number, lambda number, frame: hear(before[number], number, frame))
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


@contextlib.contextmanager
def signals_delayed() -> Iterator[None]:
    """Context for a short step: signals that would end the program wait for its end."""
    heard: list[Callable[[], Any]] = []
    try:
        with _noted(lambda handler, number, frame: heard.append(lambda: handler(number, frame))):
            yield
    finally:
        for handle in heard[:1]:
            handle()


@contextlib.contextmanager
def keep_interrupts() -> Iterator[None]:
    """Context that raises KeyboardInterrupt at its end if an interrupt was lost in it, or became another error.

    Numba reads the attribute `data` of every record that a kernel gets. This is Python code in numpy, so Ctrl-C may
    strike there; numba then continues and raises another error. Nor can KeyboardInterrupt pass through callbacks of
    LLVM into Python.
    """
    struck: list[int] = []

    def hear(handler: Callable[..., Any], number: int, frame: FrameType | None) -> None:
        try:
            handler(number, frame)
        except KeyboardInterrupt:
            struck.append(number)
            raise

    try:
        with _noted(hear):
            yield
    except Exception:
        if not struck:
            raise
    if struck:
        time.sleep(_AGAIN)
        raise KeyboardInterrupt


# ---- the command line as a process -----------------------------------------------------------------------------------


class _Signals:
    code = 0  # the exit code of the first signal, 0 before
    ending = False  # the program is over, only the process must end
    waiting = False  # the program itself checks for signals after each step

    def listen(self) -> None:
        """Handle the signals that would end the process; ignored signals (nohup) stay ignored."""
        for number in _ENDING:
            if signal.getsignal(number) in (signal.SIG_DFL, signal.default_int_handler):
                signal.signal(number, self._hear)
        if not hasattr(os, "register_at_fork"):  # outside Unix a signal wakes only sockets
            return
        ours, theirs = os.pipe()
        os.set_blocking(theirs, False)
        if _start(lambda: self._overhear(ours), "tongits signals"):
            signal.set_wakeup_fd(theirs, warn_on_full_buffer=False)
            os.register_at_fork(after_in_child=lambda: signal.set_wakeup_fd(-1))  # a child's signals are its own

    def _overhear(self, pipe: int) -> None:
        """End the process if a signal does not reach the main thread, because compiled code or a library delays
        handlers, or if it still runs some seconds after a request to end.
        """
        while True:
            number = os.read(pipe, 1)[0]
            if number in _ENDING:
                _start(lambda number=number: self._insist(number), "tongits end")  # type: ignore[misc]

    def _insist(self, number: int) -> None:
        time.sleep(_UNHEARD)
        if not self.code or (number != signal.SIGINT and not self.ending):
            leave(self.code or 128 + number)

    def _hear(self, number: int, _frame: FrameType | None) -> None:
        again = bool(self.code) or self.ending
        self.code = self.code or 128 + number
        if again:
            leave(self.code)
        if not self.waiting:
            raise KeyboardInterrupt

    def unraisable(self, args: Any) -> None:
        """Repeat an interrupt a little later if it came where Python cannot raise (callback, destructor)."""
        if not isinstance(args.exc_value, KeyboardInterrupt):
            sys.__unraisablehook__(args)
            return
        code, self.code = self.code, 0
        again = threading.Timer(_SOON, _interrupt, (code - 128 if code else signal.SIGINT,))
        again.daemon = True
        again.start()


_SIGNALS = _Signals()


def by_ctrl_c() -> bool:
    """Whether the interrupt is Ctrl-C, not a request to end at once (SIGTERM, SIGHUP)."""
    return _SIGNALS.code in (0, 128 + signal.SIGINT)


@contextlib.contextmanager
def whole_steps() -> Iterator[Callable[[], bool]]:
    """Context in which the first signal interrupts no step: the yielded function tells whether it came. A second signal
    ends the process.
    """
    _SIGNALS.waiting = True
    try:
        yield lambda: bool(_SIGNALS.code)
    finally:
        _SIGNALS.waiting = False


def run_program(program: Callable[[], object]) -> NoReturn:
    """Run the program as this process, which ends with the exit code of `program`.

    SIGTERM and SIGHUP act like Ctrl-C, with exit codes 143 and 129.
    """
    code = 1
    sys.unraisablehook = _SIGNALS.unraisable
    try:
        _SIGNALS.listen()
        program()
        code = 0
    except SystemExit as leaving:
        if leaving.code is None or isinstance(leaving.code, int):
            code = leaving.code or 0
        else:
            print(leaving.code, file=sys.stderr)  # noqa: T201 - as Python does
    except KeyboardInterrupt:  # between two places that handle it
        code = _SIGNALS.code or 130
    except BaseException:  # noqa: BLE001 - as Python itself ends
        sys.excepthook(*sys.exc_info())
    _SIGNALS.ending = True
    _finish(_SIGNALS.code or code)


def _finish(code: int) -> NoReturn:
    """Run Python's own clean-up, for a limited time; then leave without the clean-up of libraries.

    Libraries' destructors run last, in the C library, and a destructor that waits for its own thread may wait for ever.
    """
    _flush()

    def leave_later() -> None:
        time.sleep(_PATIENCE)
        leave(code)

    _start(leave_later, "tongits end")
    with contextlib.suppress(BaseException):  # the answer is out; only libraries' clean-up is left
        getattr(threading, "_shutdown", lambda: None)()
        getattr(atexit, "_run_exitfuncs", lambda: None)()
    _flush()
    leave(code, cursor=bool(_SIGNALS.code))  # the signal may have come while the progress bar had hidden the cursor


def leave(code: int, cursor: bool = True) -> NoReturn:
    """End the process now, with the cursor shown."""
    if cursor:
        with contextlib.suppress(OSError):
            if os.isatty(2):
                os.write(2, _SHOW_CURSOR)
    os._exit(code)


def _flush() -> None:
    for stream in (sys.stdout, sys.stderr):
        with contextlib.suppress(OSError, ValueError, AttributeError):
            stream.flush()


def _start(run: Callable[[], object], name: str) -> bool:
    with contextlib.suppress(RuntimeError):
        threading.Thread(target=run, name=name, daemon=True).start()
        return True
    return False


def _interrupt(number: int) -> None:
    """Send the main thread a signal, which also ends its waiting if the system can do so."""
    main = threading.main_thread().ident
    if main is not None and hasattr(signal, "pthread_kill"):
        signal.pthread_kill(main, number)
    else:
        _thread.interrupt_main(signal.Signals(number))


# ---- processes that play or compile for another one ------------------------------------------------------------------

_parents: set[int] = set()


def end_with(parent: int) -> None:
    """End this process as soon as its parent process has ended in any way. The parent handles Ctrl-C."""
    import psutil

    if parent in _parents or parent == os.getpid():
        return
    _parents.add(parent)
    if threading.current_thread() is threading.main_thread():
        signal.signal(signal.SIGINT, signal.SIG_IGN)

    def watch() -> None:
        this = psutil.Process()
        while (mine := this.parent()) is not None and mine.pid == parent:
            time.sleep(_TICK)
        os._exit(1)

    _start(watch, "tongits parent")
