"""Estimates from the rows of matches: sums and products of named columns give an interval for any ratio of them."""

from __future__ import annotations

from collections.abc import Mapping

from tongits_sim.rules.amounts import UNIT
from tongits_sim.run.answers import Estimate
from tongits_sim.run.totals import Totals
from tongits_sim.stats import Interval, clustered_share, ratio_interval

Weights = Mapping[str, int]
"""A weighted sum of columns."""
LEVEL = 0.95
GAMES: Weights = {"games": 1}


class RowEstimates:
    """Estimates of columns, with matches as independent clusters. Money is in units.

    Attributes:
        totals: counts with `matches`, and `sums` and `products` of the columns over matches.
        n: number of matches.
    """

    def __init__(self, columns: Mapping[str, int], totals: Totals) -> None:
        """Read the counts; `columns` says where each column stands in them."""
        self.totals = totals
        self.n = int(totals["matches"][0])
        self._columns = columns

    def sum(self, weights: Weights) -> int:
        """Weighted sum of columns over all matches."""
        return sum(weight * int(self.totals["sums"][self._columns[name]]) for name, weight in weights.items())

    def product(self, one: Weights, other: Weights) -> int:
        """Sum over matches of the product of two weighted sums of columns."""
        cells, at = self.totals["products"], self._columns
        return sum(a * b * int(cells[at[i], at[j]]) for i, a in one.items() for j, b in other.items())

    def ratio(self, y: Weights, x: Weights = GAMES, scale: float = 1.0) -> Interval:
        """Sum of y over sum of x, times `scale`."""
        sums = (self.sum(x), self.sum(y), self.product(x, x), self.product(x, y), self.product(y, y))
        return ratio_interval(self.n, *sums, level=LEVEL).scaled(scale)

    def money(self, y: Weights, x: Weights = GAMES) -> Interval:
        """Units of y per x."""
        return self.ratio(y, x, 1 / UNIT)

    def share(self, events: Weights, trials: Weights = GAMES) -> Interval:
        """Share of the trials with an event."""
        x, y = trials, events
        sums = (self.sum(x), self.sum(y), self.product(x, x), self.product(x, y), self.product(y, y))
        return clustered_share(self.n, *sums, level=LEVEL)


def estimates(interval: Interval) -> list[Estimate]:
    """The estimates of an interval of arrays, one for each own turn."""
    return [Estimate.of(parts) for parts in zip(*(part.tolist() for part in interval[:3]), strict=True)]
