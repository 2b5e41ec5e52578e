"""Means and paired differences of arms, the deal being the unit."""

from __future__ import annotations

import math

from mahjong_sim.designs.batch.estimates import UNIT, estimate
from mahjong_sim.designs.batch.tally import COLUMNS
from mahjong_sim.designs.paired.totals import PairedTotals
from tongits_sim.run.answers import Estimate
from tongits_sim.stats import Interval, holm, mean_interval, p_value, paired_difference

_MONEY = ("payout", "seat", "mano", "moved")


def scale_of(column: str, games: int) -> float:
    """By what a sum over a match is multiplied to be one per game, in units where it is money.

    Args:
        column: a name of `tally.COLUMNS`.
        games: games of a match in all its seatings.
    """
    money = column.startswith(_MONEY) and column != "mano_wins"
    return (1 / UNIT if money else 1.0) / games


class PairedEstimates:
    """Moments over deals of the columns of all arms; `games` is how many games a deal has in every seating."""

    def __init__(self, sums: PairedTotals, games: int) -> None:
        self._sums = sums
        self._games = games
        self.count = sums.games

    def mean(self, arm: int, column: str) -> Estimate:
        """A column of an arm, per game."""
        at = COLUMNS.index(column)
        x, xx = int(self._sums["x"][arm, at]), int(self._sums["xx"][arm, at])
        return estimate(mean_interval(self.count, x, xx), scale_of(column, self._games))

    def change(self, arm: int, column: str) -> tuple[Estimate, float | None]:
        """What a column of an arm is more than that of the first arm, per game, and the p-value of no difference."""
        at = COLUMNS.index(column)
        x, xx, first = (self._sums[name] for name in ("x", "xx", "first"))
        interval = paired_difference(
            self.count, int(x[0, at]), int(x[arm, at]), int(xx[0, at]), int(first[arm, at]), int(xx[arm, at])
        )
        return estimate(interval, scale_of(column, self._games)), _p(interval)

    def lead(self, one: int, other: int) -> tuple[Estimate, float | None]:
        """What slot 0 earns more in one arm than in another, units a game, and the p-value of no difference."""
        x, xx, pairs = (self._sums[name] for name in ("x", "xx", "pairs"))
        interval = paired_difference(
            self.count,
            int(x[other, 0]),
            int(x[one, 0]),
            int(xx[other, 0]),
            int(pairs[one, other]),
            int(xx[one, 0]),
        )
        return estimate(interval, scale_of("payout_0", self._games)), _p(interval)


def adjusted(values: list[float | None]) -> list[float | None]:
    """Holm's adjusted p-values of a family; None stays None."""
    p_values = holm([math.nan if value is None else value for value in values])
    return [None if math.isnan(value) else float(value) for value in p_values]


def verdict(diff: Estimate, p_holm: float | None) -> str:
    """Whether a difference is decided at 5 %, and which way."""
    if p_holm is None or p_holm > 0.05 or diff.mean is None or diff.mean == 0:
        return "undecided"
    return "better" if diff.mean > 0 else "worse"


def _p(interval: Interval) -> float | None:
    value = float(p_value(interval))
    return None if math.isnan(value) else value
