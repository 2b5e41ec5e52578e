"""The base of workers: the records of a thread, and the players in its slots."""

from __future__ import annotations

import functools
from collections.abc import Callable, Sequence
from typing import Any, Generic, TypeVar

import numpy as np

from tongits_sim.core.engine_state import BlockRecords, FaultPlace, ThreadRecords
from tongits_sim.core.game import Game
from tongits_sim.core.house_rules import HouseRules
from tongits_sim.core.jobs import GameJob
from tongits_sim.run.faults import Fault

Replay = Callable[[int, int], str]
"""`(match, game)` -> the command that plays the game again."""


class WorkerState(ThreadRecords):
    """The records of a thread for games under one set of rules, and the players in the slots.

    Attributes:
        busy: whether a block is being played.
        table: the `TABLE` record, a recarray of length 1.
    """

    def __init__(self, game: Game, rules: HouseRules, players: Sequence[Any], seed: int, replay: Replay) -> None:
        super().__init__(game.playing.new_records(rules), seed)
        self._playing = game.playing
        self._players = tuple(players)
        self._replay = replay
        self._params = [player.params() for player in players]  # kept: the table holds their addresses
        self.table["hooks"] = np.array([player.addresses() for player in players], np.int64)
        self.table["params"] = [params.ctypes.data for params in self._params]
        self.table["chance"] = [player.strategy.uses_random for player in players]
        self.table["check_view"] = [bool(player.origin) for player in players]

    def fault(self) -> Fault | None:
        first = self.first_fault()
        return None if first is None else self._fault(first)

    def hang_fault(self) -> Fault:
        return self._fault(self.place_now(*self._playing.pending_decision(self.view[0])))

    def _fault(self, place: FaultPlace) -> Fault:
        slot = place.seating[place.seat]
        decision = self._playing.DECISIONS[place.decision]
        return self.fault_at(
            place,
            who=(self._players[slot].label, slot),
            decision=decision,
            failure=self._playing.failure(place.code, decision),
            replay=self._replay(place.match, place.game),
        )


@functools.cache
def kernel_of(game: Game, make: Callable[..., Any]) -> Any:
    return make(game.playing.TABLE, game.playing.COUNTS)


JobT = TypeVar("JobT", bound=GameJob)


class JobWorker(WorkerState, BlockRecords, Generic[JobT]):
    """A worker with the rules, players and seatings of its job.

    Attributes:
        seatings: int8[k, seats], the seatings of the job.
    """

    def __init__(self, job: JobT) -> None:
        super().__init__(job.game, job.rules, job.players, job.seed, job.replay)
        self.job = job
        self.seatings = np.array(job.seatings, np.int8)
