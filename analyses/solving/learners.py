"""From counted differences to the next profile.

Both learners keep, cell by cell, what has been counted so far and say with which probability to say yes next; the
answer is the average of all they have said, weighted by iteration and by how often the cell was reached. All arithmetic
is elementwise in float64 on exact sums, so the digits are the same on any machine.

*Fictitious play* (Brown 1951; in extensive games Heinrich, Lanctot and Silver 2015, section 3) answers best to what has
been accumulated. *Discounted regret matching* (Brown and Sandholm 2019, DCFR with alpha 1.5, beta 0, gamma 2) answers
in proportion to positive regrets. With sampled differences both converge at about the same rate; the second is there
as a second opinion.
"""

from __future__ import annotations

import math
from typing import Any, Protocol

import numpy as np

METHODS = ("fictitious", "regret")
START = 0.5
"""Probability of yes in a cell that has not been seen."""


class Learner(Protocol):
    """What a solver updates after every iteration."""

    current: np.ndarray
    iteration: int

    def update(self, n: np.ndarray, difference: np.ndarray) -> None:
        """Take an iteration's counts: decisions and sums of (yes less no), float64[cells], counted under `current`."""
        ...

    def average(self) -> np.ndarray:
        """The average profile, float64[cells]."""
        ...

    def state(self) -> dict[str, np.ndarray]:
        """All that is needed to go on."""
        ...

    def restore(self, state: dict[str, Any]) -> None:
        """Go on from a state."""
        ...


class _Averaging:
    """Keeps the average; `weight` is the power of the iteration."""

    fields: tuple[str, ...] = ("current", "said", "weights")

    def __init__(self, cells: int) -> None:
        self.iteration = 0
        self.current = np.full(cells, START)
        self.said = np.zeros(cells)
        self.weights = np.zeros(cells)

    def _average(self, n: np.ndarray, weight: float) -> None:
        self.said += weight * n * self.current
        self.weights += weight * n

    def average(self) -> np.ndarray:
        """The average profile, float64[cells]; `START` where nothing was seen."""
        seen = self.weights > 0
        return np.where(seen, self.said / np.where(seen, self.weights, 1.0), START)

    def state(self) -> dict[str, np.ndarray]:
        """All that is needed to go on."""
        return {name: getattr(self, name) for name in self.fields} | {"iteration": np.array(self.iteration)}

    def restore(self, state: dict[str, Any]) -> None:
        """Go on from a state."""
        for name in self.fields:
            setattr(self, name, np.array(state[name], float))
        self.iteration = int(state["iteration"])


class FictitiousPlay(_Averaging):
    """Best answers to all that was counted, later iterations weighing more."""

    fields = (*_Averaging.fields, "advantage")

    def __init__(self, cells: int) -> None:
        super().__init__(cells)
        self.advantage = np.zeros(cells)

    def update(self, n: np.ndarray, difference: np.ndarray) -> None:
        """See `Learner`."""
        self.iteration += 1
        self._average(n, float(self.iteration))
        self.advantage += self.iteration * difference
        self.current = np.where(self.weights > 0, (self.advantage > 0).astype(float), START)


class RegretMatching(_Averaging):
    """Answers in proportion to positive regrets, old ones discounted."""

    fields = (*_Averaging.fields, "regret_yes", "regret_no")

    def __init__(self, cells: int) -> None:
        super().__init__(cells)
        self.regret_yes = np.zeros(cells)
        self.regret_no = np.zeros(cells)

    def update(self, n: np.ndarray, difference: np.ndarray) -> None:
        """See `Learner`."""
        self.iteration += 1
        t = float(self.iteration)
        self._average(n, t * t)
        power = t * math.sqrt(t)
        keep = power / (power + 1.0)
        for regret, gained in (
            (self.regret_yes, (1.0 - self.current) * difference),
            (self.regret_no, -self.current * difference),
        ):
            regret *= np.where(regret > 0, keep, 0.5)
            regret += gained
        yes, no = np.maximum(self.regret_yes, 0.0), np.maximum(self.regret_no, 0.0)
        total = yes + no
        self.current = np.where(total > 0, yes / np.where(total > 0, total, 1.0), START)


def learner(method: str, cells: int) -> Learner:
    """A learner of one of METHODS for so many cells."""
    return FictitiousPlay(cells) if method == METHODS[0] else RegretMatching(cells)
