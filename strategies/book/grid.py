"""The limits to choose from, what each is worth, and the best ones that do not fall.

Yes is said at a count or not, so the value of a limit is the sum of the gains of all forks at which it says yes.
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
    """The limits to choose from, as numbers of places in a sum: never, multiples of `step`, any."""
    most = [number - LOW + 1 for number in range(LOW, HIGH) if number % step == 0]
    return np.array([0, *most, NUMBERS])


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
    possible[[0, -1]] = True
    found: np.ndarray = np.where(possible, gains, -np.inf)
    return found


def monotone(values: np.ndarray) -> np.ndarray:
    """The limits with the largest sum that fall neither along blocks nor along columns.

    Args:
        values: float64[blocks, columns, limits].

    Returns:
        Places in the grid, int64[blocks, columns].
    """
    blocks, columns, limits = values.shape
    none = np.zeros(columns, np.int64)
    every = np.full(columns, limits - 1)
    found = np.array([_chain(row, none, every) for row in values])
    for _ in range(6 if blocks > 1 else 0):  # each block between its neighbours, in turn
        for b in range(blocks):
            low = found[b - 1] if b else none
            high = found[b + 1] if b + 1 < blocks else every
            found[b] = _chain(values[b], low, np.maximum(low, high))
    return np.maximum.accumulate(found, axis=0)


def _chain(values: np.ndarray, low: np.ndarray, high: np.ndarray) -> np.ndarray:
    """Places that do not fall, between bounds, with the largest sum of float64[columns, limits]; int64[columns]."""
    columns, limits = values.shape
    place = np.arange(limits)
    best = np.zeros(limits)
    source = np.zeros((columns, limits), np.int64)
    for c in range(columns):
        inside = np.where((place >= low[c]) & (place <= high[c]), values[c], -np.inf)
        if c:
            reached = np.maximum.accumulate(best)
            # the first place that reaches the value: of equal limits the lowest
            source[c] = np.searchsorted(reached, reached, "left")
            best = reached + inside
        else:
            best = inside
    found = np.zeros(columns, np.int64)
    found[-1] = best.argmax()
    for c in range(columns - 1, 0, -1):
        found[c - 1] = source[c][found[c]]
    return found


def limit_at(place: int, grid: np.ndarray) -> Limit:
    if place == 0:
        return Limit()
    return Limit(NO_END if place == len(grid) - 1 else int(grid[place]) - 1 + LOW)


def number_of_places(limit: Limit) -> int:
    """The number of places in a sum below a limit of at most, as in `grid_of`."""
    if limit.most is None:
        return 0
    return NUMBERS if limit.any else limit.most - LOW + 1
