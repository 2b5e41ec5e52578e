"""The worker of samples: the records of one thread."""

from __future__ import annotations

import numpy as np

from tongits_sim.designs.branch_seats import BranchSeats
from tongits_sim.designs.samples.job import SampleJob
from tongits_sim.designs.samples.kernel import EVERY_DECISION, play_samples
from tongits_sim.designs.samples.layout import SAMPLES_DTYPE
from tongits_sim.game.state import DECISIONS, new_record
from tongits_sim.run.faults import Fault
from tongits_sim.run.totals import Counts
from tongits_sim.run.work import Block


class Worker(BranchSeats[SampleJob]):
    """Plays blocks of games with samples on the records of one thread; about 45 MB."""

    def __init__(self, job: SampleJob) -> None:
        super().__init__(job)
        self.take(new_record(SAMPLES_DTYPE))
        state, self._plan = self.state, self._params[0].view(np.recarray)
        state["stops"] = EVERY_DECISION
        state["explore"] = round(job.explore * 2**32)
        state["share"] = [round(job.share.get(name, 0.0) * 2**32) for name in DECISIONS]
        state["places"] = self._plan["rows"].shape[2]

    def with_place(self, fault: Fault, branching: bool) -> Fault:
        """No command replays these games."""
        where = "a rollout of this game" if branching else "this game"
        return fault.unrepeatable(f"in {where}, while options of one seat were sampled")

    def count(self, block: Block) -> Counts:
        """Play the games of a block and keep the rows of its samples."""
        self.clear("rows", "whole", "finished")
        self.state["match_number"] = block.first
        play_samples(self.records, (self.state[0], self._plan[0]), self.deals(block), self.seating, True)
        state = self.state
        rows, places = int(state["rows"][0]), int(state["places"][0])
        return {
            "games": state["finished"].copy(),
            "matches": state["whole"].copy(),
            "branches": state["branch"]["played"].copy(),
            **{name: state[name][0, :rows].copy() for name in ("row_match", "row_kind", "row_gain")},
            "row": state["row"][0, :rows, :places].copy(),
        }
