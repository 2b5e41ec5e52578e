"""What is said and heard through a pipe."""

from __future__ import annotations

import io
from typing import Any

import pytest

from reports.play.talk import Talk, is_terminal


def piped(monkeypatch: pytest.MonkeyPatch, text: str | None) -> Talk:
    """The line to somebody who writes into a pipe."""
    monkeypatch.setattr("sys.stdin", None if text is None else io.StringIO(text))
    return Talk()


def test_hears_lines_until_they_end(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    talk = piped(monkeypatch, "draw\r\n" + "x" * 10_000 + "\nquit")
    assert talk.ask("> ") == "draw"
    assert len(talk.ask("> ")) == 4000
    assert talk.ask("> ") == "quit"
    with pytest.raises(EOFError):
        talk.ask("> ")
    assert capsys.readouterr().out.startswith("> draw\n> xxx")
    assert not talk.at_terminal
    assert not talk.redraws


def test_nobody_is_there(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(EOFError):
        piped(monkeypatch, None).ask("> ")

    class Broken(io.StringIO):
        def readline(self, size: Any = -1, /) -> Any:
            raise OSError("gone")

    monkeypatch.setattr("sys.stdin", Broken())
    with pytest.raises(EOFError):
        Talk().ask("> ")


def test_what_is_said_cannot_steer_the_terminal(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    talk = piped(monkeypatch, "\x1b[2J\n")
    talk.say("one \x1b[31mtwo", "K♠")
    talk.clear()
    talk.ask("> ")
    out = capsys.readouterr().out
    assert out == "one ?[31mtwo\nK♠\n> ?[2J\n"
    assert not is_terminal(None)


def test_colours_are_only_for_terminals(monkeypatch: pytest.MonkeyPatch) -> None:
    talk = piped(monkeypatch, "")
    assert talk._painted("K♠ 7♥") == "K♠ 7♥"
    talk._colours = 4
    assert talk._painted("has 7♥.") == "has \x1b[91m7♥\x1b[0m."
