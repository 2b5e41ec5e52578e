"""The progress bar: for a terminal, after a second."""

from __future__ import annotations

import io
import sys

import pytest

from reports.commands import progress
from reports.commands.progress import Meter, ProgressBar, RoundLine, pace


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


def test_a_rate_is_that_of_what_is_played_now() -> None:
    meter = Meter()
    meter.see(100.0, 9_000, 10_000)  # resumed: these 9,000 were there
    assert (meter.rate, meter.remaining, pace(meter)) == (None, None, "")
    meter.see(101.0, 9_100, 10_000)
    meter.see(102.0, 9_200, 10_000)
    assert (meter.rate, meter.remaining) == (100, 8)
    assert pace(meter) == "100 games/s, 8.0 s to go"


def test_a_rate_forgets_what_is_long_ago() -> None:
    meter = Meter()
    for second in range(200):
        meter.see(float(second), second * 10 if second < 100 else 1000 + (second - 100) * 1000, 10**6)
    assert meter.rate == pytest.approx(1000)


def test_another_run_has_a_rate_of_its_own() -> None:
    meter = Meter()
    for second in range(5):
        meter.see(float(second), 1000 * second, 4000)
    for second in range(5, 8):
        meter.see(float(second), 10 * (second - 4), 4000)
    assert (meter.rate, meter.remaining) == (10, 397)
    meter.see(9.0, 100, 500)
    assert meter.rate is None


def test_a_log_takes_the_place_of_the_bar(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(progress, "_PATIENCE", 0)
    monkeypatch.setattr("tongits_sim.run.log.is_logged", lambda: True)
    terminal = Terminal()
    monkeypatch.setattr(sys, "stderr", terminal)
    with ProgressBar() as bar:
        bar(500, 1000)
    assert terminal.getvalue() == ""


def test_a_search_in_rounds_has_a_line_and_its_readings(monkeypatch: pytest.MonkeyPatch) -> None:
    terminal = Terminal()
    monkeypatch.setattr(sys, "stderr", terminal)
    line, reading = RoundLine("Round", 3, lambda reading: f"gains {reading['gain']}"), {"gain": 5}
    line(1, 2.0, None)
    line(2, 4.0, reading)
    line(3, 6.0, reading)
    shown = terminal.getvalue().split("\r\033[K")
    assert shown == ["", "Round 1 of 3, 2 s", "gains 5\n", "Round 3 of 3, 6 s", ""]


def test_without_a_terminal_only_readings_are_shown(capsys: pytest.CaptureFixture[str]) -> None:
    line = RoundLine("Round", None, str)
    line(1, 2.0, None)
    line(2, 4.0, 0.5)
    line(3, 6.0, 0.5)
    assert capsys.readouterr().err == "0.5\n"
