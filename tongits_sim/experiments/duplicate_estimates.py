"""Estimates of duplicate deals. The independent unit is the deal, played at all tables in all seatings.

Every bot has the same number of places in a deal and gets the same cards. So the payouts of a deal form a vector with
a component for each bot. Differences estimated from the sums and products of this vector are exactly paired, even if
the two bots sit at different tables.
"""

from __future__ import annotations

import functools
from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from tongits_sim import stats
from tongits_sim.experiments.batch_kernel import K_CROSS, K_X, K_XX, F
from tongits_sim.experiments.duplicate import DuplicateJob, DuplicateTotals
from tongits_sim.experiments.duplicate_kernel import QUANTITIES
from tongits_sim.experiments.worker import seatings
from tongits_sim.game.state import ENDINGS, SEATS
from tongits_sim.rules.amounts import UNIT, largest_payment
from tongits_sim.run.estimates import LEVEL
from tongits_sim.run.job import Run

Weights = Mapping[str, int]
_Q = {name: number for number, name in enumerate(QUANTITIES)}
_WON = [F[f"wins_{ending}"] for ending in ENDINGS]


@dataclass
class DuplicateRun:
    """The totals with their job."""

    job: DuplicateJob
    sums: DuplicateTotals
    elapsed: float = 0.0  # seconds spent playing
    workers: int = 1  # number of workers
    stopped_early: bool = False  # whether it stopped before the last deal
    games_now: int = 0  # games played in `elapsed`; fewer than all games if the run was resumed

    @classmethod
    def of(cls, run: Run[DuplicateTotals], field: DuplicateJob) -> DuplicateRun:
        """The totals of a run with its job."""
        return cls(field, run.totals, run.elapsed, run.workers, run.stopped_early, run.games_now)


