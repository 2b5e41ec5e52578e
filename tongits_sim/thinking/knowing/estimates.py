"""The gain of knowing more, units a game, with intervals whose unit is the deal."""

from __future__ import annotations

from dataclasses import dataclass

from tongits_sim.rules.amounts import UNIT, largest_payment
from tongits_sim.run.totals import Totals
from tongits_sim.stats import Interval, mean_interval, rare_difference
from tongits_sim.thinking.knowing.job import KnowingJob

_SEATS = 3


@dataclass(frozen=True)
class KnowingEstimates:
    """The estimates of a played job."""

    job: KnowingJob
    totals: Totals

    def gain(self, arm: int) -> Interval:
        """The gain of a seat in an arm over playing as the others do, units a game."""
        return self._interval(int(self.totals["gain"][arm]), int(self.totals["products"][arm, arm]))

    def more(self, arm: int, than: int) -> Interval:
        """The difference of a seat's gains in two arms, units a game, on the same deals."""
        sums, products = self.totals["gain"], self.totals["products"]
        squares = products[arm, arm] + products[than, than] - 2 * products[arm, than]
        return self._interval(int(sums[arm] - sums[than]), int(squares))

    def changed(self, arm: int) -> float:
        """The share of thoughts that changed the player's answer; 0 where the seat never thought."""
        thoughts = int(self.totals["thoughts"][arm])
        return int(self.totals["changed"][arm]) / thoughts if thoughts else 0.0

    def _interval(self, total: int, squares: int) -> Interval:
        deals = int(self.totals["games"][0])
        mean = mean_interval(deals, total, squares).scaled(1 / (UNIT * _SEATS))
        return rare_difference(mean, deals, 2 * largest_payment(self.job.rules) / UNIT)
