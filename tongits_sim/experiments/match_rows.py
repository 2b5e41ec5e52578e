"""The base of census and sessions, which count a row of sums for each match."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any, ClassVar

import numpy as np

from tongits_sim.compile.jit import njit
from tongits_sim.experiments.batch import BatchJob
from tongits_sim.experiments.worker import ROTATIONS, GameJob, Triple, seatings
from tongits_sim.rules import RuleSet
from tongits_sim.rules.amounts import UNIT, hundredths, largest_payment
from tongits_sim.run.answers import Estimate
from tongits_sim.run.base_job import JobError
from tongits_sim.run.estimates import LEVEL
from tongits_sim.run.job import Block
from tongits_sim.run.totals import Axis, Counts, Totals
from tongits_sim.stats import Interval, clustered_share, ratio_interval
from tongits_sim.strategy import Player


def row_counts(rows: np.ndarray) -> dict[str, np.ndarray]:
    """The arrays of `RowTotals` for some rows (int64[matches, k])."""
    columns = rows.shape[1]
    products = np.zeros((columns, columns), np.int64)
    add_products(rows, np.zeros(columns, np.int64), products)
    return {"matches": np.array([len(rows)]), "sums": rows.sum(axis=0), "products": products}


@njit
def add_products(rows, places, products):
    """Add `rows.T @ rows` to `products` (int64[k, k]); rows: int64[n, k], mostly zeros; places: int64[k], scratch.

    The loop multiplies integers. A matrix product of floats would be inexact, and its threads would compete with the
    workers.
    """
    for number in range(rows.shape[0]):
        row = rows[number]
        filled = 0
        for place in range(rows.shape[1]):
            if row[place] != 0:
                places[filled] = place
                filled += 1
        for i in range(filled):
            column = places[i]
            for j in range(i + 1):
                products[column, places[j]] += row[column] * row[places[j]]
    for column in range(rows.shape[1]):
        for before in range(column):
            products[before, column] = products[column, before]


Weights = Mapping[str, int]
"""A weighted sum of columns."""
GAMES: Weights = {"games": 1}


class RowEstimates:
    """Estimates of columns, with matches as independent clusters; money in units.

    Attributes:
        totals: counts with `matches`, and `sums` and `products` of the columns over matches.
        n: number of matches.
    """

    def __init__(self, columns: Mapping[str, int], totals: Totals) -> None:
        """columns: the place of each column in the counts."""
        self.totals = totals
        self.n = int(totals["matches"][0])
        self._columns = columns

    def sum(self, weights: Weights) -> int:
        """Weighted sum of columns over all matches."""
        return sum(weight * int(self.totals["sums"][self._columns[name]]) for name, weight in weights.items())

    def product(self, first: Weights, second: Weights) -> int:
        """Sum over matches of the product of two weighted sums of columns."""
        cells, at = self.totals["products"], self._columns
        return sum(a * b * int(cells[at[i], at[j]]) for i, a in first.items() for j, b in second.items())

    def ratio(self, y: Weights, x: Weights = GAMES, scale: float = 1.0) -> Interval:
        """Sum of y over sum of x, times `scale`."""
        sums = (self.sum(x), self.sum(y), self.product(x, x), self.product(x, y), self.product(y, y))
        return ratio_interval(self.n, *sums, level=LEVEL).scaled(scale)

    def money(self, y: Weights, x: Weights = GAMES) -> Interval:
        """Units of y per x."""
        return self.ratio(y, x, 1 / UNIT)

    def share(self, events: Weights, trials: Weights = GAMES) -> Interval:
        """The share of `trials` with one of the `events`, with an interval that allows for clusters."""
        x, y = trials, events
        sums = (self.sum(x), self.sum(y), self.product(x, x), self.product(x, y), self.product(y, y))
        return clustered_share(self.n, *sums, level=LEVEL)


def estimates(interval: Interval) -> list[Estimate]:
    """Split an interval of arrays into estimates, one for each own turn."""
    return [Estimate.of(parts) for parts in zip(*(part.tolist() for part in interval[:3]), strict=True)]


BLOCK_MATCHES = 2**13
"""Most matches in a block."""
MAX_SUM = 2**62

_FINE = 50
"""A bin is an ordinary loss times the square root of a session's games, divided by this."""
_POINTS = 50
"""A typical count of a losing hand."""


