"""Commands that are part of another one now: their old names still work, and name the new ones."""

from __future__ import annotations

from collections.abc import Sequence

OLD_NAMES = {
    "bench": "selfcheck --speed",
    "completion": "setup completion",
    "docs": "setup docs",
    "explain": "replay --explain",
    "exploit": "analyze exploit",
    "verify": "status --verify",
    "warmup": "setup warmup",
    "watch": "replay --watch",
}
"""The new name for each old one, which takes the same arguments."""


def renamed(words: Sequence[str]) -> list[str]:
    """A command line (without the program) with the name that its command has now.

    >>> renamed(["bench", "--games", "1M"])
    ['selfcheck', '--speed', '--games', '1M']
    """
    return [*OLD_NAMES.get(words[0], words[0]).split(" "), *words[1:]] if words else []
