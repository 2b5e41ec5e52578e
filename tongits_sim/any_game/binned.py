"""Totals of forks that are sorted into cells by several binnings, which lie one after the other."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Generic, Protocol, TypeVar

import numpy as np


class NamedCells(Protocol):
    """A binning: cells of a shape, under a name."""

    @property
    def name(self) -> str:
        """Its name."""

    @property
    def shape(self) -> tuple[int, ...]:
        """Bins of each axis."""

    @property
    def cells(self) -> int:
        """Number of cells."""


B = TypeVar("B", bound=NamedCells)


class Binned(Generic[B]):
    """The part of the estimates of forks that every game shares.

    Attributes:
        totals: its array `cells` holds the moments of all cells, Python integers of shape (cells, moments).
    """

    totals: Any

    @property
    def binnings(self) -> Sequence[B]:
        """The binnings, in the order of their cells."""
        raise NotImplementedError

    def binning(self, name: str) -> B:
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
