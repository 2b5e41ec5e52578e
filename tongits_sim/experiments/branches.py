"""Base classes of jobs that play the games of a batch and, in branches, both answers of a decision."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from typing import Any

import numpy as np

from tongits_sim.experiments.batch import BatchJob
from tongits_sim.experiments.fork_branch import resume_address
from tongits_sim.experiments.worker import GameJob, JobT, JobWorker
from tongits_sim.rules.amounts import largest_payment
from tongits_sim.run.faults import Fault
from tongits_sim.run.job import Block, described

MAX_SUM = 2**62


class BatchGamesJob(GameJob):
    """Jobs that play the games of a batch; frozen dataclasses.

    Attributes:
        rules, players, games, seed, match_games: as in `BatchJob`; the rules may not have progressive matches.
    """

    games: int

    @cached_property
    def job(self) -> BatchJob:
        """The batch job that plays the same games."""
        return BatchJob(self.rules, self.players, self.games, self.seed, self.match_games)

    @property
    def largest(self) -> int:
        """A bound on the difference of two results of a match, hundredths."""
        return 2 * max(1, largest_payment(self.rules)) * self.match_games

    def blocks(self, size: int | None = None) -> Iterator[Block]:
        return self.job.blocks(size or self.block_matches)

    def replay(self, seated: tuple[int, ...], match: int, game: int) -> str:
        return self.job.replay_command(match, game)

    def manifest(self) -> dict[str, Any]:
        return {"rules": self.rules.knobs(), "players": described(self.players)} | self.named("games", "seed")


class BranchWorker(JobWorker[JobT]):
    """The worker of a job that plays branches; `take` sets `state` before the first block."""

    state: np.recarray  # the experiment's recarray of length 1, with a `BRANCH` record in `branch`

    def take(self, state: np.recarray) -> None:
        """Take the experiment's record; the engine `resume` plays its branches under the job's rules."""
        self.state = state
        state["branch"]["resume"] = resume_address()

    def clear(self, *names: str) -> None:
        """Clear counts of the record and of its branches."""
        for name in names:
            self.state[name] = 0
        for name in ("played", "branching", "failed"):
            self.state["branch"][name] = 0

    def fault(self) -> Fault | None:
        fault = super().fault()
        return fault and self.with_place(fault, bool(self.state["branch"]["failed"][0]))

    def hang_fault(self, view: np.recarray | None = None) -> Fault:
        """The fault of a bot that does not respond, in the game or its branch."""
        branch = self.state["branch"]
        branching = bool(branch["branching"][0])
        return self.with_place(
            super().hang_fault(branch["branch_view"].view(np.recarray) if branching else view), branching
        )

    def with_place(self, fault: Fault, branching: bool) -> Fault:
        """Add the place to a fault if no command replays the game; branching: it happened in a branch."""
        raise NotImplementedError
