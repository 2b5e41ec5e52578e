"""The worker of a solving job: the records of one thread."""

from __future__ import annotations

import numpy as np

from tongits_sim.designs.branch_seats import ComparingSeats
from tongits_sim.designs.forks.specialised import RESUME
from tongits_sim.designs.solving.job import SolvingJob
from tongits_sim.designs.solving.kernel import play_solving
from tongits_sim.designs.solving.layout import SOLVING_DTYPE
from tongits_sim.game.hooks import compile_hook
from tongits_sim.game.state import DECISIONS, SEATS, new_record
from tongits_sim.names import load
from tongits_sim.profiles.cells import KINDS, fill_grid
from tongits_sim.profiles.profile import Profile
from tongits_sim.run.totals import Counts
from tongits_sim.run.work import Block
from tongits_sim.strategy import Hooks, Param, Player


class Worker(ComparingSeats[SolvingJob]):
    """Plays blocks of solving games on the records of one thread; about 4 MB."""

    why = "its opponents were being solved"  # by a profile that no file holds

    def __init__(self, job: SolvingJob) -> None:
        super().__init__(job, [_player_of(job, slot) for slot in range(SEATS)])
        for slot, record in enumerate(self._params):
            if job.plays[slot] >= 0:
                Profile("", "", "", job.profiles[job.plays[slot]]).fill(record)
        self.take(self._new_solve())
        self.specialise(RESUME, self.state["branch"], "resume")

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
        return record

    def _answers(self, slot: int, kind: str) -> tuple[int, int]:
        """Addresses of the hooks that give a slot's player the actions for yes and no; 0 where these are 1 and 0."""
        if self.job.plays[slot] < 0:
            return 0, 0
        base, seated = self.job.players[slot].strategy, self._players[slot].strategy
        layout = seated.layout
        hooks = load(self.job.answering.replace(":profiled", ":both_answers"))(base, kind)
        yes, no = (0 if hook is None else compile_hook(hook, layout, seated.name, kind) for hook in hooks)
        return yes, no

    def count(self, block: Block) -> Counts:
        """Play the games of a block and count their decisions."""
        self.clear("sums", "whole", "finished")
        play_solving(self.records, (self.state[0],), self.deals(block), self.seating, True)
        state, cells = self.state, sum(grid.cells for grid in self.job.grids)
        return {
            "games": state["finished"].copy(),
            "matches": state["whole"].copy(),
            "branches": state["branch"]["played"].copy(),
            "cells": state["sums"][0, :cells].copy(),
        }


class _ProfilePlayer(Player):
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


def _player_of(job: SolvingJob, slot: int) -> Player:
    """The player of a slot, answering by a profile where it has one."""
    player = job.players[slot]
    if job.plays[slot] < 0:
        return player
    strategy = load(job.answering)(player.strategy, tuple(grid.kind for grid in job.grids))
    names = {param.name for param in strategy.params}
    values = {key: value for key, value in player.values.items() if key in names}
    return _ProfilePlayer(strategy, values, player.origin, alias=player.alias, depth=player.depth)
