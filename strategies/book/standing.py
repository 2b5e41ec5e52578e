"""The limits of an earlier book, which stand unless forks surely say that others are better.

So a number that is printed and kept in a wallet changes for a reason, and not with the seed.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from strategies.book.fork_gains import numbers_of
from strategies.book.grid import FEW, grid_of, limit_at, number_of_places

if TYPE_CHECKING:
    from strategies.book.book_form import Form
    from strategies.book.fork_gains import Forks
    from strategies.book.limits import Limit, Part, Row

SURE = 3.0
"""Standard errors by which a limit from a count on must be better than one up to a count, and by which another limit
must be better than the limit of an earlier book.
"""


class Standing:
    """The limits of an earlier book that may stand."""

    def __init__(self, columns: tuple[tuple[int, int], ...], statistic: str, earlier: Part | None) -> None:
        """`earlier` counts for nothing if it has other columns or another statistic, or if it is None."""
        self._rows: Sequence[Row] = ()
        if earlier is not None and (earlier.columns, earlier.statistic) == (columns, statistic):
            self._rows = earlier.rows

    def row(self, habit: str, rivals: tuple[int, int], thrown: tuple[int, int]) -> Sequence[Limit]:
        """The limits of a row by column; none if the earlier book has no such row."""
        where = habit, rivals, thrown
        return next((row.cells for row in self._rows if (row.habit, row.rivals, row.thrown) == where), ())


def standing_places(form: Form, parts: Sequence[Forks], earlier: Sequence[Limit], values: np.ndarray) -> list[int]:
    """The places in the grid of an earlier row's limits, by column; -1 where the limit does not stand."""
    grid = grid_of(form.step)
    places = []
    for part, limit, worth in zip(parts, earlier, values, strict=False):
        found = np.flatnonzero(grid == number_of_places(limit))
        stays = len(found) and stands(form, part, limit, limit_at(int(worth.argmax()), grid))
        places.append(int(found[0]) if stays else -1)
    return places or [-1] * len(parts)


def keep_to(values: np.ndarray, places: Sequence[Sequence[int]]) -> None:
    """Leave a cell whose limit stands no other limit, and every other cell those limits that keep the order of rows and
    columns.

    Args:
        values: float64[blocks, columns, limits], changed in place.
        places: by block and column, the place of a limit that stands, else -1.
    """
    index = np.arange(values.shape[2])
    standing = [
        (block, column, place) for block, row in enumerate(places) for column, place in enumerate(row) if place >= 0
    ]
    for block, row in enumerate(places):
        for column, place in enumerate(row):
            lowest = max((fixed for b, c, fixed in standing if b <= block and c <= column), default=0)
            highest = min((fixed for b, c, fixed in standing if b >= block and c >= column), default=index[-1])
            if place >= 0:
                values[block, column] = 0.0
            values[block, column, (index < lowest) | (index > highest)] = -np.inf


def stands(form: Form, forks: Forks, earlier: Limit, other: Limit) -> bool:
    """Whether the limit of an earlier book stands: the other limit is not surely better, or too few forks say so."""
    number = numbers_of(form, forks)
    differing = np.count_nonzero(_says(other, number) != _says(earlier, number))
    return bool(differing < FEW) or not surely_better(form, forks, other, earlier)


def surely_better(form: Form, forks: Forks, limit: Limit, other: Limit) -> bool:
    """Whether a limit is better than another one by more than `SURE` standard errors."""
    number = numbers_of(form, forks)
    gains = forks.weighed
    yes = _says(limit, number)
    yes_of_other = _says(other, number)
    better = float(gains[yes & ~yes_of_other].sum() - gains[yes_of_other & ~yes].sum())
    noise = float(np.sqrt(np.square(gains[yes != yes_of_other]).sum()))
    return better > SURE * noise


def _says(limit: Limit, numbers: np.ndarray) -> np.ndarray:
    """Where a limit says yes: bool[n]."""
    yes = np.zeros(len(numbers), np.bool_)
    if limit.most is not None:
        yes |= numbers <= limit.most
    if limit.least is not None:
        yes |= numbers >= limit.least
    return yes
