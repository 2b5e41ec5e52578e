"""The kernel that plays one table's deals in all seatings and sums the quantities of each bot and deal."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from tongits_sim.any_game.match_loop import match_loop
from tongits_sim.designs.batch.kernel import TABLE, play_next
from tongits_sim.designs.batch.tally import F, add_cluster, add_game, clear_cluster
from tongits_sim.designs.tournament.draw_luck import add_luck, count_draws
from tongits_sim.game.state import ENDINGS
from tongits_sim.jit import inline_njit, njit, outlined


class Sums(NamedTuple):
    """The sums over the deals of a block.

    Attributes:
        out: int64[deals + 1, bots, QUANTITIES]; the last row is the kernel's own.
        met: int64[deals, bots, bots]: payouts of the first bot, for each other place of the table that the second has.
        singles: int64[3, 3]: products of the slots' payouts in one seating of one deal, at one table.
        luck: int64[deals, bots]: the worth of the luck of draws, hundredths / `draw_luck.FINE`.
    """

    out: Any
    met: Any
    singles: Any
    luck: Any


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
"""The quantities of one deal for each bot, over all tables and seatings; money in hundredths. `seat_*` and `dealer` are
payouts on that seat and as dealer."""
N_QUANTITIES = len(QUANTITIES)
_SEAT = QUANTITIES.index("seat_0")
_DEALER = QUANTITIES.index("dealer")
_BY_DEAL = QUANTITIES.index(BY_DEAL[0])
_PAYOUT = F["payout"]
_FIELDS = np.array([F[name] for name in BY_DEAL])


@njit
def add_cells(tally, who, row, following):
    """Add the contents of the cells to a deal's row (int64[bots, QUANTITIES]), and take them off the following deal's.

    Cells are sums over deals, so their contents before a deal belong to earlier ones.
    """
    for slot in range(3):
        mine = row[who[slot]]
        next_one = following[who[slot]]
        cells = tally.cells[slot]
        payout = cells[0, 1, _PAYOUT] + cells[1, 1, _PAYOUT] + cells[2, 1, _PAYOUT]
        games = cells[0, 1, 0] + cells[1, 1, 0] + cells[2, 1, 0]
        mine[_DEALER] += payout
        next_one[_DEALER] -= payout
        mine[_DEALER + 1] += games
        next_one[_DEALER + 1] -= games
        for i in range(len(_FIELDS)):
            k = _FIELDS[i]
            amount = cells[0, 0, k] + cells[0, 1, k] + cells[1, 0, k] + cells[1, 1, k] + cells[2, 0, k] + cells[2, 1, k]
            mine[_BY_DEAL + i] += amount
            next_one[_BY_DEAL + i] -= amount


@inline_njit
def _start(records, to, at):
    tally, _, _, luck = to
    clear_cluster(tally)
    for slot in range(3):
        luck.by_slot[slot] = 0


@inline_njit
def _start_match(records, to, k):
    tally, _, _, luck = to
    for slot in range(3):
        luck.before[slot] = tally.cluster[1 + slot]


@njit
def _play(records, to):
    """As `play_next`, with the log of this game alone."""
    records.log.n = 0
    return play_next(records, to)


@njit
def _add_game(records, to, at):
    """Add a finished game; where luck is counted (and the log is on), `luck.by_slot` is added to."""
    tally, _, _, luck = to
    game, view, _, result, rules, log, table = records
    add_game(tally, view, result, table.seating)
    if luck.luck_on:
        outlined(count_draws, (luck, game, log, rules.melds_ace_runs))
        add_luck(luck, table.seating)


@njit
def _end_match(records, to, at, whole):
    """Add the payouts of a seating, also one that a fault ended."""
    tally, who, sums, luck = to
    seating, cluster, row = records.table.seating, tally.cluster, sums.out[at]
    payouts = (cluster[1] - luck.before[0], cluster[2] - luck.before[1], cluster[3] - luck.before[2])
    for seat in range(3):
        row[who[seating[seat]], _SEAT + seat] += payouts[seating[seat]]
    for i in range(3):
        for j in range(3):
            sums.singles[i, j] += payouts[i] * payouts[j]


@njit
def _end(records, to, at, whole):
    tally, who, sums, luck = to
    cluster, row = tally.cluster, sums.out[at]
    for slot in range(3):
        row[who[slot], 0] += cluster[1 + slot]
        row[who[slot], 1] += cluster[4 + slot]
        row[who[slot], 2] += cluster[7 + slot]
        sums.luck[at, who[slot]] += luck.by_slot[slot]
        for other in range(3):
            if other != slot:
                sums.met[at, who[slot], who[other]] += cluster[1 + slot]
    add_cells(tally, who, row, sums.out[at + 1])
    if whole:
        add_cluster(tally)


play_table = match_loop(
    TABLE, _add_game, start=_start, start_match=_start_match, play=_play, end_match=_end_match, end=_end
)
"""Plays the deals of one table, each in every seating, into (a `TALLY` record whose cells are 0, `who`: int64[3], the
number of the bot in each slot, `Sums`, a `LUCK` record).
"""
