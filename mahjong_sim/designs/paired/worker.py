"""The worker of paired arms: the records of one thread for each arm."""

from __future__ import annotations

import numpy as np

from mahjong_sim.designs.batch.tally import C_PAYOUT, N_COLUMNS, TALLY_DTYPE
from mahjong_sim.designs.paired.job import PairedJob
from mahjong_sim.designs.paired.kernel import play_matches
from mahjong_sim.designs.seats import Seats
from mahjong_sim.game.state import new_record
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
        self._arms = [Seats(arm.rules, arm.players, job.seed, lambda match, game: "") for arm in job.arms]
        self._seatings = np.array(job.seatings, np.int8)
        self._now = self._arms[0]

    def play(self, block: Block) -> Played:
        """Play one block; a match counts only if it was finished in every arm."""
        sums = np.zeros((len(self._arms), block.matches, N_COLUMNS + 1), np.int64)
        fault: Fault | None = None
        self.busy = True
        try:
            for arm, out in zip(self._arms, sums, strict=True):
                self._now = arm
                with arm.playing():
                    to = new_record(TALLY_DTYPE)[0], out
                    play_matches(arm.records, to, arm.deals(block), self._seatings, False)
                fault = fault or arm.fault()
        finally:
            self.busy = False
        whole = (sums[:, :, N_COLUMNS] > 0).all(axis=0)
        return Played(block, _counts(sums[:, whole]), fault)

    def progress(self) -> tuple[int, int]:
        """Current match and games finished in all arms."""
        return self._now.progress()[0], sum(arm.progress()[1] for arm in self._arms)

    def hanging(self) -> Fault:
        """The fault of a bot that does not respond, at the current position."""
        return self._now.hanging()


def _counts(sums: np.ndarray) -> dict[str, np.ndarray]:
    """The arrays of `PairedTotals` from what each match brought: int64[arms, matches, columns and games]."""
    columns, payout = sums[:, :, :N_COLUMNS], sums[:, :, C_PAYOUT]
    return {
        "games": np.array([sums.shape[1]]),
        "x": columns.sum(axis=1),
        "xx": (columns * columns).sum(axis=1),
        "first": (columns * columns[0]).sum(axis=1),
        "differ": (columns != columns[0]).sum(axis=1),
        "pairs": payout @ payout.T,
        "apart": (payout[:, None] != payout).sum(axis=2),
        "rounds": sums[:, :, N_COLUMNS].sum(axis=1),
    }
