"""The worker of a batch: the records of one thread."""

from __future__ import annotations

import numpy as np

from mahjong_sim.designs.batch.job import Job
from mahjong_sim.designs.batch.kernel import play_block
from mahjong_sim.designs.batch.tally import TALLY_DTYPE
from mahjong_sim.designs.seats import Seats
from mahjong_sim.game.state import new_record
from tongits_sim.run.work import Block, Played


class Worker(Seats):
    """Plays blocks of a batch on the records of one thread."""

    def __init__(self, job: Job) -> None:
        super().__init__(job.rules, job.players, job.seed, lambda match, game: _again(job, match, game))
        self._seatings = np.array(job.seatings, np.int8)

    def play(self, block: Block) -> Played:
        """Play one block."""
        tally = new_record(TALLY_DTYPE)
        with self.playing():
            play_block(self.records, tally[0], self.deals(block), self._seatings, True)
        return Played(block, counts_of(tally), self.fault())


def counts_of(tally: np.recarray) -> dict[str, np.ndarray]:
    """The arrays of a `TALLY` record (a recarray of length 1) by their names in `totals.ARRAYS`: int64."""
    names = ("x", "nx", "xx", "cross", "fields", "endings")
    counts = {name: np.array(tally[name][0]) for name in names}
    return counts | {"clusters": np.array(tally["mahjong_clusters"][0]), "turns": np.array(tally["turns"])}


def _again(job: Job, match: int, game: int) -> str:
    """The command that plays a match up to one of its games again, and writes it down."""
    return f"tongits mahjong records {job.options()} {job.replay_options(match, game)}"
