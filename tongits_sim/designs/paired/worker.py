"""The worker of a paired job: the records of one thread."""

from __future__ import annotations

import numpy as np

from tongits_sim.designs.paired.job import Arm, PairedJob
from tongits_sim.designs.paired.kernel import N_QUANTITIES, Deal, play_deals
from tongits_sim.designs.paired.metric import MOST_COUNT, MetricError
from tongits_sim.designs.paired.totals import moments_of
from tongits_sim.designs.seats import Seats
from tongits_sim.run.faults import Fault
from tongits_sim.run.work import Block, Played


class Worker:
    """Plays blocks of deals in all arms; every arm has records of its own, since rules differ."""

    def __init__(self, job: PairedJob) -> None:
        self.job = job
        self._arms = [_ArmSeats(job, arm) for arm in job.arms]
        self._now = self._arms[0]

    def play(self, block: Block) -> Played:
        """Play a block in all arms; after a fault the whole block is dropped, since arms are compared deal by deal."""
        width = N_QUANTITIES + len(self.job.metrics)
        values = np.zeros((block.matches, len(self._arms), width), np.int64)
        for number, arm in enumerate(self._arms):
            self._now = arm
            values[:, number] = arm.quantities(block)
            if fault := arm.fault():
                return Played(block, moments_of(values[:0]), fault)
        return Played(block, moments_of(values))

    @property
    def busy(self) -> bool:
        """Whether it is playing a block."""
        return self._now.busy

    def progress(self) -> tuple[int, int]:
        """Current match, and games finished in all arms: these advance as long as bots respond."""
        match, _ = self._now.progress()
        return match, sum(arm.progress()[1] for arm in self._arms)

    def hanging(self) -> Fault:
        """The fault of a bot that does not respond, at the current position."""
        return self._now.hanging()


class _ArmSeats(Seats):
    """The seats of one arm."""

    same_players = True

    def __init__(self, job: PairedJob, arm: Arm) -> None:
        super().__init__(arm.rules, arm.players, job.seed, lambda *where: job.replay_command(arm, *where))
        self._seating = self.sit((0, 1, 2), job.seatings)
        self._metrics = job.metrics
        addresses = [self._result.ctypes.data, *(metric.address() for metric in job.metrics)]
        self._measures = np.array(addresses, np.int64)
        self._bankroll = job.bankroll

    def quantities(self, block: Block) -> np.ndarray:
        """The quantities of each deal: int64[deals, QUANTITIES and own]. Raises MetricError."""
        out = np.zeros((block.matches, N_QUANTITIES + len(self._metrics)), np.int64)
        deal = Deal(out, self._measures, np.zeros((2, 3), np.int64), self._bankroll, np.full(3, -1, np.int64))
        with self.playing():
            play_deals(self.records, deal, self.deals(block), self._seating, False)
        failed, match, game = deal.failed.tolist()
        if failed >= 0:
            why = self._errors[0] if self._errors else f"it counts more than {MOST_COUNT:,}, of either sign"
            where = f"at the end of game {game + 1} of deal {match + 1}"
            raise MetricError(f"the metric {self._metrics[failed].name!r} fails {where}: {why}")
        return out
