"""The worlds of a position at a table, and what every action pays in each world.

A world deals the cards that the seat cannot see. If moves are known, walks find worlds that agree with the moves.
Finding a world costs a hundred times as much as playing it on, and most noise comes from the order of the stock, so
every world is played with several orders and contributes their mean. Worlds of a walk are dependent, so errors come
from differences between walks. A dropped action is compared with another action on the worlds in which both were
played.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from concurrent.futures import CancelledError
from typing import NamedTuple

import numpy as np

from tongits_sim.game.board import Board
from tongits_sim.game.state import DECISION_RESPOND, DECISIONS
from tongits_sim.rules.amounts import UNIT
from tongits_sim.strategy import Player
from tongits_sim.table.actions import Action, possible_actions
from tongits_sim.table.observed import Likelihood
from tongits_sim.table.position import Position, PositionError
from tongits_sim.table.rollout_worker import RolloutWorker, Workers
from tongits_sim.table.worlds import FLAG_BEATEN, FLAG_BURNED, FLAG_WON

Z95 = 1.959963984540054
_Z3 = Z95 * Z95 * Z95
_Z5 = Z95 * Z95 * Z95 * Z95 * Z95
GIVE_UP = 3.5
"""An action is dropped if it is this many standard errors behind the best action."""
ORDERS = 8
"""Orders of the stock for each world, if worlds are expensive to find."""
_PIECE = 16  # worlds a chunk; cancellation is checked between chunks


def t95(df: float) -> float:
    """The 97.5 % quantile of Student's t, from its expansion in 1 / df (Abramowitz and Stegun 26.7.5).

    >>> round(t95(20), 3), round(t95(1000), 3)
    (2.086, 1.962)
    """
    z = Z95
    n = max(df, 3.0)
    return z + (_Z3 + z) / (4 * n) + (5 * _Z5 + 16 * _Z3 + 3 * z) / (96 * n * n)


def standard_error(apart: np.ndarray, walk: np.ndarray) -> float:
    """The standard error of a mean, from each world's deviation and walk; infinite for a single walk."""
    sums = np.add.reduceat(apart, np.flatnonzero(np.diff(walk, prepend=-1)))
    walks = len(sums)
    if walks < 2:
        return math.inf
    return float(np.sqrt((sums**2).sum() * walks / (walks - 1))) / len(apart) * t95(walks - 1) / Z95


class PlayedWorlds(NamedTuple):
    """Results of the worlds that were found."""

    walk: np.ndarray  # int64[worlds], the walk of each world
    payout: np.ndarray  # float64[worlds, actions], units for the deciding seat, mean over orders of the stock
    ends: np.ndarray  # float64[worlds, actions, 3], shares of orders: wins, is burned, fights and loses


