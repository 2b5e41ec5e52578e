"""The kernels that play and count a batch of mahjong, and the arms of a comparison.

A *cluster* is the independent unit: a match in all its seatings. Sums are int64, so blocks can be merged in any order
with identical results. Playing allocates nothing.
"""

from __future__ import annotations

import numpy as np

from mahjong_sim.experiments.playing import COUNTS, FIELDS, TABLE, add_game
from mahjong_sim.game.state import SEATS
from tongits_sim.compile.jit import inline_njit, njit
from tongits_sim.compile.match_loop import match_loop
from tongits_sim.run.totals import Axis

_SHAPES = {
    name: tuple(axis.size if isinstance(axis, Axis) else axis for axis in axes) for name, axes in COUNTS.axes.items()
}
TALLY_DTYPE = np.dtype(
    [
        ("mahjong_tally", "i8"),  # the name is the game's: numba confuses records whose first fields are equal
        *((name, "i8", shape) for name, shape in _SHAPES.items()),
        ("n", "i8"),  # games of the current cluster
        ("now", "i8", _SHAPES["x"]),  # and its sums
    ],
    align=True,
)
"""The counts of a block."""
WINS = SEATS
BY_SEAT = 2 * SEATS
F_GAMES, F_PAYOUT, F_PAYOUT_SQ, F_WINS = (FIELDS.index(name) for name in ("games", "payout", "payout_sq", "wins"))


@njit
def clear_cluster(tally):
    """Set the sums of the current cluster to zero."""
    tally.n = 0
    for column in range(len(tally.now)):
        tally.now[column] = 0


@njit
def add_cluster(tally):
    """Add the current cluster, with its squares and products, to the sums over clusters."""
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
    for first in range(len(tally.fields)):
        for second in range(first + 1, len(tally.fields)):
            tally.cross[pair] += tally.now[first] * tally.now[second]
            pair += 1


@inline_njit
def count_game(tally, records):
    """Count a finished game."""
    result, table = records.result, records.table
    now = tally.now
    tally.n += 1
    for seat in range(SEATS):
        slot = table.seating[seat]
        payout = result.payout[seat]
        won = result.wins[seat] != 0
        now[slot] += payout
        now[WINS + slot] += won
        now[BY_SEAT + seat] += payout
        fields = tally.fields[slot]
        fields[F_GAMES] += 1
        fields[F_PAYOUT] += payout
        fields[F_PAYOUT_SQ] += payout * payout
        fields[F_WINS] += won
    add_game(tally, records)


@inline_njit
def _count(records, tally, at):
    count_game(tally, records)


@inline_njit
def _count_deal(records, to, at):
    count_game(to[0], records)


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


play_batch = match_loop(TABLE, _count, start=_start, end=_end)
"""Plays matches into a tally."""
play_arm = match_loop(TABLE, _count_deal, start=_start_deal, end=_end_deal)
"""Fills `out` (int64[matches, columns + 1]) with the sums and, last, the games of each match; 0 after a fault."""
