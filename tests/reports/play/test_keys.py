"""Single keys from a terminal, which is left as it was."""

from __future__ import annotations

import os
import pty
import termios
from typing import Any

import pytest

from reports.play.keys import ENDED, can_read_keys, keys, name_of_key


@pytest.mark.parametrize(
    ("typed", "name"),
    [
        (b"\x1b[C", "right"),
        (b"\x1bOD", "left"),
        (b"\x1b[4~", "end"),
        (b"\x1b", ""),
        (b"\r", "enter"),
        (b"\x04", ENDED),
        (b"", ENDED),
        (b"q", "q"),
        ("é".encode(), "é"),
        (b"\xff", "\N{REPLACEMENT CHARACTER}"),
        (b"\x01", ""),
    ],
)
def test_names_keys(typed: bytes, name: str) -> None:
    assert name_of_key(typed) == name


def test_reads_keys_one_by_one_and_puts_the_terminal_back(monkeypatch: pytest.MonkeyPatch) -> None:
    master, slave = pty.openpty()
    with os.fdopen(slave, "r") as stdin:
        monkeypatch.setattr("sys.stdin", stdin)
        before: Any = termios.tcgetattr(slave)
        with keys() as next_key:
            os.write(master, b"n\x1b[C\x1b[4~g\xc3\xa9\x1b")
            assert [next_key() for _ in range(6)] == ["n", "right", "end", "g", "é", ""]
        assert termios.tcgetattr(slave) == before
    os.close(master)


def test_a_pipe_has_no_keys() -> None:
    assert not can_read_keys()
