"""The batch kernel: play a block of matches between four bots into integer accumulators. Nothing is allocated."""

from __future__ import annotations

from mahjong_sim.designs.batch.tally import add_cluster, add_game, clear_cluster
from mahjong_sim.game.engine import play_on
from mahjong_sim.game.match import begin_match, deal, finish
from mahjong_sim.game.rng import U
from mahjong_sim.game.state import SEATS
from tongits_sim.any_game.match_loop import TableKernels, match_loop
from tongits_sim.jit import inline_njit, njit, outlined


@njit
def play_game(game, view, rules, log, table):
    """Play a dealt game to its end; returns the reason code of an illegal action, or 0."""
    return play_on(game, view, rules, log, table)


@inline_njit
def take_seats(records, seatings, k):
    """Seat the slots by row k of seatings (int8[n, 4], the slot on each seat)."""
    game, table = records.game, records.table
    for seat in range(SEATS):
        table.seating[seat] = seatings[k, seat]
        game.chance[seat] = table.chance[table.seating[seat]]


@inline_njit
def start_match(records, deals, number):
    """Begin match `number` of `Deals`."""
    begin_match(records.match, deals.seed, U(number), deals.games)


@inline_njit
def play_next(records, to):
    """Deal the match's next game, play it and settle it; False after a fault."""
    game, view, match, result, rules, log, table = records
    deal(game, view, rules, match, log)
    if outlined(play_game, (game, view, rules, log, table)) != 0:
        return False
    finish(game, view, rules, match, result)
    return True


TABLE = TableKernels(take_seats, start_match, play_next)
"""How matches are played at a table of four."""


@inline_njit
def _start(records, tally, at):
    clear_cluster(tally)


@inline_njit
def _add_game(records, tally, at):
    game, view, _, result, _, _, table = records
    add_game(tally, game, view, result, table.seating)


@inline_njit
def _end(records, tally, at, whole):
    if whole:
        add_cluster(tally)


play_block = match_loop(TABLE, _add_game, start=_start, end=_end)
"""Plays matches into a `TALLY` record; a deal in several seatings is one cluster."""
