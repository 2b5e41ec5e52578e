"""Moments over clusters, and the estimates made from them.

Matches are independent, games of a match are not. So an interval is that of a ratio of sums over matches
(`ratio_interval`), or `clustered_share` for shares of games.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from math import prod
from typing import Any, ClassVar

import numpy as np

from tongits_sim.run.answers import Estimate, Limits
from tongits_sim.run.base_job import JobError
from tongits_sim.stats import Interval, clustered_share, holm, p_value, ratio_interval
from tongits_sim.stats.moments import difference_of_groups, mean_of

UNIT = 100
"""Cents in a unit."""
LEVEL = 0.95
"""Of every interval."""


class Moments:
    """First and second moments of columns over matches; the payouts of the slots come first.

    Attributes:
        count, games, games_sq: matches, sum of their games, sum of squared games.
    """

    def __init__(self, clusters: Iterable[int], columns: Iterable[Iterable[int]], cross: Sequence[int]) -> None:
        """Take the sums.

        Args:
            clusters: matches, games, and games squared.
            columns: for each column the sums of x, of x times games and of x squared.
            cross: sums of products of two slots' payouts: 0 and 1, 0 and 2, ..., 1 and 2, ...
        """
        self.count, self.games, self.games_sq = map(int, clusters)
        self._x, self._nx, self._xx = ([int(total) for total in column] for column in columns)
        slots = (1 + math.isqrt(1 + 8 * len(cross))) // 2
        self._cross = dict(zip(combinations(range(slots), 2), map(int, cross), strict=True))

    def x(self, column: int) -> int:
        """The sum of a column over matches."""
        return self._x[column]

    def nx(self, column: int) -> int:
        """The sum over matches of a column times the games of the match."""
        return self._nx[column]

    def xx(self, column: int) -> int:
        """The sum over matches of the squares of a column."""
        return self._xx[column]

    def payout(self, weights: Mapping[int, int], seats: int = 1) -> Interval:
        """A weighted sum of the slots' payouts, in cents per game and player.

        Args:
            weights: weights by slot.
            seats: players per game that the sum adds up.
        """
        x = sum(weight * self._x[slot] for slot, weight in weights.items())
        nx = sum(weight * self._nx[slot] for slot, weight in weights.items())
        xx = sum(weight**2 * self._xx[slot] for slot, weight in weights.items())
        xx += sum(2 * weights[a] * weights[b] * self._cross[a, b] for a in weights for b in weights if a < b)
        return self.per_game(x, nx, xx, seats)

    def column(self, column: int) -> Interval:
        """The mean of a column a game, with its 95 % interval; the match is the unit."""
        return self.per_game(self._x[column], self._nx[column], self._xx[column])

    def share(self, column: int) -> Interval:
        """A column of events as a share of games; the limits hold for rare events too."""
        x, nx, xx = self._x[column], self._nx[column], self._xx[column]
        return clustered_share(self.count, self.games, x, self.games_sq, nx, xx, level=LEVEL)

    def per_game(self, x: int, nx: int, xx: int, seats: int = 1) -> Interval:
        """Interval of a sum over matches, per game and player.

        Args:
            seats: players per game that x adds up.
        """
        return ratio_interval(self.count, seats * self.games, x, seats**2 * self.games_sq, seats * nx, xx, level=LEVEL)

    def leading(self, groups: Mapping[str, tuple[int, ...]]) -> tuple[str, str, Interval] | None:
        """The best player, the second best, and the lead in cents per game; None if there is no second.

        groups: the slots of each player.
        """
        if len(groups) < 2 or self.games == 0:
            return None
        means = {name: sum(map(self.x, slots)) / len(slots) for name, slots in groups.items()}
        best, following = sorted(groups, key=lambda name: -means[name])[:2]
        first, second = groups[best], groups[following]
        scale = len(first) * len(second)
        weights = dict.fromkeys(first, scale // len(first)) | dict.fromkeys(second, -scale // len(second))
        return best, following, self.payout(weights, scale)


def limits(interval: Interval, scale: float = 1.0) -> Limits | None:
    """The 95 % limits of an interval times `scale`; None if unknown."""
    return estimate(interval, scale).ci95


def estimate(interval: Interval, scale: float = 1.0) -> Estimate:
    """An interval times `scale` as an estimate."""
    return Estimate.of(interval.scaled(scale))


def pooled(shares: Sequence[Interval]) -> Limits | None:
    """Limits for the average of several shares: the average of their limits, valid under any dependence."""
    known = [pair for pair in map(limits, shares) if pair is not None]
    if not known or len(known) < len(shares):
        return None
    low, high = (math.fsum(pair[side] for pair in known) / len(known) for side in (0, 1))
    return low, high


def over(numerator: int, denominator: int) -> float | None:
    """The quotient; None if the denominator is 0."""
    return numerator / denominator if denominator else None


def spread(games: int, total: int, squares: int) -> float | None:
    """The standard deviation of `games` numbers, from their sum and sum of squares."""
    return math.sqrt((games * squares - total * total) / (games * max(games - 1, 1))) if games else None


def slots_of(labels: Sequence[str]) -> dict[str, tuple[int, ...]]:
    """The slots of each player, by label."""
    groups: dict[str, tuple[int, ...]] = {}
    for slot, label in enumerate(labels):
        groups[label] = (*groups.get(label, ()), slot)
    return groups


def p_of(interval: Interval) -> float | None:
    """The p-value of no difference; None if it is not known."""
    value = float(p_value(interval))
    return None if math.isnan(value) else value


def adjusted(values: Sequence[float | None]) -> list[float | None]:
    """Holm-adjusted p-values of a family; None stays None."""
    p_values = holm([math.nan if value is None else value for value in values])
    return [None if math.isnan(value) else float(value) for value in p_values]


def verdict(diff: Estimate, p_holm: float | None) -> str:
    """Whether a difference is decided at 5 %, and which way."""
    if p_holm is None or p_holm > 0.05 or diff.mean is None or diff.mean == 0:
        return "undecided"
    return "better" if diff.mean > 0 else "worse"


@dataclass(frozen=True)
class Bins:
    """A feature of a fork, divided into bins."""

    FEATURES: ClassVar[tuple[str, ...]]  # features of the game's decisions
    feature: str  # one of `FEATURES`
    # increasing; bin i holds edges[i] .. edges[i + 1] - 1, the last bin all from edges[-1] on. Values below edges[0]
    # are in no bin.
    edges: tuple[int, ...]

    def __post_init__(self) -> None:
        if self.feature not in self.FEATURES:
            raise JobError(f"{self.feature!r} is not a feature of a decision")
        if not self.edges or any(low >= high for low, high in zip(self.edges, self.edges[1:], strict=False)):
            raise JobError(f"the bins of {self.feature} must begin at increasing numbers")

    @property
    def bins(self) -> int:
        """The number of bins."""
        return len(self.edges)


@dataclass(frozen=True)
class Binning:
    """Sorts forks into cells by binned features, one axis a feature; without axes there is a single cell."""

    name: str
    axes: tuple[Any, ...] = ()

    @property
    def shape(self) -> tuple[int, ...]:
        """The number of bins on each axis."""
        return tuple(axis.bins for axis in self.axes)

    @property
    def cells(self) -> int:
        """The number of cells."""
        return prod(self.shape)


def moment_names(values: tuple[str, ...]) -> tuple[str, ...]:
    """Names of a cell's moments over clusters: n forks, n n, and for each value d the sums of d, n d and d d."""
    return ("n", "nn", *(f"{part}:{name}" for name in values for part in ("d", "nd", "dd")))


