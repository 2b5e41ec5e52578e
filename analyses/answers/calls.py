"""The answer of `analyze calls`."""

from __future__ import annotations

from dataclasses import dataclass

from analyses.answers.rollouts import Averages, ChoiceCell, RolloutsAnswer
from tongits_sim.run.answers import Answer, Limits


@dataclass(frozen=True, kw_only=True)
class CallCell(ChoiceCell):
    """Calling less waiting a turn; `..._best_wait`: less waiting and then calling by the best table."""

    ev_diff_best_wait: float | None = None
    resolved_best_wait: bool = False
    ev_diff_best_wait_ci95: Limits | None = None


@dataclass(frozen=True, kw_only=True)
class CallThreshold(Answer):
    """The best largest count to call with at one place of the table.

    Attributes:
        stock_left, opponents_open: the place.
        call_at: the count; -1: never; None where there is no fork.
        low, high: between which resampling put it; no confidence interval.
        n: forks at this place.
        pooled: they were too few; fitted over all stock levels.
        always: the best is to call with every count that was seen.
        bot_call_at: the largest count that describes the bot best.
        gain: units a decision over never calling, on the games that chose.
        call_from, gain_from: the best smallest count to call with, and its gain.
    """

    stock_left: int
    opponents_open: int
    call_at: int | None
    low: int | None
    high: int | None
    n: int
    pooled: bool
    always: bool
    bot_call_at: int | None
    gain: float | None = None
    call_from: int | None = None
    gain_from: float | None = None


@dataclass(frozen=True, kw_only=True)
class CallsAnswer(RolloutsAnswer):
    """When to call.

    Attributes:
        cells: the chart.
        averages, averages_best_wait: against waiting a turn, and against the best waiting found (None where none was
            looked for).
        opponents: by opponents with an open meld.
        thresholds: best largest counts, fitted on other games.
    """

    cells: tuple[CallCell, ...]
    averages: Averages
    averages_best_wait: Averages | None = None
    opponents: tuple[ChoiceCell, ...] = ()
    thresholds: tuple[CallThreshold, ...] = ()
