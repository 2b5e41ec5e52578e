"""The command line as a process: signals that end it like Ctrl-C, and an end that no library can hold up."""

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

ENDING = ("SIGINT", "SIGTERM", "SIGHUP")
_PATIENCE = 15.0  # seconds for libraries to remove their folders and end their processes
_SOON = 0.02  # seconds for the code that lost an interrupt to finish
_UNHEARD = 3.0  # seconds that compiled code may delay a signal
_SHOW_CURSOR = b"\x1b[?25h"


class _Signals:
    """The first signal stops the run, as Ctrl-C does; a second one, or one while the process ends, ends it at once.

    Attributes:
        code: the exit code of the signal that came, 0 when none did.
        ending: the program is over, and only the process is left to end.
        waiting: the program looks by itself, after each of its steps, whether a signal came.
    """

    def __init__(self) -> None:
        self.code = 0
        self.ending = False
        self.waiting = False

    def listen(self) -> None:
        """Handle the signals that would end the process; one that is ignored (nohup) stays ignored."""
        for name in ENDING:
            number = getattr(signal, name, None)
            if number is not None and signal.getsignal(number) in (signal.SIG_DFL, signal.default_int_handler):
                signal.signal(number, self._hear)
        if hasattr(os, "register_at_fork"):  # Unix: elsewhere a signal wakes sockets only
            self._watch()

    def _watch(self) -> None:
        """Watch for signals while the main thread runs compiled code, which delays handlers, perhaps by seconds."""
        ours, theirs = os.pipe()
        os.set_blocking(theirs, False)
        with contextlib.suppress(RuntimeError):  # no thread can be started
            threading.Thread(target=self._overhear, args=(ours,), name="tongits signals", daemon=True).start()
            signal.set_wakeup_fd(theirs, warn_on_full_buffer=False)
            os.register_at_fork(after_in_child=lambda: signal.set_wakeup_fd(-1))  # a child's signals are its own

    def _overhear(self, pipe: int) -> None:
        """End the process if a request to end (SIGTERM, SIGHUP) or a second Ctrl-C does not reach the main thread."""
        numbers = {int(getattr(signal, name)) for name in ENDING}
        unheard = 0
        while True:
            number = os.read(pipe, 1)[0]
            if number not in numbers:
                continue
            unheard += 1
            if number != signal.SIGINT or unheard > 1:
                time.sleep(_UNHEARD)
                if not self.code:
                    leave(128 + number)

    def _hear(self, number: int, _frame: FrameType | None) -> None:
        again, self.code = bool(self.code) or self.ending, self.code or 128 + number
        if again:
            leave(self.code)
        if not self.waiting:
            raise KeyboardInterrupt


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
    signals = _SIGNALS
    code = 1
    sys.unraisablehook = _unraisable(sys.unraisablehook)
    try:
        signals.listen()
        program()
        code = 0
    except SystemExit as leaving:
        code = _code(leaving.code)
    except KeyboardInterrupt:  # between two places that handle it
        code = signals.code or 130
    except BaseException:  # noqa: BLE001 - as Python itself ends
        sys.excepthook(*sys.exc_info())
    signals.ending = True
    _finish(signals.code or code)


def _unraisable(before: Callable[[Any], object]) -> Callable[[Any], object]:
    """A hook that repeats an interrupt a little later if it came where nothing can be raised (callback, destructor)."""

    def hook(args: Any) -> None:
        if isinstance(args.exc_value, KeyboardInterrupt):
            code, _SIGNALS.code = _SIGNALS.code, 0
            again = threading.Timer(_SOON, _interrupt, (code - 128 if code else signal.SIGINT,))
            again.daemon = True
            again.start()
        else:
            before(args)

    return hook


def _interrupt(number: signal.Signals) -> None:
    """Send the main thread a signal; where the system can, one that also ends its waiting."""
    main = threading.main_thread().ident
    if main is not None and hasattr(signal, "pthread_kill"):
        signal.pthread_kill(main, number)
    else:
        _thread.interrupt_main(signal.Signals(number))


def leave(code: int) -> NoReturn:
    """End the process now, with the cursor shown."""
    _show_cursor()
    os._exit(code)


def _show_cursor() -> None:
    with contextlib.suppress(OSError):
        if os.isatty(2):
            os.write(2, _SHOW_CURSOR)


def _code(status: Any) -> int:
    if status is None or isinstance(status, int):
        return status or 0
    print(status, file=sys.stderr)  # noqa: T201 - as Python does
    return 1


def _finish(code: int) -> NoReturn:
    """Run Python's own clean-up, for a limited time; then leave without the clean-up of libraries.

    Their destructors run last, in the C library, and one that waits for a thread of its own can wait for ever.
    """
    _flush()
    with contextlib.suppress(RuntimeError):  # no thread can be started
        threading.Thread(target=_leave_later, args=(code,), name="tongits end", daemon=True).start()
    try:
        getattr(threading, "_shutdown", _nothing)()
        getattr(atexit, "_run_exitfuncs", _nothing)()
    except BaseException:  # noqa: BLE001 - the answer is out; only clean-up of libraries is left
        pass
    _flush()
    if _SIGNALS.code:  # it may have come while the progress bar was ending, before that showed the cursor again
        _show_cursor()
    os._exit(code)


def _leave_later(code: int) -> None:
    time.sleep(_PATIENCE)
    leave(code)


def _nothing() -> None:
    pass


def _flush() -> None:
    for stream in (sys.stdout, sys.stderr):
        with contextlib.suppress(OSError, ValueError, AttributeError):
            stream.flush()
