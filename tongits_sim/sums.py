"""What was counted, merged: exact sums of many blocks, whatever their size and order.

A block's accumulators are int64 arrays (`Counts`); a run's are Python integers (`Sums`), which cannot overflow. Both
are laid out as `tally.py` says, and every entry has a name (`entries`), under which it is stored and documented.
"""

from __future__ import annotations

import functools
from dataclasses import dataclass, field
from typing import Any, NamedTuple

import numpy as np

from tongits_sim import tally
from tongits_sim.state import ENDINGS, SEATS

ROLES = ("other", "dealer")
ARRAYS = ("cells", "totals", "hist", "clusters")

SHAPES: dict[str, tuple[int, ...]] = {
    "cells": (SEATS, SEATS, len(ROLES), tally.N_FIELDS),
    "totals": (tally.N_TOTALS,),
    "hist": (SEATS, tally.HIST_BINS),
    "clusters": (tally.N_CLUSTERS,),
}


@dataclass
class Counts:
    """One block's accumulators: int64 arrays of `SHAPES`."""

    cells: np.ndarray
    totals: np.ndarray
    hist: np.ndarray
    clusters: np.ndarray

    @classmethod
    def empty(cls) -> Counts:
        """Accumulators at zero."""
        return cls(**{name: np.zeros(SHAPES[name], np.int64) for name in ARRAYS})

    def add(self, other: Counts) -> None:
        """Add a few more games; int64, so only within a block."""
        for name in ARRAYS:
            getattr(self, name)[...] += getattr(other, name)

    @property
    def games(self) -> int:
        """Games counted."""
        return int(self.totals[: len(ENDINGS)].sum())


@dataclass
class Sums:
    """A run's accumulators: arrays of Python integers in the shapes of `SHAPES`."""

    cells: np.ndarray = field(default_factory=lambda: _zeros("cells"))
    totals: np.ndarray = field(default_factory=lambda: _zeros("totals"))
    hist: np.ndarray = field(default_factory=lambda: _zeros("hist"))
    clusters: np.ndarray = field(default_factory=lambda: _zeros("clusters"))

    def add(self, counts: Counts) -> None:
        """Add a block."""
        for name in ARRAYS:
            block = getattr(counts, name)
            places = np.nonzero(block)
            getattr(self, name)[places] += block[places].astype(object)

    def add_entries(self, array: str, places: np.ndarray, values: np.ndarray) -> None:
        """Add values to the entries of `array` at flat, distinct `places` (as they are stored)."""
        getattr(self, array).reshape(-1)[places] += values.astype(object)

    @property
    def games(self) -> int:
        """Games counted."""
        return int(self.totals[: len(ENDINGS)].sum())

    @property
    def matches(self) -> int:
        """Independent clusters counted: whole matches, one with all its seatings."""
        return int(self.clusters[tally.K_COUNT])

    def field(self, name: str, **where: int | tuple[int, ...]) -> int:
        """Sum of one field of the cells over all games, or those of a `slot` (or several), a `seat`, a `role`."""
        axes = [where.get(axis, slice(None)) for axis in ("slot", "seat", "role")]
        part: Any = self.cells[..., tally.F[name]]
        for axis, chosen in enumerate(axes):
            index = [chosen] if isinstance(chosen, int) else chosen
            part = part[(slice(None),) * axis + (list(index) if isinstance(index, tuple) else index,)]
        return int(part.sum())


def _zeros(name: str) -> np.ndarray:
    zeros = np.empty(SHAPES[name], object)
    zeros.fill(0)
    return zeros


class Entry(NamedTuple):
    """The name of one number of an array; `slot`, `seat` and `role` are empty where the number is not split by them."""

    array: str
    place: int
    slot: int | None
    seat: int | None
    role: str | None
    key: str


@functools.cache
def entries(array: str) -> tuple[Entry, ...]:
    """The names of all numbers of an array, in the order of its flat form. The keys of `hist` count bins from zero."""
    if array == "cells":
        places = np.ndindex(*SHAPES["cells"])
        return tuple(
            Entry(array, index, slot, seat, ROLES[role], tally.FIELDS[number])
            for index, (slot, seat, role, number) in enumerate(places)
        )
    if array == "hist":
        bins = [str(place - tally.HIST_ZERO) for place in range(tally.HIST_BINS)]
        return tuple(
            Entry(array, index, slot, None, None, bins[place])
            for index, (slot, place) in enumerate(np.ndindex(*SHAPES["hist"]))
        )
    names = _total_names() if array == "totals" else _cluster_names()
    return tuple(Entry(array, index, None, None, None, name) for index, name in enumerate(names))


def _total_names() -> list[str]:
    names = [f"ending_{ending}" for ending in ENDINGS] + ["turns", "turns_sq", "won", "won_sq", "burned"]
    return names + [f"games_of_{turns}_turns" for turns in range(tally.N_TOTALS - len(names))]


def _cluster_names() -> list[str]:
    names = tally.CLUSTER_NAMES
    found = ["clusters", "games", "games_sq", *names, *(f"games*{n}" for n in names), *(f"{n}_sq" for n in names)]
    crossed = ["payout_0*payout_1", "payout_0*payout_2", "payout_1*payout_2"]
    return [*found, *crossed]
