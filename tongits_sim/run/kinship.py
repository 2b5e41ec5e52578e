"""A process that plays for another one ends with it, however that one ended.

Our own workers look after that themselves (`end_with`). Those that a library starts for us, and that start others in
turn, are a `Family`, and a small process watches over them. That process runs this file: import nothing large here.
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
_MARK = "TONGITS_FAMILY"  # what members have in their environment, and whoever they start
_LOOKS = 0.1  # seconds between two looks for members
_PATIENCE = 10.0  # seconds for the system to end them
_AT_END, _AFTERWARDS = 2, 20  # looks at which nobody is seen: where a run waits for it, and where nobody waits
_watching: set[int] = set()


def end_with(parent: int) -> None:
    """End this process as soon as `parent`, which started it, has ended. Ctrl-C is the parent's to handle.

    A second call for the same process does nothing.
    """
    if parent in _watching or parent == os.getpid():
        return
    _watching.add(parent)
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
    """The processes that a library starts for this one, and those that they start: they end when this one has ended,
    however it ended.
    """

    def __init__(self) -> None:
        """Begins to watch. Raises OSError where no process can be started."""
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
    """Who belongs to a family. Members are remembered by number and start: a library may write over the environment
    of its processes to give them titles, and whoever has lost its parent too cannot be told from a stranger.
    """

    def __init__(self, mark: str) -> None:
        """`mark`: what members were started with."""
        self._mark = mark
        self._known: dict[int, psutil.Process] = {}
        self._listed: set[int] = set()
        self._strangers: set[int] = set()

    def look(self, anew: bool = False) -> list[psutil.Process]:
        """Those alive. Processes that were strangers at two looks are not looked at again, unless `anew`: one that is
        just being started may have no environment yet, or that of the process that starts it.
        """
        listed = set(psutil.pids()) - {os.getpid()}
        self._strangers = set() if anew else self._strangers & listed
        alive = {}
        for number in sorted(listed - self._strangers):  # a parent before its children, mostly
            if (member := self._member(number)) is not None:
                alive[number] = self._known[number] = member
        self._known = alive
        self._strangers |= (self._listed & listed).difference(self._known)
        self._listed = listed
        return list(alive.values())

    def _member(self, number: int) -> psutil.Process | None:
        """The process of that number, if it belongs to the family and has not ended."""
        with contextlib.suppress(psutil.Error, OSError):
            process = psutil.Process(number)
            if process.status() in (psutil.STATUS_ZOMBIE, psutil.STATUS_DEAD):
                return None
            if process == self._known.get(number) or process.ppid() in self._known:
                return process
            if process.environ().get(_MARK) == self._mark:
                return process
        return None


def _end(members: _Members, looks: int) -> None:
    """Kill the members of a family, until none is left or the system does not end them.

    A process that is just being started has no environment for a moment: so nobody is left only when none is seen at
    `looks` looks in a row.
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
    """Remember who belongs to a family until the process that holds the other end of the standard input has ended or
    says that it ends; then end them.
    """
    members, told, over = _Members(mark), list[str](), threading.Event()

    def listen() -> None:
        told.append(sys.stdin.read())
        over.set()

    threading.Thread(target=listen, daemon=True).start()
    while not over.wait(_TICK):
        members.look()
    _end(members, _AT_END if any(told) else _AFTERWARDS)


if __name__ == "__main__":
    _watch_over(sys.argv[1])
