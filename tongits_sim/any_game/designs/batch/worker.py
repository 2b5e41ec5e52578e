"""The worker of a batch: the records of one thread."""

from __future__ import annotations

import functools
import importlib
from typing import Any

import numpy as np

from tongits_sim.any_game.designs.batch.job import Job
from tongits_sim.any_game.designs.kernels import batch_kernel, tally_dtype
from tongits_sim.any_game.designs.seats import JobSeats
from tongits_sim.run.totals import Counts
from tongits_sim.run.work import Block


@functools.cache
def kernel_of(room: str) -> Any:
    """The batch kernel of the game with that `playing` room."""
    playing = importlib.import_module(room)
    return batch_kernel(playing.TABLE, playing.COUNTS)


class Worker(JobSeats[Job]):
    """Plays blocks of a batch on the records of one thread."""

    def __init__(self, job: Job) -> None:
        super().__init__(job)
        counts = job.game.playing.COUNTS
        self._names = tuple(counts.axes)
        self._layout = tally_dtype(job.game.name, counts)
        self._play_block = kernel_of(job.game.rooms["playing"])

    def count(self, block: Block) -> Counts:
        """Play the games of a block and count them."""
        tally = np.zeros(1, self._layout).view(np.recarray)
        self._play_block(self.records, tally[0], self.deals(block), self.seatings, True)
        return {name: np.array(tally[name][0]) for name in self._names}
