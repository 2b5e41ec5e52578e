"""Sums and products of the features of payouts, from which a mean and its interval follow for any amounts.

Both classes take the rows of a run block by block, as a table of rows does, and keep sums only. Every sum is over whole
numbers and exact.
"""

from __future__ import annotations

import contextlib
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any, Self

import numpy as np

from analyses.exploring.parts import ExploreError, Part, coefficients, features, split
from tongits_sim.game.state import SEATS

if TYPE_CHECKING:
    from tongits_sim.designs.forks.job import BinnedFeature
    from tongits_sim.run.totals import Rows

_CHUNK = 2**13  # games whose features are in memory at a time
_EXACT = 2.0**53


class _Sink:
    """Takes rows in place of a table of rows.

    Attributes:
        blocks, rows: how many blocks and rows it has taken.
    """

    def __init__(self, parts: Sequence[Part]) -> None:
        self.parts = tuple(parts)
        self.blocks = 0
        self.rows = 0

    @contextlib.contextmanager
    def writing(self, resume: bool = False) -> Iterator[Self]:
        """Context for taking rows; nothing is kept of an earlier run, so all its blocks are played again."""
        yield self

    def write(self, number: int, rows: Rows | None) -> None:
        """Take the rows of block `number`, the next one."""
        assert number == self.blocks
        self.blocks += 1
        if rows is not None and len(rows["match"]):
            self.rows += len(rows["match"])
            self.add(rows)

    def add(self, rows: Rows) -> None:
        """Add the rows of a block."""
        raise NotImplementedError


class PayoutSums(_Sink):
    """Payouts of the slots, of the seats and of the dealer.

    Attributes, int64 arrays, D being the number of features and s a slot or seat:
        matches, games, games_sq: over matches; the sum of squares of their games.
        slots: `x` [3 D], `nx` [3 D], `xx` [3 D, 3 D]: over matches, of the features of all slots, with the games of the
            match, and with each other.
        seats, dealer: the same of each seat, [3, D] and [3, D, D], and of the dealer, [1, D] and [1, D, D].
        each: over games, products within `slots`, `seats` and `dealer`: [3, D, D], [3, D, D], [1, D, D].
        seated: [3, 3], games of each slot on each seat; seated_x: [3, 3, D], the features there.
    """

    def __init__(self, parts: Sequence[Part]) -> None:
        super().__init__(parts)
        size = len(features(parts))
        self.matches = self.games = self.games_sq = 0
        self.sums: dict[str, np.ndarray] = {}
        for name, (units, width) in _SHAPES.items():
            self.sums[f"{name}_x"] = np.zeros((units, width * size), np.int64)
            self.sums[f"{name}_nx"] = np.zeros((units, width * size), np.int64)
            self.sums[f"{name}_xx"] = np.zeros((units, width * size, width * size), np.int64)
        for name, units in (("each_slot", SEATS), ("each_seat", SEATS), ("each_dealer", 1)):
            self.sums[name] = np.zeros((units, size, size), np.int64)
        self.sums["seated"] = np.zeros((SEATS, SEATS), np.int64)
        self.sums["seated_x"] = np.zeros((SEATS, SEATS, size), np.int64)

    def add(self, rows: Rows) -> None:
        """Add a block of games; no match lies in two blocks."""
        starts = np.flatnonzero(np.diff(rows["match"], prepend=-1))
        ends = np.append(starts[1:], len(rows["match"]))
        first = 0
        while first < len(starts):
            last = max(first + 1, int(np.searchsorted(ends, starts[first] + _CHUNK, "right")))
            some = slice(starts[first], ends[last - 1])
            self._add({name: each[some] for name, each in rows.items()}, starts[first:last] - starts[first])
            first = last

    def _add(self, rows: Rows, starts: np.ndarray) -> None:
        """Add some matches; `starts`: the rows of their first games."""
        by_seat = split(self.parts, coefficients(self.parts, rows))
        slots = np.stack([rows[f"slot_{seat}"] for seat in range(SEATS)], axis=1).astype(np.int64)
        by_slot = np.take_along_axis(by_seat, np.argsort(slots, axis=1)[:, :, None], axis=1)
        dealer = np.take_along_axis(by_seat, rows["dealer"].astype(np.int64)[:, None, None], axis=1)
        games = len(by_seat)
        count = np.diff(np.append(starts, games)).astype(np.float64)
        self.matches += len(starts)
        self.games += games
        self.games_sq += int((count**2).sum())
        pooled = {"slots": by_slot.reshape(games, 1, -1), "seats": by_seat, "dealer": dealer}
        for name, values in pooled.items():
            for unit in range(values.shape[1]):
                sums = np.add.reduceat(values[:, unit], starts)
                self._keep(f"{name}_x", unit, sums.sum(0))
                self._keep(f"{name}_nx", unit, (count[:, None] * sums).sum(0))
                self._keep(f"{name}_xx", unit, _products(sums))
        for name, values in (("each_slot", by_slot), ("each_seat", by_seat), ("each_dealer", dealer)):
            for unit in range(values.shape[1]):
                self._keep(name, unit, _products(values[:, unit]))
        for seat in range(SEATS):
            for slot in range(SEATS):
                there = slots[:, seat] == slot
                self.sums["seated"][slot, seat] += int(there.sum())
                self.sums["seated_x"][slot, seat] += np.rint(by_seat[there, seat].sum(0)).astype(np.int64)

    def _keep(self, name: str, unit: int, values: np.ndarray) -> None:
        self.sums[name][unit] += np.rint(values).astype(np.int64)


