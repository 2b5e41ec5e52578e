"""From counted differences to the next profile.

Every learner keeps, cell by cell, what has been counted so far and says with which probability to say yes next. All
arithmetic is elementwise in float64 on exact sums, so the digits are the same on any machine.

*Fictitious play* (Brown 1951; in extensive games Heinrich, Lanctot and Silver 2015, section 3): everybody plays the
average of all that was played, and the average moves towards the best answer to itself. With three players it matters
that the average itself is played: what is best against two opponents who change their play together is not what is best
against the average of either. *Discounted regret matching* (Brown and Sandholm 2019, DCFR with alpha 1.5, beta 0, gamma
2) plays in proportion to positive regrets, and its answer is the average of what it played; it is the second opinion.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any, Protocol

import numpy as np

from analyses.solving.smoothing import advantages

if TYPE_CHECKING:
    from tongits_sim.profiles.profile import Axes

METHODS = ("fictitious", "regret")
START = 0.5
"""Probability of yes in a cell that has not been seen, where nothing else is asked for."""
RATE = 2.0
"""After t iterations the average moves by the share RATE / (t + RATE) towards the best answer."""
MEMORY = 2
"""What was counted in iteration t weighs as t to this power."""
SURE = 6.0
"""Standard errors of its advantage beyond which a cell is decided."""
_PURE = 0.01


class Learner(Protocol):
    """What a solver updates after every iteration."""

    current: np.ndarray
    iteration: int

    @property
    def decided(self) -> np.ndarray:
        """Cells whose answer is beyond doubt, bool[cells]; a few of their decisions are enough."""
        ...

    def update(self, sums: np.ndarray) -> None:
        """Take an iteration's counts, float64[cells, SUMS] (`designs.solving.layout`), counted under `current`."""
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


class _Kept:
    """Named arrays that are all there is to a learner."""

    fields: tuple[str, ...] = ()

    def __init__(self, axes: Axes, start: np.ndarray | None = None) -> None:
        cells = math.prod(len(edges) for _, edges in axes)
        self.axes = axes
        self.iteration = 0
        for name in self.fields:
            setattr(self, name, np.zeros(cells))
        self.current = np.full(cells, START) if start is None else np.array(start, float)

    def state(self) -> dict[str, np.ndarray]:
        """All that is needed to go on."""
        return {name: getattr(self, name) for name in self.fields} | {"iteration": np.array(self.iteration)}

    def restore(self, state: dict[str, Any]) -> None:
        """Go on from a state."""
        for name in self.fields:
            setattr(self, name, np.array(state[name], float))
        self.iteration = int(state["iteration"])


class FictitiousPlay(_Kept):
    """The average is played, and moves towards the best answer to itself."""

    fields = ("current", "n", "difference", "square")
    n: np.ndarray
    difference: np.ndarray
    square: np.ndarray

    def update(self, sums: np.ndarray) -> None:
        """See `Learner`."""
        keep = (self.iteration / (self.iteration + 1.0)) ** MEMORY
        self.iteration += 1
        for kept, new in ((self.n, sums[:, 0]), (self.difference, sums[:, 1]), (self.square, sums[:, 2])):
            kept *= keep
            kept += new
        mean, _ = self._advantages()
        best = np.where(mean > 0, 1.0, np.where(mean < 0, 0.0, self.current))
        self.current = self.current + RATE / (self.iteration + RATE) * (best - self.current)

    def _advantages(self) -> tuple[np.ndarray, np.ndarray]:
        return advantages(self.n, self.difference, self.square, self.axes)

    @property
    def decided(self) -> np.ndarray:
        """See `Learner`."""
        mean, error = self._advantages()
        yes = (self.current > 1 - _PURE) & (mean > SURE * error)
        return yes | ((self.current < _PURE) & (mean < -SURE * error))

    def average(self) -> np.ndarray:
        """The average profile, float64[cells]."""
        return self.current


class RegretMatching(_Kept):
    """Answers in proportion to positive regrets, old ones discounted."""

    fields = ("current", "said", "weights", "regret_yes", "regret_no")
    said: np.ndarray
    weights: np.ndarray
    regret_yes: np.ndarray
    regret_no: np.ndarray

    def __init__(self, axes: Axes, start: np.ndarray | None = None) -> None:
        super().__init__(axes, start)
        self._start = self.current

    def update(self, sums: np.ndarray) -> None:
        """See `Learner`."""
        n, difference = sums[:, 0], sums[:, 1]
        self.iteration += 1
        t = float(self.iteration)
        self.said += t * t * n * self.current
        self.weights += t * t * n
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
        self.current = np.where(total > 0, yes / np.where(total > 0, total, 1.0), self._start)

    @property
    def decided(self) -> np.ndarray:
        """See `Learner`; none, for the average counts how often a cell was reached."""
        return np.zeros(len(self.current), bool)

    def average(self) -> np.ndarray:
        """The average profile, float64[cells]; the start where nothing was seen."""
        seen = self.weights > 0
        return np.where(seen, self.said / np.where(seen, self.weights, 1.0), self._start)


def learner(method: str, axes: Axes, start: np.ndarray | None = None) -> Learner:
    """A learner of one of METHODS for a grid, from a start (probabilities of yes, float64[cells])."""
    return FictitiousPlay(axes, start) if method == METHODS[0] else RegretMatching(axes, start)
