"""The situations that a recorded player's calls and challenges are sorted into: the cells of a coarse profile.

A few hundred games fill them, and the threshold of any bot falls into a narrow one: counts are cut finely where most
players change their mind, everything else coarsely.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from tongits_sim.profiles.cells import FEATURE
from tongits_sim.profiles.profile import Grid

if TYPE_CHECKING:
    from tongits_sim.profiles.profile import Axes

COUNT = (0, 6, 12, 18, 23, 26, 29, 32, 36, 40, 45, 50, 60, 75)
STOCK = (0, 3, 6, 10)
AXES: dict[str, Axes] = {
    "call": (("rivals", (0, 1, 2)), ("stock", STOCK), ("count", COUNT)),
    "respond": (("other", (0, 1, 2, 3)), ("stock", (0, 6)), ("caller_cards", (0, 5, 8)), ("count", COUNT)),
}
"""By kind of decision, features with the edges of their bins."""
BANDS = (0, 12, 23, 32, 45)
"""Counts as they are shown to people; edges of COUNT."""


def shape(kind: str) -> tuple[int, ...]:
    """Bins of every axis of a kind's situations."""
    return tuple(len(edges) for _, edges in AXES[kind])


def grids(yes: dict[str, np.ndarray]) -> tuple[Grid, ...]:
    """Probabilities of yes by kind (float64 in C order of the situations) as grids of a profile."""
    return tuple(Grid(kind, axes, np.asarray(yes[kind], "<f4").tobytes()) for kind, axes in AXES.items())


def groups(kind: str) -> list[tuple[int, int, np.ndarray]]:
    """Groups of situations for people to read: (value of the first axis, band of counts, numbers as int64[n]).

    `rivals` of a call, for a challenge nothing (0): the others' answers, stock and cards are left out.
    """
    assert AXES[kind][-1][0] == "count"
    assert all(name in FEATURE for name, _ in AXES[kind])
    numbers = np.arange(int(np.prod(shape(kind)))).reshape(shape(kind))
    band = np.searchsorted(BANDS, COUNT, side="right") - 1
    firsts = range(shape(kind)[0]) if kind == "call" else [slice(None)]
    return [
        (first if isinstance(first, int) else 0, number, numbers[first][..., band == number].reshape(-1))
        for first in firsts
        for number in range(len(BANDS))
    ]
