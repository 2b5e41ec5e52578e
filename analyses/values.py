"""The value of every action of a position at several tables, each from its own worlds."""

from __future__ import annotations

import functools
import math
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace

from analyses.opponents import (
    BEGINNERS,
    SURE,
    TABLES,
    TOLD_APART,
    Gap,
    Opponents,
    Verdict,
    decide,
    mean_gap,
    named_opponents,
    names_of_tables,
)
from analyses.seen import met, weights_of
from strategies.registry import STRONGEST
from tongits_sim.errors import TongitsError
from tongits_sim.experiments.warmup import prepare_once
from tongits_sim.players import as_players, load_player
from tongits_sim.run.answers import Estimate
from tongits_sim.run.compiling import to_stderr
from tongits_sim.run.run_options import RunOptions
from tongits_sim.strategy import Player
from tongits_sim.table.observed import Likelihood
from tongits_sim.table.position import Position, PositionError
from tongits_sim.table.rollout_worker import Workers
from tongits_sim.table.rollouts import GIVE_UP, ORDERS, Z95, Rollouts

Against = str | Player | Sequence[Player | str] | None
STEPS = (64, 128, 256, 512, 1024)
"""Worlds at a table after which hopeless actions are given up, and the answer may be settled. If no moves are known, a
world costs nothing to find: then `ORDERS` times as many are played, each with one order of its stock.
"""
ENOUGH = 256
"""From this step on, play also stops as soon as the word is known: clear, likely or close."""
SETTLED = 4.0
"""The best action is settled once it leads by this many standard errors at every table."""
KNOWN = 1.0
"""A word is known once the leads are this many standard errors away from where the word changes."""
APART = 0x9E37_79B9_7F4A_7C15
"""Difference of the seeds of two tables."""


@dataclass(frozen=True)
class SeatedTable:
    """A table with its players."""

    # name, people, habit: as `Opponents`
    name: str
    people: str
    habit: str
    players: tuple[Player, Player, Player]  # players of right, of left and of the own seat
    number: int = 0  # its worlds are drawn by this number, whichever other tables are played
    named: bool = False  # somebody said that these people sit there, so one has met them

    def seated(self, position: Position) -> list[Player]:
        """The players by seat, for a position whose seat is theirs."""
        seats = dict(zip((position.right, position.left, position.seat), self.players, strict=True))
        return [seats[seat] for seat in range(3)]


@functools.cache
def _seated_table(table: Opponents) -> SeatedTable:
    right, left, me = map(load_player, table.players)
    return SeatedTable(table.name, table.people, table.habit, (right, left, me), TABLES.index(table))


def seated_tables(against: Against = None) -> tuple[SeatedTable, ...]:
    """The tables at which to value actions: all four (None), a named table, both of beginners, or named players.

    One player sits right and left; two sit right and left; a third takes the own seat. Raises TongitsError.
    """
    if against is None:
        return tuple(map(_seated_table, TABLES))
    named = [table for table in TABLES if against == table.name] or (list(BEGINNERS) if against == "beginners" else [])
    if named:
        return tuple(replace(_seated_table(table), named=True) for table in named)
    if isinstance(against, str):
        players = named_opponents(against)
    else:
        players = as_players([against] if isinstance(against, Player) else against)
    if not 1 <= len(players) <= 3:
        raise TongitsError(f"name {names_of_tables()}, or the bots of right and left, not {len(players)} bots")
    right, left = players[0], players[min(1, len(players) - 1)]
    me = players[2] if len(players) > 2 else load_player(STRONGEST)
    names = right.label if right.label == left.label else f"{right.label} and {left.label}"
    return (SeatedTable(names, names, f"against {names}", (right, left, me), named=True),)


