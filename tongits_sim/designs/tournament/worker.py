"""The worker of a tournament: the records of one thread."""

from __future__ import annotations

import numpy as np

from tongits_sim.designs.batch.tally import HIST_ZERO, TALLY_DTYPE
from tongits_sim.designs.seats import Seats
from tongits_sim.designs.tournament.job import TournamentJob
from tongits_sim.designs.tournament.kernel import N_QUANTITIES, play_table
from tongits_sim.designs.tournament.totals import TournamentTotals, deal_counts
from tongits_sim.designs.tournament.triples import seatings
from tongits_sim.game.state import new_record
from tongits_sim.rules.amounts import bin_width
from tongits_sim.run.work import Block, Played

Arrays = dict[str, np.ndarray]
_BY_TABLE = ("cells", "clusters", "singles", "totals", "hist")


class Worker(Seats):
    """Plays blocks of deals at all tables on the records of one thread."""

    def __init__(self, job: TournamentJob) -> None:
        super().__init__(job.rules, job.players, job.seed, job.replay_command)
        self.job = job
        self._shapes = TournamentTotals(len(job.tables), len(job.players))
        self._tally = new_record(TALLY_DTYPE)
        self._tally["unit"] = bin_width(job.rules, HIST_ZERO)

    def play(self, block: Block) -> Played:
        """Play a block at all tables; tables after a fault are skipped."""
        bots = len(self.job.players)
        arrays = {name: np.zeros(self._shapes.shape(name), np.int64) for name in _BY_TABLE}
        per_deal = np.zeros((block.matches, bots, N_QUANTITIES), np.int64)
        met = np.zeros((block.matches, bots, bots), np.int64)
        with self.playing():
            for number in range(len(self.job.tables)):
                self._play_table(number, block, per_deal, met, arrays)
                if self.table["faults"][0]:
                    break
        return Played(block, arrays | deal_counts(per_deal, met), self.fault())

    def _play_table(self, number: int, block: Block, per_deal: np.ndarray, met: np.ndarray, arrays: Arrays) -> None:
        tally, table = self._tally, self.job.tables[number]
        for name in ("cells", "totals", "clusters", "hist"):
            tally[name] = 0
        seats, who = self.sit(table, seatings(table)), np.array(table, np.int64)
        singles = arrays["singles"][number]
        play_table(self.records, tally[0], self.deals(block), seats, who, per_deal, met, singles)
        arrays["cells"][number] = tally["cells"][0]
        arrays["clusters"][number] = tally["clusters"][0]
        arrays["totals"] += tally["totals"][0]
        for slot, bot in enumerate(table):
            arrays["hist"][bot] += tally["hist"][0][slot]
