"""The worker of sessions: the records of one thread."""

from __future__ import annotations

import numpy as np

from tongits_sim.designs.row_counts import row_counts
from tongits_sim.designs.seats import JobSeats
from tongits_sim.designs.sessions.job import SessionsJob
from tongits_sim.designs.sessions.kernel import play_sessions
from tongits_sim.designs.sessions.layout import ARRAYS, N_COLUMNS, SESSIONS_DTYPE
from tongits_sim.game.state import new_record
from tongits_sim.run.totals import Counts
from tongits_sim.run.work import Block


class Worker(JobSeats[SessionsJob]):
    """Plays blocks of sessions on the records of one thread."""

    def count(self, block: Block) -> Counts:
        """Play the games of a block and count them."""
        job = self.job
        sessions = new_record(SESSIONS_DTYPE)
        sessions["width"] = job.width
        sessions["stops"][0, : len(job.stops)] = job.stops
        sessions["bot"] = job.table
        rows = np.zeros((block.matches, N_COLUMNS), np.int64)
        play_sessions(self.records, (sessions[0], rows), self.deals(block), self.seating, not job.duplicate)
        return {name: np.array(sessions[name][0]) for name in ARRAYS} | row_counts(rows)
