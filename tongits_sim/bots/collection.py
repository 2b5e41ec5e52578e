"""Finds all bots of a Python file or a folder, for a tournament of your own bots."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from tongits_sim.bots.bot_list import BotList
from tongits_sim.run.compiling import silent
from tongits_sim.run.user_file import BotFileError

Notice = Callable[[str], None]


def specs_of(text: str, bots: BotList[Any], notice: Notice = silent) -> list[str]:
    """The specs that a word stands for: all bots of a file `bots/shy.py` or a folder `bots`; else the word itself.

    A folder stands for its `.py` files in order, except names that begin with an underscore. A file without bots is
    left out, with a notice, because other files may import it.

    Args:
        text: a file, a folder, or a player's spec. notice: called with the files left out.

    Raises:
        BotFileError: a file may not or cannot be executed, or a folder has no bots.
    """
    path = Path(text)
    if text.endswith(".py"):
        return _specs_in(text, bots, notice)
    if not text or text in bots.names() or not _is_folder(path):
        return [text]
    files = sorted(file for file in path.glob("*.py") if not file.name.startswith("_"))
    specs = [spec for file in files for spec in _specs_in(str(file), bots, notice)]
    if not specs:
        raise BotFileError(f"the folder {text} has no bots: none of its files ({len(files)} end in .py) defines one")
    return specs


def _specs_in(path: str, bots: BotList[Any], notice: Notice) -> list[str]:
    specs = [f"{path}:{name}" for name in bots.bots_in(path)]
    if not specs:
        notice(f"{path} defines no bot and is left out.\n")
    return specs


def _is_folder(path: Path) -> bool:
    try:
        return path.is_dir()
    except OSError:  # a spec longer than any name of a file
        return False
