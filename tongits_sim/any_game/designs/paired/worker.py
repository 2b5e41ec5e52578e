"""The worker of paired arms: the records of one thread for each arm."""

from __future__ import annotations

import numpy as np

from tongits_sim.any_game.designs.kernels import paired_kernel, tally_dtype
from tongits_sim.any_game.designs.paired.job import PairedJob
from tongits_sim.any_game.designs.seats import Seats, kernel_of
from tongits_sim.run.faults import Fault
from tongits_sim.run.work import Block, Played


class Worker:
    """Plays the matches of a block in every arm.

    Attributes:
        busy: whether a block is being played.
    """

    def __init__(self, job: PairedJob) -> None:
        self.busy = False
        self._job = job
        self._arms = [Seats(job.game, arm.rules, arm.players, job.seed, job.replay) for arm in job.arms]
        self._seatings = np.array(job.seatings, np.int8)
        counts = job.game.playing.COUNTS
        self._columns = len(counts.columns)
        self._layout = tally_dtype(job.game.name, counts)
        self._play_matches = kernel_of(job.game, paired_kernel)
        self._now = self._arms[0]

    def play(self, block: Block) -> Played:
        """Play one block; a match counts only if it was finished in every arm."""
        sums = np.zeros((len(self._arms), block.matches, self._columns + 1), np.int64)
        fault: Fault | None = None
        self.busy = True
        try:
            for arm, out in zip(self._arms, sums, strict=True):
                self._now = arm
                with arm.playing():
                    tally = np.zeros(1, self._layout).view(np.recarray)
                    self._play_matches(arm.records, (tally[0], out), arm.deals(block), self._seatings, False)
                fault = fault or arm.fault()
        finally:
            self.busy = False
        whole = (sums[:, :, -1] > 0).all(axis=0)
        return Played(block, counted(sums[:, whole]), fault)

    def progress(self) -> tuple[int, int]:
        """Current match and games finished in all arms."""
        return self._now.progress()[0], sum(arm.progress()[1] for arm in self._arms)

    def hanging(self) -> Fault:
        """The fault of a bot that does not respond, at the current position."""
        return self._now.hanging()


def counted(sums: np.ndarray) -> dict[str, np.ndarray]:
    """The arrays of `PairedJob.axes` from the sums of each match: int64[arms, matches, columns and games]."""
    columns, payout = sums[:, :, :-1], sums[:, :, 0]
    return {
        "games": np.array([sums.shape[1]]),
        "x": columns.sum(axis=1),
        "xx": (columns * columns).sum(axis=1),
        "first": (columns * columns[0]).sum(axis=1),
        "differ": (columns != columns[0]).sum(axis=1),
        "pairs": payout @ payout.T,
        "apart": (payout[:, None] != payout).sum(axis=2),
        "rounds": sums[:, :, -1].sum(axis=1),
    }
