"""Estimates of forks: means per fork, with intervals that treat matches as independent."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from tongits_sim.designs.forks.job import Binning, ForkJob
from tongits_sim.designs.forks.layout import GROUPS, VALUES
from tongits_sim.designs.forks.totals import ForkTotals
from tongits_sim.rules.amounts import UNIT
from tongits_sim.stats import Interval, ratio_interval
from tongits_sim.stats.intervals import t_interval

SHARES = ("burned", "fought", "chose", "bluff", "highest", "fights")
"""Values that are shares, not amounts."""


@dataclass(frozen=True)
class Forks:
    """Estimates from the totals of a fork job; `elapsed`: seconds it took."""

    job: ForkJob
    totals: ForkTotals
    elapsed: float = 0.0

    @property
    def matches(self) -> int:
        """Number of matches, the independent clusters."""
        return int(self.totals["matches"][0])

    @property
    def forks(self) -> int:
        """Number of forks, weighted."""
        return int(self.totals["groups"][0, 0])

    def binning(self, name: str) -> Binning:
        """The binning of that name."""
        return next(each for each in self.job.binnings if each.name == name)

    def moments(self, name: str) -> np.ndarray:
        """The moments of a binning's cells: Python integers, shape (*binning.shape, N_MOMENTS).

        Raises:
            KeyError: the job has no binning of that name.
        """
        offset = 0
        for each in self.job.binnings:
            if each.name == name:
                return self.totals["cells"][offset : offset + each.cells].reshape(*each.shape, -1)
            offset += each.cells
        raise KeyError(name)

    def counts(self, name: str) -> np.ndarray:
        """Number of forks in each cell of a binning: int64 of its shape."""
        return self.moments(name)[..., 0].astype(np.int64)

    def cells(self, name: str, value: str = "payout", level: float = 0.95) -> Interval:
        """Mean of a value per fork in each cell of a binning, in units or as a share: arrays of the binning's shape."""
        return self.mean(self.moments(name), value, level)

    def group(self, name: str, value: str = "payout", level: float = 0.95) -> Interval:
        """Mean of a value per fork over one of `layout.GROUPS`."""
        return self.mean(self.totals["groups"][GROUPS.index(name)], value, level)

    def mean(self, moments: np.ndarray, value: str, level: float = 0.95) -> Interval:
        """Mean of a value per fork, a ratio of sums over matches; moments: integers, shape (..., N_MOMENTS)."""
        at = 2 + 3 * VALUES.index(value)
        n, nn, d, nd, dd = (moments[..., place] for place in (0, 1, at, at + 1, at + 2))
        interval = ratio_interval(self.matches, n, d, nn, nd, dd, level=level)
        return interval if value in SHARES else interval.scaled(1 / UNIT)

    def naive(self, level: float = 0.95) -> Interval:
        """Mean payout where the bot answered yes, less that where it answered no: confounded, not a causal effect.

        Delta method on both ratios: `e = (y1 - r1 n1) / N1 - (y0 - r0 n0) / N0` over matches.
        """
        sums = [int(value) for value in self.totals["naive"]]
        n1, y1, n0, y0 = sums[:4]
        if not n1 or not n0 or self.matches < 2:
            return Interval(np.nan, np.nan, np.nan, np.nan, self.matches)
        r1, r0 = y1 / n1, y0 / n0
        weights = np.array([-r1 / n1, 1 / n1, r0 / n0, -1 / n0])
        products = np.zeros((4, 4))
        rest = iter(sums[4:])
        for i in range(4):
            for j in range(i, 4):
                products[i, j] = products[j, i] = next(rest)
        se = np.sqrt(max(0.0, float(weights @ products @ weights)) * self.matches / (self.matches - 1))
        return t_interval(r1 - r0, se, self.matches, self.matches - 1.0, level).scaled(1 / UNIT)
