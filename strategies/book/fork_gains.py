"""The forks that a book is made of: decisions at which both answers were played to the end."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, fields, replace
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from strategies.book.book_form import Form

LOW, HIGH = -60, 130
"""Counts (or counts less expected points) are clipped to these."""
Z95 = 1.959963984540054


@dataclass(frozen=True)
class Forks:
    """Decisions at which both answers were played to the end; every array has an element for each decision."""

    rivals: np.ndarray  # int64[n]; this and the next four: as of `strategies.book.limits.Facts`
    cards: np.ndarray
    thrown: np.ndarray
    count: np.ndarray
    expected: np.ndarray
    own: np.ndarray  # bool[n]; the player's own action
    gain: np.ndarray  # float64[n]; value of yes minus value of no, units
    weight: np.ndarray  # float64[n]; its weight when a limit is chosen
    games: int

    def part(self, keep: np.ndarray) -> Forks:
        """The forks of a mask, bool[n]."""
        return Forks(**{name: getattr(self, name)[keep] for name in ARRAYS}, games=self.games)

    @property
    def weighed(self) -> np.ndarray:
        """The gains as they count where a limit is chosen: float64[n], units."""
        weighed: np.ndarray = self.gain * self.weight
        return weighed

    def times(self, number: float) -> Forks:
        """The same forks with their weights multiplied by `number`."""
        return replace(self, weight=self.weight * number)

    @staticmethod
    def joined(parts: Sequence[Forks]) -> Forks:
        """The forks of several parts in one, in their order."""
        arrays = {name: np.concatenate([getattr(part, name) for part in parts]) for name in ARRAYS}
        return Forks(**arrays, games=sum(part.games for part in parts))


ARRAYS = tuple(column.name for column in fields(Forks) if column.name != "games")


def numbers_of(form: Form, forks: Forks) -> np.ndarray:
    """The numbers that limits are compared with: int64[n], clipped to `LOW` and `HIGH`."""
    number = forks.count - forks.expected if form.statistic == "net" else forks.count
    clipped: np.ndarray = np.clip(number, LOW, HIGH)
    return clipped
