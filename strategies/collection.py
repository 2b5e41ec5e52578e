"""Bots by the file: every bot of a Python file, or of all files of a folder, for a tournament of one's own bots."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from strategies.registry import REGISTRY, bots_in
from tongits_sim.any_game.user_file import BotFileError
from tongits_sim.run.warmup import silent

Notice = Callable[[str], None]


def specs_of(text: str, notice: Notice = silent) -> list[str]:
    """The specs of the bots that a word names: all bots of a file `bots/shy.py` or a folder `bots`; else the word
    itself.

    A folder's files are those that end in `.py` and do not begin with an underscore, in the order of their names. A
    file without a bot is left out, with a notice: it may hold what others import.

    Args:
        text: a file, a folder, or a player's spec.
        notice: is told which files are left out.

    Raises:
        BotFileError: a file may not or cannot be executed, or a folder has no bots.
    """
    path = Path(text)
    if text.endswith(".py"):
        return _of_file(text, notice)
    if not text or text in REGISTRY or not _is_folder(path):
        return [text]
    files = sorted(each for each in path.glob("*.py") if not each.name.startswith("_"))
    specs = [spec for each in files for spec in _of_file(str(each), notice)]
    if not specs:
        raise BotFileError(f"the folder {text} has no bots: none of its files ({len(files)} end in .py) defines one")
    return specs


def _of_file(path: str, notice: Notice) -> list[str]:
    specs = [f"{path}:{name}" for name in bots_in(path)]
    if not specs:
        notice(f"{path} defines no bot and is left out.\n")
    return specs


def _is_folder(path: Path) -> bool:
    try:
        return path.is_dir()
    except OSError:  # a spec longer than any name of a file
        return False
