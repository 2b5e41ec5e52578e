"""A thread's own records, and one block of games with forks played with them."""

from __future__ import annotations

import functools
import importlib
from typing import Any

import numpy as np

from tongits_sim.designs.batch import kernel
from tongits_sim.designs.forks import layout
from tongits_sim.designs.forks.job import ForkJob
from tongits_sim.designs.forks.kernel import play_forks
from tongits_sim.designs.forks.resume import resume_address
from tongits_sim.game import asking, hooks, state
from tongits_sim.game.log import new_log
from tongits_sim.game.reasons import NEVER_ANSWERED
from tongits_sim.rules.record import rules_record
from tongits_sim.run.faults import Fault
from tongits_sim.run.work import Block, Played

_PLACE = ("slot", "seat", "decision", "match", "game")
_NO_PARAMS = np.dtype([("params", "f8")], align=True)


@functools.cache
def proposal_address(path: str) -> int:
    """Address of the hook `module:name`, compiled for a bot without parameters."""
    module, _, name = path.partition(":")
    return hooks.compile_hook(getattr(importlib.import_module(module), name), _NO_PARAMS, path, "lay")


class ForkWorker:
    """The records one thread plays forks with."""

    def __init__(self, job: ForkJob) -> None:
        self.job = job
        self.busy = False
        self._params = [player.params() for player in job.players]  # kept alive: the table holds their addresses
        self._none = np.zeros(1, _NO_PARAMS)
        self._table = kernel.new_table()
        self._table["hooks"] = [player.addresses() for player in job.players]
        self._table["params"] = [params.ctypes.data for params in self._params]
        self._table["chance"] = [player.strategy.uses_chance for player in job.players]
        self._table["guard"] = [bool(player.origin) for player in job.players]
        self._rules = rules_record(job.rules)
        self._view = state.new_record(state.VIEW_DTYPE)
        self._view["rules"] = self._rules
        self._game = state.new_game(self._rules)
        self._match, self._result = (state.new_record(each) for each in (state.MATCH_DTYPE, state.RESULT_DTYPE))
        self._log = new_log(on=False)
        self._seatings = np.array(job.seatings, np.int8)
        self._fork = self._new_fork()
        cells = job.cells
        self._moments = np.zeros((cells, layout.N_MOMENTS), np.int64)
        self._scratch = (
            np.zeros((cells, 1 + layout.N_VALUES), np.int64),
            np.zeros(cells, np.int64),
            np.zeros(cells, np.int64),
        )

    def _new_fork(self) -> np.recarray:
        job = self.job
        record = state.new_record(layout.FORK_DTYPE)
        record["kind"] = job.code
        record["placebo"] = job.placebo
        record["hold_turns"] = job.hold_turns
        record["slots"] = [slot in job.slots for slot in range(state.SEATS)]
        record["resume"] = resume_address()
        record["rule"] = job.rule is not None
        if job.rule is not None:
            record["branch"]["rule_at"] = np.array(job.rule)
        if job.proposal:
            record["proposal"] = proposal_address(job.proposal)
            record["proposal_params"] = self._none.ctypes.data
        record["maps"] = len(job.maps)
        offset = 0
        for number, each in enumerate(job.maps):
            record["axes"][0, number] = len(each.axes)
            record["offset"][0, number] = offset
            stride = each.cells
            for place, axis in enumerate(each.axes):
                stride //= axis.bins
                record["feature"][0, number, place] = layout.FEATURE[axis.feature]
                record["stride"][0, number, place] = stride
                bins = np.searchsorted(axis.edges, np.arange(layout.MOST + 1), side="right") - 1
                record["bins"][0, number, place] = bins
            offset += each.cells
        return record

    def play(self, block: Block) -> Played:
        """Play one block."""
        fork = self._fork
        self._moments[...] = 0
        for name in ("group_moments", "naive_moments", "clusters", "games", "played", "in_branch"):
            fork[name] = 0
        self._table["faults"] = self._table["alarm"] = 0
        with hooks.listening(self._table["alarm"]) as errors:
            self.busy = True
            try:
                self._run(block)
            finally:
                self.busy = False
        counts = {
            "games": fork["games"].copy(),
            "matches": fork["clusters"].copy(),
            "branches": fork["played"].copy(),
            "cells": self._moments.copy(),
            "groups": fork["group_moments"][0].copy(),
            "naive": fork["naive_moments"][0].copy(),
        }
        return Played(block, counts, self._fault(errors))

    def _run(self, block: Block) -> None:
        own = (self._game, self._view, self._match, self._result, self._rules, self._log, self._table, self._fork)
        arguments: list[Any] = [*(record[0] for record in own), self._moments, *self._scratch, np.uint64(self.job.seed)]
        arguments += [block.first, block.matches, block.games, self._seatings]
        play_forks(*arguments)

    def progress(self) -> tuple[int, int]:
        """Match and games finished: what moves on as long as bots answer."""
        return int(self._table["now_match"][0]), int(self._table["now_games"][0])

    def hanging(self) -> Fault:
        """The fault of a bot that does not answer, from where the worker is now."""
        table = self._table[0]
        view = self._fork["branch_view"] if self._fork["in_branch"][0] else self._view
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
        """A fault; one in a branch cannot be replayed, as the game itself went another way."""
        job = self.job
        forked = bool(self._fork["in_branch"][0])
        where = f"in a branch of this game, where another {job.decision} was forced"
        return Fault(
            label=job.players[slot].label,
            slot=slot,
            seat=seat,
            decision=state.DECISIONS[decision],
            code=code,
            seed=job.seed,
            match=match,
            game=game,
            detail="; ".join(filter(None, (detail, where if forked else ""))),
            replay="" if forked else job.job.replay_command(match, game),
        )
