"""Cells of maps and averages over decisions, of any game: fields of answers, estimated by paired rollouts."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeVar

from tongits_sim.run.answers import Answer, AnswerError, Estimate, Limits, finite

if TYPE_CHECKING:
    from tongits_sim.run.estimates import Binned
    from tongits_sim.stats import Interval

Coordinate = bool | int | str | None


@dataclass(frozen=True, kw_only=True)
class Placed(Answer):
    """A number in a cell of a map."""

    # coordinates by name; under `NAME_to` the last value of a bin of several, None if it has no end
    at: Mapping[str, Coordinate]

    def text(self, key: str) -> str:
        """A coordinate in words: `7`, `4–6`, `12+`.

        >>> cell = Placed(at={"own_count": 4, "own_count_to": 6, "seen": 7, "rank": 12, "rank_to": None})
        >>> cell.text("own_count"), cell.text("seen"), cell.text("rank")
        ('4–6', '7', '12+')
        """
        low = self.at[key]
        high = self.at.get(f"{key}_to", low)
        return f"{low}+" if high is None and low is not None else f"{low}" if high == low else f"{low}–{high}"

    def integer(self, key: str) -> int:
        """A coordinate as a whole number. Raises AnswerError for other values."""
        value = self.at[key]
        if not isinstance(value, int):
            raise AnswerError(f"{key} must be a whole number, not {value!r}")
        return value

    def last(self, key: str) -> int | None:
        """The last value of a bin; None if it has no end."""
        value = self.at.get(f"{key}_to", self.at[key])
        return value if isinstance(value, int) else None


@dataclass(frozen=True, kw_only=True)
class Cell(Placed):
    """A cell of a map."""

    n: int  # forks in it
    # mean difference of the two branches, units a fork; its interval is not corrected for the number of cells
    ev_diff: Estimate
    p_bh: float | None = None  # p-value corrected by Benjamini and Hochberg over the map; None with too few forks
    resolved: bool  # its sign is known, at a false discovery rate of 5 % over the map


C = TypeVar("C", bound=Placed)


@dataclass(frozen=True)
class Average(Estimate):
    """A mean over `n` forks."""

    n: int = 0


@dataclass(frozen=True)
class Naive(Estimate):
    """A difference that is no effect of the answer; `note` says why."""

    note: str = ""


@dataclass(frozen=True, kw_only=True)
class Averages(Answer):
    """Mean differences over all decisions and by the bot's choice, and the naive difference."""

    all: Average
    chose_yes: Average
    chose_no: Average
    naive: Naive | None = None


K = TypeVar("K", bound=Cell)
Place = tuple[int, ...]
FALSE_SHARE = 0.05
"""The expected share of wrong signs among the resolved cells of a binning is at most this."""


def limits(interval: Interval, place: Place | int = ()) -> Limits | None:
    """The limits at one place of an array of intervals; None if unknown, or if nothing varied."""
    import numpy as np

    low = finite(np.asarray(interval.low)[place])
    high = finite(np.asarray(interval.high)[place])
    return None if low is None or high is None or low == high else (low, high)


def mean(interval: Interval, place: Place | int = ()) -> Estimate:
    """An interval, or the interval at one place of an array, as an estimate."""
    import numpy as np

    return Estimate(finite(np.asarray(interval.estimate)[place]), limits(interval, place))


def cells(
    forks: Binned,
    name: str,
    min_forks: int,
    kind: type[K],
    value: str,
    own: Callable[[Place], Mapping[str, Any]],
    at: Callable[[Place], Mapping[str, Coordinate]],
) -> tuple[K, ...]:
    """The cells of a binning, in the order of its axes.

    A cell with fewer than `min_forks` forks is never resolved. All other cells are one family with p-values corrected
    by Benjamini and Hochberg.

    Args:
        name: name of the map.
        min_forks: least number of forks of a resolved cell.
        value: the value with the difference `ev_diff`.
        own: further fields of the type, at a place.
        at: the coordinates of a place.
    """
    import numpy as np

    from tongits_sim.stats import benjamini_hochberg, p_value

    counts = forks.counts(name)
    differences = forks.cells(name, value)
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
        naive: the confounded difference, to show beside them.
        words: the note beside it.
    """
    every = {}
    for name in ("all", "yes", "no"):
        difference, count = of(name)
        every[name] = Average(difference.mean, difference.ci95, count)
    confounded = None if naive is None else mean(naive)
    return Averages(
        all=every["all"],
        chose_yes=every["yes"],
        chose_no=every["no"],
        naive=None if confounded is None else Naive(confounded.mean, confounded.ci95, words),
    )
