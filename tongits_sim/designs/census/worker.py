"""The worker of a census: the records of one thread."""

from __future__ import annotations

import numpy as np

from tongits_sim.designs.batch.tally import HIST_ZERO, TALLY_DTYPE
from tongits_sim.designs.batch.totals import ARRAYS as TALLY_ARRAYS
from tongits_sim.designs.census.job import CensusJob
from tongits_sim.designs.census.kernel import add_products, play_census
from tongits_sim.designs.census.layout import ARRAYS, CENSUS_DTYPE, N_COLUMNS
from tongits_sim.designs.seats import Seats
from tongits_sim.game.state import new_record
from tongits_sim.rules.amounts import bin_width
from tongits_sim.run.work import Block, Played


class Worker(Seats):
    """Plays blocks of a census on the records of one thread; about 2 MB."""

    same_players = True

    def __init__(self, job: CensusJob) -> None:
        super().__init__(job.rules, job.players, job.seed, job.replay_command)
        self.job = job
        self._seating = self.sit((0, 1, 2), job.seatings)

    def play(self, block: Block) -> Played:
        """Play one block."""
        job = self.job
        tally, census = new_record(TALLY_DTYPE), new_record(CENSUS_DTYPE)
        tally["unit"] = bin_width(job.rules, HIST_ZERO)
        census["width"] = job.width
        census["marks"][0, : len(job.marks)] = job.marks
        census["bot"] = job.table
        census["together"] = job.together
        rows = np.zeros((block.matches, N_COLUMNS), np.int64)
        with self.playing():
            deals = self.deals(block)
            play_census(self.records, (tally[0], census[0], rows), deals, self._seating, not job.duplicate)
        counts = {name: np.array(census[name][0]) for name in ARRAYS}
        counts |= {name: np.array(tally[name][0]) for name in TALLY_ARRAYS}
        counts |= {"matches": np.array([block.matches]), "sums": rows.sum(axis=0), "products": self.products(rows)}
        return Played(block, counts, self.fault())

    @staticmethod
    def products(rows: np.ndarray) -> np.ndarray:
        """`rows.T @ rows` (int64[k, k]), exactly; rows: int64[n, COLUMNS]."""
        products = np.zeros((N_COLUMNS, N_COLUMNS), np.int64)
        add_products(rows, np.zeros(N_COLUMNS, np.int64), products)
        return products
