"""From counted differences to the next profile.

Every learner stores the counts so far, cell by cell, and gives the probability of yes for the next iteration. All
arithmetic is elementwise in float64 on exact sums, so the digits are the same on any machine.

*Fictitious play* (Brown 1951; in extensive games Heinrich, Lanctot and Silver 2015, section 3) answers best to the
average of all that was played so far, later iterations weighing more. The best answer to two opponents who change
their play together is not the best answer to two who play the average; so one opponent plays the new profile, and the
other one the average. Let iteration t weigh w(t), and W(t) be the sum of the weights so far: the pair of averages is
the sum over t of 2 w(t) W(t - 1) times (new in t, average before), but for terms of the order 1 / t. With w(t) = t the
counts weigh as the third power of t, and give, without delay, the advantage against two who play the average.

*Discounted regret matching* (Brown and Sandholm 2019, DCFR with alpha 1.5, beta 0, gamma 2) answers in proportion to
positive regrets, everybody playing the new profile. It is there as a second opinion.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

import numpy as np

from analyses.solving.smoothing import advantages

if TYPE_CHECKING:
    from tongits_sim.profiles.profile import Axes

METHODS = ("fictitious", "regret")
START = 0.5
"""Default probability of yes in a cell that has not been seen."""
POWERS = (0, 1, 3)
"""Counts of iteration t weigh as t to this power, by the number of opponents who are solved too."""
SURE = 6.0
"""Standard errors of its advantage beyond which a cell is decided."""
_PURE = 0.01
GLANCE = 16
"""In a decided cell one of so many decisions is counted (`designs.solving.layout.GLANCE`)."""


class Learner:
    """The state that a solver updates after every iteration; it keeps the average profile, weighted by iteration and
    by how often a cell was reached.

    Attributes:
        current: the current profile: probabilities of yes, float64[cells].
        decided: decided cells, whose answer is beyond doubt, bool[cells]; a few of their decisions are enough.
    """

    fields: tuple[str, ...] = ("current", "decided", "said", "weights")
    said: np.ndarray
    weights: np.ndarray

    def __init__(self, axes: Axes, start: np.ndarray | None = None, movers: int = 2) -> None:
        cells = math.prod(len(edges) for _, edges in axes)
        self.axes = axes
        self.movers = movers
        self.iteration = 0
        for name in self.fields:
            setattr(self, name, np.zeros(cells))
        self.start = np.full(cells, START) if start is None else np.array(start, float)
        self.current = self.start
        self.decided = np.zeros(cells, bool)

    def update(self, sums: np.ndarray) -> None:
        """Take an iteration's counts, float64[cells, SUMS] (`designs.solving.layout`), counted under `current`."""
        raise NotImplementedError

    def _average(self, n: np.ndarray, weight: float) -> None:
        self.said += weight * n * self.current
        self.weights += weight * n

    def average(self) -> np.ndarray:
        """The average profile, float64[cells]; the start where nothing was seen."""
        seen = self.weights > 0
        return np.where(seen, self.said / np.where(seen, self.weights, 1.0), self.start)

    def state(self) -> dict[str, np.ndarray]:
        """The state to go on from, by field: float64[cells], and the iteration as int64[]."""
        return {name: getattr(self, name) for name in self.fields} | {"iteration": np.array(self.iteration)}

    def restore(self, state: dict[str, Any]) -> None:
        """Go on from a state."""
        for name in self.fields:
            setattr(self, name, np.array(state[name], getattr(self, name).dtype))
        self.iteration = int(state["iteration"])


class FictitiousPlay(Learner):
    """Best answers to the average."""

    fields = (*Learner.fields, "n", "difference", "square")
    n: np.ndarray
    difference: np.ndarray
    square: np.ndarray

    def update(self, sums: np.ndarray) -> None:
        """See `Learner`."""
        seen = np.where(self.decided, GLANCE, 1.0) * sums[:, 0]
        keep = self._kept_share()
        self.iteration += 1
        self._average(seen, float(self.iteration))
        for sums_so_far, new in ((self.n, sums[:, 0]), (self.difference, sums[:, 1]), (self.square, sums[:, 2])):
            sums_so_far *= keep
            sums_so_far += new
        mean, error = advantages(self.n, self.difference, self.square, self.axes)
        self.current = np.where(mean > 0, 1.0, np.where(mean < 0, 0.0, self.start))
        sure = np.abs(mean) > SURE * error
        average = self.average()
        self.decided = sure & np.where(mean > 0, average > 1 - _PURE, average < _PURE)

    def _kept_share(self) -> float:
        """The weight of all counts so far: iteration t weighs as t to the power `POWERS[movers]`."""
        share = 1.0
        for _ in range(POWERS[self.movers]):
            share *= self.iteration / (self.iteration + 1.0)
        return share


class RegretMatching(Learner):
    """Answers in proportion to positive regrets, old ones discounted."""

    fields = (*Learner.fields, "regret_yes", "regret_no")
    regret_yes: np.ndarray
    regret_no: np.ndarray

    def update(self, sums: np.ndarray) -> None:
        """See `Learner`."""
        n, difference = sums[:, 0], sums[:, 1]
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
        self.current = np.where(total > 0, yes / np.where(total > 0, total, 1.0), self.start)


def learner(method: str, axes: Axes, start: np.ndarray | None = None, movers: int = 2) -> Learner:
    """A learner for a grid.

    Args:
        method: one of METHODS.
        axes: the grid.
        start: the first profile: probabilities of yes, float64[cells].
        movers: opponents of a seat who are solved too.
    """
    kind = FictitiousPlay if method == METHODS[0] else RegretMatching
    return kind(axes, start, movers)
