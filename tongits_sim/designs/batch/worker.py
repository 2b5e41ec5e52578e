"""The worker of a batch: the records of one thread."""

from __future__ import annotations

import numpy as np

from tongits_sim.designs.batch.job import Job
from tongits_sim.designs.batch.kernel import play_block
from tongits_sim.designs.batch.tally import HIST_ZERO, TALLY_DTYPE
from tongits_sim.designs.batch.totals import ARRAYS
from tongits_sim.designs.seats import Seats
from tongits_sim.game.state import new_record
from tongits_sim.rules.amounts import bin_width
from tongits_sim.run.work import Block, Played


class Worker(Seats):
    """Plays blocks of a batch on the records of one thread; about 300 kB."""

    def __init__(self, job: Job) -> None:
        super().__init__(job.rules, job.players, job.seed, lambda seated, match, game: job.replay_command(match, game))
        self.job = job
        self._seating = self.sit((0, 1, 2), job.seatings)
        self._unit = bin_width(job.rules, HIST_ZERO)

    def play(self, block: Block) -> Played:
        """Play one block."""
        tally = new_record(TALLY_DTYPE)
        tally["unit"] = self._unit
        with self.playing():
            play_block(self.records, tally[0], self.deals(block), self._seating, True)
        return Played(block, {name: np.array(tally[name][0]) for name in ARRAYS}, self.fault())
