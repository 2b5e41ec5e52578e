"""The records of one thread and the four players seated at them: the base of the workers of all designs."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator, Sequence

import numpy as np

from mahjong_sim.bots.strategy import Player
from mahjong_sim.designs.batch.kernel import Deals, Records
from mahjong_sim.game import state
from mahjong_sim.game.asking import NEVER_ANSWERED, REASON_RAISED, TABLE_DTYPE, failure
from mahjong_sim.game.log import new_log
from mahjong_sim.game.tables import set_tables
from mahjong_sim.rules import RuleSet
from mahjong_sim.rules.record import rules_record
from tongits_sim.hook_calls import listening
from tongits_sim.run.faults import Fault
from tongits_sim.run.work import Block

ROTATED = ((0, 1, 2, 3), (1, 2, 3, 0), (2, 3, 0, 1), (3, 0, 1, 2))
"""The seatings in rotation: the slot on each seat."""

Replay = Callable[[int, int], str]
"""Returns the command that plays a game again, given its match and its number."""


class Seats:
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
        self.busy = False
        self.table = state.new_record(TABLE_DTYPE)
        self.view = state.new_record(state.VIEW_DTYPE)
        self._players = tuple(players)
        self._seed = seed
        self._replay = replay
        self._errors: list[str] = []
        self._params = [player.params() for player in players]  # kept: the table holds their addresses
        self.table["hooks"] = np.array([player.addresses() for player in players], np.int64)
        self.table["params"] = [params.ctypes.data for params in self._params]
        self.table["chance"] = [player.strategy.uses_chance for player in players]
        self.table["guard"] = [bool(player.origin) for player in players]
        self._rules = rules_record(rules)
        self.view["rules"] = self._rules
        self._tables = set_tables(self.view, rules)  # kept: the view holds their addresses
        self._game, self._match, self._result = (
            state.new_record(each) for each in (state.GAME_DTYPE, state.MATCH_DTYPE, state.RESULT_DTYPE)
        )
        self._log = new_log(on=False)

    @property
    def records(self) -> Records:
        """The records as an argument of kernels."""
        own = (self._game, self.view, self._match, self._result, self._rules, self._log, self.table)
        return Records(*(record[0] for record in own))

    def deals(self, block: Block) -> Deals:
        """The matches of a block as an argument of kernels."""
        return Deals(np.uint64(self._seed), block.first, block.matches, block.games)

    @contextlib.contextmanager
    def playing(self) -> Iterator[None]:
        """Context for playing a block: resets the count of faults and collects the errors of hooks."""
        self.table["faults"] = 0
        with listening() as self._errors:
            self.busy = True
            try:
                yield
            finally:
                self.busy = False

    def progress(self) -> tuple[int, int]:
        """Current match and games finished: these advance as long as bots respond."""
        return int(self.table["now_match"][0]), int(self.table["now_games"][0])

    def fault(self) -> Fault | None:
        """The first fault of the last block; None if there was none."""
        table = self.table[0]
        if not table["faults"]:
            return None
        code = int(table["fault_reason"])
        detail = self._errors[0] if self._errors and code == REASON_RAISED else ""
        seat, decision, match, game = (int(table[f"fault_{name}"]) for name in ("seat", "decision", "match", "game"))
        return self._fault(code, (int(table["fault_seating"][seat]), seat), decision, (match, game), detail)

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
