"""A user's own bots: one Python file, executed because the user named it."""

from __future__ import annotations

import contextlib
import difflib
import importlib.util
import os
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from types import ModuleType

from tongits_sim.errors import TongitsError
from tongits_sim.strategy import Strategy

_LONGEST = 300

_limits: list[tuple[frozenset[str], str]] = []


class BotFileError(TongitsError):
    """A bot file that cannot be used."""


@contextlib.contextmanager
def only_files(paths: Iterable[str], option: str) -> Iterator[None]:
    """Inside, only these files may be executed: where a data file names bots, `option` is how a user allows one."""
    _limits.append((frozenset(os.path.realpath(path) for path in paths), option))
    try:
        yield
    finally:
        _limits.pop()


def load_file(path: str, name: str) -> Strategy:
    """The strategy called `name` in the Python file `path`. The file is executed."""
    for allowed, option in _limits:
        if os.path.realpath(path) not in allowed:
            raise BotFileError(f"the bot file {path} would be executed; if you trust it, add {option} {path}")
    found = {value.name: value for value in vars(_module(Path(path))).values() if isinstance(value, Strategy)}
    if name not in found:
        close = difflib.get_close_matches(name, found, 1)
        hint = f" Did you mean {close[0]!r}?" if close else ""
        raise BotFileError(f"{path} defines no strategy {name!r}.{hint} It defines: {', '.join(found) or 'none'}")
    return found[name]


def _module(path: Path) -> ModuleType:
    try:
        there = path.is_file()
    except OSError:  # a name longer than any file's
        there = False
    if not there:
        raise BotFileError(f"there is no bot file {path if len(str(path)) < _LONGEST else 'of so long a name'}")
    name = "tongits_user_" + str(path.resolve()).encode().hex()
    if name in sys.modules:
        return sys.modules[name]
    spec = importlib.util.spec_from_file_location(name, path)
    if spec is None or spec.loader is None:
        raise BotFileError(f"{path} is not a Python file")
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    try:
        # What it prints must not come between the lines of an answer in JSON.
        with contextlib.redirect_stdout(sys.stderr):
            spec.loader.exec_module(module)
    except KeyboardInterrupt:
        sys.modules.pop(name, None)
        raise
    except BaseException as error:  # noqa: BLE001  (a user's file may raise anything, and leave by sys.exit)
        sys.modules.pop(name, None)
        raise BotFileError(f"{path} cannot be loaded: {_what(error)}") from None
    return module


def _what(error: BaseException) -> str:
    """An error in a line of at most some hundred letters."""
    try:
        told = " ".join(str(error).split())
    except Exception:  # noqa: BLE001  (an error of the user's own may fail even at this)
        told = ""
    return f"{type(error).__name__}: {told[:_LONGEST]}".removesuffix(": ")
