"""The worker of a tournament: the records of one thread."""

from __future__ import annotations

import numpy as np

from tongits_sim.any_game.kernel_arguments import Deals, Records
from tongits_sim.designs.batch.tally import HIST_ZERO, TALLY_DTYPE
from tongits_sim.designs.seats import Seats
from tongits_sim.designs.tournament.draw_luck import LUCK_DTYPE, N_STRENGTHS
from tongits_sim.designs.tournament.job import TournamentJob
from tongits_sim.designs.tournament.kernel import N_QUANTITIES, Sums, play_table
from tongits_sim.designs.tournament.totals import deal_counts, luck_counts
from tongits_sim.designs.tournament.triples import seatings
from tongits_sim.game.state import SEATS, new_record
from tongits_sim.rules.amounts import bin_width
from tongits_sim.run.work import Block, Played

Arrays = dict[str, np.ndarray]
_BY_TABLE = ("cells", "clusters", "singles", "totals", "hist")


class Worker(Seats):
    """Plays blocks of deals at all tables on the records of one thread."""

    def __init__(self, job: TournamentJob) -> None:
        super().__init__(job.rules, job.players, job.seed, job.replay)
        self.job = job
        self._shapes = job.empty()
        tally = new_record(TALLY_DTYPE)
        tally["unit"] = bin_width(job.rules, HIST_ZERO)
        self._tally = tally[0]
        self._counts = {name: tally[name][0] for name in ("cells", "totals", "clusters", "hist")}
        self._luck = new_record(LUCK_DTYPE)
        if job.draw_worth is not None:
            self._luck["luck_on"] = 1
            self._luck["worth"] = np.reshape(job.draw_worth, (1, SEATS, N_STRENGTHS))

    def play(self, block: Block) -> Played:
        """Play a block at all tables; tables after a fault are skipped."""
        bots = len(self.job.players)
        arrays = {name: np.zeros(self._shapes.shape(name), np.int64) for name in _BY_TABLE}
        per_deal = np.zeros((block.matches + 1, bots, N_QUANTITIES), np.int64)  # the kernel borrows one row
        met = np.zeros((block.matches, bots, bots), np.int64)
        luck = np.zeros((block.matches, bots), np.int64)
        self._log["on"] = self.job.draw_worth is not None
        records, deals = self.records, self.deals(block)
        with self.playing():
            for number in range(len(self.job.tables)):
                sums = Sums(per_deal, met, arrays["singles"][number], luck)
                self._play_table(number, records, deals, sums, arrays)
                if self.table["faults"][0]:
                    break
        self._log["on"] = False
        per_deal = per_deal[:-1]
        counts = arrays | deal_counts(per_deal, met)
        if self.job.draw_worth is not None:
            counts |= luck_counts(per_deal, luck)
        return Played(block, counts, self.fault())

    def _play_table(self, number: int, records: Records, deals: Deals, sums: Sums, arrays: Arrays) -> None:
        counted, table = self._counts, self.job.tables[number]
        for each in counted.values():
            each.fill(0)
        seats, who = self.sit(table, seatings(table)), np.array(table, np.int64)
        play_table(records, (self._tally, who, sums, self._luck[0]), deals, seats, False)
        arrays["cells"][number] = counted["cells"]
        arrays["clusters"][number] = counted["clusters"]
        arrays["totals"] += counted["totals"]
        for slot, bot in enumerate(table):
            arrays["hist"][bot] += counted["hist"][slot]
