"""Estimates of a tournament's chances. The independent unit is the tournament."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tongits_sim.designs.events.job import EventJob
from tongits_sim.rules.amounts import UNIT
from tongits_sim.stats import Interval, mean_interval, wilson_interval

LEVEL = 0.95


class EventEstimates:
    """The chances of the kinds of players in an event job; `totals` holds the arrays of `EventJob.axes`."""

    def __init__(self, job: EventJob, totals: Mapping[str, Any]) -> None:
        self.job = job
        self.n = int(totals["events"].sum())
        self._totals = totals

    def title(self, *kinds: int) -> Interval:
        """Probability that a player of one of these kinds wins the tournament; Wilson's interval."""
        return wilson_interval(sum(int(self._totals["titles"][kind]) for kind in kinds), self.n, level=LEVEL)

    def title_each(self, kind: int) -> Interval:
        """The same for each player of a kind."""
        return self.title(kind).scaled(1 / self.job.counts[kind])

    def reached(self, stage: int, kind: int) -> Interval:
        """Probability that a player of a kind plays a stage; limits within 0 and 1."""
        count = self.job.counts[kind]
        total, squares = (int(self._totals[name][stage, kind]) for name in ("reached", "reached_sq"))
        mean = mean_interval(self.n, total, squares, level=LEVEL).scaled(1 / count)
        if stage == 0:
            return mean._replace(low=1.0, high=1.0)
        if total in (0, self.n * count):  # nobody, or all of them, in every tournament
            return wilson_interval(self.n if total else 0, self.n, level=LEVEL)
        return mean._replace(low=max(0.0, float(mean.low)), high=min(1.0, float(mean.high)))

    def payout(self, kind: int) -> Interval:
        """Money of a player of a kind in a game of the first stage, units; not for progressive matches."""
        return self.earned(kind).scaled(1 / self.job.format.stages[0].rounds)

    def points(self, kind: int) -> Interval:
        """Points of a player of a kind in a progressive match of the first stage."""
        return self.earned(kind).scaled(-1)

    def earned(self, kind: int) -> Interval:
        """Money of a player of a kind in a match of the first stage, units; points, below 0, of a progressive one."""
        return self._paid({kind: 1}).scaled(1 / self.job.counts[kind])

    def ahead(self, kind: int, other: int) -> Interval:
        """How much more a player of one kind has than one of another after such a match: units, or points fewer."""
        counts = self.job.counts
        return self._paid({kind: counts[other], other: -counts[kind]}).scaled(1 / (counts[kind] * counts[other]))

    def _paid(self, weights: Mapping[int, int]) -> Interval:
        """A weighted sum of kinds: money of a match of the first stage, units, all players of a kind together."""
        sums, products = self._totals["paid"], self._totals["paid_products"]
        total = sum(weight * int(sums[kind]) for kind, weight in weights.items())
        squares = sum(a * b * int(products[i, j]) for i, a in weights.items() for j, b in weights.items())
        matches = self.job.format.stages[0].matches
        return mean_interval(self.n, total, squares, level=LEVEL).scaled(1 / (matches * UNIT))
