"""Starts of the program that cost little: forks of one process that has the commands loaded.

A fork is a process of its own, in a session of its own, with the streams that it is given, and runs the program as
`tongits` does: it listens to signals and ends by itself. What a start from nothing does before that is not tested so.
The process is started when the first fork is asked for, once in each process that runs tests, and ends with that.
"""

import contextlib
import functools
import importlib
import json
import os
import signal
import socket
import subprocess
import sys
from collections.abc import Mapping, Sequence
from typing import Any

from tests.fresh import forked, serve, take
from tests.killing import load
from tests.playing import ROOT

_MAX_BYTES = 1 << 20  # bytes of a message
_NEEDED = ("rich.jupyter", "rich.progress", "rich.table", "scipy.special", "cli", "analyses.registry")
"""Modules that an answer on a terminal needs, besides those of its command."""
_SOON = {"reports.commands.progress": {"_PATIENCE": 0.05}, "tongits_sim.run.options": {"_GRACE": 0.2}}
"""Seconds until a bar is shown, and for what an answer plays after Ctrl-C: those of people, here of a test."""


class Start:
    def __init__(self, server: socket.socket, pid: int) -> None:
        self._server, self._pid = server, pid
        self._code: int | None = None

    def send_signal(self, number: int) -> None:
        if self._code is None:
            with contextlib.suppress(ProcessLookupError):
                os.kill(self._pid, number)

    def wait(self, timeout: float) -> int:
        """Its exit code; less than 0 if a signal ended it. Raises TimeoutError, and kills it."""
        if self._code is None:
            self._server.settimeout(timeout)
            try:
                self._code = int(self._server.recv(_MAX_BYTES))
            except TimeoutError:
                os.kill(self._pid, signal.SIGKILL)
                self._code = int(self._server.recv(_MAX_BYTES))
                raise
            finally:
                self._server.settimeout(None)
        return self._code


def start(
    arguments: Sequence[str],
    streams: Sequence[int],
    loading: Sequence[str] = (),
    environment: Mapping[str, str] = os.environ,
) -> Start:
    """Start the program with three open files as its streams; the start before must have ended."""
    asked = json.dumps({"arguments": list(arguments), "loading": list(loading), "environment": dict(environment)})
    server = _server()
    socket.send_fds(server, [asked.encode()], list(streams))
    return Start(server, int(server.recv(_MAX_BYTES)))


@functools.cache
def _server() -> socket.socket:
    return forked(["-m", "tests.starts"], cwd=ROOT, stderr=subprocess.DEVNULL)


_loaded: set[str] = set()


def _load(wanted: dict[str, Any]) -> None:
    if wanted["loading"] and " ".join(wanted["loading"]) not in _loaded:
        load(wanted["loading"])
        _loaded.add(" ".join(wanted["loading"]))


def _live(wanted: dict[str, Any], streams: list[int]) -> None:
    os.setsid()
    take(streams, wanted["environment"])
    signal.signal(signal.SIGINT, signal.SIG_DFL)  # as `python -m tongits_sim` begins
    sys.argv = [str(ROOT / "cli.py"), *wanted["arguments"]]
    try:
        from cli import main

        main(prog_name="tongits")
    finally:
        os._exit(99)  # never: the program ends the process itself


if __name__ == "__main__":
    for module in _NEEDED:
        importlib.import_module(module)
    for module, values in _SOON.items():
        vars(importlib.import_module(module)).update(values)
    serve(int(sys.argv[1]), _live, _load)
