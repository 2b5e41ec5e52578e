"""Ctrl-C and requests to end: the first stops what runs, as KeyboardInterrupt; a second one ends the process at once.

A short step can keep interrupts for later (`held`), code that is not Python's must not lose them (`kept`), and the
command line ends as a process that no library and no compiled code can hold up (`run_program`).
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
_AGAIN = 0.1  # seconds in which the command line sends a lost interrupt again
_SOON = 0.02  # seconds for the code that lost an interrupt to finish
_UNHEARD = 3.0  # seconds that compiled code may delay a signal
_PATIENCE = 15.0  # seconds for libraries to remove their folders and end their processes
_TICK = 0.2
_SHOW_CURSOR = b"\x1b[?25h"


# ---- parts of a program that an interrupt must not break, or must not get lost in ------------------------------------


@contextlib.contextmanager
def _noted(hear: Callable[[Callable[..., Any], int, FrameType | None], None]) -> Iterator[None]:
    """Context in which `hear` gets the signals, with the handler that would; only the main thread hears signals."""
    before: dict[int, Any] = {}
    if threading.current_thread() is threading.main_thread():
        before = {number: each for number in _ENDING if callable(each := signal.getsignal(number))}
    try:
        for number in before:
            signal.signal(number, lambda number, frame: hear(before[number], number, frame))
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


@contextlib.contextmanager
def signals_delayed() -> Iterator[None]:
    """Context for a short step: signals that would end the program wait until it is done."""
    heard: list[Callable[[], Any]] = []
    try:
        with _noted(lambda handler, number, frame: heard.append(lambda: handler(number, frame))):
            yield
    finally:
        for handle in heard[:1]:
            handle()


@contextlib.contextmanager
def keep_interrupts() -> Iterator[None]:
    """Context that raises KeyboardInterrupt at its end where an interrupt was lost in it, or became another error.

    Numba reads the attribute `data` of every record that a kernel gets, which is Python code in numpy, so that Ctrl-C
    may strike there; numba then goes on, and raises another error. KeyboardInterrupt cannot pass either where LLVM
    calls back into Python.
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
    ending = False  # the program is over, and only the process is left to end
    waiting = False  # the program looks by itself, after each of its steps, whether a signal came

    def listen(self) -> None:
        """Handle the signals that would end the process; one that is ignored (nohup) stays ignored."""
        for number in _ENDING:
            if signal.getsignal(number) in (signal.SIG_DFL, signal.default_int_handler):
                signal.signal(number, self._hear)
        if not hasattr(os, "register_at_fork"):  # elsewhere than on Unix a signal wakes sockets only
            return
        ours, theirs = os.pipe()
        os.set_blocking(theirs, False)
        if _start(lambda: self._overhear(ours), "tongits signals"):
            signal.set_wakeup_fd(theirs, warn_on_full_buffer=False)
            os.register_at_fork(after_in_child=lambda: signal.set_wakeup_fd(-1))  # a child's signals are its own

    def _overhear(self, pipe: int) -> None:
        """End the process if a request to end or a second Ctrl-C does not reach the main thread: compiled code delays
        handlers.
        """
        unheard = 0
        while True:
            number = os.read(pipe, 1)[0]
            unheard += number in _ENDING
            if number in _ENDING and (number != signal.SIGINT or unheard > 1):
                time.sleep(_UNHEARD)
                if not self.code:
                    leave(128 + number)

    def _hear(self, number: int, _frame: FrameType | None) -> None:
        again, self.code = bool(self.code) or self.ending, self.code or 128 + number
        if again:
            leave(self.code)
        if not self.waiting:
            raise KeyboardInterrupt

    def unraisable(self, args: Any) -> None:
        """Repeat an interrupt a little later if it came where nothing can be raised (callback, destructor)."""
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
    """A context in which the first signal interrupts no step: ask after each whether it came. A second one ends all."""
    _SIGNALS.waiting = True
    try:
        yield lambda: bool(_SIGNALS.code)
    finally:
        _SIGNALS.waiting = False


def run_program(program: Callable[[], object]) -> NoReturn:
    """Run the program as this process, which ends with the exit code of `program`.

    SIGTERM and SIGHUP are handled like Ctrl-C, with exit codes 143 and 129.
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

    Their destructors run last, in the C library, and one that waits for a thread of its own can wait for ever.
    """
    _flush()

    def leave_later() -> None:
        time.sleep(_PATIENCE)
        leave(code)

    _start(leave_later, "tongits end")
    with contextlib.suppress(BaseException):  # the answer is out; only clean-up of libraries is left
        getattr(threading, "_shutdown", lambda: None)()
        getattr(atexit, "_run_exitfuncs", lambda: None)()
    _flush()
    leave(code, cursor=bool(_SIGNALS.code))  # it may have come while the progress bar had hidden the cursor


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
    """End this process as soon as `parent`, which started it, has ended in any way. The parent handles Ctrl-C."""
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
