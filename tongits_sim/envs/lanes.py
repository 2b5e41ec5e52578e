"""The records of a thread for its tables: bots in every seating, rules, and the first problem of a step."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from tongits_sim.compile.hooks import listening
from tongits_sim.compile.match_loop import REASON_RAISED
from tongits_sim.envs.drive import drive_address
from tongits_sim.envs.step_kernel import BAD_BOT, FINE, PLAN_DTYPE, ROTATIONS, ShardState
from tongits_sim.game.bot_calls import PLAYERS_DTYPE, failure
from tongits_sim.game.log import new_log
from tongits_sim.game.state import DECISIONS
from tongits_sim.rules import RuleSet
from tongits_sim.rules.record import rules_record
from tongits_sim.run.faults import Fault
from tongits_sim.strategy import Player
from tongits_sim.table.choices import new_own


class Shard:
    """The records of one thread.

    Attributes:
        first, last: the thread steps tables first .. last - 1.
        crew: the records as an argument of kernels.
    """

    def __init__(self, rules: RuleSet, bots: Sequence[Player], plan: Sequence[int], tables: tuple[int, int]) -> None:
        """Create the records.

        Args:
            rules: the house rules.
            bots: the two opponents.
            plan: the number of all tables, and the mode after the end of a game (step_kernel.py).
            tables: the first table, and the table after the last.
        """
        self.first, self.last = tables
        self._bots = tuple(bots)
        self._params = [bot.params(rules) for bot in bots]  # kept alive: the records hold their addresses
        self._records = [rules_record(rules), new_log(on=False), new_own()]
        self._seatings = np.zeros(ROTATIONS, PLAYERS_DTYPE)
        self._plan = np.zeros(1, PLAN_DTYPE).view(np.recarray)
        self._plan["tables"], self._plan["mode"] = plan
        self._plan["drive"] = drive_address()
        self._errors: list[str] = []
        for slot, (bot, params) in enumerate(zip(bots, self._params, strict=True), 1):
            self._seatings["hooks"][:, slot] = bot.addresses()
            self._seatings["params"][:, slot] = params.ctypes.data
            self._seatings["chance"][:, slot] = bot.strategy.uses_random
            self._seatings["check_view"][:, slot] = bool(bot.origin)
        for rotation in range(ROTATIONS):
            order = (0, 1, 2) if rotation < 3 else (0, 2, 1)
            self._seatings["seating"][rotation] = np.roll(order, rotation % 3)
        rules_of, log, own = (record[0] for record in self._records)
        self.crew = ShardState(rules_of, log, own, self._plan[0])

    def begin(self, seed: int) -> None:
        """Set the seed of the tables."""
        self._plan["plan_seed"] = np.uint64(seed)

    def play(self, kernel: Callable[..., None], *arguments: Any) -> None:
        """Call `kernel(tables, seatings, crew, ..., first, last)` (step_kernel.py) for this thread's tables."""
        self._plan["problem"] = FINE
        self._seatings["faults"] = 0
        tables, *others = arguments
        with listening() as self._errors:
            kernel(tables, self._seatings, self.crew, *others, self.first, self.last)

    @property
    def problem(self) -> tuple[int, int, int]:
        """The problem of the last call (step_kernel.py), its table, and the reason code."""
        problem, where, reason = (int(self._plan[name][0]) for name in ("problem", "where", "reason"))
        return problem, where, reason

    def fault(self) -> Fault:
        """The fault of a bot, if `problem` is BAD_BOT."""
        assert self.problem[0] == BAD_BOT
        table = next(table for table in self._seatings if table["faults"])
        code = int(table["fault_reason"])
        slot = int(table["fault_seating"][table["fault_seat"]])
        decision = DECISIONS[int(table["fault_decision"])]
        return Fault(
            label=self._bots[slot - 1].label,
            slot=slot,
            seat=int(table["fault_seat"]),
            decision=decision,
            code=code,
            seed=int(self._plan["plan_seed"][0]),
            match=int(table["fault_match"]),
            game=int(table["fault_game"]),
            failure=failure(code, decision),
            detail=self._errors[0] if self._errors and code == REASON_RAISED else "",
        )