class Binned:
    """The part of the estimates of forks that every game shares."""

    VALUES: ClassVar[tuple[str, ...]]  # the values added up over forks
    SHARES: ClassVar[tuple[str, ...]]  # values that are shares, not amounts
    CLUSTERS: ClassVar[str]  # the array of `totals` that counts the independent clusters
    job: Any  # has `binnings`, in the order of their cells
    totals: Any  # arrays of Python integers: `cells`, the moments of all cells, shape (cells, moments); `naive`

    @property
    def clusters(self) -> int:
        """The number of independent clusters (games or matches)."""
        return int(self.totals[self.CLUSTERS][0])

    @property
    def binnings(self) -> Sequence[Binning]:
        """The binnings of the job, in the order of their cells."""
        binnings: Sequence[Binning] = self.job.binnings
        return binnings

    def cells(self, name: str, value: str = "payout") -> Interval:
        """Mean of a value per fork, in units or as a share, for each cell of a binning."""
        return self.mean(self.moments(name), value)

    def mean(self, moments: np.ndarray, value: str) -> Interval:
        """Mean of a value per fork, a ratio of sums over clusters; moments: integers, shape (..., moments)."""
        interval = mean_of(self.clusters, moments, self.VALUES.index(value))
        return interval if value in self.SHARES else interval.scaled(1 / UNIT)

    def naive(self) -> Interval:
        """Mean payout of forks with the answer yes (arm a) minus the other forks: confounded, not a causal effect."""
        sums = [int(total) for total in self.totals["naive"]]
        return difference_of_groups(self.clusters, sums).scaled(1 / UNIT)

    def binning(self, name: str) -> Binning:
        """The binning of this name. Raises KeyError."""
        return self.binnings[self._place(name)]

    def moments(self, name: str) -> np.ndarray:
        """Python integers, shape (*binning.shape, moments). Raises KeyError: no binning has this name."""
        place = self._place(name)
        chosen = self.binnings[place]
        first = sum(binning.cells for binning in self.binnings[:place])
        moments: np.ndarray = self.totals["cells"][first : first + chosen.cells].reshape(*chosen.shape, -1)
        return moments

    def counts(self, name: str) -> np.ndarray:
        """Weighted number of forks in each cell of a binning, int64."""
        return self.moments(name)[..., 0].astype(np.int64)

    def _place(self, name: str) -> int:
        places = [place for place, binning in enumerate(self.binnings) if binning.name == name]
        if not places:
            raise KeyError(name)
        return places[0]