class Values:
    """The actions of a position at some tables.

    Attributes:
        actions: the legal actions.
        weights: by table, together 1: how likely it is by the earlier games of the match.
        steps: see `STEPS`.
        rollouts: by table.
    """

    def __init__(
        self,
        position: Position,
        fields: Sequence[SeatedTable],
        seed: int,
        workers: Workers,
        likelihood: Likelihood | None = None,
    ) -> None:
        """Find the legal actions. Raises PositionError or BotFault.

        Args:
            seed: of the worlds; the same seed and number of worlds give the same digits.
            workers: the workers of earlier positions under the same rules.
        """
        self.weights = weights_of(position, fields)
        self.steps = STEPS if position.past.rows else tuple(step * ORDERS for step in STEPS)
        self.rollouts: list[Rollouts] = []
        for number, field in enumerate(fields):
            own = (seed + field.number * APART) % 2**64
            actions = self.rollouts[0].actions if number else None
            there = met(position, field) if field.named else position
            self.rollouts.append(Rollouts(there, field.seated(position), own, likelihood, workers, actions))
        self.actions = self.rollouts[0].actions
        self._first = [0] * len(fields)

    @property
    def worlds(self) -> int:
        """Worlds tried at each table."""
        return self.rollouts[0].tried

    @property
    def n_rollouts(self) -> int:
        """Games played to the end, over all line-ups and orders of the hidden cards."""
        return sum(int(rollouts.played.sum()) * rollouts.orders for rollouts in self.rollouts)

    def play(self, to: int, pool: ThreadPoolExecutor | None = None, threads: int = 1) -> None:
        """Play worlds up to number `to` at every table. Raises BotFault or PositionError."""
        jobs = [(rollouts, numbers) for rollouts in self.rollouts for numbers in rollouts.pieces(to, threads)]
        mapped = pool.map if pool is not None else map
        for (rollouts, numbers), played in zip(jobs, mapped(lambda job: job[0].play(job[1]), jobs), strict=True):
            rollouts.add(numbers, played)

    @property
    def has_worlds(self) -> bool:
        """Whether at least one world that agrees with what was seen was found at every line-up."""
        return all(len(rollouts.samples.walk) for rollouts in self.rollouts)

    def forget(self) -> None:
        """Drop the worlds that chose which actions to play on, so that the estimates are unbiased."""
        self._first = [len(rollouts.samples.walk) for rollouts in self.rollouts]

    def gap(self, table: int, action: int, alternative: int) -> Gap:
        """The lead of an action over another at a table."""
        if action == alternative:
            return Gap(0.0, 0.0)
        return Gap(*self.rollouts[table].gap(action, alternative, self._first[table]))

    def lead(self, action: int, alternative: int) -> Gap:
        """The lead of an action over another, the mean over the tables."""
        return self.mean([self.gap(table, action, alternative) for table in range(len(self.rollouts))])

    def mean(self, gaps: Sequence[Gap]) -> Gap:
        """The mean of a gap by table."""
        return mean_gap(gaps, self.weights)

    def best(self) -> int:
        """The index of the action with the highest mean; of equal actions the first."""
        level = self.level
        leads = [self.lead(action, level).mean for action in range(len(self.actions))]
        return leads.index(max(leads))

    @property
    def level(self) -> int:
        """The index of the action played in most worlds, with which all actions are compared.

        A pair of actions is compared in the worlds in which both were played. Beside an action that was dropped early
        the others would keep the order of the first few worlds.
        """
        played = [
            sum(int(rollouts.played[action]) for rollouts in self.rollouts) for action in range(len(self.actions))
        ]
        return played.index(max(played))

    def verdict(self, margin: float) -> Verdict:
        """The verdict over all line-ups. Gains below `margin` (units) do not count."""
        return decide(self.gap, self.weights, len(self.actions), margin, self.level)

    def give_up(self) -> None:
        """Stop playing hopeless actions: at a table, actions clearly behind both at the table and on the mean."""
        best = self.best()
        for action in range(len(self.actions)):
            lead = self.lead(best, action)
            if action != best and lead.mean > GIVE_UP * lead.se:
                for table, rollouts in enumerate(self.rollouts):
                    there = self.gap(table, best, action)
                    rollouts.active[action] &= there.mean <= GIVE_UP * there.se

    def is_settled(self, margin: float) -> bool:
        """Return True if more worlds would hardly change the answer.

        That is so if the best action leads every other action clearly at every table, if some other action is surely
        worth as much within `margin` (units), or if from `ENOUGH` worlds on no other action is and it is known whether
        the best action is clear. Actions that were given up do not come back.
        """
        best = self.best()
        gaps = [
            self.gap(table, best, action)
            for table, rollouts in enumerate(self.rollouts)
            for action in range(len(self.actions))
            if action != best and rollouts.active[action]
        ]
        if all(gap.mean > SETTLED * gap.se for gap in gaps):
            return True
        others = [action for action in range(len(self.actions)) if action != best]
        leads = [self.lead(best, action) for action in others]
        if any(lead.mean + KNOWN * lead.se <= margin for lead in leads):
            return True
        if self.worlds < self.steps[STEPS.index(ENOUGH)] or not all(lead.above(margin, TOLD_APART) for lead in leads):
            return False
        clear = all(gap.above(0.0, SURE + KNOWN) for gap in gaps)
        unclear = not all(gap.above(0.0, SURE - KNOWN) for gap in gaps)
        return clear or unclear

    def play_out(
        self,
        margin: float,
        pool: ThreadPoolExecutor | None = None,
        threads: int = 1,
        look: Callable[[], None] | None = None,
        worlds: int | None = None,
    ) -> None:
        """Play worlds in `steps`, until the answer is settled. Raises BotFault or PositionError.

        The steps are fixed and no clock is read, so the same seed gives the same digits everywhere.

        Args:
            margin: units within which two actions are worth the same.
            look: called after each step.
            worlds: number of worlds, with all actions in each; None: play in `steps`.
        """
        for step in self.steps if worlds is None else (worlds,):
            self.play(step, pool, threads)
            if not self.has_worlds:
                raise PositionError("the hidden cards cannot be dealt so that this position arises")
            if look is not None:
                look()
            if worlds is None:
                if self.is_settled(margin):
                    break
                self.give_up()

    def value(self, table: int, action: int, level: int) -> Gap:
        """The value of an action at a table, from its gap to `level`, an action played in all worlds."""
        return Gap(*self.rollouts[table].value(action, level))

    def ends(self, table: int, action: int) -> tuple[float, float, float]:
        """Chances at a table to win, to be burned, and to lose a challenge."""
        return self.rollouts[table].ends(action)


def estimate(gap: Gap) -> Estimate:
    """An estimate with its 95 % interval, or without limits if the interval is infinite."""
    half = Z95 * gap.se
    return Estimate(gap.mean, (gap.mean - half, gap.mean + half) if math.isfinite(half) else None)


def prepare(position: Position, fields: Sequence[SeatedTable], run_options: RunOptions) -> None:
    """Compile the kernels of advice, with a notice."""

    def play() -> None:
        Values(position, fields, 1, Workers()).play(1)

    players = [player for field in fields for player in field.players]
    notice = run_options.notice or to_stderr
    for player in players:
        player.prepare(position.rules, notice)
    prepare_once("advise", players, play, notice)
