"""The worker of sessions: the records of one thread, and the sums of their results."""

from __future__ import annotations

import numpy as np

from mahjong_sim.designs.sessions.job import BIN, BINS, SessionsJob
from mahjong_sim.designs.sessions.kernel import OUT, Sums, play_sessions
from mahjong_sim.game.state import SEATS
from tongits_sim.any_game.designs.seats import JobSeats
from tongits_sim.run.totals import Counts
from tongits_sim.run.work import Block


class Worker(JobSeats[SessionsJob]):
    """Plays blocks of sessions on the records of one thread."""

    def count(self, block: Block) -> Counts:
        """Play the sessions of a block and count those that no fault ended."""
        out = np.zeros((block.matches, SEATS, len(OUT)), np.int64)
        play_sessions(self.records, Sums(out, np.zeros(1, np.int64)), self.deals(block), self.seatings, True)
        return counts_of(out[out[:, -1, -1] >= 0])


def counts_of(out: np.ndarray) -> dict[str, np.ndarray]:
    """The arrays of `SessionsJob.axes` from the results of sessions: int64[sessions, slot, OUT]."""
    final, lowest, squares, pots = np.moveaxis(out, 2, 0)
    bins = np.minimum(-(lowest // BIN), BINS - 1)
    sums = [final.sum(axis=0), (final * final).sum(axis=0), squares.sum(axis=0), pots.sum(axis=0)]
    return {
        "games": np.array([len(out)]),
        "sums": np.stack(sums, axis=1),
        "lowest": np.stack([np.bincount(bins[:, slot], minlength=BINS) for slot in range(SEATS)]),
        "below": (final < 0).sum(axis=0),
    }
