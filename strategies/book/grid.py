"""The grid of limits, the value of each limit, and the best limits that do not fall along blocks or columns.

A fork is a decision that was played to the end both ways: *yes* (call, challenge, lay) and *no*. A limit says yes at
every count up to it, so its value is the sum of what yes gained over no in all forks up to it.
"""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING

import numpy as np

from strategies.book.fork_gains import HIGH, LOW, numbers_of
from strategies.book.limits import NO_END, Limit

if TYPE_CHECKING:
    from strategies.book.book_form import Form
    from strategies.book.fork_gains import Forks

NUMBERS = HIGH - LOW + 1
FEW = 40
"""Least number of decisions of a column, and on each side of its limit; with fewer there is no limit."""
SHARE = 0.01
"""Least share of the decisions of a column on each side of its limit."""


@functools.cache
def grid_of(step: int) -> np.ndarray:
    """The limits to choose from, as indices into `sums_below`: never, the multiples of `step`, any count."""
    multiples = [number - LOW + 1 for number in range(LOW, HIGH) if number % step == 0]
    return np.array([0, *multiples, NUMBERS])


def values_of(form: Form, forks: Forks) -> np.ndarray:
    """What each limit of the grid is worth: float64[limits], units; see `sums_below`."""
    found: np.ndarray = sums_below(form, forks)[grid_of(form.step)]
    return found


def sums_below(form: Form, forks: Forks) -> np.ndarray:
    """Sums of the gains below each number, from `LOW` on: float64[NUMBERS + 1], units.

    A sum is -inf if too few decisions lie below the number or above it, because the sample ends there and supports no
    limit.
    """
    number = numbers_of(form, forks) - LOW
    if not len(number):
        return np.zeros(NUMBERS + 1)
    gains = np.concatenate([[0.0], np.bincount(number, forks.weighed, NUMBERS).cumsum()])
    below = np.concatenate([[0], np.bincount(number, minlength=NUMBERS).cumsum()])
    least = max(FEW, SHARE * len(number))
    possible = (below >= least) & (below <= len(number) - least)
    possible[[0, -1]] = True  # never, and any count, need no decisions on their other side
    found: np.ndarray = np.where(possible, gains, -np.inf)
    return found


def monotone(values: np.ndarray) -> np.ndarray:
    """The limits with the largest sum that fall neither along blocks nor along columns.

    Args:
        values: float64[blocks, columns, limits].

    Returns:
        Indices into the grid, int64[blocks, columns].
    """
    blocks, columns, limits = values.shape
    none = np.zeros(columns, np.int64)
    every = np.full(columns, limits - 1)
    found = np.array([_rising(row, none, every) for row in values])
    # Along columns the best is exact. Between blocks it is a descent: each block anew between its neighbours, in turn.
    rounds = 6 if blocks > 1 else 0
    for _ in range(rounds):
        for block in range(blocks):
            low = found[block - 1] if block > 0 else none
            high = found[block + 1] if block + 1 < blocks else every
            found[block] = _rising(values[block], low, np.maximum(low, high))
    return np.maximum.accumulate(found, axis=0)


def _rising(values: np.ndarray, low: np.ndarray, high: np.ndarray) -> np.ndarray:
    """The limits of a row that do not fall from column to column, with the largest sum, by dynamic programming.

    Args:
        values: what each limit is worth in each column, float64[columns, limits].
        low: the least index allowed in each column, int64[columns].
        high: the largest index allowed in each column.

    Returns:
        The index of a limit for each column, int64[columns].
    """
    columns, limits = values.shape
    index = np.arange(limits)
    best = np.zeros(limits)  # the largest sum of the columns so far, by the limit of the last of them
    before = np.zeros((columns, limits), np.int64)  # in that sum, the limit of the column before
    for column in range(columns):
        allowed = np.where((index >= low[column]) & (index <= high[column]), values[column], -np.inf)
        if column == 0:
            best = allowed
        else:
            reached = np.maximum.accumulate(best)
            # the first limit that reaches the value: of equal limits the lowest
            before[column] = np.searchsorted(reached, reached, "left")
            best = reached + allowed
    found = np.zeros(columns, np.int64)
    found[-1] = best.argmax()
    for column in range(columns - 1, 0, -1):
        found[column - 1] = before[column][found[column]]
    return found


def limit_at(index: int, grid: np.ndarray) -> Limit:
    """The limit at a place of a grid: never, up to a number, or any."""
    if index == 0:
        return Limit()
    if index == len(grid) - 1:
        return Limit(NO_END)
    return Limit(int(grid[index]) - 1 + LOW)


def number_of_places(limit: Limit) -> int:
    """The number of places in a sum below a limit of at most, as in `grid_of`."""
    if limit.most is None:
        return 0
    return NUMBERS if limit.any else limit.most - LOW + 1
