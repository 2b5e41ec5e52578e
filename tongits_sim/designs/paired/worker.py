"""A thread's own records, and one block of deals played in all arms with them."""

from __future__ import annotations

import numpy as np

from tongits_sim.designs.paired.job import Arm, PairedJob
from tongits_sim.designs.paired.kernel import N_QUANTITIES, play_deals
from tongits_sim.designs.paired.totals import moments_of
from tongits_sim.designs.seats import Seats
from tongits_sim.run.faults import Fault
from tongits_sim.run.work import Block, Played


class Worker:
    """The records one thread plays arms with: seats for each of them, as their rules differ."""

    def __init__(self, job: PairedJob) -> None:
        self.job = job
        self._arms = [_ArmSeats(job, arm) for arm in job.arms]
        self._now = self._arms[0]

    def play(self, block: Block) -> Played:
        """Play a block in all arms; after a fault none of it counts, as arms are comparable only deal by deal."""
        values = np.zeros((block.matches, len(self._arms), N_QUANTITIES), np.int64)
        for number, arm in enumerate(self._arms):
            self._now = arm
            values[:, number] = arm.play(block)
            if fault := arm.fault():
                return Played(block, moments_of(values[:0]), fault)
        return Played(block, moments_of(values))

    @property
    def busy(self) -> bool:
        """It is playing a block now."""
        return self._now.busy

    def progress(self) -> tuple[int, int]:
        """Match, and games finished in all arms: what moves on as long as bots answer."""
        match, _ = self._now.progress()
        return match, sum(arm.progress()[1] for arm in self._arms)

    def hanging(self) -> Fault:
        """The fault of a bot that does not answer, from where the worker is now."""
        return self._now.hanging()


class _ArmSeats(Seats):
    """The seats of one arm."""

    def __init__(self, job: PairedJob, arm: Arm) -> None:
        super().__init__(arm.rules, arm.players, job.seed, lambda *where: job.replay_command(arm, *where))
        self._seating = self.sit((0, 1, 2), job.seatings)

    def play(self, block: Block) -> np.ndarray:
        """What each deal brought: int64[deals, QUANTITIES]."""
        out = np.zeros((block.matches, N_QUANTITIES), np.int64)
        with self.playing():
            play_deals(self.records, self.deals(block), self._seating, out)
        return out
