"""The batch kernel: play a block of matches between three bots into integer accumulators.

Nothing is allocated while games are played. Accumulators are int64 sums: blocks merge by addition, in any order, with
identical results. A *cluster* is the independent unit: a match, with all its seatings if it is played in several.
"""

from __future__ import annotations

import functools

import numba
import numpy as np
from numba import types

from tongits_sim.any_game.kernel_arguments import Deals, Records
from tongits_sim.any_game.match_loop import TableKernels, match_loop
from tongits_sim.cards import U
from tongits_sim.compile.intrinsics import call_at
from tongits_sim.designs.batch.tally import TALLY_DTYPE, add_cluster, add_game, clear_cluster
from tongits_sim.game import state
from tongits_sim.game.asking import MOST_SEATINGS, TABLE_DTYPE
from tongits_sim.game.engine import play_on
from tongits_sim.game.hooks import call_play
from tongits_sim.game.log import LOG_DTYPE
from tongits_sim.game.match import begin_match, deal, finish
from tongits_sim.game.state import CHANCE_ONLY, GAME_DTYPE, VIEW_DTYPE
from tongits_sim.jit import c_address, c_kernel, inline_njit, njit
from tongits_sim.rules.record import RULES_DTYPE


@c_kernel
def _play_game(game, view, rules, log, table):
    return play_seated(game, view, rules, log, table)


@inline_njit
def play_seated(game, view, rules, log, table):
    """Main body of `play_game`, after `sit_down`."""
    if game.special == 0 and game.chance[0] + game.chance[1] + game.chance[2] > 0:
        game.special = CHANCE_ONLY
    return play_on(game, view, rules, log, table)


@functools.cache
def play_address() -> int:
    """Address of `play_game` as a C function, for `table.play`; compiled now if it is not cached.

    Called by address, the engine is not optimised again inside every kernel that plays games.
    """
    records = (GAME_DTYPE, VIEW_DTYPE, RULES_DTYPE, LOG_DTYPE, TABLE_DTYPE)
    signature = types.int64(*(numba.from_dtype(record) for record in records))
    return c_address(signature, _play_game, engine=True, apart=True)


def new_table() -> np.recarray:
    """An empty `TABLE` recarray of length 1 that holds the engine's address."""
    table = np.zeros(1, TABLE_DTYPE).view(np.recarray)
    table["play"] = play_address()
    return table


@njit
def sit_down(game, table):
    """Put each slot's hooks on its seat, as `table.seating` says."""
    for seat in range(3):
        slot = table.seating[seat]
        game.chance[seat] = table.chance[slot]
        table.seat_params[seat] = table.params[slot]
        table.seat_guard[seat] = table.guard[slot]
        for decision in range(6):
            table.seat_hooks[seat, decision] = table.hooks[slot, decision]


@njit
def play_game(game, view, rules, log, table):
    """Play a dealt game to its end; returns the reason code of an illegal action, or 0."""
    sit_down(game, table)
    return play_dealt(game, view, rules, log, table)


@inline_njit
def play_dealt(game, view, rules, log, table):
    """`play_game` after `sit_down`. In specialised games the engine itself replaces it."""
    return call_play(table.play, game, view, rules, log, table)


@inline_njit
def take_seats(records, seatings, k):
    """Seat the slots by row k of seatings (int8[n, 3], the slot on each seat)."""
    table = records.table
    for seat in range(3):
        table.seating[seat] = seatings[k, seat]
    sit_down(records.game, table)


@inline_njit
def start_match(records, deals, number):
    """Begin match `number` of `Deals`."""
    begin_match(records.match, deals.seed, U(number), deals.games)


@inline_njit
def play_next(records, to):
    """Deal the match's next game, play it and settle it; False after a fault."""
    game, view, match, result, rules, log, table = records
    deal(game, view, rules, match, log)
    if play_dealt(game, view, rules, log, table) != 0:
        return False
    finish(game, view, rules, match, result)
    return True


TABLE = TableKernels(take_seats, start_match, play_next)
"""How matches are played at a table of three."""


@inline_njit
def _start(records, tally, at):
    clear_cluster(tally)


@inline_njit
def _add_game(records, tally, at):
    _, view, _, result, _, _, table = records
    add_game(tally, view, result, table.seating)


@inline_njit
def _end(records, tally, at, whole):
    if whole:
        add_cluster(tally)


# Inlined by force, so that it is optimised where a specialised kernel says that its records do not overlap.
play_matches = match_loop(TABLE, _add_game, start=_start, end=_end, inline=True)
"""Plays matches into a `TALLY` record; a deal in several seatings is one cluster."""


@njit
def play_block(records, tally, deals, seatings, rotate):
    """Play a block of matches, by a specialised engine if there is one; arguments as of `play_matches`."""
    game, view, match, result, rules, log, table = records
    if table.games == 0 or seatings.shape[0] > MOST_SEATINGS:
        play_matches(records, tally, deals, seatings, rotate)
        return
    block = table.block
    block.of_seed, block.first, block.matches, block.games = deals
    block.rotate = 1 if rotate else 0
    block.n_seatings = seatings.shape[0]
    for k in range(seatings.shape[0]):
        for seat in range(3):
            block.seatings[k, seat] = seatings[k, seat]
    call_at(table.games, (game, view, rules, log, table, match, result, tally))


def compile_block() -> None:
    """Compile `play_block`, without the engine, which it calls by address."""
    layouts = (GAME_DTYPE, VIEW_DTYPE, state.MATCH_DTYPE, state.RESULT_DTYPE, RULES_DTYPE, LOG_DTYPE, TABLE_DTYPE)
    records = Records(*(np.zeros(1, each).view(np.recarray)[0] for each in layouts))
    seatings = np.zeros((1, 3), np.int8)
    play_block(records, state.new_record(TALLY_DTYPE)[0], Deals(np.uint64(0), 0, 0, 1), seatings, True)
