"""Estimates of forks: means per fork with intervals whose unit is the game."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from mahjong_sim.designs.forks import layout
from mahjong_sim.designs.forks.job import ForkJob
from tongits_sim.any_game.designs.binned import Binned
from tongits_sim.run.totals import Totals


@dataclass(frozen=True)
class ForkEstimates(Binned):
    """Estimates from the totals of a fork job; `elapsed`: seconds it took."""

    VALUES: ClassVar[tuple[str, ...]] = layout.VALUES
    SHARES: ClassVar[tuple[str, ...]] = layout.SHARES
    CLUSTERS: ClassVar[str] = "games"
    job: ForkJob
    totals: Totals
    elapsed: float = 0.0

    @property
    def forks(self) -> int:
        """Number of forks, not weighted."""
        return int(self.totals["forks"].sum())

    @property
    def branches(self) -> int:
        """Branches played."""
        return int(self.totals["branches"][0])
