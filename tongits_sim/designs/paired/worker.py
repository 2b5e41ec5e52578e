"""A thread's own records, and one block of deals played in all arms with them."""

from __future__ import annotations

import numpy as np

from tongits_sim.designs.batch import kernel
from tongits_sim.designs.paired.job import Arm, Pairing
from tongits_sim.designs.paired.kernel import N_QUANTITIES, play_deals
from tongits_sim.designs.paired.totals import moments_of
from tongits_sim.game import asking, hooks, state
from tongits_sim.game.log import new_log
from tongits_sim.game.reasons import NEVER_ANSWERED
from tongits_sim.rules.record import rules_record
from tongits_sim.run.faults import Fault
from tongits_sim.run.work import Block, Played


class _Seats:
    """The records of one arm."""

    def __init__(self, arm: Arm) -> None:
        self.params = [player.params() for player in arm.players]  # kept alive: the table holds their addresses
        self.addresses = np.array([player.addresses() for player in arm.players], np.int64)
        self.chance = [player.strategy.uses_chance for player in arm.players]
        self.guard = [bool(player.origin) for player in arm.players]
        self.rules = rules_record(arm.rules)
        self.view = state.new_record(state.VIEW_DTYPE)
        self.view["rules"] = self.rules
        self.game = state.new_game(self.rules)


class PairWorker:
    """The records one thread plays a pairing with."""

    def __init__(self, pairing: Pairing) -> None:
        self.pairing = pairing
        self.busy = False
        self._arms = [_Seats(arm) for arm in pairing.arms]
        self._at = 0
        self._table = kernel.new_table()
        self._match, self._result = (state.new_record(each) for each in (state.MATCH_DTYPE, state.RESULT_DTYPE))
        self._log = new_log(on=False)
        self._seats = np.array(pairing.seatings, np.int8)

    def play(self, block: Block) -> Played:
        """Play a block in all arms; after a fault none of it counts, as arms are comparable only deal by deal."""
        values = np.zeros((block.matches, len(self._arms), N_QUANTITIES), np.int64)
        self._table["faults"] = self._table["alarm"] = 0
        with hooks.listening(self._table["alarm"]) as errors:
            self.busy = True
            try:
                for number in range(len(self._arms)):
                    values[:, number] = self._play_arm(number, block)
                    if self._table["faults"][0]:
                        return Played(block, moments_of(values[:0]), self._fault(errors))
            finally:
                self.busy = False
        return Played(block, moments_of(values))

    def _play_arm(self, number: int, block: Block) -> np.ndarray:
        arm = self._arms[number]
        self._at = number
        self._table["hooks"] = arm.addresses
        self._table["params"] = [params.ctypes.data for params in arm.params]
        self._table["chance"] = arm.chance
        self._table["guard"] = arm.guard
        out = np.zeros((block.matches, N_QUANTITIES), np.int64)
        game, view, match, result = (record[0] for record in (arm.game, arm.view, self._match, self._result))
        play_deals(
            *(game, view, match, result, arm.rules[0], self._log[0], self._table[0]),
            np.uint64(self.pairing.seed),
            *(block.first, block.matches, block.games, self._seats, out),
        )
        return out

    def progress(self) -> tuple[int, int]:
        """Match and games finished: what moves on as long as bots answer."""
        return int(self._table["now_match"][0]), int(self._table["now_games"][0])

    def hanging(self) -> Fault:
        """The fault of a bot that does not answer, from where the worker is now."""
        place, view = self._table[0], self._arms[self._at].view
        seat, decision = (int(view[name][0]) for name in ("me", "decision"))
        seating = [int(slot) for slot in place["seating"]]
        where = int(place["now_match"]), int(place["now_game"])
        return self._made(NEVER_ANSWERED, seating, seating[seat], decision, where)

    def _fault(self, errors: list[str]) -> Fault:
        place = self._table[0]
        code = int(place["fault_reason"])
        detail = errors[0] if errors and code == asking.REASON_RAISED else ""
        seating = list(self.pairing.seatings[int(place["fault_seating"])])
        where = int(place["fault_match"]), int(place["fault_game"])
        return self._made(code, seating, int(place["fault_slot"]), int(place["fault_decision"]), where, detail)

    def _made(
        self, code: int, seating: list[int], slot: int, decision: int, where: tuple[int, int], detail: str = ""
    ) -> Fault:
        arm = self.pairing.arms[self._at]
        a, b, c = seating
        match, game = where
        return Fault(
            label=arm.players[slot].label,
            slot=slot,
            seat=seating.index(slot),
            decision=state.DECISIONS[decision],
            code=code,
            seed=self.pairing.seed,
            match=match,
            game=game,
            detail=detail,
            replay=self.pairing.replay_command(arm, (a, b, c), match, game),
        )
