"""Worker processes end when the process that they play for ends, however it ends.

Our own workers see to this themselves (`end_with`). The processes that a library starts for us, and those that they
start in turn, are a `Family`, which a small process watches. That process runs this file: import nothing large here.
"""

from __future__ import annotations

import contextlib
import os
import secrets
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator

import psutil

_TICK = 0.5
_MARK = "TONGITS_FAMILY"  # environment variable of the members, which the processes they start inherit
_LOOKS = 0.1  # seconds between two looks for members
_PATIENCE = 10.0  # seconds for the system to end them
_AT_END, _AFTERWARDS = 2, 20  # looks without a member before the end: while a run waits, and afterwards
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


class Family:
    """The processes that a library starts for this one, and those that they start: they end when this one ends,
    however it ends.
    """

    def __init__(self) -> None:
        """Start the watcher. Raises OSError where no process can be started."""
        self._mark = f"{os.getpid()}-{secrets.token_hex(8)}"
        self._watcher = subprocess.Popen(
            [sys.executable, "-I", __file__, self._mark],
            stdin=subprocess.PIPE,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,  # Ctrl-C on the terminal is not for it
            creationflags=getattr(subprocess, "CREATE_NEW_PROCESS_GROUP", 0),  # the same for Windows
        )

    @contextlib.contextmanager
    def growing(self) -> Iterator[None]:
        """Context in which each process that this one starts becomes a member, with all that it starts."""
        os.environ[_MARK] = self._mark
        try:
            yield
        finally:
            os.environ.pop(_MARK, None)

    def end(self) -> None:
        """End the members that are left, and stop watching. A second call does nothing."""
        with contextlib.suppress(OSError, ValueError):  # it has ended, or was told before
            self._watcher.communicate(b"end")
        self._watcher.wait()


class _Members:
    """The members of a family, remembered by process id and start time: a library may overwrite the environment of its
    processes to give them titles, and a process that has lost its parent too cannot be told from a stranger.
    """

    def __init__(self, mark: str) -> None:
        """`mark`: the value of `_MARK` in the members' environment."""
        self._mark = mark
        self._members: dict[int, psutil.Process] = {}
        self._present: set[int] = set()
        self._strangers: set[int] = set()

    def look(self, anew: bool = False) -> list[psutil.Process]:
        """The members alive. Processes that were strangers at two looks are skipped, unless `anew`: a process that is
        just starting may have no environment yet, or that of its parent.
        """
        present = set(psutil.pids()) - {os.getpid()}
        self._strangers = set() if anew else self._strangers & present
        alive = {}
        for number in sorted(present - self._strangers):  # a parent before its children, mostly
            if (member := self._member(number)) is not None:
                alive[number] = self._members[number] = member
        self._members = alive
        self._strangers |= (self._present & present).difference(self._members)
        self._present = present
        return list(alive.values())

    def _member(self, number: int) -> psutil.Process | None:
        """The process of that number, if it belongs to the family and has not ended."""
        with contextlib.suppress(psutil.Error, OSError):
            process = psutil.Process(number)
            if process.status() in (psutil.STATUS_ZOMBIE, psutil.STATUS_DEAD):
                return None
            if process == self._members.get(number) or process.ppid() in self._members:
                return process
            if process.environ().get(_MARK) == self._mark:
                return process
        return None


def _end(members: _Members, looks: int) -> None:
    """Kill the members of a family until none is left, or the system fails to end them in time.

    A process that is just starting has no environment for a moment, so none is left only after `looks` looks in a row
    that find none.
    """
    until, empty = time.monotonic() + _PATIENCE, 0
    while empty < looks and time.monotonic() < until:
        alive = members.look(anew=True)
        for member in alive:
            with contextlib.suppress(psutil.Error, OSError):
                member.kill()
        empty = 0 if alive else empty + 1
        if empty < looks:
            time.sleep(_LOOKS)


def _watch_over(mark: str) -> None:
    """Watch the members of a family until the process at the other end of standard input has ended, or says that it
    will; then end them.
    """
    members, messages, over = _Members(mark), list[str](), threading.Event()

    def listen() -> None:
        messages.append(sys.stdin.read())
        over.set()

    threading.Thread(target=listen, daemon=True).start()
    while not over.wait(_TICK):
        members.look()
    _end(members, _AT_END if any(messages) else _AFTERWARDS)


if __name__ == "__main__":
    _watch_over(sys.argv[1])
