"""The base of the workers of designs that play branches of games."""

from __future__ import annotations

import numpy as np

from tongits_sim.designs.forks.resume import resume_address
from tongits_sim.designs.seats import JobSeats, JobT
from tongits_sim.run.faults import Fault


class BranchSeats(JobSeats[JobT]):
    """The records of one thread of a job that plays branches; `state` is set before the first block.

    Attributes:
        state: the record of the design, a recarray of length 1 with a `BRANCH` record in `branch`.
    """

    state: np.recarray

    def take(self, state: np.recarray) -> None:
        """Take the record of the design: its branches are played by the engine of `resume`, with the job's rules."""
        self.state = state
        state["branch"]["resume"] = resume_address()

    def clear(self, *names: str) -> None:
        """Set counts of the record, and those of its branches, to 0."""
        for name in names:
            self.state[name] = 0
        for name in ("played", "branching", "failed"):
            self.state["branch"][name] = 0

    def fault(self) -> Fault | None:
        """The first fault of the last block; None if there was none."""
        fault = super().fault()
        return fault and self.with_place(fault, bool(self.state["branch"]["failed"][0]))

    def hanging(self, view: np.recarray | None = None) -> Fault:
        """The fault of a bot that does not respond, at the current position of the game or its branch."""
        branch = self.state["branch"]
        branching = bool(branch["branching"][0])
        return self.with_place(super().hanging(branch["seen"].view(np.recarray) if branching else view), branching)

    def with_place(self, fault: Fault, branching: bool) -> Fault:
        """The fault, with its place if no command replays the game; branching: in a branch."""
        raise NotImplementedError
