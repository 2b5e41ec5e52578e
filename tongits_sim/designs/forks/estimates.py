"""Estimates of forks: means per fork, with intervals that treat matches as independent."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from tongits_sim.any_game.designs.binned import Binned
from tongits_sim.designs.forks import layout
from tongits_sim.designs.forks.job import ForkJob
from tongits_sim.run.totals import Totals
from tongits_sim.stats import Interval


@dataclass(frozen=True)
class ForkEstimates(Binned):
    """Estimates from the totals of a fork job; `elapsed`: seconds it took."""

    VALUES: ClassVar[tuple[str, ...]] = layout.VALUES
    SHARES: ClassVar[tuple[str, ...]] = ("burned", "fought", "chose", "bluff", "highest", "fights")
    CLUSTERS: ClassVar[str] = "matches"
    job: ForkJob
    totals: Totals
    elapsed: float = 0.0

    @property
    def forks(self) -> int:
        """Number of forks, weighted."""
        return int(self.totals["groups"][0, 0])

    def group(self, name: str, value: str = "payout") -> Interval:
        """Mean of a value per fork over one of `layout.GROUPS`."""
        return self.mean(self.totals["groups"][layout.GROUPS.index(name)], value)
