import contextlib
import os
import re
import subprocess
import sys
import threading
import time
from collections.abc import Sequence
from typing import NamedTuple

from tests.playing import ROOT


class Stopped(NamedTuple):
    """How a command ended that signals stopped: its exit code, its output, and what the terminal got of its errors."""

    code: int
    out: str
    screen: str


_SOON = """
import signal, sys
signal.signal(signal.SIGINT, signal.SIG_DFL)  # as `python -m tongits_sim` begins
from reports.commands import progress
from tongits_sim.run import run_options
from cli import main
progress._PATIENCE, run_options._GRACE = 0.05, 0.2
main(prog_name="tongits")
"""
"""The program, in which a bar is shown, and an answer after Ctrl-C ends, sooner than people need."""
PLAYED = r"(?<![0-9])[1-9][0-9]*/[0-9]"
"""What a bar says as soon as a block is finished: that some of the games are played."""


def stopped_on_terminal(
    *arguments: str,
    signals: Sequence[int],
    wait: float = 0.0,
    between: float = 0.1,
    shown: str = PLAYED,
    soon: bool = True,
) -> Stopped:
    """A command whose errors go to a terminal gets signals; `soon`: with the waiting times of a test."""
    import pty

    master, slave = pty.openpty()
    read, write = os.pipe()
    program = ["-c", _SOON] if soon else ["-m", "tongits_sim"]
    run = subprocess.Popen(
        [sys.executable, *program, *arguments],
        cwd=ROOT,
        stdin=slave,
        stdout=write,
        stderr=slave,
        start_new_session=True,
    )
    os.close(slave)
    os.close(write)
    screen = bytearray()
    seen = threading.Event()
    out = bytearray()
    pattern = re.compile(shown.encode())

    def listen() -> None:
        with contextlib.suppress(OSError):  # closed at the other end
            while part := os.read(master, 65536):
                screen.extend(part)
                if pattern.search(screen):
                    seen.set()
        seen.set()

    def collect() -> None:
        while part := os.read(read, 65536):
            out.extend(part)

    threads = [threading.Thread(target=task) for task in (listen, collect)]
    for thread in threads:
        thread.start()
    assert seen.wait(300), screen.decode()
    for number, sent in enumerate(signals):
        time.sleep(between if number else wait)
        run.send_signal(sent)
    code = run.wait(timeout=120)
    for thread in threads:
        thread.join()
    os.close(master)
    os.close(read)
    return Stopped(code, out.decode(), screen.decode())
