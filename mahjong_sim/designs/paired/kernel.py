"""The kernel of paired arms: what each match brings, all its seatings together."""

from __future__ import annotations

from mahjong_sim.designs.batch.kernel import TABLE
from mahjong_sim.designs.batch.tally import N_COLUMNS, add_game, clear_cluster
from tongits_sim.any_game.match_loop import match_loop
from tongits_sim.jit import inline_njit, njit


@inline_njit
def _start(records, to, at):
    clear_cluster(to[0])


@inline_njit
def _add_game(records, to, at):
    game, view, _, result, _, _, table = records
    add_game(to[0], game, view, result, table.seating)


@njit
def _end(records, to, at, whole):
    tally, out = to
    for column in range(N_COLUMNS):
        out[at, column] = tally.now[column] if whole else 0
    out[at, N_COLUMNS] = tally.n if whole else 0


play_matches = match_loop(TABLE, _add_game, start=_start, end=_end)
"""Plays matches into (a `TALLY` record, out: int64[matches, N_COLUMNS + 1]): the sums of the columns of each match, its
games in the last place; a match that a fault ended brings nothing.
"""
