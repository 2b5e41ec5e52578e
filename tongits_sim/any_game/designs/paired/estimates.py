"""Means and paired differences of arms of any game, the deal being the unit."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from tongits_sim.any_game.counts import UNIT, Column
from tongits_sim.any_game.designs.moments import estimate, p_of
from tongits_sim.any_game.designs.paired.job import Arm, PairedJob
from tongits_sim.any_game.game import Game
from tongits_sim.any_game.house_rules import HouseRules
from tongits_sim.run.answers import Estimate
from tongits_sim.run.totals import Totals
from tongits_sim.run.work import Run
from tongits_sim.stats import clustered_share, mean_interval, paired_difference, rare_difference


class PairedEstimates:
    """Moments over deals of the columns of all arms of a job, per game."""

    def __init__(self, job: PairedJob, sums: Totals) -> None:
        self._game = job.game
        self._counts = job.game.playing.COUNTS
        self._columns = {column.name: column for column in self._counts.columns}
        self._at = {name: number for number, name in enumerate(self._columns)}
        self._arms = job.arms
        self._sums = sums
        self._games = job.games_per_deal
        self.count = sums.games

    def mean(self, arm: int, column: str) -> Estimate:
        """A column of an arm, per game; a share has limits that are valid for rare events too."""
        at = self._at[column]
        x, xx = int(self._sums["x"][arm, at]), int(self._sums["xx"][arm, at])
        if self._columns[column].kind == "share":
            games, each = self.count * self._games, self._games
            return estimate(clustered_share(self.count, games, x, games * each, x * each, xx))
        return estimate(mean_interval(self.count, x, xx), scale_of(self._columns[column], self._games))

    def change(self, arm: int, column: str) -> tuple[Estimate, float | None]:
        """A column of an arm less that of the first arm, per game, and the p-value of no difference.

        Where no deal differs the limits allow for deals not played, and have width 0 only where none can differ.
        """
        at = self._at[column]
        x, xx, first = (self._sums[name] for name in ("x", "xx", "first"))
        sums = (x[0, at], x[arm, at], xx[0, at], first[arm, at], xx[arm, at])
        differ = self._sums["differ"][arm]
        of_play = [each.kind != "money" for each in self._columns.values()]
        unplayed = of_play[at] and not any(differ[of_play])
        sure = self._same_arm(arm, apart_from=self._counts.payments if unplayed else ())
        return self._difference(column, sums, int(differ[at]), sure)

    def lead(self, one: int, other: int) -> tuple[Estimate, float | None]:
        """How much more slot 0 earns in one arm than in another, units a game, and the p-value of no difference."""
        x, xx, pairs = (self._sums[name] for name in ("x", "xx", "pairs"))
        sums = (x[other, 0], x[one, 0], xx[other, 0], pairs[one, other], xx[one, 0])
        return self._difference("payout_0", sums, int(self._sums["apart"][one, other]))

    def _difference(
        self, column: str, sums: Sequence[int], differing: int, sure: bool = False
    ) -> tuple[Estimate, float | None]:
        """A difference, from the sums of `paired_difference` and the number of deals that differ."""
        scale = scale_of(self._columns[column], self._games)
        interval = paired_difference(self.count, *map(int, sums)).scaled(scale)
        if not (sure and interval.estimate == 0):
            interval = rare_difference(interval, differing, self._most(column))
        return estimate(interval), p_of(interval)

    def _same_arm(self, arm: int, apart_from: Sequence[str]) -> bool:
        """Whether an arm has the players and rules of the first, apart from some groups of knobs."""
        one, other = self._arms[0], self._arms[arm]
        before, after = (
            {name: value for name, value in knobs.items() if name.partition(".")[0] not in apart_from}
            for knobs in map(self._game.playing.effective, (one.rules, other.rules))
        )
        return before == after and [each.identity for each in one.players] == [each.identity for each in other.players]

    def _most(self, column: str) -> float:
        """The largest difference of a column that a game can make."""
        asked = self._columns[column]
        if asked.kind != "money":
            return asked.most
        return asked.most * max(self._game.playing.largest_payment(arm.rules) for arm in self._arms)


def scale_of(column: Column, games: int) -> float:
    """The factor that makes a sum over a match one per game, in units where it is money.

    Args:
        column: the column of the sum.
        games: games of a match in all its seatings.
    """
    return (1 / UNIT if column.kind == "money" else 1.0) / games


def leads(
    game: Game,
    rules: HouseRules,
    tables: Sequence[tuple[Any, ...]],
    deals: int,
    seed: int,
    play: Callable[[PairedJob], Run[Any]],
) -> tuple[list[Estimate], Run[Any]]:
    """What the first player of each table but the first earns more than that of the first table, units a game, on the
    same deals in every rotation of the seats; and the run.

    Args:
        game, rules: what is played.
        tables: the players of each table.
        deals, seed: which deals.
        play: plays the work.
    """
    job = PairedJob(game, tuple(Arm(f"{number}", rules, table) for number, table in enumerate(tables)), deals, seed)
    run = play(job)
    moments = PairedEstimates(job, run.totals)
    return [moments.lead(number, 0)[0] for number in range(1, len(tables))], run
