"""Paired arms: the same deals under different rules or with different players."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np

from mahjong_sim.bots.strategy import Player
from mahjong_sim.experiments.batch_kernel import TALLY_DTYPE, play_arm
from mahjong_sim.experiments.counts import Column
from mahjong_sim.experiments.playing import COUNTS, effective, largest_payment
from mahjong_sim.experiments.worker import MahjongJob, WorkerState
from mahjong_sim.rules import RuleSet
from tongits_sim.run.answers import Estimate
from tongits_sim.run.base_job import MAX_GAMES, MAX_MATCH_GAMES, MAX_SEED, check_whole, rules_and_players
from tongits_sim.run.estimates import UNIT, estimate, p_of
from tongits_sim.run.faults import Fault
from tongits_sim.run.job import Block, BlockResult, Run
from tongits_sim.run.totals import Axis, Totals
from tongits_sim.stats import clustered_share, mean_interval, paired_difference, rare_difference

MAX_ARMS = 40


class Arm(NamedTuple):
    """One rule set or one line-up. All arms of a job play the same deals."""

    name: str
    rules: RuleSet
    players: tuple[Player, ...]


@dataclass(frozen=True)
class PairedJob(MahjongJob):
    """The same matches in several arms, each in every rotation of the seats."""

    arms: tuple[Arm, ...]  # the first is the reference
    deals: int = 10_000  # how many matches
    seed: int = 1  # 0 .. 2**64 - 1.
    match_games: int = 1  # games of a match

    job_type = "mahjong-paired"

    def __post_init__(self) -> None:
        check_whole("the number of arms", len(self.arms), 1, MAX_ARMS)
        for arm in self.arms:
            self.check_players(arm.players)
        check_whole("the number of deals", self.deals, 1, MAX_GAMES)
        check_whole("the seed", self.seed, 0, MAX_SEED)
        check_whole("the number of games in a match", self.match_games, 1, MAX_MATCH_GAMES)

    @property
    def seatings(self) -> tuple[tuple[int, ...], ...]:
        equal = all(len({player.identity for player in arm.players}) == 1 for arm in self.arms)
        return super().seatings[:1] if equal else super().seatings

    @property
    def games_per_deal(self) -> int:
        return len(self.seatings) * self.match_games

    @property
    def players(self) -> tuple[Player, ...]:
        return tuple(player for arm in self.arms for player in arm.players)

    @property
    def matches(self) -> int:
        return self.deals

    @property
    def axes(self) -> dict[str, tuple[int | Axis, ...]]:
        """Sums over deals, from the columns of each arm.

        `x`, `xx`: each column of each arm, and its square; `first`: its product with the column in the first arm;
        `pairs`: products of slot 0's payouts in two arms; `differ`: deals whose column differs from the first arm's;
        `apart`: deals whose `pairs` payouts differ; `rounds`: games of each arm.
        """
        arm = Axis("arm", len(self.arms))
        compared = Axis("other", len(self.arms))
        column = Axis("column", COUNTS.names)
        return {
            "games": (1,),
            **dict.fromkeys(("x", "xx", "first", "differ"), (arm, column)),
            **dict.fromkeys(("pairs", "apart"), (arm, compared)),
            "rounds": (arm,),
        }

    def manifest(self) -> dict[str, Any]:
        arms = [{"name": arm.name} | rules_and_players(arm.rules, arm.players) for arm in self.arms]
        return {"arms": arms} | self.named("deals", "seed", "match_games")

    def worker(self) -> PairedWorker:
        return PairedWorker(self)


class PairedWorker:
    """Plays the matches of a block in every arm.

    Attributes:
        busy: whether a block is being played.
    """

    def __init__(self, job: PairedJob) -> None:
        self.busy = False
        self._job = job
        self._arms = [WorkerState(arm.rules, arm.players, job.seed, job.replay) for arm in job.arms]
        self._seatings = np.array(job.seatings, np.int8)
        self._now = self._arms[0]

    def play(self, block: Block) -> BlockResult:
        """Play a block; a match counts only if every arm finished it."""
        sums = np.zeros((len(self._arms), block.matches, len(COUNTS.columns) + 1), np.int64)
        fault: Fault | None = None
        self.busy = True
        try:
            for arm, out in zip(self._arms, sums, strict=True):
                self._now = arm
                with arm.playing():
                    tally = np.zeros(1, TALLY_DTYPE).view(np.recarray)
                    play_arm(arm.records, (tally[0], out), arm.deals(block), self._seatings, False)
                fault = fault or arm.fault()
        finally:
            self.busy = False
        whole = (sums[:, :, -1] > 0).all(axis=0)
        return BlockResult(block, counted(sums[:, whole]), fault)

    def progress(self) -> tuple[int, int]:
        """Current match, and games finished in the block."""
        return self._now.progress()[0], sum(arm.progress()[1] for arm in self._arms)

    def hang_fault(self) -> Fault:
        """The fault of a bot that does not respond."""
        return self._now.hang_fault()


def counted(sums: np.ndarray) -> dict[str, np.ndarray]:
    """The arrays of `PairedJob.axes`. `sums`: int64[arms, matches, columns and games]."""
    columns, payout = sums[:, :, :-1], sums[:, :, 0]
    return {
        "games": np.array([sums.shape[1]]),
        "x": columns.sum(axis=1),
        "xx": (columns * columns).sum(axis=1),
        "first": (columns * columns[0]).sum(axis=1),
        "differ": (columns != columns[0]).sum(axis=1),
        "pairs": payout @ payout.T,
        "apart": (payout[:, None] != payout).sum(axis=2),
        "rounds": sums[:, :, -1].sum(axis=1),
    }


class PairedEstimates:
    """Moments over deals of the columns of all arms of a job, per game."""

    def __init__(self, job: PairedJob, sums: Totals) -> None:
        self._columns = {column.name: column for column in COUNTS.columns}
        self._at = {name: number for number, name in enumerate(self._columns)}
        self._arms = job.arms
        self._sums = sums
        self._games = job.games_per_deal
        self.count = sums.games

    def mean(self, arm: int, column: str) -> Estimate:
        """A column of an arm, per game; the limits of a share hold for rare events too."""
        at = self._at[column]
        x = int(self._sums["x"][arm, at])
        xx = int(self._sums["xx"][arm, at])
        if self._columns[column].kind == "share":
            a_deal = self._games
            games = self.count * a_deal
            return estimate(clustered_share(self.count, games, x, games * a_deal, x * a_deal, xx))
        return estimate(mean_interval(self.count, x, xx), scale_of(self._columns[column], self._games))

    def change(self, arm: int, column: str) -> tuple[Estimate, float | None]:
        """A column of an arm minus the column of the first arm, per game, and the p-value of no difference.

        If no deal differs, the limits still allow for deals not played; their width is 0 only if no deal can differ.
        """
        at = self._at[column]
        x, xx, first = (self._sums[name] for name in ("x", "xx", "first"))
        sums = (x[0, at], x[arm, at], xx[0, at], first[arm, at], xx[arm, at])
        differ = self._sums["differ"][arm]
        of_play = [column.kind != "money" for column in self._columns.values()]
        unplayed = of_play[at] and not any(differ[of_play])
        sure = self._same_arm(arm, apart_from=COUNTS.payments if unplayed else ())
        return self._difference(column, sums, int(differ[at]), sure)

    def lead(self, arm: int, reference: int) -> tuple[Estimate, float | None]:
        """How much more slot 0 earns in one arm than in another, units a game, and the p-value of no difference."""
        x, xx, pairs = (self._sums[name] for name in ("x", "xx", "pairs"))
        sums = (x[reference, 0], x[arm, 0], xx[reference, 0], pairs[arm, reference], xx[arm, 0])
        return self._difference("payout_0", sums, int(self._sums["apart"][arm, reference]))

    def _difference(
        self, column: str, sums: Sequence[int], differing: int, sure: bool = False
    ) -> tuple[Estimate, float | None]:
        """sums: arguments of `paired_difference`; differing: deals that differ; sure: no deal can differ."""
        scale = scale_of(self._columns[column], self._games)
        interval = paired_difference(self.count, *map(int, sums)).scaled(scale)
        if not (sure and interval.estimate == 0):
            interval = rare_difference(interval, differing, self._most(column))
        return estimate(interval), p_of(interval)

    def _same_arm(self, arm: int, apart_from: Sequence[str]) -> bool:
        """Whether an arm has the players and rules of the first arm, apart from some groups of knobs."""
        first, second = self._arms[0], self._arms[arm]
        before, after = (
            {name: value for name, value in knobs.items() if name.partition(".")[0] not in apart_from}
            for knobs in map(effective, (first.rules, second.rules))
        )
        same_bots = [bot.identity for bot in first.players] == [bot.identity for bot in second.players]
        return before == after and same_bots

    def _most(self, column: str) -> float:
        """The largest difference of a column in a game."""
        asked = self._columns[column]
        if asked.kind != "money":
            return asked.most
        return asked.most * max(largest_payment(arm.rules) for arm in self._arms)


def scale_of(column: Column, games: int) -> float:
    """The factor from a match's sum to a mean per game in units; games: games of a match in all seatings."""
    return (1 / UNIT if column.kind == "money" else 1.0) / games


def leads(
    rules: RuleSet,
    tables: Sequence[tuple[Player, ...]],
    deals: int,
    seed: int,
    play: Callable[[PairedJob], Run[Any]],
) -> tuple[list[Estimate], Run[Any]]:
    """How much more the first player of each later table earns than the first player of the first table, units a game,
    on the same deals in every rotation of the seats. Also returns the run.

    Args:
        rules: the house rules.
        tables: the players of each table.
        deals, seed: which deals.
        play: plays the job.
    """
    job = PairedJob(tuple(Arm(f"{number}", rules, table) for number, table in enumerate(tables)), deals, seed)
    run = play(job)
    moments = PairedEstimates(job, run.totals)
    return [moments.lead(number, 0)[0] for number in range(1, len(tables))], run
