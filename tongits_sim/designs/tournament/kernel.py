"""The kernel that plays one table's deals in all seatings and sums the quantities of each bot and deal."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from tongits_sim.cards import U
from tongits_sim.designs.batch.kernel import sit_down, take_seats
from tongits_sim.designs.batch.tally import F, add_cluster, add_game, clear_cluster
from tongits_sim.designs.tournament.draw_luck import add_luck, count_draws
from tongits_sim.game.hooks import call_play
from tongits_sim.game.match import begin_match, deal, finish
from tongits_sim.game.state import ENDINGS
from tongits_sim.jit import njit, outlined


class Sums(NamedTuple):
    """What the deals of a block are added to.

    Attributes:
        out: int64[deals + 1, bots, QUANTITIES]; the last row is the kernel's own.
        met: int64[deals, bots, bots]: payouts of the first bot, for each other place of the table that the second has.
        singles: int64[3, 3]: products of the slots' payouts in one seating of one deal, at one table.
        luck: int64[deals, bots]: what the luck of draws was worth, hundredths / `draw_luck.FINE`.
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

    Cells are sums over deals, so what they hold before a deal is none of its own.
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


@njit
def play_match(records, tally, deals, number, luck):
    """As `batch.kernel.play_match`; where luck is counted (and the log is on), `luck.by_slot` is added to."""
    game, view, match, result, rules, log, table = records
    begin_match(match, deals.seed, U(number), deals.games)
    table.now_match = number
    sit_down(game, table)
    while not match.over:
        table.now_game = match.game
        log.n = 0
        deal(game, view, rules, match, log)
        if call_play(table.play, game, view, rules, log, table) != 0:
            return False
        finish(game, view, rules, match, result)
        add_game(tally, view, result, table.seating)
        if luck.luck_on:
            outlined(count_draws, (luck, game, log, rules.melds_ace_runs))
            add_luck(luck, table.seating)
        table.now_games += 1
    return True


@njit
def play_table(records, tally, deals, seats, who, sums, luck):
    """Play the deals of one table, each in every seating of `seats` (int8[k, 3], the slot on each seat).

    records: `Records`; tally: a `TALLY` record whose cells are 0; deals: `Deals`. who: int64[3], the number of
    the bot in each slot. sums: `Sums`, added to. luck: a `LUCK` record.
    """
    table = records.table
    first = deals.first
    out, met, singles, fortune = sums
    for number in range(first, first + deals.matches):
        clear_cluster(tally)
        cluster = tally.cluster
        row = out[number - first]
        for slot in range(3):
            luck.by_slot[slot] = 0
        whole = True
        for k in range(seats.shape[0]):
            a, b, c = cluster[1], cluster[2], cluster[3]
            take_seats(table, seats, k)
            if not play_match(records, tally, deals, number, luck):
                whole = False
                if table.faults == 1:
                    table.fault_seating = k
            payouts = (cluster[1] - a, cluster[2] - b, cluster[3] - c)
            for seat in range(3):
                row[who[seats[k, seat]], _SEAT + seat] += payouts[seats[k, seat]]
            for i in range(3):
                for j in range(3):
                    singles[i, j] += payouts[i] * payouts[j]
        for slot in range(3):
            row[who[slot], 0] += cluster[1 + slot]
            row[who[slot], 1] += cluster[4 + slot]
            row[who[slot], 2] += cluster[7 + slot]
            fortune[number - first, who[slot]] += luck.by_slot[slot]
            for other in range(3):
                if other != slot:
                    met[number - first, who[slot], who[other]] += cluster[1 + slot]
        add_cells(tally, who, row, out[number - first + 1])
        if whole:
            add_cluster(tally)
