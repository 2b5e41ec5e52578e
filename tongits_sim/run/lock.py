"""A lock on a file. The system releases it when the process ends, so no crash leaves it behind."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable
from pathlib import Path
from types import TracebackType

_TICK = 0.1
_TRIES = 20


class Lock:
    """A lock that this process holds."""

    def __init__(self, descriptor: int) -> None:
        self._descriptor = descriptor

    @classmethod
    def take(cls, path: Path) -> Lock | None:
        """Lock `path`, created if needed; None if another process holds the lock."""
        # Do not follow a link or wait for a pipe: a stranger may have made the folder.
        extra = getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0)
        descriptor = os.open(path, os.O_RDWR | os.O_CREAT | extra, 0o666)
        try:
            _lock(descriptor)
        except BlockingIOError:
            os.close(descriptor)
            return None
        except OSError:  # a file system without locks: better no lock than no run
            pass
        return cls(descriptor)

    @classmethod
    def take_soon(cls, path: Path) -> Lock | None:
        """`take`, but retry for a moment, because `is_locked` of another process holds the lock for an instant."""
        for _ in range(_TRIES):
            if (lock := cls.take(path)) is not None:
                return lock
            time.sleep(_TICK / 10)
        return None

    @classmethod
    def wait(cls, path: Path, waiting: Callable[[], None] = lambda: None) -> Lock:
        """Wait for the lock on `path`; `waiting` is called once if another process holds it."""
        lock = cls.take(path)
        if lock is None:
            waiting()
        while lock is None:
            time.sleep(_TICK)
            lock = cls.take(path)
        return lock

    @classmethod
    def is_locked(cls, path: Path) -> bool:
        """Whether a process holds the lock on `path`; creates no file."""
        if not path.exists():
            return False
        try:
            lock = cls.take(path)
        except OSError:  # no permission to write, so the lock cannot be tried
            return False
        if lock is None:
            return True
        lock.release()
        return False

    def __enter__(self) -> Lock:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.release()

    def release(self) -> None:
        """Release the lock; later calls do nothing."""
        if self._descriptor >= 0:
            os.close(self._descriptor)
            self._descriptor = -1


def _lock(descriptor: int) -> None:
    if sys.platform == "win32":
        import msvcrt

        try:
            msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)
        except OSError as error:
            raise BlockingIOError from error
    else:
        import fcntl

        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
