"""Numbers of claims with their intervals: ratios and their differences, deals being the independent unit."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from tongits_sim.designs.batch.tally import CLUSTER_NAMES, K_X, K_XX
from tongits_sim.designs.paired.kernel import QUANTITIES
from tongits_sim.designs.paired.metric import OWN
from tongits_sim.designs.tournament.estimates import TournamentEstimates, TournamentRun
from tongits_sim.designs.tournament.kernel import QUANTITIES as TOURNAMENT
from tongits_sim.designs.tournament.triples import seatings
from tongits_sim.stats import Interval, mean_interval, normal_p
from tongits_sim.stats._numbers import quadratic
from tongits_sim.stats.intervals import t_interval

if TYPE_CHECKING:
    from tongits_sim.designs.paired.job import PairedJob

LEVEL = 0.95
Ratio = tuple[str, str]
"""Two metrics: the count and the total it is a share of."""
_WINS = TOURNAMENT.index("wins")


class Sample:
    """Games of one table: sums over deals of the counts of claims (`counts.METRICS`)."""

    def __init__(self, job: PairedJob, totals: Mapping[str, Any]) -> None:
        self.n = int(totals["deals"].sum())
        own = [metric.key.removeprefix(OWN) for metric in job.metrics]
        self._at = {name: len(QUANTITIES) + number for number, name in enumerate(own)}
        self._sums, self._products = totals["sums"][0], totals["products"][0]
        self._games = job.games_per_deal

    def mean(self, what: str, scale: float = 1.0) -> Interval:
        """A count of a game, times a factor."""
        return self._linear([what], np.array([1.0]), self._mean(what)).scaled(scale / self._games)

    def ratio(self, of: Ratio, scale: float = 1.0) -> Interval:
        """The count for each unit of the total, times a factor."""
        return self.difference(of, None, scale)

    def difference(self, one: Ratio, other: Ratio | None, scale: float = 1.0) -> Interval:
        """A ratio less another on the same deals, times a factor; delta method."""
        names, gradient, value = list[str](), list[float](), 0.0
        for sign, pair in ((1.0, one), (-1.0, other)):
            if pair is not None:
                y, x = (self._mean(name) for name in pair)
                if x == 0:
                    return Interval(math.nan, math.nan, math.nan, math.nan, self.n)
                names += pair
                gradient += [sign / x, -sign * y / (x * x)]
                value += sign * y / x
        return self._linear(names, np.array(gradient), value).scaled(scale)

    def _mean(self, name: str) -> float:
        return int(self._sums[self._at[name]]) / max(self.n, 1)

    def _linear(self, names: Sequence[str], gradient: np.ndarray, value: float) -> Interval:
        return _delta(self.n, [self._at[name] for name in names], (self._sums, self._products), gradient, value)


def _delta(
    n: int, at: Sequence[int], moments: tuple[np.ndarray, np.ndarray], gradient: np.ndarray, value: float
) -> Interval:
    """The interval of a function of means, by its gradient; `moments`: sums, and sums of products."""
    sums, products = (np.array([int(each) for each in moments[0][list(at)]], object), moments[1][np.ix_(at, at)])
    if n < 2:
        return Interval(value, math.nan, math.nan, math.nan, n)
    centred = n * products.astype(object) - np.outer(sums, sums)
    covariance = np.asarray(centred / (n * (n - 1)), np.float64)
    se = math.sqrt(max(quadratic(gradient, covariance, gradient), 0.0) / n)
    return t_interval(value, se, n, n - 1, LEVEL)


def payoff_lead(run: TournamentRun) -> Interval:
    """How much more the first bot earns than the second, units a game, on the same deals."""
    return TournamentEstimates(run).difference(0, 1)


def more_wins(run: TournamentRun) -> Interval:
    """How many per cent more often the first bot wins than the second, on the same deals; delta method."""
    sums = run.sums
    wins = sums.sums[:, _WINS]
    a, b = (int(each) / max(sums.deals, 1) for each in wins[:2])
    if not b:
        return Interval(math.nan, math.nan, math.nan, math.nan, sums.deals)
    gradient = np.array([1 / b, -a / b**2])
    return _delta(sums.deals, [0, 1], (wins, sums.cross_wins), gradient, a / b - 1).scaled(100)


def more_losses(run: TournamentRun) -> Interval:
    """How many per cent more games the first bot does not win than the second, on the same deals; delta method."""
    sums = run.sums
    wins = sums.sums[:, _WINS]
    games = TournamentEstimates(run).places
    a, b = (games - int(each) / max(sums.deals, 1) for each in wins[:2])
    if not b:
        return Interval(math.nan, math.nan, math.nan, math.nan, sums.deals)
    gradient = np.array([-1 / b, a / b**2])
    return _delta(sums.deals, [0, 1], (wins, sums.cross_wins), gradient, a / b - 1).scaled(100)


def shifted(interval: Interval, by: float) -> Interval:
    """The interval of a number plus a constant."""
    return interval._replace(estimate=interval.estimate + by, low=interval.low + by, high=interval.high + by)


def won_against_two(run: TournamentRun) -> Interval:
    """Share of its games, per cent, that the first of two bots wins at the table with two of the other."""
    table = run.field.tables.index((0, 1, 1))
    moments = run.sums.clusters[table]
    wins = CLUSTER_NAMES.index("wins_0")
    mean = mean_interval(run.sums.deals, int(moments[K_X + wins]), int(moments[K_XX + wins]), level=LEVEL)
    return mean.scaled(100 / len(seatings((0, 1, 1))))


def distance(value: float, low: float | None, high: float | None) -> float:
    """How far a number lies inside a region (positive) or outside of it (negative).

    >>> distance(5, 3, None), distance(2, 3, 9), distance(8, 3, 9)
    (2, -1, 1)
    """
    ends = [] if low is None else [value - low]
    ends += [] if high is None else [high - value]
    return min(ends)


def side(interval: Interval, low: float | None, high: float | None) -> tuple[bool, float]:
    """Whether a number lies in a region, and the p-value of the distance from its nearest end."""
    value, se = float(interval.estimate), float(interval.se)
    apart = distance(value, low, high)
    if not math.isfinite(value) or not math.isfinite(se):
        return False, math.nan
    if se == 0:
        return apart >= 0, 0.0 if apart else 1.0
    return apart >= 0, float(normal_p(abs(apart) / se))
