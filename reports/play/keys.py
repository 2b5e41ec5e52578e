"""Single keys from a terminal, without Enter."""

from __future__ import annotations

import contextlib
import os
import sys
from collections.abc import Callable, Iterator

from reports.play.talk import is_terminal

RESIZED = "resized"
ENDED = "ended"
_WAIT = 0.4  # seconds between two looks at the terminal's size
_NAMES = {
    b"\x1b[C": "right",
    b"\x1bOC": "right",
    b"\x1b[D": "left",
    b"\x1bOD": "left",
    b"\x1b[A": "up",
    b"\x1bOA": "up",
    b"\x1b[B": "down",
    b"\x1bOB": "down",
    b"\x1b[H": "home",
    b"\x1bOH": "home",
    b"\x1b[1~": "home",
    b"\x1b[F": "end",
    b"\x1bOF": "end",
    b"\x1b[4~": "end",
    b"\x1b[5~": "page up",
    b"\x1b[6~": "page down",
    b"\r": "enter",
    b"\n": "enter",
    b" ": "space",
    b"\x7f": "back",
    b"\x08": "back",
    b"\x04": ENDED,
    b"": ENDED,
}


def can_read_keys() -> bool:
    """Whether somebody sits at a terminal whose keys can be read one by one."""
    if not (is_terminal(sys.stdin) and is_terminal(sys.stdout)) or os.environ.get("TERM", "dumb") == "dumb":
        return False
    try:
        import termios  # noqa: F401
    except ImportError:
        return False
    return True


@contextlib.contextmanager
def keys() -> Iterator[Callable[[], str]]:
    """A context that gives a function for the next key: a letter, a name such as `right`, RESIZED or ENDED. The
    terminal is restored at its end.
    """
    import termios
    import tty

    descriptor = sys.stdin.fileno()
    before = termios.tcgetattr(descriptor)
    tty.setcbreak(descriptor)
    try:
        yield lambda: _next(descriptor)
    finally:
        termios.tcsetattr(descriptor, termios.TCSADRAIN, before)


def _next(descriptor: int) -> str:
    import select

    size = _size()
    while not select.select([descriptor], [], [], _WAIT)[0]:
        if _size() != size:
            return RESIZED
    typed = os.read(descriptor, 1)
    if typed == b"\x1b":
        typed += _rest(descriptor)
    elif typed >= b"\xc0":  # the beginning of a letter of several bytes
        more = 1 + (typed >= b"\xe0") + (typed >= b"\xf0")
        while more and select.select([descriptor], [], [], 0.02)[0]:
            typed, more = typed + os.read(descriptor, 1), more - 1
    return name_of_key(typed)


def _rest(descriptor: int) -> bytes:
    """The remaining bytes of a key."""
    import select

    rest = b""
    while len(rest) < 8 and select.select([descriptor], [], [], 0.02)[0]:
        part = os.read(descriptor, 1)
        rest += part
        if not part or (rest[:1] in (b"[", b"O") and len(rest) > 1 and (part.isalpha() or part == b"~")):
            break
    return rest


def name_of_key(typed: bytes) -> str:
    r"""The name of a key by the bytes that the terminal sends; "" for a key without one.

    >>> name_of_key(b"\x1b[C"), name_of_key(b"q"), name_of_key(b"\x1b[99~")
    ('right', 'q', '')
    """
    if typed in _NAMES:
        return _NAMES[typed]
    text = typed.decode("utf-8", errors="replace")
    return text if len(text) == 1 and text.isprintable() else ""


def _size() -> tuple[int, int]:
    with contextlib.suppress(OSError, ValueError, AttributeError):
        return tuple(os.get_terminal_size(sys.stdout.fileno()))  # type: ignore[return-value]
    return 80, 24
