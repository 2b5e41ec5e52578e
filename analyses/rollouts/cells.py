"""Cells of maps and averages over decisions, of any game: as answers hold them, as paired rollouts estimate them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, TypeVar

from analyses.answers.shared import QuestionAnswer, Verdict
from tongits_sim.run.answers import Answer, AnswerError, Estimate, Limits, finite

if TYPE_CHECKING:
    from tongits_sim.core.estimates import Binned
    from tongits_sim.stats import Interval

Coordinate = bool | int | str | None

MIX, UNRESOLVED, DEPENDS = "mix", "unresolved", "depends"
"""Verdicts of a cell that are neither yes nor no (`verdicts.py`)."""
ASK = 0.35
"""A box says to ask where at least this share of its positions has the other answer."""


@dataclass(frozen=True, kw_only=True)
class Placed(Answer):
    """A number that belongs to a cell of a map.

    Attributes:
        at: coordinates by name; under `NAME_to` the last value of a bin of several, None if it has no end.
    """

    at: Mapping[str, Coordinate]

    def words(self, key: str) -> str:
        """A coordinate in words: `7`, `4–6`, `12+`.

        >>> cell = Placed(at={"own_count": 4, "own_count_to": 6, "seen": 7, "rank": 12, "rank_to": None})
        >>> cell.words("own_count"), cell.words("seen"), cell.words("rank")
        ('4–6', '7', '12+')
        """
        low = self.at[key]
        high = self.at.get(f"{key}_to", low)
        return f"{low}+" if high is None and low is not None else f"{low}" if high == low else f"{low}–{high}"

    def whole(self, key: str) -> int:
        """A coordinate as a whole number. Raises AnswerError where it is none."""
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
    """A cell of a map.

    Attributes:
        n: forks in it.
        ev_diff: mean difference of the two branches, units a fork; its interval is not corrected for the number of
            cells.
        p_bh: p-value corrected by Benjamini and Hochberg over the map; None with too few forks.
        resolved: whether its sign is known, a false discovery rate of 5 % over the map.
    """

    n: int
    ev_diff: Estimate
    p_bh: float | None = None
    resolved: bool


@dataclass(frozen=True, kw_only=True)
class ChoiceCell(Cell):
    """A cell of decisions between yes and no.

    Attributes:
        share_yes: how often the bot said yes.
        ev_yes, ev_no: what either answer is worth, units; these and the next only where one player was asked about
            (`--against`).
        verdict: what to do: the word for yes or for no, `mix` where both are worth the same, `unresolved`; None with
            too few forks.
        fought: share of calls that are challenged.
        ev_fought: what calls that are challenged are worth on average, units.
        bluff: whether such a call loses money when it is challenged, and gains all the same.
    """

    share_yes: float | None = None
    ev_yes: Estimate | None = None
    ev_no: Estimate | None = None
    verdict: str | None = None
    fought: Estimate | None = None
    ev_fought: float | None = None
    bluff: bool | None = None


C = TypeVar("C", bound=Placed)


def cell_at(cells: Iterable[C], at: Mapping[str, Coordinate]) -> C | None:
    """The cell at these coordinates; None if there is none."""
    return next((cell for cell in cells if all(cell.at.get(key) == value for key, value in at.items())), None)


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


@dataclass(frozen=True, kw_only=True)
class Extremes(Answer):
    """The cells with the largest and the smallest difference, chosen on games that estimate nothing.

    Their estimates stand in the map and come from other games, so that no selection has narrowed the intervals.

    Attributes:
        most, least: coordinates; None where no cell was resolved with that sign.
        games: games that chose.
        seed: their seed.
    """

    most: Mapping[str, Coordinate] | None = None
    least: Mapping[str, Coordinate] | None = None
    games: int
    seed: int


@dataclass(frozen=True, kw_only=True)
class PlayedChart(Answer):
    """A chart that was written, and its earnings against the bot it came from.

    Attributes:
        file: its path.
        player, source: labels of the bot with the chart and of the bot without.
        deals: duplicate deals played.
        seed: of these deals.
        diff: units a game that the chart earns more.
        call_at, challenge_at: the tables; -1: never.
    """

    file: str
    player: str
    source: str
    deals: int
    seed: int
    diff: Estimate
    verdict: Verdict
    call_at: tuple[tuple[float, ...], ...]
    challenge_at: tuple[tuple[float, ...], ...]


@dataclass(frozen=True, kw_only=True)
class CountLimit(Placed):
    """The best largest count to say yes with at one place, fitted on other games; and the opposite rule: yes with at
    least so much.

    Attributes:
        count: the count; -1: never; None: no forks.
        low, high: its range over resamplings; no confidence interval.
        n: forks at this place.
        pooled: whether they were too few, so that the forks of other places were used too.
        always: whether yes is best with every count that was seen.
        bot: the largest count that describes the bot best.
        gain: units a decision over never saying yes, on the games that chose.
        count_from, gain_from: the best smallest count, and its gain.
    """

    at: Mapping[str, Coordinate] = field(default_factory=dict)
    count: int | None = None
    low: int | None = None
    high: int | None = None
    n: int = 0
    pooled: bool = False
    always: bool = False
    bot: int | None = None
    gain: float | None = None
    count_from: int | None = None
    gain_from: float | None = None


@dataclass(frozen=True, kw_only=True)
class ForksAnswer(QuestionAnswer):
    """The fields of every answer by paired rollouts, of any game.

    Attributes:
        forks: paired rollouts.
        min_forks: cells with fewer are not resolved.
        method: how the numbers were made, in sentences.
        elapsed_s: seconds of play.
        branches: branches played, those of fitting and of choosing extremes included.
        extremes: by the name of a map, its extreme cells.
    """

    forks: int
    min_forks: int
    method: Mapping[str, str] = field(default_factory=dict)
    elapsed_s: float = 0.0
    branches: int = 0
    extremes: Mapping[str, Extremes] = field(default_factory=dict)


@dataclass(frozen=True, kw_only=True)
class RolloutsAnswer(ForksAnswer):
    """The fields of every answer about Tongits by paired rollouts.

    Attributes:
        chart: the chart that was written, if one was asked for.
        against: the player on all seats, where charts hold verdicts instead of thresholds; None for a table of bots.
        same: both actions count as worth the same if the whole interval of their difference is within so many units of
            0.
    """

    chart: PlayedChart | None = None
    against: str | None = None
    same: float | None = None


@dataclass(frozen=True, kw_only=True)
class ChoicesAnswer(RolloutsAnswer):
    """An answer about decisions between yes and no: the chart, and averages over all decisions."""

    cells: tuple[ChoiceCell, ...]
    averages: Averages


K = TypeVar("K", bound=Cell)
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
    kind: type[K],
    value: str,
    own: Callable[[Place], Mapping[str, Any]],
    at: Callable[[Place], Mapping[str, Coordinate]],
) -> tuple[K, ...]:
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
