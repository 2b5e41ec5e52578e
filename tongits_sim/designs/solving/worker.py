"""A thread's own records, and one block of solving games played with them."""

from __future__ import annotations

import importlib
from dataclasses import replace

import numpy as np

from tongits_sim.designs.batch import kernel
from tongits_sim.designs.forks.resume import resume_address
from tongits_sim.designs.solving.job import SolvingJob
from tongits_sim.designs.solving.kernel import play_solving
from tongits_sim.designs.solving.layout import SOLVING_DTYPE
from tongits_sim.game import asking, hooks, state
from tongits_sim.game.log import new_log
from tongits_sim.game.reasons import NEVER_ANSWERED
from tongits_sim.profiles.cells import KINDS, fill_grid
from tongits_sim.profiles.profile import Profile
from tongits_sim.rules.record import rules_record
from tongits_sim.run.faults import Fault
from tongits_sim.run.work import Block, Played
from tongits_sim.strategy import Player

_PLACE = ("slot", "seat", "decision", "match", "game")


class SolvingWorker:
    """The records one thread plays with; about 4 MB."""

    def __init__(self, job: SolvingJob) -> None:
        self.job = job
        self.busy = False
        seated = [self._seated(slot) for slot in range(state.SEATS)]
        self._params = [player.params() for player in seated]  # kept alive: the table holds their addresses
        for slot, record in enumerate(self._params):
            if job.plays[slot] >= 0:
                Profile("", "", "", job.profiles[job.plays[slot]]).fill(record)
        self._table = kernel.new_table()
        self._table["hooks"] = [player.addresses() for player in seated]
        self._table["params"] = [params.ctypes.data for params in self._params]
        self._table["chance"] = [player.strategy.uses_chance for player in seated]
        self._table["guard"] = [bool(player.origin) for player in seated]
        self._rules = rules_record(job.rules)
        self._view = state.new_record(state.VIEW_DTYPE)
        self._view["rules"] = self._rules
        self._game = state.new_game(self._rules)
        self._match, self._result = (state.new_record(each) for each in (state.MATCH_DTYPE, state.RESULT_DTYPE))
        self._log = new_log(on=False)
        self._solve = self._new_solve()

    def _seated(self, slot: int) -> Player:
        """The player of a slot, answering by a profile where it has one."""
        player = self.job.players[slot]
        if self.job.plays[slot] < 0:
            return player
        module, _, name = self.job.profiled.partition(":")
        made = getattr(importlib.import_module(module), name)(player.strategy)
        known = {param.name for param in made.params}
        return Player(made, {key: value for key, value in player.values.items() if key in known}, player.origin)

    def _new_solve(self) -> np.recarray:
        job = self.job
        record = state.new_record(SOLVING_DTYPE)
        for grid in job.grids:
            fill_grid(record, KINDS.index(grid.kind), grid.axes)
        record["seed"] = job.seed
        record["kinds"] = sum(1 << KINDS.index(grid.kind) for grid in job.grids)
        record["counted"] = job.counted
        record["explore"] = round(job.explore * 2**32)
        record["seatings"] = len(job.seatings)
        record["seating"][0, : len(job.seatings)] = job.seatings
        record["resume"] = resume_address()
        return record

    def play(self, block: Block) -> Played:
        """Play one block."""
        solve = self._solve
        for name in ("sums", "whole", "finished", "branches", "in_branch"):
            solve[name] = 0
        solve["first"], solve["matches"], solve["games"] = block.first, block.matches, block.games
        self._table["faults"] = self._table["alarm"] = 0
        own = (self._game, self._view, self._match, self._result, self._rules, self._log, self._table, solve)
        with hooks.listening(self._table["alarm"]) as errors:
            self.busy = True
            try:
                play_solving(*(record[0] for record in own))
            finally:
                self.busy = False
        cells = [solve["sums"][0, KINDS.index(grid.kind), : grid.cells] for grid in self.job.grids]
        counts = {
            "games": solve["finished"].copy(),
            "matches": solve["whole"].copy(),
            "branches": solve["branches"].copy(),
            "cells": np.concatenate(cells),
        }
        return Played(block, counts, self._fault(errors))

    def progress(self) -> tuple[int, int]:
        """Match and games finished: what moves on as long as bots answer."""
        return int(self._table["now_match"][0]), int(self._table["now_games"][0])

    def hanging(self) -> Fault:
        """The fault of a bot that does not answer, from where the worker is now."""
        table = self._table[0]
        view = self._solve["branch_view"] if self._solve["in_branch"][0] else self._view
        match, game = (int(table[f"now_{name}"]) for name in ("match", "game"))
        seat, decision = (int(view[name][0]) for name in ("me", "decision"))
        return self._made(NEVER_ANSWERED, int(table["seating"][seat]), seat, decision, match, game, "")

    def _fault(self, errors: list[str]) -> Fault | None:
        table = self._table[0]
        if not table["faults"]:
            return None
        code = int(table["fault_reason"])
        detail = errors[0] if errors and code == asking.REASON_RAISED else ""
        slot, seat, decision, match, game = (int(table[f"fault_{name}"]) for name in _PLACE)
        return self._made(code, slot, seat, decision, match, game, detail)

    def _made(self, code: int, slot: int, seat: int, decision: int, match: int, game: int, detail: str) -> Fault:
        job = self.job
        return Fault(
            label=job.players[slot].label,
            slot=slot,
            seat=seat,
            decision=state.DECISIONS[decision],
            code=code,
            seed=job.seed,
            match=match,
            game=game,
            detail=detail,
            replay=replace(job.job, games=max(job.games, 1)).replay_command(match, game),
        )
