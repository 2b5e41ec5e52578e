"""Totals of forks that are sorted into cells by several binnings, which lie one after the other."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import prod
from typing import Any, ClassVar

import numpy as np

from tongits_sim.any_game.counts import UNIT
from tongits_sim.any_game.jobs import JobError
from tongits_sim.stats import Interval
from tongits_sim.stats.moments import difference_of_groups, mean_of


@dataclass(frozen=True)
class Bins:
    """A feature of a fork, divided into bins.

    Attributes:
        feature: one of `FEATURES`.
        edges: increasing; bin i holds edges[i] .. edges[i + 1] - 1, the last everything from edges[-1] on. What is
            below edges[0] is in no bin.
        FEATURES: those of the game.
    """

    FEATURES: ClassVar[tuple[str, ...]]
    feature: str
    edges: tuple[int, ...]

    def __post_init__(self) -> None:
        if self.feature not in self.FEATURES:
            raise JobError(f"{self.feature!r} is not a feature of a decision")
        if not self.edges or any(low >= high for low, high in zip(self.edges, self.edges[1:], strict=False)):
            raise JobError(f"the bins of {self.feature} must begin at increasing numbers")

    @property
    def bins(self) -> int:
        """Number of bins."""
        return len(self.edges)


@dataclass(frozen=True)
class Binning:
    """Forks sorted into cells by the bins of some features, one axis a feature, under a name; one cell without axes."""

    name: str
    axes: tuple[Any, ...] = ()

    @property
    def shape(self) -> tuple[int, ...]:
        """Number of bins of each axis."""
        return tuple(axis.bins for axis in self.axes)

    @property
    def cells(self) -> int:
        """Number of cells."""
        return prod(self.shape)


def moment_names(values: tuple[str, ...]) -> tuple[str, ...]:
    """The moments of a cell over clusters: forks, their square, and of each value d the sums of d, n d and d d."""
    return ("n", "nn", *(f"{part}:{name}" for name in values for part in ("d", "nd", "dd")))


class Binned:
    """The part of the estimates of forks that every game shares.

    Attributes:
        job: has `binnings`, in the order of their cells.
        totals: arrays of Python integers: `cells`, the moments of all cells, shape (cells, moments); `naive`.
        VALUES: the values added up over forks, see `moments`.
        SHARES: the values that are shares, not amounts.
        CLUSTERS: the array of `totals` that counts the independent clusters.
    """

    VALUES: ClassVar[tuple[str, ...]]
    SHARES: ClassVar[tuple[str, ...]]
    CLUSTERS: ClassVar[str]
    job: Any
    totals: Any

    @property
    def clusters(self) -> int:
        """Number of independent clusters."""
        return int(self.totals[self.CLUSTERS][0])

    @property
    def binnings(self) -> Sequence[Binning]:
        """The binnings, in the order of their cells."""
        binnings: Sequence[Binning] = self.job.binnings
        return binnings

    def cells(self, name: str, value: str = "payout") -> Interval:
        """Mean of a value per fork in each cell of a binning, in units or as a share: arrays of the binning's shape."""
        return self.mean(self.moments(name), value)

    def mean(self, moments: np.ndarray, value: str) -> Interval:
        """Mean of a value per fork, a ratio of sums over clusters; moments: integers, shape (..., moments)."""
        interval = mean_of(self.clusters, moments, self.VALUES.index(value))
        return interval if value in self.SHARES else interval.scaled(1 / UNIT)

    def naive(self) -> Interval:
        """Mean payout where the bot answered yes (as in arm a), less that elsewhere: confounded, no causal effect."""
        sums = [int(each) for each in self.totals["naive"]]
        return difference_of_groups(self.clusters, sums).scaled(1 / UNIT)

    def binning(self, name: str) -> Binning:
        """The binning of that name.

        Raises:
            KeyError: there is none.
        """
        return self.binnings[self._place(name)]

    def moments(self, name: str) -> np.ndarray:
        """The moments of a binning's cells: Python integers, shape (*binning.shape, moments).

        Raises:
            KeyError: there is no binning of that name.
        """
        place = self._place(name)
        chosen, first = self.binnings[place], sum(each.cells for each in self.binnings[:place])
        moments: np.ndarray = self.totals["cells"][first : first + chosen.cells].reshape(*chosen.shape, -1)
        return moments

    def counts(self, name: str) -> np.ndarray:
        """Number of forks, with their weights, in each cell of a binning: int64 of its shape."""
        return self.moments(name)[..., 0].astype(np.int64)

    def _place(self, name: str) -> int:
        places = [place for place, each in enumerate(self.binnings) if each.name == name]
        if not places:
            raise KeyError(name)
        return places[0]
