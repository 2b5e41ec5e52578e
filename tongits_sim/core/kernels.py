"""Makes the kernels of a batch and of paired arms from the kernels of a game.

A *cluster* is the independent unit: a match in all its seatings. Sums are int64, so blocks can be merged in any order
with identical results. Playing allocates nothing.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from tongits_sim.compile.jit import inline_njit, njit
from tongits_sim.compile.match_loop import TableKernels, match_loop
from tongits_sim.core.counts import Counts
from tongits_sim.run.totals import Axis


def tally_dtype(game: str, counts: Counts) -> np.dtype:
    """The layout of the record of a block's counts.

    The first field is named after the game, because numba confuses records whose first fields are equal.
    """
    shapes = {
        name: tuple(axis.size if isinstance(axis, Axis) else axis for axis in axes)
        for name, axes in counts.axes.items()
    }
    sums = [(name, "i8", shape) for name, shape in shapes.items()]
    now = [("n", "i8"), ("now", "i8", shapes["x"])]  # games of the current cluster, and its sums
    return np.dtype([(f"{game}_tally", "i8"), *sums, *now], align=True)


@njit
def clear_cluster(tally):
    tally.n = 0
    for column in range(len(tally.now)):
        tally.now[column] = 0


@njit
def add_cluster(tally):
    n = tally.n
    tally.clusters[0] += 1
    tally.clusters[1] += n
    tally.clusters[2] += n * n
    for column in range(len(tally.now)):
        x = tally.now[column]
        tally.x[column] += x
        tally.nx[column] += n * x
        tally.xx[column] += x * x
    pair = 0
    for one in range(len(tally.fields)):
        for other in range(one + 1, len(tally.fields)):
            tally.cross[pair] += tally.now[one] * tally.now[other]
            pair += 1


def game_counter(counts: Counts) -> Any:
    """A kernel `(tally, records)` that counts a finished game."""
    seats, own = counts.seats, counts.add
    wins, by_seat = seats, 2 * seats
    f_games, f_payout, f_payout_sq, f_wins = (
        counts.fields.index(name) for name in ("games", "payout", "payout_sq", "wins")
    )

    @inline_njit
    def add_game(tally: Any, records: Any) -> None:
        result, table = records.result, records.table
        now = tally.now
        tally.n += 1
        for seat in range(seats):
            slot = table.seating[seat]
            payout = result.payout[seat]
            won = result.wins[seat] != 0
            now[slot] += payout
            now[wins + slot] += won
            now[by_seat + seat] += payout
            fields = tally.fields[slot]
            fields[f_games] += 1
            fields[f_payout] += payout
            fields[f_payout_sq] += payout * payout
            fields[f_wins] += won
        own(tally, records)

    return add_game


@inline_njit
def _start(records, tally, at):
    clear_cluster(tally)


@inline_njit
def _end(records, tally, at, whole):
    if whole:
        add_cluster(tally)


@inline_njit
def _start_deal(records, to, at):
    clear_cluster(to[0])


@njit
def _end_deal(records, to, at, whole):
    tally, out = to
    columns = len(tally.now)
    for column in range(columns):
        out[at, column] = tally.now[column] if whole else 0
    out[at, columns] = tally.n if whole else 0


def batch_kernel(table: TableKernels, counts: Counts) -> Any:
    add = game_counter(counts)

    @inline_njit
    def add_game(records: Any, tally: Any, at: Any) -> None:
        add(tally, records)

    return match_loop(table, add_game, start=_start, end=_end)


def paired_kernel(table: TableKernels, counts: Counts) -> Any:
    """A `match_loop` that fills `out` (int64[matches, columns + 1]) with the sums and, last, the games of each match.
    The row of a faulted match stays 0.
    """
    add = game_counter(counts)

    @inline_njit
    def add_game(records: Any, to: Any, at: Any) -> None:
        add(to[0], records)

    return match_loop(table, add_game, start=_start_deal, end=_end_deal)
