"""The one place that calls the batch kernel: a worker's own records, and a block of a job played with them."""

from __future__ import annotations

import numpy as np

from tongits_sim.designs.batch import kernel
from tongits_sim.designs.batch.job import Job
from tongits_sim.designs.batch.tally import HIST_ZERO, TALLY_DTYPE
from tongits_sim.designs.batch.totals import ARRAYS
from tongits_sim.game import asking, hooks, state
from tongits_sim.game.log import new_log
from tongits_sim.game.reasons import NEVER_ANSWERED
from tongits_sim.rules.amounts import bin_width
from tongits_sim.rules.record import rules_record
from tongits_sim.run.faults import Fault
from tongits_sim.run.work import Block, Played

_PLACE = ("slot", "seat", "decision", "match", "game")


class Worker:
    """The records one thread plays a job with; about 300 kB."""

    def __init__(self, job: Job) -> None:
        self.job = job
        self.busy = False
        self._params = [player.params() for player in job.players]  # kept alive: the table holds their addresses
        self.table = kernel.new_table()
        self.table["hooks"] = [player.addresses() for player in job.players]
        self.table["params"] = [params.ctypes.data for params in self._params]
        self.table["chance"] = [player.strategy.uses_chance for player in job.players]
        self.table["guard"] = [bool(player.origin) for player in job.players]
        self._rules = rules_record(job.rules)
        self._view = state.new_record(state.VIEW_DTYPE)
        self._view["rules"] = self._rules
        own = [state.new_record(layout) for layout in (state.MATCH_DTYPE, state.RESULT_DTYPE)]
        self._others = [state.new_game(self._rules), *own]
        self._log = new_log(on=False)
        self._seatings = np.array(job.seatings, np.int8)
        self._unit = bin_width(job.rules, HIST_ZERO)

    def play(self, block: Block) -> Played:
        """Play one block."""
        tally = state.new_record(TALLY_DTYPE)
        tally["unit"] = self._unit
        self.table["faults"] = 0
        self.table["alarm"] = 0
        with hooks.listening(self.table["alarm"]) as errors:
            self.busy = True
            try:
                self._run(tally, block)
            finally:
                self.busy = False
        counts = {name: np.array(tally[name][0]) for name in ARRAYS}
        return Played(block, counts, self._fault(errors))

    def _run(self, tally: np.recarray, block: Block) -> None:
        game, match, result = (record[0] for record in self._others)
        kernel.play_block(
            *(game, self._view[0], match, result, self._rules[0], self._log[0], self.table[0], tally[0]),
            np.uint64(self.job.seed),
            *(block.first, block.matches, block.games, self._seatings, True),
        )

    def _fault(self, errors: list[str]) -> Fault | None:
        table = self.table[0]
        if not table["faults"]:
            return None
        code = int(table["fault_reason"])
        detail = errors[0] if errors and code == asking.REASON_RAISED else ""
        slot, seat, decision, match, game = (int(table[f"fault_{name}"]) for name in _PLACE)
        return _made(self.job, code, slot, seat, decision, match, game, detail=detail)

    def progress(self) -> tuple[int, int]:
        """Match and games finished: what moves on as long as bots answer."""
        return int(self.table["now_match"][0]), int(self.table["now_games"][0])

    def hanging(self) -> Fault:
        """The fault of a bot that does not answer, from where the worker is now."""
        table = self.table[0]
        match, game = (int(table[f"now_{name}"]) for name in ("match", "game"))
        seat, decision = (int(self._view[name][0]) for name in ("me", "decision"))
        slot = int(table["seating"][seat])
        return _made(self.job, NEVER_ANSWERED, slot, seat, decision, match, game, detail="")


def _made(job: Job, code: int, slot: int, seat: int, decision: int, match: int, game: int, *, detail: str) -> Fault:
    return Fault(
        label=job.players[slot].label,
        slot=slot,
        seat=seat,
        decision=state.DECISIONS[decision],
        code=code,
        seed=job.seed,
        match=match,
        game=game,
        detail=detail,
        replay=job.replay_command(match, game),
    )
