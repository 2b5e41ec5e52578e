"""A thread's own records, and one block of solving games played with them."""

from __future__ import annotations

import dataclasses
import importlib
from typing import Any

import numpy as np

from tongits_sim.designs.forks.resume import resume_address
from tongits_sim.designs.forks.specialised import RESUME
from tongits_sim.designs.seats import Seats
from tongits_sim.designs.solving.job import SolvingJob
from tongits_sim.designs.solving.kernel import play_solving
from tongits_sim.designs.solving.layout import SOLVING_DTYPE
from tongits_sim.game.hooks import compile_hook
from tongits_sim.game.state import DECISIONS, SEATS, new_record
from tongits_sim.profiles.cells import KINDS, fill_grid
from tongits_sim.profiles.profile import Profile
from tongits_sim.run.faults import Fault
from tongits_sim.run.work import Block, Played
from tongits_sim.strategy import Hooks, Param, Player


class Worker(Seats):
    """The records one thread plays with; about 4 MB."""

    same_players = True

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
        self.specialise(RESUME, self._solve["branch"], "resume")

    def _new_solve(self) -> np.recarray:
        job = self.job
        record = new_record(SOLVING_DTYPE)
        at = 0
        for grid in job.grids:
            kind = KINDS.index(grid.kind)
            fill_grid(record, kind, grid.axes)
            record["first_cell"][0, kind] = at
            at += grid.cells
            for slot in range(SEATS):
                record["yes_hook"][0, slot, kind], record["no_hook"][0, slot, kind] = self._answers(slot, grid.kind)
        record["stops"] = sum(1 << DECISIONS.index(grid.kind) for grid in job.grids)
        record["counted"] = job.counted
        record["explore"] = round(job.explore * 2**32)
        for grid, decided in zip(job.grids, job.decided, strict=False):
            record["decided"][0, KINDS.index(grid.kind), : grid.cells] = np.frombuffer(decided, np.uint8)
        record["branch"]["resume"] = resume_address()
        return record

    def _answers(self, slot: int, kind: str) -> tuple[int, int]:
        """Addresses of the hooks that say what yes and no mean to a slot's player; 0 where that is action 1 and 0."""
        if self.job.plays[slot] < 0:
            return 0, 0
        base, seated = self.job.players[slot].strategy, self._players[slot].strategy
        layout = seated.layout
        hooks = _function(self.job.answering.replace(":profiled", ":both_answers"))(base, kind)
        yes, no = (0 if hook is None else compile_hook(hook, layout, seated.name, kind) for hook in hooks)
        return yes, no

    def play(self, block: Block) -> Played:
        """Play one block."""
        solve = self._solve
        for name in ("sums", "whole", "finished"):
            solve[name] = 0
        for name in ("played", "branching", "failed"):
            solve["branch"][name] = 0
        with self.playing():
            play_solving(self.records, (solve[0],), self.deals(block), self._seating, True)
        counts = {
            "games": solve["finished"].copy(),
            "matches": solve["whole"].copy(),
            "branches": solve["branch"]["played"].copy(),
            "cells": solve["sums"][0, : sum(grid.cells for grid in self.job.grids)].copy(),
        }
        fault = self.fault()
        return Played(block, counts, fault and self._explained(fault, solve["branch"]["failed"][0]))

    def hanging(self, view: np.recarray | None = None) -> Fault:
        """The fault of a bot that does not answer, from where the game, or its branch, is now."""
        branch = self._solve["branch"]
        of_branch = branch["branching"][0]
        return self._explained(super().hanging(branch["seen"].view(np.recarray) if of_branch else view), of_branch)

    def _explained(self, fault: Fault, of_branch: int) -> Fault:
        """A fault without a command to replay it: the game of a solved player went by a profile that no file holds."""
        where = "in a rollout of this game" if of_branch else "in this game"
        detail = "; ".join(filter(None, (fault.detail, f"{where}, while its opponents were being solved")))
        return dataclasses.replace(fault, detail=detail, replay="")


class _Seated(Player):
    """A player who answers by a profile; the addresses of the program's own bots are looked up once."""

    def addresses(self) -> list[int]:
        """See `Player`."""
        if self.origin:
            return super().addresses()
        key = (self.strategy.name, self.strategy.hooks, self.strategy.params)
        if key not in _ADDRESSES:
            _ADDRESSES[key] = super().addresses()
        return _ADDRESSES[key]


_ADDRESSES: dict[tuple[str, Hooks, tuple[Param, ...]], list[int]] = {}


def _seated(job: SolvingJob, slot: int) -> Player:
    """The player of a slot, answering by a profile where it has one."""
    player = job.players[slot]
    if job.plays[slot] < 0:
        return player
    strategy = _function(job.answering)(player.strategy, tuple(grid.kind for grid in job.grids))
    known = {param.name for param in strategy.params}
    values = {key: value for key, value in player.values.items() if key in known}
    return _Seated(strategy, values, player.origin, alias=player.alias, depth=player.depth)


def _function(path: str) -> Any:
    """The function `module:name`."""
    module, _, name = path.partition(":")
    return getattr(importlib.import_module(module), name)
