"""Estimates of sessions, by player. Money is in units; the independent unit is the match, with all its seatings.

A bot that sits in several slots is one player: its slots are pooled, and the intervals allow for their
dependence.
"""

from __future__ import annotations

import functools
import math

import numpy as np

from tongits_sim.any_game.designs.moments import slots_of
from tongits_sim.designs.rows import LEVEL, RowEstimates, Weights
from tongits_sim.designs.sessions.job import SessionsJob
from tongits_sim.designs.sessions.layout import DEPTHS, PLACES, ZERO, C
from tongits_sim.rules.amounts import UNIT
from tongits_sim.run.totals import Totals
from tongits_sim.stats import Interval, clustered_share, design_effect, histogram_quantile, standard_deviation
from tongits_sim.stats.intervals import mean_interval, t_interval

_UNKNOWN = Interval(math.nan, math.nan, math.nan, math.nan, 0)


class SessionsEstimates(RowEstimates):
    """Estimates from the totals of sessions; figures of sessions need a job that is not duplicate.

    Attributes:
        job: the job that was played.
        slots: the slots of each player, by label.
    """

    def __init__(self, job: SessionsJob, totals: Totals) -> None:
        super().__init__(C, totals)
        self.job = job
        self.slots = slots_of(job.labels)

    def of(self, name: str, label: str) -> Weights:
        """A column of a player, its slots together."""
        return {f"{name}_{slot}": 1 for slot in self.slots[label]}

    def games_of(self, label: str, times: int = 1) -> Weights:
        """Games of a player: one for each of its slots, `times` over."""
        return {"games": len(self.slots[label]) * times}

    # --- a game ---

    def payout(self, label: str) -> Interval:
        """Units a game that a player gets, after the house has taken its fees."""
        return self.money(self.of("payout", label), self.games_of(label))

    def fees(self, label: str) -> Interval:
        """Units a game that a player pays the house."""
        return self.money(self.of("fees", label), self.games_of(label))

    def house(self) -> Interval:
        """Units a game that the house keeps."""
        return self.money({f"fees_{slot}": 1 for slot in range(3)})

    def payout_sd(self, label: str) -> float:
        """Standard deviation (units) of a player's payout of a game."""
        slots = self.slots[label]
        games = len(slots) * self.sum({"games": 1})
        squares = sum(int(self.totals["squares"][slot]) for slot in slots)
        return float(standard_deviation(games, self.sum(self.of("payout", label)), squares)) / UNIT

    # --- a session ---

    @property
    def sessions(self) -> int:
        """Sessions played."""
        return self.sum({"sessions": 1})

    def session_sd(self, label: str) -> Interval:
        """Standard deviation (units) of a player's result of a session, with a delta-method interval.

        The interval follows from the spread of the squared deviations over matches, all slots of the player together;
        these are counted in bins.
        """
        slots = self.slots[label]
        count = len(slots) * self.sessions
        squares = sum(int(self.totals["singles"][slot, slot]) for slot in slots)
        sd = float(standard_deviation(count, self.sum(self.of("payout", label)), squares)) / UNIT
        # With b the bins of a session and m their mean, count * (b - m)**2 but for a constant:
        middle = self.sum(self.of("place", label))
        deviations = dict.fromkeys(self.of("place_sq", label), count)
        deviations |= dict.fromkeys(self.of("place", label), -2 * middle)
        bins = float(standard_deviation(count, middle, self.sum(self.of("place_sq", label))))
        if not bins > 0 or self.n < 2:
            return Interval(sd, math.nan, math.nan, math.nan, self.n)
        spread = mean_interval(self.n, self.sum(deviations), self.product(deviations, deviations))
        se = float(spread.se) * self.n / count**2 / (2 * bins) * self.job.width / UNIT
        return t_interval(sd, se, self.n, self.n - 1, LEVEL)

    def time_ahead(self, label: str) -> Interval:
        """Share of the games of a session after which a player is ahead."""
        return self.share(self.of("ahead", label), self.games_of(label))

    def ended_ahead(self, label: str) -> Interval:
        """Share of sessions that a player ends ahead."""
        return self.share(self.of("ended_ahead", label), {"sessions": len(self.slots[label])})

    def ruined(self, label: str, bankroll: int) -> Interval:
        """Share of a player's sessions in which it is ever down by `bankroll` hundredths or more.

        Exact for multiples of `job.width`.
        """
        first = -(-bankroll // self.job.width)
        if first >= DEPTHS - 1:
            return _UNKNOWN
        return self._share([int(self.totals["depth"][slot, first:].sum()) for slot in self.slots[label]])

    def bankroll(self, label: str, probability: float) -> Interval:
        """Units that last a session with this probability: a quantile of the maximum drawdown."""
        width, lines = self.job.width, self.totals["depth"][list(self.slots[label])]
        quantile = self._quantile(np.arange(DEPTHS) * width, lines, probability, last=DEPTHS - 1)
        # A depth is counted in the bin below it, so lasting takes the next bin.
        return quantile._replace(
            estimate=quantile.estimate + width, low=quantile.low + width, high=quantile.high + width
        ).scaled(1 / UNIT)

    def quantile(self, label: str, stop: int, q: float) -> Interval:
        """Quantile of a player's total at a stop of a session, in units, to the width of a bin."""
        lines = self._paths[stop, list(self.slots[label])]
        values = (np.arange(PLACES) - ZERO) * self.job.width
        return self._quantile(values, lines, q, last=PLACES - 1).scaled(1 / UNIT)

    @functools.cached_property
    def _paths(self) -> np.ndarray:
        """How often each slot is in each bin at each stop: int64, which is quicker, where that is wide enough."""
        try:
            return self.totals.whole("path")
        except OverflowError:
            return self.totals["path"]

    def _quantile(self, values: np.ndarray, lines: np.ndarray, q: float, last: int) -> Interval:
        """A quantile of the slots of a player; unknown in the last bins, which are open.

        Args:
            values: int64[K], lower edges of the bins.
            lines: int[slots, K], sessions by order of the slots.
            q: between 0 and 1.
            last: the last bin, which takes everything beyond it.
        """
        counts = lines.sum(axis=0)
        filled = np.flatnonzero(counts)
        places, times = values[filled], counts[filled]
        n = int(counts.sum())
        if not n:
            return _UNKNOWN
        # The estimate, which the design effect does not change.
        at = int(np.searchsorted(np.cumsum(counts), math.ceil(q * n)))
        if at >= last or (at == 0 and values[0] < 0):
            return _UNKNOWN
        # Sessions in which at least 1, 2, .. of the slots are at or below it.
        reached = sorted((int(line[: at + 1].sum()) for line in lines), reverse=True)
        effect = self._effect(reached)
        return histogram_quantile(places, times, q, level=LEVEL, design_effect=effect)

    def _sums(self, reached: list[int]) -> tuple[int, ...]:
        """Sums for a share: `reached` are the sessions in which at least 1, 2, .. slots had an event."""
        n, k = self.sessions, len(reached)
        events = sum(reached)
        squares = sum((2 * place + 1) * count for place, count in enumerate(sorted(reached, reverse=True)))
        return n, k * n, events, k * k * n, k * events, squares

    def _share(self, reached: list[int]) -> Interval:
        return clustered_share(*self._sums(reached), level=LEVEL)

    def _effect(self, reached: list[int]) -> float:
        """Variance of a share of all slots relative to independent ones: below 1 where one wins what another loses."""
        effect = float(design_effect(*self._sums(reached)))
        return effect if effect > 0 else float(len(reached))
