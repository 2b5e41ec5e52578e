"""Single keys from a terminal, without Enter."""

from __future__ import annotations

import asyncio
import contextlib
import os
import sys
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

from reports.play.talk import draws, is_terminal

if TYPE_CHECKING:
    from prompt_toolkit.input import Input

RESIZED = "resized"
ENDED = "ended"
_WAIT = 0.4  # seconds between two looks at the terminal's size
_REST = 0.05  # seconds to wait for the rest of a key
_NAMES = {
    "pageup": "page up",
    "pagedown": "page down",
    "c-m": "enter",
    "c-j": "enter",
    " ": "space",
    "c-h": "back",
    "c-d": ENDED,
    **{name: name for name in ("right", "left", "up", "down", "home", "end")},
}


def can_read_keys() -> bool:
    """Whether a terminal lets the program read single keys."""
    return is_terminal(sys.stdin) and is_terminal(sys.stdout) and draws()


@contextlib.contextmanager
def keys() -> Iterator[Callable[[], str]]:
    """A context that gives a function for the next key: a letter, a name such as `right`, RESIZED or ENDED. The
    terminal is restored at its end.
    """
    from prompt_toolkit.input import create_input

    terminal = create_input(sys.stdin)
    waiting: list[str] = []

    def next_key() -> str:
        size = _size()
        while not waiting:
            waiting.extend(runner.run(_read_keys(terminal)))
            if not waiting and _size() != size:
                return RESIZED
        return waiting.pop(0)

    with terminal.raw_mode(), asyncio.Runner() as runner:
        yield next_key


async def _read_keys(terminal: Input) -> list[str]:
    """The keys of the next moments, none if nobody types. Raises KeyboardInterrupt for Ctrl-C."""
    ready = asyncio.Event()
    try:
        with terminal.attach(ready.set):
            await asyncio.wait_for(ready.wait(), _WAIT)
            pressed = terminal.read_keys()
            if not pressed:
                await asyncio.sleep(_REST)
                pressed = terminal.read_keys() or terminal.flush_keys()
    except TimeoutError:
        return []
    except EOFError:  # the input has ended
        return [ENDED]
    names = [str(getattr(each.key, "value", each.key)) for each in pressed]
    if "c-c" in names:
        raise KeyboardInterrupt
    return [name_of_key(name) for name in names] + [ENDED] * terminal.closed


def name_of_key(key: str) -> str:
    """The name of a key by that of prompt_toolkit; "" for a key without one.

    >>> name_of_key("right"), name_of_key("q"), name_of_key("c-x")
    ('right', 'q', '')
    """
    return _NAMES.get(key, key if len(key) == 1 and key.isprintable() else "")


def _size() -> tuple[int, int]:
    with contextlib.suppress(OSError, ValueError, AttributeError):
        return tuple(os.get_terminal_size(sys.stdout.fileno()))  # type: ignore[return-value]
    return 80, 24
