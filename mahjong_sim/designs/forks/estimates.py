"""Estimates of forks: means per fork with intervals whose unit is the game."""

from __future__ import annotations

from dataclasses import dataclass

from mahjong_sim.designs.forks.job import Binning, ForkJob
from mahjong_sim.designs.forks.totals import SHARES, VALUES, ForkTotals
from tongits_sim.any_game.binned import Binned
from tongits_sim.any_game.counts import UNIT
from tongits_sim.stats import Interval
from tongits_sim.stats.moments import difference_of_groups, mean_of


@dataclass(frozen=True)
class ForkEstimates(Binned[Binning]):
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

    @property
    def binnings(self) -> tuple[Binning, ...]:
        """Those of the job."""
        return self.job.binnings

    def cells(self, name: str, value: str = "payout") -> Interval:
        """Mean of a value per fork in each cell of a binning, in units or as a share: arrays of its shape."""
        interval = mean_of(self.games, self.moments(name), VALUES.index(value))
        return interval if value.startswith(SHARES) else interval.scaled(1 / UNIT)

    def naive(self) -> Interval:
        """Mean payout where the bot chose as in arm a, less that elsewhere: confounded, no effect of the choice."""
        sums = [int(each) for each in self.totals["naive"]]
        return difference_of_groups(self.games, sums).scaled(1 / UNIT)
