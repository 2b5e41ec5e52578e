"""Estimates of forks: means per fork with intervals whose unit is the game."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from mahjong_sim.designs.batch.estimates import UNIT
from mahjong_sim.designs.clusters import mean_of
from mahjong_sim.designs.forks.job import Binning, ForkJob
from mahjong_sim.designs.forks.totals import SHARES, VALUES, ForkTotals
from tongits_sim.stats import Interval
from tongits_sim.stats.intervals import t_interval


@dataclass(frozen=True)
class Forks:
    """Estimates from the totals of a fork job; `elapsed`: seconds it took."""

    job: ForkJob
    totals: ForkTotals
    elapsed: float = 0.0

    @property
    def games(self) -> int:
        """Games, the independent clusters."""
        return int(self.totals["games"][0])

    @property
    def forks(self) -> int:
        """Number of forks, not weighted."""
        return int(self.totals["forks"].sum())

    @property
    def branches(self) -> int:
        """Branches played."""
        return int(self.totals["branches"][0])

    def binning(self, name: str) -> Binning:
        """The binning of that name."""
        return next(each for each in self.job.binnings if each.name == name)

    def moments(self, name: str) -> np.ndarray:
        """The moments of a binning's cells: Python integers, shape (*binning.shape, moments).

        Raises:
            KeyError: the job has no binning of that name.
        """
        offset = 0
        for each in self.job.binnings:
            if each.name == name:
                return np.asarray(self.totals["cells"][offset : offset + each.cells].reshape(*each.shape, -1))
            offset += each.cells
        raise KeyError(name)

    def counts(self, name: str) -> np.ndarray:
        """Weighted forks in each cell of a binning: int64 of its shape."""
        return self.moments(name)[..., 0].astype(np.int64)

    def cells(self, name: str, value: str = "payout") -> Interval:
        """Mean of a value per fork in each cell of a binning, in units or as a share: arrays of its shape."""
        interval = mean_of(self.games, self.moments(name), VALUES.index(value))
        return interval if value.startswith(SHARES) else interval.scaled(1 / UNIT)

    def naive(self) -> Interval:
        """Mean payout where the bot chose as in arm a, less that elsewhere: confounded, no effect of the choice.

        Delta method on both ratios: `e = (y1 - r1 n1) / N1 - (y0 - r0 n0) / N0` over games.
        """
        sums = [int(each) for each in self.totals["naive"]]
        n1, y1, n0, y0 = sums[:4]
        if not n1 or not n0 or self.games < 2:
            return Interval(np.nan, np.nan, np.nan, np.nan, self.games)
        r1, r0 = y1 / n1, y0 / n0
        weights = np.array([-r1 / n1, 1 / n1, r0 / n0, -1 / n0])
        products = np.zeros((4, 4))
        rest = iter(sums[4:])
        for i in range(4):
            for j in range(i, 4):
                products[i, j] = products[j, i] = next(rest)
        se = np.sqrt(max(0.0, float(weights @ products @ weights)) * self.games / (self.games - 1))
        return t_interval(r1 - r0, se, self.games, self.games - 1.0).scaled(1 / UNIT)
