"""A process that plays for another one ends with it, however that one ended.

Our own workers look after that themselves (`end_with`). Those that a library starts for us, and that start others in
turn, are a `Family`, and a small process watches over them. That process runs this file: import nothing large here.
"""

from __future__ import annotations

import contextlib
import os
import secrets
import select
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator

_TICK = 0.5
_MARK = "TONGITS_FAMILY"  # what members have in their environment, and whoever they start
_LOOKS = 0.1  # seconds between two looks for members
_PATIENCE = 10.0  # seconds for the system to end them
_AT_END, _AFTERWARDS = 2, 20  # looks at which nobody is seen: where a run waits for it, and where nobody waits
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


class Family:
    """The processes that a library starts for this one, and those that they start: they end when this one has ended,
    however it ended. Where the system has no /proc, nobody is found and nobody is ended.
    """

    def __init__(self) -> None:
        """Begins to watch. Raises OSError where no process can be started."""
        self._mark = f"{os.getpid()}-{secrets.token_hex(8)}"
        self._watcher: subprocess.Popen[bytes] | None = None
        if os.path.exists("/proc/self/environ"):  # noqa: PTH110
            self._watcher = subprocess.Popen(
                [sys.executable, "-I", "-S", __file__, self._mark],
                stdin=subprocess.PIPE,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
                start_new_session=True,  # Ctrl-C on the terminal is not for it
            )

    @contextlib.contextmanager
    def growing(self) -> Iterator[None]:
        """Inside, every process that this one starts becomes a member, as later does whoever a member starts."""
        os.environ[_MARK] = self._mark
        try:
            yield
        finally:
            os.environ.pop(_MARK, None)

    def end(self) -> None:
        """End those that are left, and the watching. Called again it does nothing."""
        _end_marked(self._mark, _AT_END)
        if self._watcher is not None:
            assert self._watcher.stdin is not None
            self._watcher.stdin.close()
            self._watcher.wait()


def _end_marked(mark: str, looks: int) -> None:
    """Kill the members of a family, until none is left or the system does not end them.

    A process that is just being started has no environment for a moment: so nobody is left only when none is seen at
    `looks` looks in a row.
    """
    until, empty = time.monotonic() + _PATIENCE, 0
    while empty < looks and time.monotonic() < until:
        members = _marked(mark)
        for member in members:
            with contextlib.suppress(OSError):
                os.kill(member, signal.SIGKILL)
        empty = 0 if members else empty + 1
        if empty < looks:
            time.sleep(_LOOKS)


def _marked(mark: str) -> list[int]:
    """The processes with this mark that have not ended; none where the system does not say."""
    found, wanted = [], f"{_MARK}={mark}".encode()
    with contextlib.suppress(OSError):
        for name in filter(str.isdigit, os.listdir("/proc")):
            with contextlib.suppress(OSError), open(f"/proc/{name}/environ", "rb") as file:
                # An ended one has no environment any more.
                found += [int(name)] * (wanted in file.read().split(b"\0") and int(name) != os.getpid())
    return found


if __name__ == "__main__":
    sys.stdin.read()  # ends when the process that holds the other end has ended
    _end_marked(sys.argv[1], _AFTERWARDS)
