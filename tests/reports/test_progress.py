"""The progress bar: for a terminal, after a second."""

from __future__ import annotations

import io
import sys

import pytest

from reports import progress
from reports.progress import ProgressBar


class Terminal(io.StringIO):
    """A standard error that somebody looks at."""

    def isatty(self) -> bool:
        """Yes."""
        return True


def test_shows_nothing_where_nobody_looks(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(progress, "_PATIENCE", 0)
    with ProgressBar() as bar:
        bar(1, 2)
    assert capsys.readouterr() == ("", "")


def test_shows_nothing_for_what_is_quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stderr", Terminal())
    with ProgressBar() as bar:
        bar(1, 2)
    assert isinstance(sys.stderr, Terminal)
    assert sys.stderr.getvalue() == ""


def test_shows_how_far_it_is(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(progress, "_PATIENCE", 0)
    monkeypatch.setenv("TERM", "xterm")
    terminal = Terminal()
    monkeypatch.setattr(sys, "stderr", terminal)
    with ProgressBar() as bar:
        bar(500, 1000)
        bar(1200, 1000)
    assert "1000/1000" in terminal.getvalue()
