"""Figures that several answers share, and a note on empty boxes of a map."""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from analyses.rollouts.cells import Cell


def dots(cells: Iterable[Cell], min_forks: int, games: int) -> str:
    """Why boxes of a map have no answer, and how many games would do; empty where all have one."""
    every = list(cells)
    few = [cell.n for cell in every if cell.n < min_forks]
    if not few:
        return ""
    text = (
        f"{len(few)} of {len(every)} boxes have no answer: each came up fewer than {min_forks} times in {games:,} "
        "games, too rarely to tell."
    )
    needed = sorted(games * min_forks / n for n in few if n)
    if not needed:
        return f"{text} None of these came up at all."
    half, most = (_round_up(needed[int(share * (len(needed) - 1))]) for share in (0.5, 0.9))
    enough = [sum(games * min_forks <= n * number for n in few) for number in (half, most)]
    text += f" About {half:,} games would do for {enough[0]} of them"
    text += f", {most:,} for {enough[1]}." if enough[1] > enough[0] else "."
    never = len(few) - len(needed)
    return text + (f" {never} never came up." if never else "")


def _round_up(games: float) -> int:
    """The next of 1, 2, 5 times a power of ten."""
    power = int(10 ** math.floor(math.log10(games)))
    return next(step * power for step in (1, 2, 5, 10) if step * power >= games)
