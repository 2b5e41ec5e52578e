"""The worker of a batch: the records of one thread."""

from __future__ import annotations

import numpy as np

from mahjong_sim.designs.batch.job import Job
from mahjong_sim.designs.batch.kernel import play_block
from mahjong_sim.designs.batch.tally import TALLY_DTYPE
from mahjong_sim.designs.seats import JobSeats
from mahjong_sim.game.state import new_record
from tongits_sim.run.totals import Counts
from tongits_sim.run.work import Block


class Worker(JobSeats[Job]):
    """Plays blocks of a batch on the records of one thread."""

    def count(self, block: Block) -> Counts:
        """Play the games of a block and count them."""
        tally = new_record(TALLY_DTYPE)
        play_block(self.records, tally[0], self.deals(block), self.seatings, True)
        return counts_of(tally)


def counts_of(tally: np.recarray) -> dict[str, np.ndarray]:
    """The arrays of a `TALLY` record (a recarray of length 1) by their names in `totals.ARRAYS`: int64."""
    names = ("x", "nx", "xx", "cross", "fields", "endings")
    counts = {name: np.array(tally[name][0]) for name in names}
    return counts | {"clusters": np.array(tally["mahjong_clusters"][0]), "turns": np.array(tally["turns"])}