@dataclass(frozen=True)
class MatchRowsJob(GameJob):
    """The base of jobs that count matches of three players.

    Attributes:
        rules: the house rules, without a progressive match.
        players: three players; player i is slot i.
        wanted: minimum number of games, rounded up to complete matches, equally many in every seating.
        seed: 0 .. 2**64 - 1.
        match_games: games of a match, which carries over dealer, jackpot and streak.
        duplicate: every match is played in every seating on the same deals; else seats rotate with the match number.
        matches_per_session: matches of a session, between which seats rotate; 1 if every seating is played.
        columns: the columns of the row of a match, `games` first.
    """

    rules: RuleSet
    players: tuple[Player, ...]
    wanted: int = 100_000
    seed: int = 1
    match_games: int = 1
    duplicate: bool = False
    matches_per_session = 1
    columns: ClassVar[tuple[str, ...]]

    def __post_init__(self) -> None:
        self.check_money()
        if self.block_matches < 1:
            raise JobError(f"matches of {self.match_games:,} games under these rules cannot be summed exactly")

    @cached_property
    def job(self) -> BatchJob:
        """The equivalent batch job, which validates the arguments and names games for a replay."""
        return BatchJob(self.rules, self.players, self.wanted, self.seed, self.match_games)

    @cached_property
    def table(self) -> Triple:
        """The bot in each slot; equal bots have equal numbers."""
        a, b, c = (self.labels.index(label) for label in self.labels)
        return a, b, c

    @cached_property
    def seatings(self) -> tuple[Triple, ...]:
        """All distinct seatings; for three equal bots the rotations."""
        return seatings(self.table) if len(set(self.table)) > 1 else ROTATIONS

    @property
    def ways(self) -> int:
        """How often each deal is played."""
        return len(self.seatings) if self.duplicate else 1

    @cached_property
    def matches(self) -> int:
        """Number of matches: enough games, equally many matches in every seating, and whole sessions."""
        ways = len(self.seatings)
        whole = 1 if self.duplicate else math.lcm(ways, self.matches_per_session)
        return -(-self.wanted // (self.match_games * (ways if self.duplicate else whole))) * whole

    @property
    def largest_sum(self) -> int:
        """A bound on the sums of a match or session."""
        return max(1, largest_payment(self.rules)) * self.match_games * self.ways * self.matches_per_session

    @cached_property
    def block_matches(self) -> int:
        """Matches in a block, in whole sessions; 0 if sums cannot be exact. Blocks are small because each match has a
        row.
        """
        matches = min(BLOCK_MATCHES, self.job.block_matches, MAX_SUM // self.largest_sum**2)
        return matches if matches < 1 else max(1, matches // self.matches_per_session) * self.matches_per_session

    def blocks(self, size: int | None = None) -> Iterator[Block]:
        return super().blocks(-(-(size or self.block_matches) // self.matches_per_session) * self.matches_per_session)

    @property
    def games(self) -> int:
        return self.matches * self.match_games * self.ways

    @property
    def ordinary_loss(self) -> int:
        """A typical loss of a game, in hundredths; it sets the width of bins."""
        money = hundredths(self.rules)
        flat = max(money["pay.tongits"], money["pay.fold"]) + 2 * money["pot.ante"]
        return flat if self.rules.pay.mode == "flat" else _POINTS * UNIT

    def fine_width(self, games: int) -> int:
        """A width, in hundredths, that is small compared with a typical result of a session of `games` games."""
        return self.ordinary_loss * math.isqrt(games) // _FINE

    def empty(self) -> RowTotals:
        return RowTotals(self.columns, self.axes)

    def manifest(self) -> dict[str, Any]:
        return self.rules_and_players() | {"games": self.wanted} | self.named("seed", "match_games", "duplicate")

    def replay(self, seated: tuple[int, ...], match: int, game: int) -> str:
        """The command that replays a game; `seated` is the slot on each seat, which stays fixed."""
        a, b, c = (self.players[slot] for slot in seated)
        job = BatchJob(self.rules, (a, b, c), self.job.games, self.seed, self.match_games, True)
        return job.replay_command(match, game)


class RowTotals(Totals):
    """The merged counts: arrays of the experiment, and the number, sums and products of the matches' rows.

    Args:
        columns: the columns of a row, `games` first.
        axes: the axes of the experiment's arrays.
    """

    def __init__(self, columns: tuple[str, ...], axes: Mapping[str, tuple[int | Axis, ...]]) -> None:
        column = Axis("key", columns)
        super().__init__({**axes, "matches": (1,), "sums": (column,), "products": (column, Axis("other", columns))})

    def games_of(self, counts: Counts) -> int:
        return int(counts["sums"][0])
