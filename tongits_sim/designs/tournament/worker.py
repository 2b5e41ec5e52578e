"""A thread's own records, and one block of deals played at all tables with them."""

from __future__ import annotations

import numpy as np

from tongits_sim.designs.batch import kernel
from tongits_sim.designs.batch.tally import HIST_ZERO, TALLY_DTYPE
from tongits_sim.designs.tournament.job import Field
from tongits_sim.designs.tournament.kernel import N_QUANTITIES, play_table
from tongits_sim.designs.tournament.totals import FieldSums, deal_counts
from tongits_sim.designs.tournament.triples import Triple, seatings
from tongits_sim.game import asking, hooks, state
from tongits_sim.game.log import new_log
from tongits_sim.game.reasons import NEVER_ANSWERED
from tongits_sim.rules.amounts import bin_width
from tongits_sim.rules.record import rules_record
from tongits_sim.run.faults import Fault
from tongits_sim.run.work import Block, Played

Arrays = dict[str, np.ndarray]
_BY_TABLE = ("cells", "clusters", "singles", "totals", "hist")


class FieldWorker:
    """The records one thread plays a field with."""

    def __init__(self, field: Field) -> None:
        self.field = field
        self.busy = False
        self._shapes = FieldSums(len(field.tables), len(field.players))
        self._at: Triple = field.tables[0]
        self._params = [player.params() for player in field.players]  # kept alive: the table holds their addresses
        self._addresses = np.array([player.addresses() for player in field.players], np.int64)
        self._table = kernel.new_table()
        self._rules = rules_record(field.rules)
        self._view = state.new_record(state.VIEW_DTYPE)
        self._view["rules"] = self._rules
        self._match, self._result = (state.new_record(each) for each in (state.MATCH_DTYPE, state.RESULT_DTYPE))
        self._game = state.new_game(self._rules)
        self._log = new_log(on=False)
        self._tally = state.new_record(TALLY_DTYPE)

    def play(self, block: Block) -> Played:
        """Play a block at all tables; tables that follow a fault are left out."""
        field = self.field
        found = {name: np.zeros(self._shapes.shape(name), np.int64) for name in _BY_TABLE}
        bots = len(field.players)
        per_deal = np.zeros((block.matches, bots, N_QUANTITIES), np.int64)
        met = np.zeros((block.matches, bots, bots), np.int64)
        self._table["faults"] = self._table["alarm"] = 0
        fault = None
        with hooks.listening(self._table["alarm"]) as errors:
            self.busy = True
            try:
                for number in range(len(field.tables)):
                    self._play_table(number, block, per_deal, met, found)
                    if self._table["faults"][0]:
                        fault = self._fault(errors)
                        break
            finally:
                self.busy = False
        return Played(block, found | deal_counts(per_deal, met), fault)

    def _play_table(self, number: int, block: Block, per_deal: np.ndarray, met: np.ndarray, found: Arrays) -> None:
        tally, table = self._tally, self.field.tables[number]
        tally["unit"] = bin_width(self.field.rules, HIST_ZERO)
        for name in ("cells", "totals", "clusters", "hist"):
            tally[name] = 0
        self._sit(table)
        game, view, match, result = (record[0] for record in (self._game, self._view, self._match, self._result))
        seats, who = np.array(seatings(table), np.int8), np.array(table, np.int64)
        play_table(
            *(game, view, match, result, self._rules[0], self._log[0], self._table[0], tally[0]),
            np.uint64(self.field.seed),
            *(block.first, block.matches, block.games),
            *(seats, who, per_deal, met, found["singles"][number]),
        )
        found["cells"][number] = tally["cells"][0]
        found["clusters"][number] = tally["clusters"][0]
        found["totals"] += tally["totals"][0]
        for slot, bot in enumerate(table):
            found["hist"][bot] += tally["hist"][0][slot]

    def _sit(self, table: Triple) -> None:
        """Let three bots sit down."""
        self._at = table
        players = [self.field.players[bot] for bot in table]
        self._table["hooks"] = self._addresses[list(table)]
        self._table["params"] = [self._params[bot].ctypes.data for bot in table]
        self._table["chance"] = [player.strategy.uses_chance for player in players]
        self._table["guard"] = [bool(player.origin) for player in players]

    def progress(self) -> tuple[int, int]:
        """Match and games finished: what moves on as long as bots answer."""
        return int(self._table["now_match"][0]), int(self._table["now_games"][0])

    def hanging(self) -> Fault:
        """The fault of a bot that does not answer, from where the worker is now."""
        place = self._table[0]
        seat, decision = (int(self._view[name][0]) for name in ("me", "decision"))
        seating = [int(slot) for slot in place["seating"]]
        where = int(place["now_match"]), int(place["now_game"])
        return self._made(NEVER_ANSWERED, seating, seating[seat], decision, where)

    def _fault(self, errors: list[str]) -> Fault:
        place = self._table[0]
        code = int(place["fault_reason"])
        detail = errors[0] if errors and code == asking.REASON_RAISED else ""
        seating = list(seatings(self._at)[int(place["fault_seating"])])
        where = int(place["fault_match"]), int(place["fault_game"])
        return self._made(code, seating, int(place["fault_slot"]), int(place["fault_decision"]), where, detail)

    def _made(
        self, code: int, seating: list[int], slot: int, decision: int, where: tuple[int, int], detail: str = ""
    ) -> Fault:
        """A fault; the table is named as it sits, so that fixed seats play its game again."""
        a, b, c = (self._at[each] for each in seating)
        match, game = where
        return Fault(
            label=self.field.players[self._at[slot]].label,
            slot=slot,
            seat=seating.index(slot),
            decision=state.DECISIONS[decision],
            code=code,
            seed=self.field.seed,
            match=match,
            game=game,
            detail=detail,
            replay=self.field.table_job((a, b, c)).replay_command(match, game),
        )
