"""The worker of a fork job: the records of one thread."""

from __future__ import annotations

import functools

import numpy as np

from tongits_sim.designs.batch.rows import take_rows
from tongits_sim.designs.branch_seats import BranchSeats
from tongits_sim.designs.forks import layout
from tongits_sim.designs.forks.job import ForkJob
from tongits_sim.designs.forks.kernel import Cells, play_forks
from tongits_sim.designs.forks.rows import CHUNK, SMALL, WIDE, DecisionRows, new_rows
from tongits_sim.designs.forks.specialised import FORK, RESUME
from tongits_sim.game import hooks
from tongits_sim.game.state import SEATS, new_record
from tongits_sim.names import load
from tongits_sim.run.faults import Fault
from tongits_sim.run.row_table import joined
from tongits_sim.run.totals import Rows
from tongits_sim.run.work import Block, Played

_NO_PARAMS = np.dtype([("params", "f8")], align=True)


@functools.cache
def proposal_address(path: str) -> int:
    """Address of the hook `module:name`, compiled for a bot without parameters."""
    return hooks.compile_hook(load(path), _NO_PARAMS, path, "lay")


def moments_of(rows: np.ndarray) -> np.ndarray:
    """Moments, int64[k, N_MOMENTS], from the rows in which kernels add them up, int64[k, 3 * ROW]."""
    parts = rows.reshape(len(rows), 3, layout.ROW)
    moments = np.empty((len(rows), layout.N_MOMENTS), np.int64)
    moments[:, :2] = parts[:, :2, 0]
    for part in range(3):
        moments[:, 2 + part :: 3] = parts[:, part, 1:]
    return moments


class Worker(BranchSeats[ForkJob]):
    """Plays blocks of games with forks on the records of one thread."""

    def __init__(self, job: ForkJob) -> None:
        super().__init__(job)
        self._no_params = np.zeros(1, _NO_PARAMS)
        self._rows: DecisionRows | None = None
        self.take(self._new_fork())
        if job.keep_rows:
            self.specialise(RESUME, self.state["branch"], "resume", only=True)
        else:
            self.specialise(FORK, self.state, "play", only=True)
        self.table["forking"] = self.state.ctypes.data
        self._cells = Cells(
            moments=np.zeros((job.cells, 3 * layout.ROW), np.int64),
            touched=np.zeros(job.cells, np.int64),
            sums=np.zeros((job.cells, layout.ROW), np.int64),
            place=np.zeros(job.cells, np.int32),
        )

    def _new_fork(self) -> np.recarray:
        job = self.job
        record = new_record(layout.FORK_DTYPE)
        record["kind"] = job.code
        record["placebo"] = job.placebo
        record["hold_turns"] = job.hold_turns
        record["slots"] = [slot in job.slots for slot in range(SEATS)]
        record["branch"]["seen"]["rules"] = self.view["rules"]
        record["match"] = self._match.ctypes.data
        record["rule"] = job.rule is not None
        if job.rule is not None:
            record["branch"]["steer"]["rule_at"] = np.array(job.rule)
        if job.proposal:
            record["proposal"] = proposal_address(job.proposal)
            record["proposal_params"] = self._no_params.ctypes.data
        record["binnings"] = len(job.binnings)
        offset = 0
        for number, each in enumerate(job.binnings):
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
        fork = self.state
        self._cells.moments[...] = 0
        self.clear("group_moments", "naive_moments", "clusters", "games")
        rows = None
        with self.playing():
            if self.job.keep_rows:
                rows = self._play_rows(block)
            else:
                play_forks(self.records, (fork[0], self._cells, None), self.deals(block), self.seating, True)
        counts = {
            "games": fork["games"].copy(),
            "matches": fork["clusters"].copy(),
            "branches": fork["branch"]["played"].copy(),
            "cells": moments_of(self._cells.moments),
            "groups": moments_of(fork["group_moments"][0]),
            "naive": fork["naive_moments"][0].copy(),
        }
        return Played(block, counts, self.fault(), rows)

    def _play_rows(self, block: Block) -> Rows:
        """Play a block some matches at a time; returns a row for each fork."""
        step = max(1, CHUNK // block.games)
        if self._rows is None or len(self._rows.match) < step * block.games * layout.MAX_FORKS:
            self._rows = new_rows(step * block.games * layout.MAX_FORKS, self.job.also)
        parts = []
        for some in block.pieces(step):
            play_forks(self.records, (self.state[0], self._cells, self._rows), self.deals(some), self.seating, True)
            parts.append(take_rows(self._rows, (*WIDE, *SMALL)))
        return joined(parts)

    def with_place(self, fault: Fault, branching: bool) -> Fault:
        """A fault in a branch has no replay command: the game itself went another way."""
        where = f"in a branch of this game, where another {self.job.decision} was forced"
        return fault.unrepeatable(where) if branching else fault
