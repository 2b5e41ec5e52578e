"""Shared parts of the answers by paired rollouts: cells, averages, extremes, a chart played."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import ClassVar

from analyses.answers.cells import (
    Average,
    Averages,
    C,
    Cell,
    ChoiceCell,
    Coordinate,
    Extremes,
    Naive,
    Placed,
    cell_at,
)
from analyses.answers.question import QuestionAnswer
from analyses.answers.shared import Verdict
from tongits_sim.run.answers import Answer, Estimate

__all__ = [
    "Average",
    "Averages",
    "C",
    "Cell",
    "ChoiceCell",
    "ChoicesAnswer",
    "Coordinate",
    "CountLimit",
    "Extremes",
    "ForksAnswer",
    "Naive",
    "Placed",
    "PlayedChart",
    "RolloutsAnswer",
    "cell_at",
]


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
class CountLimit(Answer):
    """The best largest count to say yes with at one place, fitted on other games.

    Attributes:
        low, high: the range of the count over resamplings; no confidence interval.
        n: forks at this place.
        pooled: whether they were too few, so that the forks of other places were used too.
        always: whether yes is best with every count that was seen.
        gain: units a decision over never saying yes, on the games that chose.
        gain_from: the gain of the best smallest count.
    """

    low: int | None
    high: int | None
    n: int
    pooled: bool
    always: bool
    gain: float | None = None
    gain_from: float | None = None

    @property
    def count(self) -> int | None:
        """The count; each kind of limit stores it under another name. -1: never; None: no forks."""
        raise NotImplementedError


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

    LEFT_OUT: ClassVar[frozenset[str]] = frozenset({"against", "same"})

    chart: PlayedChart | None = None
    against: str | None = None
    same: float | None = None


@dataclass(frozen=True, kw_only=True)
class ChoicesAnswer(RolloutsAnswer):
    """An answer about decisions between yes and no: the chart, and averages over all decisions."""

    cells: tuple[ChoiceCell, ...]
    averages: Averages
