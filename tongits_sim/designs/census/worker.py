"""The worker of a census: the records of one thread."""

from __future__ import annotations

import numpy as np

from tongits_sim.designs.batch.tally import HIST_ZERO, TALLY_DTYPE
from tongits_sim.designs.batch.totals import ARRAYS as TALLY_ARRAYS
from tongits_sim.designs.census.job import CensusJob
from tongits_sim.designs.census.kernel import play_census
from tongits_sim.designs.census.layout import ARRAYS, CENSUS_DTYPE, N_COLUMNS
from tongits_sim.designs.row_counts import row_counts
from tongits_sim.designs.seats import JobSeats
from tongits_sim.game.state import new_record
from tongits_sim.rules.amounts import bin_width
from tongits_sim.run.totals import Counts
from tongits_sim.run.work import Block


class Worker(JobSeats[CensusJob]):
    """Plays blocks of a census on the records of one thread; about 2 MB."""

    def count(self, block: Block) -> Counts:
        """Play the games of a block and count them."""
        job = self.job
        tally, census = new_record(TALLY_DTYPE), new_record(CENSUS_DTYPE)
        tally["unit"] = bin_width(job.rules, HIST_ZERO)
        census["width"] = job.width
        census["marks"][0, : len(job.marks)] = job.marks
        census["bot"] = job.table
        census["together"] = job.together
        rows = np.zeros((block.matches, N_COLUMNS), np.int64)
        play_census(self.records, (tally[0], census[0], rows), self.deals(block), self.seating, not job.duplicate)
        counts = {name: np.array(census[name][0]) for name in ARRAYS}
        counts |= {name: np.array(tally[name][0]) for name in TALLY_ARRAYS}
        return counts | row_counts(rows)
