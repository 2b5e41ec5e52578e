"""Cells and averages of paired rollouts, in any game: estimates, p-values of a family, the farthest cells."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, TypeVar

from analyses.answers.cells import finite
from analyses.answers.rollouts import Average, Averages, Cell, Coordinate, Naive
from tongits_sim.run.answers import Estimate, Limits

if TYPE_CHECKING:
    from tongits_sim.core.estimates import Binned
    from tongits_sim.stats import Interval

C = TypeVar("C", bound=Cell)
Place = tuple[int, ...]
FALSE_SHARE = 0.05
"""The expected share of wrong signs among the resolved cells of a binning is at most this."""
CHOOSING_SHARE = 4
"""The games that choose extreme cells are so many times fewer."""


def limits(interval: Interval, place: Any = ()) -> Limits | None:
    """The limits at one place of an array of intervals; None if they are not known, or nothing varied."""
    import numpy as np

    low, high = finite(np.asarray(interval.low)[place]), finite(np.asarray(interval.high)[place])
    return None if low is None or high is None or low == high else (low, high)


def mean(interval: Interval, place: Any = ()) -> Estimate:
    """An interval of one value, or the one at a place of an array, as an estimate."""
    import numpy as np

    return Estimate(finite(np.asarray(interval.estimate)[place]), limits(interval, place))


def cells(
    forks: Binned,
    name: str,
    min_forks: int,
    kind: type[C],
    value: str,
    own: Callable[[Place], Mapping[str, Any]],
    at: Callable[[Place], Mapping[str, Coordinate]],
) -> tuple[C, ...]:
    """The cells of a binning, in the order of its axes.

    A cell with fewer than `min_forks` forks is never resolved; the others are one family, their p-values corrected by
    Benjamini and Hochberg.

    Args:
        forks: the paired rollouts.
        name: name of the map.
        min_forks: least number of forks of a resolved cell.
        kind: type of the cells.
        value: the value with the difference `ev_diff`.
        own: further fields of the type, at a place.
        at: the coordinates of a place.
    """
    import numpy as np

    from tongits_sim.stats import benjamini_hochberg, p_value

    counts, differences = forks.counts(name), forks.cells(name, value)
    corrected = benjamini_hochberg(np.where(counts >= min_forks, np.asarray(p_value(differences)), np.nan))
    rows = []
    for place in np.ndindex(*counts.shape):
        sure = finite(corrected[place])
        rows.append(
            kind(
                at=at(place),
                n=int(counts[place]),
                ev_diff=mean(differences, place),
                p_bh=sure,
                resolved=sure is not None and sure <= FALSE_SHARE,
                **own(place),
            )
        )
    return tuple(rows)


def averages(of: Callable[[str], tuple[Estimate, int]], naive: Interval | None, words: str) -> Averages:
    """Mean differences over all decisions, and by the bot's choice.

    Args:
        of: the mean and the number of forks of `all`, `yes` and `no`.
        naive: the confounded difference, where it stands beside them.
        words: the note beside it.
    """
    every = {name: Average(each.mean, each.ci95, n) for name in ("all", "yes", "no") for each, n in (of(name),)}
    confounded = None if naive is None else mean(naive)
    return Averages(
        all=every["all"],
        chose_yes=every["yes"],
        chose_no=every["no"],
        naive=None if confounded is None else Naive(confounded.mean, confounded.ci95, words),
    )
