"""A thread's own records, and one block of games with deviations played with them."""

from __future__ import annotations

import importlib

import numpy as np

from tongits_sim.designs.branch_seats import ComparingSeats
from tongits_sim.designs.deviations.job import DeviationJob
from tongits_sim.designs.deviations.kernel import EVERY_DECISION, play_deviations
from tongits_sim.designs.deviations.layout import DEVIATIONS_DTYPE
from tongits_sim.designs.forks.specialised import RESUME
from tongits_sim.game.state import new_record
from tongits_sim.run.totals import Counts
from tongits_sim.run.work import Block
from tongits_sim.strategy import Player


class Worker(ComparingSeats[DeviationJob]):
    """The records one thread plays with; about 3 MB."""

    why = "one seat deviated from its bot"

    def __init__(self, job: DeviationJob) -> None:
        super().__init__(job, (deviator_of(job), *job.players[1:]))
        self.take(new_record(DEVIATIONS_DTYPE))
        self.specialise(RESUME, self.state["branch"], "resume")
        self.state["stops"] = EVERY_DECISION
        self.state["explore"] = round(job.explore * 2**32)
        self._plan = self._params[0].view(np.recarray)

    def count(self, block: Block) -> Counts:
        """Play the games of a block and count the alternatives."""
        self.clear("sums", "whole", "finished")
        play_deviations(self.records, (self.state[0], self._plan[0]), self.deals(block), self.seating, True)
        return self.cell_counts(self.job.cells)


def deviator_of(job: DeviationJob) -> Player:
    """The player in slot 0."""
    module, _, name = job.deviating.partition(":")
    scores = np.frombuffer(job.scores, "<f4") if job.scores else np.zeros(job.cells, "<f4")
    player: Player = getattr(importlib.import_module(module), name)(job.player, scores)
    return player