class Rollouts:
    """The worlds of a position at a table, in the order of their numbers.

    Attributes:
        actions: the legal actions.
        orders: orders of the stock with which each world is played.
        per_walk: worlds of a walk.
        tried: worlds looked for. active: int64[actions], 1: the next worlds play the action. played: int64[actions], in
        how many found worlds, from the first, the action was played.
    """

    def __init__(
        self,
        position: Position,
        players: Sequence[Player],
        seed: int = 1,
        likelihood: Likelihood | None = None,
        workers: Workers | None = None,
        actions: list[Action] | None = None,
    ) -> None:
        """Find the legal actions. Raises PositionError or BotFault.

        Args:
            players: by seat, who plays on; the bots of other seats also explain the earlier moves.
            workers: the workers of earlier positions under the same rules.
            actions: the legal actions, if known.
        """
        self.position, self.players, self.seed = position, players, seed
        self.likelihood = likelihood or Likelihood()
        self.workers = workers or Workers()
        self.per_walk = self.likelihood.worlds_of_a_walk(position)
        dear = bool(position.past.rows) and position.decision != DECISIONS[DECISION_RESPOND]
        self.orders = ORDERS if dear else 1
        self.actions = actions or self._worker().legal_of(possible_actions(position))
        if not self.actions:
            raise PositionError("nothing can be done here")
        count = len(self.actions)
        self.tried = 0
        self.active = np.ones(count, np.int64)
        self.played = np.zeros(count, np.int64)
        self._samples = PlayedWorlds(np.zeros(0, np.int64), np.zeros((0, count)), np.zeros((0, count, 3)))

    def _worker(self) -> RolloutWorker:
        return self.workers.take(self.position, self.players, self.likelihood, self.seed)

    @property
    def samples(self) -> PlayedWorlds:
        """The worlds that were found, with their weights."""
        return self._samples

    def pieces(self, to: int, parts: int = 1) -> list[np.ndarray]:
        """The numbers of worlds up to `to`, cut between walks into pieces for `parts` threads."""
        left = to - self.tried
        size = max(1, -(-left // (parts * self.per_walk))) * self.per_walk
        if self.orders > 1:
            size = min(size, max(_PIECE // self.per_walk, 1) * self.per_walk)
        return [np.arange(at, min(at + size, to)) for at in range(self.tried, to, size)]

    def play(self, numbers: np.ndarray) -> PlayedWorlds:
        """Play the active actions in some worlds; threads may call it together. Raises BotFault or CancelledError."""
        if self.workers.ended.is_set():
            raise CancelledError
        worker = self._worker()
        worker.set_actions(self.actions)
        outcomes = worker.play(numbers, self.active, self.orders)
        found = outcomes.weights[:, 0] > 0
        payout, flags = outcomes.payout[found], outcomes.flags[found]
        ends = [(flags & int(flag) != 0).mean(axis=1) for flag in (FLAG_WON, FLAG_BURNED, FLAG_BEATEN)]
        return PlayedWorlds(numbers[found] // self.per_walk, payout.mean(axis=1) / UNIT, np.stack(ends, axis=2))

    def add(self, numbers: np.ndarray, played: PlayedWorlds) -> None:
        """Add the next worlds, as `play` returned them."""
        self.tried = int(numbers[-1]) + 1
        pairs = zip(self._samples, played, strict=True)
        self._samples = PlayedWorlds(*(np.concatenate(pair) for pair in pairs))
        self.played = np.where(self.active > 0, len(self._samples.walk), self.played)

    def extend(self, to: int) -> None:
        """Play worlds up to number `to` in this thread."""
        for numbers in self.pieces(to):
            self.add(numbers, self.play(numbers))

    def play_true(self, board: Board, orders: int = 1) -> np.ndarray:
        """Payouts of every action with the true hidden cards of a board that waits for this decision: int32[orders,
        actions], hundredths; the true order of the stock comes first. Raises BotFault.
        """
        worker = self._worker()
        worker.set_actions(self.actions)
        return worker.play_true(board, orders)[0]

    def gap(self, action: int, alternative: int, first: int = 0) -> tuple[float, float]:
        """How much better an action is than another, paired by world: mean and standard error, widened if there are few
        walks, infinite below two.

        Args:
            action, alternative: numbers of actions. first: the first found world that counts.
        """
        part = slice(first, min(self.played[action], self.played[alternative]))
        payout = self._samples.payout[part]
        gaps = payout[:, action] - payout[:, alternative]
        if not len(gaps):
            return 0.0, math.inf
        return float(gaps.mean()), standard_error(gaps - gaps.mean(), self._samples.walk[part])

    def value(self, action: int, level: int) -> tuple[float, float]:
        """The value of an action and its standard error, from its gap to `level`, which more worlds played."""
        whole = int(self.played[level])
        walk = self._samples.walk
        n = min(whole, int(self.played[action]))
        base = self._samples.payout[:whole, level]
        gap = self._samples.payout[:n, action] - base[:n]
        apart = base - base.mean()
        apart[:n] += (gap - gap.mean()) * (whole / n)
        return float(base.mean() + gap.mean()), standard_error(apart, walk[:whole])

    def ends(self, action: int) -> tuple[float, float, float]:
        """The chances to win, to be burned, and to fight and lose."""
        won, burned, beaten = self._samples.ends[: self.played[action], action].mean(axis=0).tolist()
        return won, burned, beaten
