"""Adds up the counts of blocks exactly, whatever their number, size and order.

A block counts in int64 arrays (`Counts`), or in Python integers if int64 is too small. A run adds them up in `Totals`.
Axes can have names, so that an export names every number (run/status.py).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import NamedTuple

import numpy as np

Counts = Mapping[str, np.ndarray]
"""The counts of a block by array; arrays of zeros may be missing."""

Rows = Mapping[str, np.ndarray]
"""The rows of a block: arrays of equal length by the `source` of columns."""

_ROOM = 2**63 - 1


class Axis(NamedTuple):
    """A dimension of an array: its column in an export, and its length or the names of its places."""

    name: str
    places: int | tuple[str, ...]

    @property
    def size(self) -> int:
        """The number of places on the axis."""
        return self.places if isinstance(self.places, int) else len(self.places)


class Totals(Mapping[str, np.ndarray]):
    """Named arrays of integers that add up blocks.

    `axes` gives the shape of every array: sizes, or `Axis` if the places have names. An array is also an attribute. A
    subclass without an array `games` overrides `games_of`.

    >>> totals = Totals({"games": (1,), "wins": (Axis("slot", 3),)})
    >>> totals.add({"games": np.array([2]), "wins": np.array([1, 0, 1])})
    >>> totals.games, totals["wins"]
    (2, array([1, 0, 1], dtype=object))
    """

    def __init__(self, axes: Mapping[str, tuple[int | Axis, ...]]) -> None:
        self.axes = {name: tuple(map(_axis, shape)) for name, shape in axes.items()}
        # Blocks are added in fast int64 arrays. Before they could overflow, they are emptied into the exact arrays.
        self._quick = {name: np.zeros(self.shape(name), np.int64) for name in self.axes}
        self._largest = dict.fromkeys(self.axes, 0)
        self._exact: dict[str, np.ndarray] = {}

    def shape(self, name: str) -> tuple[int, ...]:
        """The shape of an array of counts."""
        return tuple(axis.size for axis in self.axes[name])

    def __getitem__(self, name: str) -> np.ndarray:
        """An array of Python integers. Writing into it changes the totals."""
        if name not in self._exact:
            self._exact[name] = np.zeros(self.shape(name), object)
        exact = self._exact[name]
        if self._largest[name]:
            quick = self._quick[name]
            places = np.nonzero(quick)
            exact[places] += quick[places].astype(object)
            quick[...] = 0
            self._largest[name] = 0
        return exact

    def __getattr__(self, name: str) -> np.ndarray:
        if name in self.__dict__.get("axes", ()):
            return self[name]
        raise AttributeError(f"{type(self).__name__!r} has no array {name!r}")

    def as_int64(self, name: str) -> np.ndarray:
        """A copy of an array as int64. Raises OverflowError: a number does not fit."""
        if name in self._exact:
            return self[name].astype(np.int64)
        return self._quick[name].copy()

    def as_int64_if_exact(self, name: str) -> np.ndarray:
        """An array, not copied, as int64 if all numbers fit, else as Python integers."""
        return as_int64_if_exact(self[name]) if name in self._exact else self._quick[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self.axes)

    def __len__(self) -> int:
        return len(self.axes)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Totals):
            return NotImplemented
        return self.axes == other.axes and all(np.array_equal(self[name], other[name]) for name in self)

    __hash__ = None  # type: ignore[assignment]

    def add(self, counts: Counts) -> None:
        """Add the counts of a block, or other totals. Raises ValueError: an array has another shape."""
        for name, block in counts.items():
            if block.shape != self.shape(name):
                raise ValueError(f"{name} has the shape {self.shape(name)}, not {block.shape}")
            if block.dtype == object:
                self[name][...] += block
                continue
            largest = max(int(block.max(initial=0)), -int(block.min(initial=0)))
            if largest > _ROOM - self._largest[name]:
                _ = self[name]
            if largest > _ROOM:  # -2**63
                self[name][...] += block.astype(object)
            elif largest:
                self._quick[name] += block
                self._largest[name] += largest

    @property
    def games(self) -> int:
        """Games counted."""
        return self.games_of(self)

    def games_of(self, counts: Counts) -> int:
        """The games in the counts of a block."""
        return int(counts["games"].sum())

    def indices(self, name: str, places: np.ndarray) -> list[tuple[Axis, np.ndarray]]:
        """The named axes of an array, each with the indices (int64[k]) of flat places (int64[k]) along it."""
        shape = self.shape(name)
        every = np.unravel_index(places, shape) if shape else ()
        return [(axis, index) for axis, index in zip(self.axes[name], every, strict=True) if axis.name]


def _axis(size_or_axis: int | Axis) -> Axis:
    return size_or_axis if isinstance(size_or_axis, Axis) else Axis("", size_or_axis)


def as_int64_if_exact(numbers: np.ndarray) -> np.ndarray:
    """An array of Python integers as int64 if all fit, else unchanged."""
    try:
        whole = numbers.astype(np.int64)
    except OverflowError:
        return numbers
    return numbers if whole.min(initial=0) < -_ROOM else whole
