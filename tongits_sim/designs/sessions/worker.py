"""The worker of sessions: the records of one thread."""

from __future__ import annotations

import numpy as np

from tongits_sim.designs.seats import Seats
from tongits_sim.designs.sessions.job import SessionsJob
from tongits_sim.designs.sessions.kernel import play_sessions
from tongits_sim.designs.sessions.layout import ARRAYS, N_COLUMNS, SESSIONS_DTYPE
from tongits_sim.game.state import new_record
from tongits_sim.run.work import Block, Played


class Worker(Seats):
    """Plays blocks of sessions on the records of one thread."""

    same_players = True

    def __init__(self, job: SessionsJob) -> None:
        super().__init__(job.rules, job.players, job.seed, job.replay_command)
        self.job = job
        self._seating = self.sit((0, 1, 2), job.seatings)

    def play(self, block: Block) -> Played:
        """Play one block."""
        job = self.job
        sessions = new_record(SESSIONS_DTYPE)
        sessions["width"] = job.width
        sessions["stops"][0, : len(job.stops)] = job.stops
        sessions["bot"] = job.table
        rows = np.zeros((block.matches, N_COLUMNS), np.int64)
        with self.playing():
            play_sessions(self.records, (sessions[0], rows), self.deals(block), self._seating, not job.duplicate)
        counts = {name: np.array(sessions[name][0]) for name in ARRAYS}
        counts |= {"matches": np.array([block.matches]), "sums": rows.sum(axis=0), "products": rows.T @ rows}
        return Played(block, counts, self.fault())
