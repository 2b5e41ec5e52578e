"""A thread's own records, and one block of solving games played with them."""

from __future__ import annotations

import dataclasses
import importlib

import numpy as np

from tongits_sim.designs.forks.resume import resume_address
from tongits_sim.designs.seats import Seats
from tongits_sim.designs.solving.job import SolvingJob
from tongits_sim.designs.solving.kernel import play_solving
from tongits_sim.designs.solving.layout import SOLVING_DTYPE
from tongits_sim.game.state import SEATS, new_record
from tongits_sim.profiles.cells import KINDS, fill_grid
from tongits_sim.profiles.profile import Profile
from tongits_sim.run.faults import Fault
from tongits_sim.run.work import Block, Played
from tongits_sim.strategy import Player


class Worker(Seats):
    """The records one thread plays with; about 4 MB."""

    def __init__(self, job: SolvingJob) -> None:
        game = job.job
        seated = [_seated(job, slot) for slot in range(SEATS)]
        super().__init__(job.rules, seated, job.seed, lambda sitting, *where: game.replay_command(*where))
        self.job = job
        for slot, record in enumerate(self._params):
            if job.plays[slot] >= 0:
                Profile("", "", "", job.profiles[job.plays[slot]]).fill(record)
        self._seating = self.sit((0, 1, 2), job.seatings)
        self._solve = self._new_solve()

    def _new_solve(self) -> np.recarray:
        job = self.job
        record = new_record(SOLVING_DTYPE)
        for grid in job.grids:
            fill_grid(record, KINDS.index(grid.kind), grid.axes)
        record["kinds"] = sum(1 << KINDS.index(grid.kind) for grid in job.grids)
        record["counted"] = job.counted
        record["explore"] = round(job.explore * 2**32)
        for grid, decided in zip(job.grids, job.decided, strict=False):
            record["decided"][0, KINDS.index(grid.kind), : grid.cells] = np.frombuffer(decided, np.uint8)
        record["resume"] = resume_address()
        return record

    def play(self, block: Block) -> Played:
        """Play one block."""
        solve = self._solve
        for name in ("sums", "whole", "finished", "branches", "in_branch"):
            solve[name] = 0
        with self.playing():
            play_solving(self.records, solve[0], self.deals(block), self._seating)
        cells = [solve["sums"][0, KINDS.index(grid.kind), : grid.cells] for grid in self.job.grids]
        counts = {
            "games": solve["finished"].copy(),
            "matches": solve["whole"].copy(),
            "branches": solve["branches"].copy(),
            "cells": np.concatenate(cells),
        }
        fault = self.fault()
        return Played(block, counts, fault and self._of_branch(fault))

    def hanging(self, view: np.recarray | None = None) -> Fault:
        """The fault of a bot that does not answer, from where the game, or its branch, is now."""
        branch = self._solve["branch_view"].view(np.recarray)
        return self._of_branch(super().hanging(branch if self._solve["in_branch"][0] else view))

    def _of_branch(self, fault: Fault) -> Fault:
        """A fault without a command to replay it: the game of a solved player went by a profile that no file holds."""
        where = "in a rollout of this game" if self._solve["in_branch"][0] else "in this game"
        detail = "; ".join(filter(None, (fault.detail, f"{where}, while its opponents were being solved")))
        return dataclasses.replace(fault, detail=detail, replay="")


def _seated(job: SolvingJob, slot: int) -> Player:
    """The player of a slot, answering by a profile where it has one."""
    player = job.players[slot]
    if job.plays[slot] < 0:
        return player
    module, _, name = job.answering.partition(":")
    made = getattr(importlib.import_module(module), name)(player.strategy)
    known = {param.name for param in made.params}
    return Player(made, {key: value for key, value in player.values.items() if key in known}, player.origin)