_SHAPES = {"slots": (1, SEATS), "seats": (SEATS, 1), "dealer": (1, 1)}


def _products(values: np.ndarray) -> np.ndarray:
    """Sums of products of the columns, exact. Raises ExploreError where they are too large for that."""
    if np.abs(values).max(initial=0.0) ** 2 * len(values) >= _EXACT:
        raise ExploreError("these payments are too large for exact sums; make the matches shorter")
    product: np.ndarray = values.T @ values
    return product


class AnswerSums(_Sink):
    """The deciding seat's payouts after yes and after no, in cells of a grid.

    Attributes, D being the number of features and the match the cluster:
        forks, squares: int64[cells], forks and the sum of the squares of their number in a match.
        yes, no: int64[cells, D], features of the payout with yes and with no.
        nd, dd: int64[cells, D] and [cells, D, D], of the difference of both: with the forks of the match, and products.
    """

    def __init__(self, parts: Sequence[Part], axes: Sequence[BinnedFeature]) -> None:
        super().__init__(parts)
        self.axes = tuple(axes)
        self.shape = tuple(axis.bins for axis in axes)
        cells, size = int(np.prod(self.shape)), len(features(parts))
        self.forks, self.squares = np.zeros(cells, np.int64), np.zeros(cells, np.int64)
        self.yes, self.no, self.nd = (np.zeros((cells, size), np.int64) for _ in range(3))
        self.dd = np.zeros((cells, size, size), np.int64)

    def add(self, rows: Rows) -> None:
        """Add a block of forks."""
        cell = self.cells(rows)
        inside = cell >= 0
        cell = cell[inside]
        both = split(self.parts, coefficients(self.parts, rows))[inside]
        np.add.at(self.yes, cell, both[:, 0].astype(np.int64))
        np.add.at(self.no, cell, both[:, 1].astype(np.int64))
        difference = both[:, 0] - both[:, 1]
        keys, where, count = np.unique(
            np.stack([cell, rows["match"][inside]]), axis=1, return_inverse=True, return_counts=True
        )
        sums = np.zeros((keys.shape[1], difference.shape[1]))
        np.add.at(sums, where.reshape(-1), difference)
        np.add.at(self.forks, keys[0], count)
        np.add.at(self.squares, keys[0], count**2)
        np.add.at(self.nd, keys[0], np.rint(count[:, None] * sums).astype(np.int64))
        for number in np.unique(keys[0]):
            self.dd[number] += np.rint(_products(sums[keys[0] == number])).astype(np.int64)

    def cells(self, rows: Rows) -> np.ndarray:
        """The cell of each fork, -1 for none: int64[n]."""
        cell = np.zeros(len(rows["match"]), np.int64)
        inside = np.ones(len(cell), bool)
        for axis in self.axes:
            place = np.searchsorted(axis.edges, rows[axis.feature], side="right") - 1
            inside &= place >= 0
            cell = cell * axis.bins + place
        return np.where(inside, cell, -1)


def triangle(matrix: np.ndarray) -> list[int]:
    """The upper triangle of a symmetric matrix, row by row."""
    return [int(value) for value in matrix[np.triu_indices(len(matrix))]]


def numbers(values: Any) -> list[int]:
    """An array as a flat list of whole numbers."""
    return [int(value) for value in values.reshape(-1)]
