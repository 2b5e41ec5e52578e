"""The worker of a position: weighs worlds, and plays every action on in each world."""

from __future__ import annotations

import threading
from collections.abc import Sequence

import numpy as np

from tongits_sim.cards import U
from tongits_sim.experiments.batch_kernel import sit_down
from tongits_sim.experiments.fork_branch import resume_address
from tongits_sim.experiments.worker import WorkerState
from tongits_sim.game.board import Board
from tongits_sim.rules import RuleSet
from tongits_sim.run.faults import BotFault
from tongits_sim.strategy import Player
from tongits_sim.table.actions import Action
from tongits_sim.table.observed import Likelihood, observed_record
from tongits_sim.table.position import Position, PositionError
from tongits_sim.table.world_kernel import Outcomes, legal_options, play_orders, play_worlds, weigh_worlds
from tongits_sim.table.worlds import MAX_ACTIONS, arrange_own

SITTING = ((0, 1, 2),)
_TRIED_AT_ONCE = 100  # actions


class RolloutWorker(WorkerState):
    """The records with which a thread plays a position's worlds.

    Attributes:
        worlds: the `WORLDS_DTYPE` record, a recarray of length 1.
        at: the current position, seed and likelihood.
    """

    def __init__(self, position: Position, players: Sequence[Player], likelihood: Likelihood, seed: int) -> None:
        """Create the records. Raises PositionError."""
        super().__init__(position.rules, players, seed, lambda *where: "")
        seatings = self.sit((0, 1, 2), SITTING)
        self.table["seating"] = seatings[0]
        self.take_up(position, likelihood, seed)

    def take_up(self, position: Position, likelihood: Likelihood, seed: int) -> None:
        """Take up another position with the same rules and players. Raises PositionError."""
        self.at = position, seed, likelihood
        self._actions: Sequence[Action] | None = None  # the actions filled in last
        self.worlds = observed_record(position, self._game, self._rules)
        worlds = self.worlds[0]
        worlds.resume = resume_address()
        worlds.seed = U(seed)
        worlds.factor[:] = likelihood.factors
        worlds.discards_from = likelihood.discards_from(position)
        worlds.burn_in, worlds.thin = likelihood.burn_in, likelihood.thin
        worlds.per_walk = likelihood.worlds_of_a_walk(position)
        arrange_own(self.records, worlds)

    def set_actions(self, actions: Sequence[Action]) -> None:
        """Fill in the actions, unless filled in already. Raises PositionError: there are too many."""
        if self._actions is actions:
            return
        if len(actions) > MAX_ACTIONS:
            raise PositionError(f"there are {len(actions)} things to do here, more than can be compared")
        worlds = self.worlds[0]
        worlds.n_actions = len(actions)
        worlds.decisions[: len(actions)] = [action.decision for action in actions]
        worlds.words[: len(actions)] = np.array([action.code for action in actions], np.uint64)
        self._actions = actions

    def weigh(self, first: int, count: int) -> np.ndarray:
        """Weights of random worlds `first` .. `first + count - 1`: float64[count]. Raises BotFault."""
        weights = np.zeros(count)
        with self.playing():
            whole = weigh_worlds(self.records, self.worlds[0], first, weights)
        self._check(whole)
        return weights

    def legal_of(self, actions: Sequence[Action]) -> list[Action]:
        """The legal actions among some, tried in a world; overwrites the actions filled in. Raises PositionError."""
        legal: list[Action] = []
        for start in range(0, len(actions), _TRIED_AT_ONCE):
            some = actions[start : start + _TRIED_AT_ONCE]
            self.set_actions(some)
            marks = np.zeros(len(some), np.int64)
            with self.playing():
                dealt = legal_options(self.records, self.worlds[0], marks)
            if not dealt:
                raise PositionError("the hidden cards cannot be dealt so that this position arises")
            legal += [action for action, good in zip(some, marks, strict=True) if good]
        return legal

    def play(self, numbers: np.ndarray, active: np.ndarray, orders: int = 1) -> Outcomes:
        """Play actions in worlds, each with several orders of its stock. Raises BotFault.

        Args:
            numbers: int64[worlds], which worlds. active: int64[actions], 1: play the action; other outcomes stay 0.
            orders: number of orders.
        """
        outcomes = self._outcomes(numbers, active, orders)
        with self.playing():
            whole = play_worlds(self.records, self.worlds[0], outcomes)
        self._check(whole)
        return outcomes

    def play_true(self, board: Board, orders: int = 1) -> tuple[np.ndarray, np.ndarray]:
        """Play every action with the true hidden cards of a board that waits for this decision. Raises BotFault.

        Args:
            orders: orders of the stock, the true order first.

        Returns:
            Payouts of the deciding seat, int32[orders, actions], hundredths; and its FLAG_*, uint8.
        """
        sit_down(self._game[0], self.table[0])
        chance = self._game["chance"].copy()
        self._game[0], self.view[0] = board.game, board.view
        self._game["chance"] = chance
        count = int(self.worlds["n_actions"][0])
        outcomes = self._outcomes(np.zeros(1, np.int64), np.ones(count, np.int64), orders)
        with self.playing():
            whole = play_orders(self.records, self.worlds[0], 0, outcomes)
        self._check(whole)
        return outcomes.payout[0], outcomes.flags[0]

    def _outcomes(self, numbers: np.ndarray, active: np.ndarray, orders: int) -> Outcomes:
        rows = len(numbers), orders
        shape = *rows, len(active)
        return Outcomes(numbers, np.zeros(rows), active, np.zeros(shape, np.int32), np.zeros(shape, np.uint8))

    def _check(self, whole: bool) -> None:
        fault = self.fault()
        if fault is not None:
            raise BotFault(fault)
        if not whole:
            raise RuntimeError("a world that was weighed cannot be played")


class _Idle(threading.local):
    """Each thread's workers, by the identities of their players; the workers keep the players alive."""

    def __init__(self) -> None:
        self.workers: dict[tuple[int, ...], RolloutWorker] = {}


class Workers:
    """Workers reused from position to position under the same rules, for each thread and each three players.

    Attributes:
        ended: set when results are no longer needed, so that threads stop early.
    """

    def __init__(self) -> None:
        self._idle = _Idle()
        self._lock = threading.Lock()
        self._rules: RuleSet | None = None
        self.ended = threading.Event()

    def take(self, position: Position, players: Sequence[Player], likelihood: Likelihood, seed: int) -> RolloutWorker:
        """This thread's worker for the players, at a position; see `RolloutWorker`. Raises PositionError: earlier
        positions had other rules, or the position cannot be dealt.
        """
        with self._lock:
            self._rules = self._rules or position.rules
            if position.rules != self._rules:
                raise PositionError(
                    f"these workers play {self._rules.name}, so they cannot play on under {position.rules.name}: "
                    "make other Workers()"
                )
        idle = self._idle.workers
        key = tuple(map(id, players))
        worker = idle.get(key)
        if worker is None:
            worker = idle[key] = RolloutWorker(position, players, likelihood, seed)
        elif worker.at[0] is not position or worker.at[1:] != (seed, likelihood):
            worker.take_up(position, likelihood, seed)
        return worker
