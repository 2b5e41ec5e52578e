"""Estimates of forks: means per fork, with intervals that treat matches as independent."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from tongits_sim.any_game.binned import Binned
from tongits_sim.designs.forks.job import Binning, ForkJob
from tongits_sim.designs.forks.layout import GROUPS, VALUES
from tongits_sim.designs.forks.totals import ForkTotals
from tongits_sim.rules.amounts import UNIT
from tongits_sim.stats import Interval
from tongits_sim.stats.moments import difference_of_groups, mean_of

SHARES = ("burned", "fought", "chose", "bluff", "highest", "fights")
"""Values that are shares, not amounts."""


@dataclass(frozen=True)
class ForkEstimates(Binned[Binning]):
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

    @property
    def binnings(self) -> tuple[Binning, ...]:
        """Those of the job."""
        return self.job.binnings

    def cells(self, name: str, value: str = "payout", level: float = 0.95) -> Interval:
        """Mean of a value per fork in each cell of a binning, in units or as a share: arrays of the binning's shape."""
        return self.mean(self.moments(name), value, level)

    def group(self, name: str, value: str = "payout", level: float = 0.95) -> Interval:
        """Mean of a value per fork over one of `layout.GROUPS`."""
        return self.mean(self.totals["groups"][GROUPS.index(name)], value, level)

    def mean(self, moments: np.ndarray, value: str, level: float = 0.95) -> Interval:
        """Mean of a value per fork, a ratio of sums over matches; moments: integers, shape (..., N_MOMENTS)."""
        interval = mean_of(self.matches, moments, VALUES.index(value), level)
        return interval if value in SHARES else interval.scaled(1 / UNIT)

    def naive(self, level: float = 0.95) -> Interval:
        """Mean payout where the bot answered yes, less that where it answered no: confounded, not a causal effect."""
        sums = [int(each) for each in self.totals["naive"]]
        return difference_of_groups(self.matches, sums, level).scaled(1 / UNIT)
