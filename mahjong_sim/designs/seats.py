"""The records of one thread and the four players seated at them: the base of the workers of all designs."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Generic, TypeVar

import numpy as np

from mahjong_sim.bots.strategy import Player
from mahjong_sim.designs.work import MahjongWork
from mahjong_sim.game import state
from mahjong_sim.game.asking import TABLE_DTYPE, failure
from mahjong_sim.game.log import new_log
from mahjong_sim.game.tables import set_tables
from mahjong_sim.rules import RuleSet
from mahjong_sim.rules.record import rules_record
from tongits_sim.any_game.asking import NEVER_ANSWERED
from tongits_sim.any_game.kernel_arguments import Records
from tongits_sim.any_game.thread_records import BlockRecords, ThreadRecords
from tongits_sim.run.faults import Fault

Replay = Callable[[int, int], str]
"""Returns the command that plays a game again, given its match and its number."""


class Seats(ThreadRecords):
    """The records of one thread for games of four players under one set of rules.

    Attributes:
        busy: whether a block is being played.
        table: the `TABLE` record, a recarray of length 1.
        view: the `VIEW` record that bots read, likewise.
    """

    def __init__(self, rules: RuleSet, players: Sequence[Player], seed: int, replay: Replay) -> None:
        """Create the records and seat the players.

        Args:
            rules: the house rules.
            players: four players, by slot.
            seed: the seed of the games.
            replay: returns the command that plays a game again.
        """
        layouts = (state.GAME_DTYPE, state.VIEW_DTYPE, state.MATCH_DTYPE, state.RESULT_DTYPE, TABLE_DTYPE)
        game, view, match, result, table = (state.new_record(each) for each in layouts)
        super().__init__(Records(game, view, match, result, rules_record(rules), new_log(on=False), table), seed)
        self._players = tuple(players)
        self._replay = replay
        self._params = [player.params() for player in players]  # kept: the table holds their addresses
        self.table["hooks"] = np.array([player.addresses() for player in players], np.int64)
        self.table["params"] = [params.ctypes.data for params in self._params]
        self.table["chance"] = [player.strategy.uses_chance for player in players]
        self.table["guard"] = [bool(player.origin) for player in players]
        self.view["rules"] = self._rules
        self._tables = set_tables(self.view, rules)  # kept: the view holds their addresses

    def fault(self) -> Fault | None:
        """The first fault of the last block; None if there was none."""
        first = self.first_fault()
        if first is None:
            return None
        who = int(self.table["fault_seating"][0, first.seat]), first.seat
        return self._fault(first.code, who, first.decision, (first.match, first.game), first.detail)

    def hanging(self) -> Fault:
        """The fault of a bot that does not respond, at the current position."""
        table, seat = self.table[0], int(self.view["mahjong_me"][0])
        place = (int(table["now_match"]), int(table["now_game"]))
        return self._fault(NEVER_ANSWERED, (int(table["seating"][seat]), seat), int(self.view["decision"][0]), place)

    def _fault(self, code: int, who: tuple[int, int], decision: int, where: tuple[int, int], detail: str = "") -> Fault:
        slot, seat = who
        asked = state.DECISIONS[decision]
        return Fault(
            label=self._players[slot].label,
            slot=slot,
            seat=seat,
            decision=asked,
            code=code,
            seed=self._seed,
            match=where[0],
            game=where[1],
            failure=failure(code, asked),
            detail=detail,
            replay=self._replay(*where),
            hangs=code == NEVER_ANSWERED,
        )


JobT = TypeVar("JobT", bound=MahjongWork)


class JobSeats(Seats, BlockRecords, Generic[JobT]):
    """The base of the workers of jobs: the records of one thread, with the four players of a job.

    Attributes:
        job: what is played.
        seatings: int8[k, 4], the seatings of the job.
    """

    def __init__(self, job: JobT) -> None:
        super().__init__(job.rules, job.players, job.seed, job.replay)
        self.job = job
        self.seatings = np.array(job.seatings, np.int8)
