"""The program on a terminal: a real one, as wide as a test wants it."""

from __future__ import annotations

import os
import re
import struct
import subprocess
import sys

from tests.playing import ROOT

_STYLE = re.compile(r"\x1b\[[0-9;]*m")


def on_terminal(columns: int, *arguments: str) -> str:
    """What a command prints on a terminal of so many columns, without its colours."""
    import fcntl
    import pty
    import termios

    master, slave = pty.openpty()
    fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", 50, columns, 0, 0))
    environment = {name: value for name, value in os.environ.items() if name not in ("COLUMNS", "LINES")}
    call = [sys.executable, "cli.py", *arguments]
    run = subprocess.Popen(
        call, cwd=ROOT, stdin=slave, stdout=slave, stderr=subprocess.DEVNULL, env=environment | {"TERM": "xterm"}
    )
    os.close(slave)
    said = b""
    while True:
        try:
            part = os.read(master, 65536)
        except OSError:  # closed at the other end
            break
        if not part:
            break
        said += part
    os.close(master)
    run.wait(timeout=120)
    return _STYLE.sub("", said.decode("utf-8").replace("\r\n", "\n"))
