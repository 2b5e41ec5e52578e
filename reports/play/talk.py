"""The conversation with the person: a terminal with completion and colours, or a pipe."""

from __future__ import annotations

import contextlib
import os
import sys
from collections.abc import Callable, Sequence
from typing import IO, Any

from reports.text.faces import colour_spans
from reports.text.language import translate
from reports.text.terminal import safe, width

Complete = Callable[[str], Sequence[str]]
_MAX_LETTERS = 4000  # letters of a line; every order is shorter
_CLEAR = "\x1b[H\x1b[2J"
_LINES = 24
_DUMB = ("dumb", "unknown")


class Talk:
    """The conversation with a person at a terminal.

    Attributes:
        at_terminal: a person sits at a terminal, not a pipe.
        redraws: the screen may be cleared for a new picture.
    """

    def __init__(self, plain: bool = False, colours: int = 4) -> None:
        """The line to the person of this process.

        Args:
            plain: nothing is drawn over and nothing has a colour.
            colours: 0, 2 or 4, of suits.
        """
        bare = os.environ.get("TERM") in _DUMB or bool(os.environ.get("NO_COLOR"))
        self.at_terminal = is_terminal(sys.stdin) and is_terminal(sys.stdout)
        self.redraws = self.at_terminal and not plain and draws()
        self._colours = 0 if plain or bare or not is_terminal(sys.stdout) else colours
        self._complete: Complete | None = None
        with contextlib.suppress(AttributeError, ValueError, OSError):
            sys.stdin.reconfigure(errors="replace")  # type: ignore[union-attr]
        self._readline = _readline(self._completion) if self.at_terminal and not plain else None

    @property
    def size(self) -> tuple[int, int]:
        """Columns and lines to draw in, now."""
        lines = _LINES
        with contextlib.suppress(OSError, ValueError, AttributeError):
            lines = os.get_terminal_size(sys.stdout.fileno()).lines or _LINES
        return width(), lines

    def clear(self) -> None:
        """Begin a new picture, if the screen can be cleared."""
        if self.redraws:
            sys.stdout.write(_CLEAR)

    def say(self, *lines: str) -> None:
        """Print lines, cards in their colours."""
        for line in lines:
            sys.stdout.write(self._in_colour(safe(translate(line))) + "\n")
        sys.stdout.flush()

    def quote(self, *lines: str) -> None:
        """Print lines without translation: the rules are in English."""
        sys.stdout.write("".join(f"{safe(line)}\n" for line in lines))
        sys.stdout.flush()

    def put(self, text: str) -> None:
        """Print text of the program without a line end."""
        sys.stdout.write(text)
        sys.stdout.flush()

    def ask(self, prompt: str, complete: Complete | None = None) -> str:
        """A line from the person, without its end.

        Raises:
            EOFError: there is no more.
        """
        self._complete = complete
        prompt = translate(prompt)
        try:
            if self.at_terminal:
                return input(prompt)
            return self._next_line(prompt)
        except ValueError:  # a NUL, or a stream that was closed
            return ""
        except OSError:
            raise EOFError from None

    def _next_line(self, prompt: str) -> str:
        """The next line of a pipe, echoed after the prompt."""
        sys.stdout.write(prompt)
        sys.stdout.flush()
        line = sys.stdin.readline(_MAX_LETTERS) if sys.stdin is not None else ""
        rest = line
        while rest and not rest.endswith("\n"):
            rest = sys.stdin.readline(_MAX_LETTERS)
        if not line:
            sys.stdout.write("\n")
            raise EOFError
        text = line.rstrip("\r\n")
        sys.stdout.write(safe(text)[:200] + "\n")
        return text

    def _in_colour(self, line: str) -> str:
        """A line with the cards in their colours."""
        if not self._colours:
            return line
        from rich.color import ColorSystem
        from rich.style import Style

        parts, at = [], 0
        for start, end, style in colour_spans(line, self._colours):
            parts += [line[at:start], Style.parse(style).render(line[start:end], color_system=ColorSystem.STANDARD)]
            at = end
        return "".join([*parts, line[at:]])

    def _completion(self, text: str, number: int) -> str | None:
        """The completion with this number, for readline."""
        line = self._readline.get_line_buffer() if self._readline else text
        offers = list(self._complete(line)) if self._complete else []
        return offers[number] if number < len(offers) else None


def draws() -> bool:
    """Whether the terminal can be drawn on; without TERM only Windows terminals can."""
    return os.environ.get("TERM", "dumb" if os.name != "nt" else "") not in _DUMB


def is_terminal(stream: IO[str] | None) -> bool:
    """Return True if the stream exists and is a terminal."""
    try:
        return bool(stream is not None and stream.isatty())
    except ValueError:  # closed
        return False


def _readline(offer: Callable[[str, int], str | None]) -> Any:
    """The library that edits lines, set up to complete; None if the system has none."""
    try:
        import readline
    except ImportError:  # Windows edits lines by itself
        return None
    readline.set_completer_delims(" \t\n")
    readline.set_completer(offer)
    libedit = getattr(readline, "backend", "") == "editline" or "libedit" in (readline.__doc__ or "")
    readline.parse_and_bind("bind ^I rl_complete" if libedit else "tab: complete")
    with contextlib.suppress(AttributeError):
        readline.set_auto_history(True)
    return readline
