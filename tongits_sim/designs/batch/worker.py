"""The worker of a batch: the records of one thread."""

from __future__ import annotations

import numpy as np

from tongits_sim.designs.batch.job import Job
from tongits_sim.designs.batch.kernel import play_block
from tongits_sim.designs.batch.rows import CHUNK, GameRows, new_rows, play_rows, take_rows
from tongits_sim.designs.batch.specialised import GAMES
from tongits_sim.designs.batch.tally import HIST_ZERO, TALLY_DTYPE
from tongits_sim.designs.batch.totals import ARRAYS
from tongits_sim.designs.seats import JobSeats
from tongits_sim.game.state import new_record
from tongits_sim.rules.amounts import bin_width
from tongits_sim.run.row_table import joined
from tongits_sim.run.totals import Rows
from tongits_sim.run.work import Block, Played


class Worker(JobSeats[Job]):
    """Plays blocks of a batch on the records of one thread; about 300 kB."""

    def __init__(self, job: Job) -> None:
        super().__init__(job)
        if not job.keep_rows:
            self.specialise(GAMES, self.table, "games", only=True)
        self._unit = bin_width(job.rules, HIST_ZERO)
        self._rows: GameRows | None = None

    def play(self, block: Block) -> Played:
        """Play one block."""
        tally = new_record(TALLY_DTYPE)
        tally["unit"] = self._unit
        rows = None
        with self.playing():
            if self.job.keep_rows:
                rows = self._play_rows(block, tally)
            else:
                play_block(self.records, tally[0], self.deals(block), self.seating, True)
        return Played(block, {name: np.array(tally[name][0]) for name in ARRAYS}, self.fault(), rows)

    def _play_rows(self, block: Block, tally: np.recarray) -> Rows:
        """Play a block some matches at a time; returns a row for each game."""
        step = max(1, CHUNK // block.games)
        if self._rows is None or len(self._rows.match) < step * block.games:
            self._rows = new_rows(self.job.rules, self.job.match_games, step * block.games, self.job.also)
        parts = []
        for some in block.pieces(step):
            play_rows(self.records, (tally[0], self._rows), self.deals(some), self.seating, True)
            parts.append(take_rows(self._rows))
        return joined(parts)
