"""The worker of forks: the records of one thread, and sums of the rows that its kernel writes."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from mahjong_sim.designs.clusters import moments_of
from mahjong_sim.designs.forks import layout
from mahjong_sim.designs.forks.job import Binning, ForkJob
from mahjong_sim.designs.forks.kernel import play_forks
from mahjong_sim.designs.forks.layout import N_NAIVE, VALUES
from mahjong_sim.game.state import SEATS, new_record
from tongits_sim.any_game.designs.seats import JobSeats
from tongits_sim.run.faults import Fault
from tongits_sim.run.totals import Counts
from tongits_sim.run.work import Block

CHUNK = 64
"""The matches with rows in memory at once."""


class Worker(JobSeats[ForkJob]):
    """Plays blocks of games with forks on the records of one thread."""

    def __init__(self, job: ForkJob) -> None:
        super().__init__(job)
        self._rows = np.zeros((CHUNK * layout.MOST_FORKS, len(layout.COLUMNS)), np.int64)
        self._other_params = [player.params() for player in job.others]  # kept alive: the record holds their addresses
        self._fork = new_record(layout.FORK_DTYPE)
        self._fork["mahjong_fork_kind"] = layout.KINDS_OF_FORK.index(job.forked)
        self._fork["decision"] = job.decision
        self._fork["one_in"] = job.one_in
        self._fork["placebo"] = job.placebo
        self._fork["slots"] = [slot in job.slots for slot in range(SEATS)]
        self._fork["others"] = len(job.others)
        for number, player in enumerate(job.others):
            self._fork["other_hooks"][0, number] = player.addresses()
            self._fork["other_params"][0, number] = self._other_params[number].ctypes.data

    def count(self, block: Block) -> Counts:
        """Play the games of a block and count their forks."""
        fork = self._fork
        fork["games"] = fork["branches"] = fork["branching"] = 0
        parts = []
        for some in block.pieces(CHUNK):
            fork["used"] = 0
            play_forks(self.records, (fork[0], self._rows), self.deals(some), self.seatings, True)
            parts.append(self._rows[: int(fork["used"][0])].copy())
        sums = counts_of(np.concatenate(parts), self.job.binnings, self.job.goals)
        return sums | {name: fork[name].copy() for name in ("games", "branches")}

    def fault(self) -> Fault | None:
        """The first fault of the last block; a fault in a branch has no command to play it again."""
        fault = super().fault()
        if fault is None or not self._fork["branching"][0]:
            return fault
        return fault.unrepeatable("in a branch of this game, where another action was forced")


def column(rows: np.ndarray, name: str) -> np.ndarray:
    """A column of rows (int64[n, COLUMNS]) by its name: int64[n]."""
    return np.asarray(rows[:, layout.COLUMNS.index(name)])


def values_of(rows: np.ndarray, goals: Sequence[int]) -> np.ndarray:
    """The values of each row: int64[n, VALUES], not weighted.

    Args:
        rows: int64[n, COLUMNS].
        goals: by goal, the bits of the items that reach it.
    """

    def arm(outcome: str, letter: str) -> np.ndarray:
        return column(rows, f"{outcome}_{letter}")

    bits = np.array([*goals, 0], np.int64)[np.minimum(column(rows, "goal"), len(goals))]
    columns = {
        "payout": arm("payout", "a") - arm("payout", "b"),
        "once": np.where(column(rows, "arms") > 2, arm("payout", "a") - arm("payout", "c"), 0),
        "won": arm("won", "a") - arm("won", "b"),
        "chose": column(rows, "chose"),
        **{f"goal_{letter}": (arm("items", letter) & bits) != 0 for letter in "ab"},
        **{f"paid_{extra}_b": (arm("items", "b") & bit) != 0 for extra, bit in layout.EXTRA.items()},
    }
    columns |= {name: column(rows, name) for name in VALUES if name not in columns}
    return np.stack([columns[name].astype(np.int64) for name in VALUES], axis=1)


def places(rows: np.ndarray, binning: Binning) -> np.ndarray:
    """The cell of each row in a binning (int64[n]); -1 for none."""
    cell, inside = np.zeros(len(rows), np.int64), np.ones(len(rows), bool)
    for axis in binning.axes:
        at = np.searchsorted(axis.edges, column(rows, axis.feature), side="right") - 1
        inside &= at >= 0
        cell = cell * len(axis.edges) + at
    return np.where(inside, cell, -1)


def counts_of(rows: np.ndarray, binnings: Sequence[Binning], goals: Sequence[int]) -> dict[str, np.ndarray]:
    """The arrays of `ForkJob.axes` from rows, without games and branches.

    Args:
        rows: int64[n, COLUMNS]; rows of a match stand together.
        binnings: the binnings of the rows.
        goals: by goal, the bits of the items that reach it.
    """
    weights = column(rows, "weight")
    values = np.concatenate([weights[:, None], values_of(rows, goals) * weights[:, None]], axis=1)
    matches = column(rows, "match")
    moments = [moments_of(places(rows, each), matches, values, each.cells) for each in binnings]
    return {
        "forks": np.bincount(column(rows, "slot"), minlength=SEATS),
        "cells": np.concatenate(moments),
        "naive": naive_of(rows, matches),
    }


def naive_of(rows: np.ndarray, matches: np.ndarray) -> np.ndarray:
    """Sums and products over matches of forks and payouts where the bot chose as in arm a, and elsewhere: int64[14]."""
    weight, chose = column(rows, "weight"), column(rows, "chose")
    own = np.where(chose == 1, column(rows, "payout_a"), column(rows, "payout_b"))
    each = np.stack([weight * chose, weight * chose * own, weight * (1 - chose), weight * (1 - chose) * own], axis=1)
    if not len(rows):
        return np.zeros(N_NAIVE, np.int64)
    begins = np.flatnonzero(np.r_[True, np.diff(matches) != 0])
    sums = np.add.reduceat(each, begins, axis=0)
    products = [(sums[:, i] * sums[:, j]).sum() for i in range(4) for j in range(i, 4)]
    return np.array([*sums.sum(axis=0), *products], np.int64)
