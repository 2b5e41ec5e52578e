"""The worker of a knowing job: the records of one thread."""

from __future__ import annotations

import numpy as np

from tongits_sim.designs.seats import JobSeats
from tongits_sim.run.faults import Fault
from tongits_sim.run.work import Block, Played
from tongits_sim.thinking.knowing.job import Arm, KnowingJob
from tongits_sim.thinking.knowing.kernel import Shown, play_arm, play_plain
from tongits_sim.thinking.memory import Thought, new_thinking

_WHERE = "in this game, where one seat was shown hidden cards"


class Worker(JobSeats[KnowingJob]):
    """Plays blocks of deals on the records of one thread."""

    same_players = False  # one of them thinks

    def __init__(self, job: KnowingJob) -> None:
        super().__init__(job)
        self.seating = self.seating[:1]  # all three are the same
        self._thinks = [self._new_thinking(arm) for arm in job.arms]

    def _new_thinking(self, arm: Arm) -> np.recarray:
        job = self.job
        thought = Thought(worlds=job.worlds, tries=0, sure=job.sure, thinks=arm.thinks)
        record = new_thinking(job.rules, job.player, thought)
        record["knows"] = arm.knows
        return record.view(np.recarray)

    def play(self, block: Block) -> Played:
        """Play one block; after a fault the whole block is dropped."""
        deals = self.deals(block)
        paid = np.zeros((block.matches, 3), np.int64)
        gains = np.zeros((block.matches, len(self._thinks)), np.int64)
        for think in self._thinks:
            think["decisions"] = think["changed"] = think["played"] = 0
        with self.playing():
            play_plain(self.records, paid, deals, self.seating, True)
            for number, think in enumerate(self._thinks):
                if not self.table["faults"][0]:
                    shown = Shown(think[0], paid, gains[:, number], np.zeros(1, np.int64))
                    play_arm(self.records, shown, deals, np.repeat(self.seating, 3, axis=0), False)
        fault = self.fault()
        done = int(fault is None)
        counts = {
            "games": np.array([done * block.matches]),
            "gain": done * gains.sum(axis=0),
            "products": done * (gains.T @ gains),
            "thoughts": done * self._counts("decisions"),
            "changed": done * self._counts("changed"),
            "worlds": done * self._counts("played"),
        }
        return Played(block, counts, fault)

    def _counts(self, name: str) -> np.ndarray:
        return np.array([int(think[name][0]) for think in self._thinks], np.int64)

    def fault(self) -> Fault | None:
        """The first fault of the last block; None if there was none."""
        fault = super().fault()
        return fault and fault.unrepeatable(_WHERE)

    def hanging(self, view: np.recarray | None = None) -> Fault:
        """The fault of a bot that does not respond."""
        return super().hanging(view).unrepeatable(_WHERE)
