"""The worker of a batch: the records of one thread."""

from __future__ import annotations

import numpy as np

from tongits_sim.any_game.designs.batch.job import Job
from tongits_sim.any_game.designs.kernels import batch_kernel, tally_dtype
from tongits_sim.any_game.designs.seats import JobSeats, kernel_of
from tongits_sim.run.totals import Counts
from tongits_sim.run.work import Block


class Worker(JobSeats[Job]):
    """Plays blocks of a batch on the records of one thread."""

    def __init__(self, job: Job) -> None:
        super().__init__(job)
        counts = job.game.playing.COUNTS
        self._names = tuple(counts.axes)
        self._layout = tally_dtype(job.game.name, counts)
        self._play_block = kernel_of(job.game, batch_kernel)

    def count(self, block: Block) -> Counts:
        """Play the games of a block and count them."""
        tally = np.zeros(1, self._layout).view(np.recarray)
        self._play_block(self.records, tally[0], self.deals(block), self.seatings, True)
        return {name: np.array(tally[name][0]) for name in self._names}
