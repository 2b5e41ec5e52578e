"""A census counts matches in detail: job, worker and estimates."""

from __future__ import annotations

import functools
import math
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from tongits_sim import stats
from tongits_sim.experiments.census_kernel import (
    ARRAYS,
    CAUSE_BURNED,
    CAUSES,
    CENSUS_DTYPE,
    CLOCK_TURNS,
    COLUMNS,
    DEPTHS,
    GROUPS,
    MAX_MARKS,
    N_COLUMNS,
    C,
    Dealt,
    Seated,
    play_census,
)
from tongits_sim.experiments.match_rows import MatchRowsJob, RowEstimates, row_counts
from tongits_sim.experiments.worker import JobWorker
from tongits_sim.game.state import new_record
from tongits_sim.rules.amounts import UNIT
from tongits_sim.run.base_job import JobError
from tongits_sim.run.estimates import LEVEL
from tongits_sim.run.job import Block
from tongits_sim.run.totals import Axis, Counts, Totals

_NICE = (1, 2, 5)


@dataclass(frozen=True)
class CensusJob(MatchRowsJob):
    """Matches of three players, counted in detail."""

    marks: tuple[int, ...] = ()  # note the leader after these numbers of games of a session; up to eight
    matches_per_session: int = 1  # matches of a session, between which seats rotate; 1 in a duplicate census

    job_type = "census"
    columns = COLUMNS

    def __post_init__(self) -> None:
        if len(self.marks) > MAX_MARKS or any(not 0 < mark <= self.session_games for mark in self.marks):
            raise JobError(f"there can be up to {MAX_MARKS} marks, none later than the end of the session")
        if self.matches_per_session < 1 or (self.duplicate and self.matches_per_session > 1):
            raise JobError("a session has at least one match, and exactly one if every seating is played")
        super().__post_init__()

    @property
    def session_games(self) -> int:
        """Games of a session."""
        return self.match_games * self.matches_per_session

    @cached_property
    def width(self) -> int:
        """Bin width of session results, in hundredths: a round number, much smaller than a typical result."""
        wanted = max(1, self.fine_width(self.session_games))
        power = 10 ** (len(str(int(wanted))) - 1)
        return int(max(step * power for step in _NICE if step * power <= wanted))

    def manifest(self) -> dict[str, Any]:
        return super().manifest() | self.named("marks", "matches_per_session")

    @property
    def axes(self) -> dict[str, tuple[int | Axis, ...]]:
        clock = (Axis("group", GROUPS), Axis("cause", CAUSES), Axis("turn", CLOCK_TURNS))
        return {**ARRAYS, **dict.fromkeys(("events", "weighted", "pairs"), clock)}

    def worker(self) -> CensusWorker:
        return CensusWorker(self)


class CensusWorker(JobWorker[CensusJob]):
    """The records take about 2 MB."""

    def count(self, block: Block) -> Counts:
        job = self.job
        census = new_record(CENSUS_DTYPE)
        census["width"] = job.width
        census["marks"][0, : len(job.marks)] = job.marks
        census["bot"] = job.table
        census["matches_per_session"] = job.matches_per_session
        rows = np.zeros((block.matches, N_COLUMNS), np.int64)
        play_census(self.records, (census[0], rows), self.deals(block), self.seating, not job.duplicate)
        return {name: np.array(census[name][0]) for name in ARRAYS} | row_counts(rows)


