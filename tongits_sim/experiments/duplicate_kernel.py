"""The compiled loop over duplicate deals."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from tongits_sim.compile.jit import inline_njit, njit
from tongits_sim.compile.match_loop import match_loop
from tongits_sim.experiments.batch_kernel import (
    C_BURNED,
    C_PAYOUT,
    C_WINS,
    R_DEALER,
    R_OTHER,
    TABLE,
    F,
    add_cluster,
    add_game,
    add_to_cluster,
    clear_cluster,
    play_next,
)
from tongits_sim.game.state import ENDINGS


class Sums(NamedTuple):
    """The sums over the deals of a block."""

    out: Any  # int64[deals + 1, bots, QUANTITIES]; the last row is the kernel's own
    # int64[deals, bots, bots]: payouts of the first bot, for each other place at the table that the second bot has
    met: Any
    singles: Any  # int64[3, 3]: products of the slots' payouts in a seating of a deal, at one table
    before: Any  # int64[3]: the deal's payouts by slot before this seating, hundredths; the kernel's own


# Fields of the cells that are summed by deal.
BY_DEAL = (
    "second_halves",
    "calls",
    "calls_won",
    "asked",
    "challenges",
    "challenges_won",
    *(f"payout_{ending}" for ending in ENDINGS),
    *(f"won_{ending}" for ending in ENDINGS),
)
QUANTITIES = ("payout", "wins", "burned", "seat_0", "seat_1", "seat_2", "dealer", "dealer_games", *BY_DEAL)
"""The quantities of a deal for each bot, over all tables and seatings; money in hundredths. `seat_*` and `dealer` are
payouts on a seat and as dealer.
"""
N_QUANTITIES = len(QUANTITIES)
_PAYOUTS = QUANTITIES.index("payout")
_WINS = QUANTITIES.index("wins")
_BURNED = QUANTITIES.index("burned")
_SEAT = QUANTITIES.index("seat_0")
_DEALER = QUANTITIES.index("dealer")
_BY_DEAL = QUANTITIES.index(BY_DEAL[0])
_GAMES = F["games"]
_PAYOUT = F["payout"]
_FIELDS = np.array([F[name] for name in BY_DEAL])


@njit
def add_cells(tally, who, row, following):
    """Add the cells to a deal's row (int64[bots, QUANTITIES]), and subtract them from the row of the following deal.

    Cells are sums over deals, so the content before a deal belongs to earlier deals.
    """
    for slot in range(3):
        mine = row[who[slot]]
        next_one = following[who[slot]]
        cells = tally.cells[slot]
        payout = np.int64(0)
        games = np.int64(0)
        for seat in range(3):
            payout += cells[seat, R_DEALER, _PAYOUT]
            games += cells[seat, R_DEALER, _GAMES]
        mine[_DEALER] += payout
        next_one[_DEALER] -= payout
        mine[_DEALER + 1] += games
        next_one[_DEALER + 1] -= games
        for i in range(len(_FIELDS)):
            k = _FIELDS[i]
            amount = np.int64(0)
            for seat in range(3):
                amount += cells[seat, R_OTHER, k] + cells[seat, R_DEALER, k]
            mine[_BY_DEAL + i] += amount
            next_one[_BY_DEAL + i] -= amount


@inline_njit
def _start(records, to, at):
    tally, _, _ = to
    clear_cluster(tally)


@inline_njit
def _start_match(records, to, k):
    tally, _, sums = to
    for slot in range(3):
        sums.before[slot] = tally.cluster[C_PAYOUT + slot]


@njit
def _add_game(records, to, at):
    tally, _, _ = to
    _, view, _, result, _, _, table = records
    add_game(tally, view, result, table.seating)
    add_to_cluster(tally, result, table.seating)


@njit
def _end_match(records, to, at, whole):
    """Add the payouts of a seating, also after a fault."""
    tally, who, sums = to
    seating, cluster, row = records.table.seating, tally.cluster, sums.out[at]
    payouts = (
        cluster[C_PAYOUT] - sums.before[0],
        cluster[C_PAYOUT + 1] - sums.before[1],
        cluster[C_PAYOUT + 2] - sums.before[2],
    )
    for seat in range(3):
        row[who[seating[seat]], _SEAT + seat] += payouts[seating[seat]]
    for i in range(3):
        for j in range(3):
            sums.singles[i, j] += payouts[i] * payouts[j]


@njit
def _end(records, to, at, whole):
    tally, who, sums = to
    cluster, row = tally.cluster, sums.out[at]
    for slot in range(3):
        row[who[slot], _PAYOUTS] += cluster[C_PAYOUT + slot]
        row[who[slot], _WINS] += cluster[C_WINS + slot]
        row[who[slot], _BURNED] += cluster[C_BURNED + slot]
        for opponent in range(3):
            if opponent != slot:
                sums.met[at, who[slot], who[opponent]] += cluster[C_PAYOUT + slot]
    add_cells(tally, who, row, sums.out[at + 1])
    if whole:
        add_cluster(tally)


play_table = match_loop(
    TABLE, _add_game, start=_start, start_match=_start_match, play=play_next, end_match=_end_match, end=_end
)
"""Plays the deals of a table, each in every seating, into (a `TALLY` record whose cells are 0, `who`: int64[3], the bot
in each slot, `Sums`).
"""