class DuplicateEstimates:
    """Intervals in units per game. With `planned`, payouts and their differences get confidence sequences."""

    def __init__(
        self,
        run: DuplicateRun,
        planned: int | None = None,
        *,
        level: float = LEVEL,
        first: int = stats.FIRST_LOOK,
    ) -> None:
        """
        Args:
            run: the deals, all of which the players of interest have played.
            planned: the number of deals that confidence sequences are tuned for; None: the number of deals was fixed.
            level: of the intervals of payouts and their differences.
            first: deals before which a confidence sequence has no limits.
        """
        self.run = run
        self.n = run.sums.deals
        self.places = run.job.places[0] * run.job.match_games
        self._planned = planned
        self._level = level
        self._first = first

    @functools.cached_property
    def _meetings(self) -> np.ndarray:
        """int64[bots, bots]: places of the second bot at the table, summed over all places of the first in a deal."""
        bots = len(self.run.job.players)
        meetings = np.zeros((bots, bots), np.int64)
        for table in self.run.job.tables:
            for slot, bot in enumerate(table):
                for opponent in range(3):
                    if opponent != slot:
                        meetings[bot, table[opponent]] += len(seatings(table))
        return meetings

    def payout(self, bot: int) -> stats.Interval:
        """The payout of a bot, units a game; the deal is the unit."""
        sums = self.run.sums
        return self._mean(sums.sums[bot, 0], sums.cross[bot, bot]).scaled(1 / (self.places * UNIT))

    def house(self) -> stats.Interval:
        """The house's income per game, over all tables: the loss of all bots together."""
        sums = self.run.sums
        bots = len(self.run.job.players)
        total = -sum(int(sums.sums[bot, 0]) for bot in range(bots))
        squares = int(sums.cross.sum())
        return self._mean(total, squares).scaled(SEATS / (bots * self.places * UNIT))

    def difference(self, a: int, b: int) -> stats.Interval:
        """Payout per game of a minus payout of b, paired by deal."""
        return self._apart(a, b, 1 / (self.places * UNIT))

    def p(self, a: int, b: int) -> float:
        """The p-value of no difference between two bots, always valid if the number of deals was not fixed."""
        if self._planned is None:
            return float(stats.p_value(self.difference(a, b)))
        sums = self._difference_sums(a, b)
        return float(stats.sequential_p(self.n, *sums, self._planned, level=self._level, first=self._first))

    def _difference_sums(self, a: int, b: int) -> tuple[int, int]:
        """Sum and sum of squares over deals of a's payout minus b's, hundredths."""
        sums = self.run.sums
        squares = sums.cross[a, a] - 2 * sums.cross[a, b] + sums.cross[b, b]
        return sums.sums[a, 0] - sums.sums[b, 0], squares

    def met(self, a: int, b: int) -> stats.Interval:
        """Payout per game of a at tables with b."""
        sums = self.run.sums
        places = self._meetings[a, b] * self.run.job.match_games
        if not places:
            return stats.Interval(np.nan, np.nan, np.nan, np.nan, self.n)
        return stats.mean_interval(self.n, sums.met[a, b], sums.met_sq[a, b]).scaled(1 / (int(places) * UNIT))

    def per_game(self, bot: int, what: Weights, games: Weights | None = None, seats: int = 1) -> stats.Interval:
        """Money per game, as a weighted sum of quantities.

        Args:
            what: weights of `QUANTITIES`.
            games: weights of quantities that count games; by default all games.
            seats: divides the number of games, if `games` is None.
        """
        if games is None:
            _, y, _, _, yy = self._ratio_sums(bot, what, {})
            return stats.mean_interval(self.n, y, yy).scaled(seats / (self.places * UNIT))
        return stats.ratio_interval(self.n, *self._ratio_sums(bot, what, games)).scaled(1 / UNIT)

    def share(self, bot: int, events: Weights, of: Weights | None = None) -> stats.Interval:
        """Share of a bot's games, or of the occasions `of`, with an event."""
        return stats.clustered_share(self.n, *self._ratio_sums(bot, events, of or {"games": 1}))

    def covariance(self) -> np.ndarray:
        """Covariance matrix of all bots' payouts per game, squared units: float64[bots, bots]."""
        sums = self.run.sums
        matrix: np.ndarray = stats.covariance_of_means(self.n, sums.sums[:, 0], sums.cross) / (self.places * UNIT) ** 2
        return matrix

    def ratings(self) -> stats.Ratings | None:
        """Ratings of all bots by their wins; None if a bot won no game or only one deal was played."""
        sums = self.run.sums
        if self.n < 2:
            return None
        wins = sums.sums[:, _Q["wins"]]
        decided = sums.cells[..., _WON].sum(axis=(1, 2, 3, 4))
        spread = stats.covariance_of_means(self.n, wins, sums.cross_wins) * float(self.n) ** 2
        return stats.luce_ratings(wins.astype(float), self.run.job.tables, decided.astype(float), spread, LEVEL)

    def variance_reduction(self, a: int, b: int) -> float:
        """How many times more games the difference of two bots, at tables of both, would need if every seating had its
        own deal.
        """
        alone, paired = _variances(self.run, a, b)
        return alone / paired if paired > 0 else float("inf") if alone > 0 else float("nan")

    def _apart(self, a: int, b: int, step: float) -> stats.Interval:
        """The difference of two bots. If no deal shows a difference, the limits come from the number of deals."""
        difference = self._mean(*self._difference_sums(a, b)).scaled(step)
        players = self.run.job.players
        if players[a].identity == players[b].identity:
            return difference
        most = 2 * largest_payment(self.run.job.rules) / UNIT
        return stats.rare_difference(difference, self.n, most, level=self._level)

    def _mean(self, total: int, squares: int) -> stats.Interval:
        if self._planned is None:
            return stats.mean_interval(self.n, total, squares, level=self._level)
        return stats.confidence_sequence(self.n, total, squares, self._planned, level=self._level, first=self._first)

    def _ratio_sums(self, bot: int, y: Weights, x: Weights) -> tuple[int, int, int, int, int]:
        """Sums of x, y, x*x, x*y, y*y over deals; the quantity `games` is constant over deals."""
        sx = self._sum(bot, x)
        sy = self._sum(bot, y)
        return sx, sy, self._product(bot, x, x), self._product(bot, x, y), self._product(bot, y, y)

    def _sum(self, bot: int, weights: Weights) -> int:
        return sum(weight * self._one(bot, name) for name, weight in weights.items())

    def _one(self, bot: int, name: str) -> int:
        return self.n * self.places if name == "games" else int(self.run.sums.sums[bot, _Q[name]])

    def _product(self, bot: int, a: Weights, b: Weights) -> int:
        total = 0
        for mine, weight in a.items():
            for theirs, factor in b.items():
                total += weight * factor * self._pair(bot, mine, theirs)
        return total

    def _pair(self, bot: int, mine: str, theirs: str) -> int:
        if mine == "games":
            return self.places * self._one(bot, theirs)
        if theirs == "games":
            return self.places * self._one(bot, mine)
        return int(self.run.sums.products[bot, _Q[mine], _Q[theirs]])


def _variances(run: DuplicateRun, a: int, b: int) -> tuple[float, float]:
    """Variance per deal of a's payout minus b's, summed over tables of both: with a separate deal for every seating,
    and as played.
    """
    alone = paired = 0.0
    n = run.sums.deals
    for number, table in enumerate(run.job.tables):
        if not {a, b} <= set(table):
            continue
        w = np.array([(bot == a) - (bot == b) for bot in table])
        seats = len(seatings(table))
        moments = run.sums.clusters[number]
        cross = np.diag(moments[K_XX : K_XX + 3]).astype(object)
        for place, (i, j) in enumerate(((0, 1), (0, 2), (1, 2))):
            cross[i, j] = cross[j, i] = moments[K_CROSS + place]
        total = int(w @ moments[K_X : K_X + 3].astype(object))
        paired += (n * int(w @ cross @ w) - total**2) / max(n * (n - 1), 1)
        alone += int(w @ run.sums.singles[number].astype(object) @ w) / n - total**2 / (seats * n * n)
    return alone, paired
