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
from tests.starts import Start, start


class Stopped(NamedTuple):
    """How a command ended that signals stopped: its exit code, its output, and what the terminal got of its errors."""

    code: int
    out: str
    screen: str


PLAYED = r"(?<![0-9])[1-9][0-9]*/[0-9]"
"""What a bar says as soon as a block is finished: that some of the games are played."""


def stopped_on_terminal(
    *arguments: str,
    signals: Sequence[int],
    wait: float = 0.0,
    between: float = 0.1,
    shown: str = PLAYED,
    loading: Sequence[str] | None = None,
) -> Stopped:
    """A command whose errors go to a terminal gets signals."""
    import pty

    master, slave = pty.openpty()
    read, write = os.pipe()
    run: Start | subprocess.Popen[bytes]
    if loading is None:
        call = [sys.executable, "-m", "tongits_sim", *arguments]
        run = subprocess.Popen(call, cwd=ROOT, stdin=slave, stdout=write, stderr=slave, start_new_session=True)
    else:
        run = start(arguments, [slave, write, slave], loading)
    os.close(slave)
    os.close(write)
    screen, seen, out = bytearray(), threading.Event(), bytearray()
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

    threads = [threading.Thread(target=each) for each in (listen, collect)]
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