class CensusEstimates(RowEstimates):
    """Estimates from the totals of a census.

    Attributes:
        census: the job.
        totals: its counts.
        n: number of matches, which are the clusters.
    """

    def __init__(self, census: CensusJob, totals: Totals) -> None:
        super().__init__(C, totals)
        self.census = census

    # --- the burn clock; clusters are games ---

    @property
    def games(self) -> int:
        """Games counted."""
        return int(self.totals["dealt"][Dealt.games])

    def players_of(self, group: str) -> int:
        """Players of a group, over all games."""
        return int(self.totals["seats"][GROUPS.index(group), Seated.players])

    def incidence(self, group: str, cause: str) -> stats.Interval:
        """Share of a group that left the time without open meld by this cause, up to each own turn (arrays).

        This is the Aalen-Johansen estimate without censoring; its error allows for dependence within a game.
        """
        return _at(self._incidences, GROUPS.index(group), CAUSES.index(cause))

    @functools.cached_property
    def _incidences(self) -> stats.Interval:
        """`incidence` of every group and cause: arrays[group, cause, turn]."""
        ended, pairs, weighted = (self.totals[name].cumsum(axis=2) for name in ("events", "pairs", "weighted"))
        players, squares = (
            np.broadcast_to(count[:, np.newaxis, np.newaxis], ended.shape) for count in self.totals["seats"].T
        )
        return stats.clustered_share(self.games, players, ended, squares, weighted, ended + 2 * pairs, level=LEVEL)

    def burned_later(self, group: str) -> stats.Interval:
        """Among players of a group without open meld after each own turn: the share burned in the end (arrays)."""
        return _at(self._later, GROUPS.index(group))

    @functools.cached_property
    def _later(self) -> stats.Interval:
        """`burned_later` of every group: arrays[group, turn]."""
        waiting, burned, squares, crossed, burned_squares = np.moveaxis(self.totals["still"], 2, 0)
        return stats.clustered_share(self.games, waiting, burned, squares, crossed, burned_squares, level=LEVEL)

    def burn_cost(self, group: str) -> stats.Interval:
        """What a player of a group pays for being burned, units a game."""
        g = GROUPS.index(group)
        players, squares = self.totals["seats"][g]
        paid, paid_squares, crossed = self.totals["cost"][g]
        sums = (players, paid, squares, crossed, paid_squares)
        return stats.ratio_interval(self.games, *sums, level=LEVEL).scaled(1 / UNIT)

    def burned(self, group: str) -> stats.Interval:
        """The share of a group that is burned in the end."""
        interval = self.incidence(group, CAUSES[CAUSE_BURNED])
        estimate, low, high, se = (float(np.asarray(part)[-1]) for part in interval[:4])
        return stats.Interval(estimate, low, high, se, self.games)

    # --- sessions: a match in one seating ---

    @property
    def sessions(self) -> int:
        """Sessions counted."""
        return int(self.totals["depth"][0].sum())

    def bankroll(self, probability: float) -> stats.Interval:
        """Units that survive a session with this probability: a quantile of the maximum drawdown."""
        depth = self.totals["depth"]
        counts = depth.sum(axis=0)
        values = np.arange(DEPTHS) * self.census.width
        raw = stats.histogram_quantile(values, counts, probability, level=LEVEL)
        if not math.isfinite(raw.estimate):
            return raw
        place = int(raw.estimate) // self.census.width + 1
        deep = [int(survivors[place:].sum()) for survivors in depth]
        n = self.sessions
        total = sum(deep)
        effect = float(stats.design_effect(n, 3 * n, total, 9 * n, 3 * total, deep[0] + 3 * deep[1] + 5 * deep[2]))
        effect = effect if effect > 0 else 3.0
        quantile = stats.histogram_quantile(values, counts, probability, level=LEVEL, design_effect=effect)
        # A depth counts in the bin below it, so surviving needs the next bin.
        return _shift(quantile, self.census.width).scaled(1 / UNIT)

    def led(self, mark: int) -> float:
        """Share of sessions in which the first slot is ahead of the second at a mark; level sessions count half."""
        ahead, level, behind = (int(count) for count in self.totals["leads"][mark])
        return (ahead + level / 2) / max(ahead + level + behind, 1)


def _shift(interval: stats.Interval, by: float) -> stats.Interval:
    return stats.Interval(interval.estimate + by, interval.low + by, interval.high + by, interval.se, interval.n)


def _at(interval: stats.Interval, *place: int) -> stats.Interval:
    """An element of an interval of arrays."""
    estimate, low, high, se, n = (part[place] for part in interval[:5])
    return stats.Interval(estimate, low, high, se, n)
