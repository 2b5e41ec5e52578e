"""The compiled loop over duplicate deals, and the luck of drawn cards.

No choice depends on the order of the stock, so at any time each card of the stock is equally likely to come next. So
the strength of a hand with the drawn card, minus the mean strength over all cards of the stock, has mean 0, for any
strength and any play.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from tongits_sim.cards import EMPTY, NATURALS, ONE, U, bit, card_points, lowest, popcount
from tongits_sim.compile.jit import inline_njit, njit, outlined
from tongits_sim.compile.match_loop import match_loop
from tongits_sim.experiments.batch_kernel import TABLE, F, add_cluster, add_game, clear_cluster, play_next
from tongits_sim.game.log import ACT_DISCARD, ACT_DRAW, ACT_LAY, ACT_SAPAW, ACT_SECRET, ACT_TAKE, ACT_TAKE_FREE
from tongits_sim.game.state import ENDINGS, SEATS
from tongits_sim.hands.melds import least_deadwood

N_STRENGTHS = 3
"""Numbers that measure the strength of a hand."""
FINE = 100
"""The worth of luck is counted in hundredths of a unit divided by FINE."""

LUCK_DTYPE = np.dtype(
    [
        ("luck_on", "i8"),  # 0: luck is not counted
        ("worth", "f8", (SEATS, N_STRENGTHS)),  # units that a control is worth to the drawer, the right and the left
        ("hands", "u8", (SEATS,)),
        ("draws", "f8", (SEATS, N_STRENGTHS)),  # the controls of a game by seat
        ("by_slot", "i8", (SEATS,)),  # the worth of luck, hundredths / FINE
        ("before", "i8", (SEATS,)),  # the deal's payouts by slot before this seating, hundredths
    ],
    align=True,
)


@njit
def strength(hand, ace_runs, stock):
    """Three strengths of a hand (mask) without its jokers: its count after the best discard, in tens; this count times
    the filled share of the stock; and the number of cards in melds, in threes.
    """
    natural = hand & NATURALS
    count, sets, runs = least_deadwood(natural, ace_runs)
    melded = sets | runs
    loose = natural & ~melded
    largest = np.int64(0)
    while loose != EMPTY:
        largest = max(largest, np.int64(card_points(lowest(loose))))
        loose &= loose - ONE
    after = (count - largest) / 10.0
    return after, after * stock, popcount(melded) / 3.0


@njit
def count_draws(luck, game, log, ace_runs):
    """Set `luck.draws` to the controls of a game that was played with its log on.

    luck: a `LUCK` record; game: read for `dealt`, `stock` and `stock_size`.
    """
    for seat in range(SEATS):
        luck.hands[seat] = game.dealt[seat]
        for number in range(N_STRENGTHS):
            luck.draws[seat, number] = 0.0
    drawn = np.int64(0)
    for row in range(log.n):
        act = np.int64(log.rows[row, 0] & U(255))
        owner = np.int64((log.rows[row, 0] >> U(8)) & U(3))
        cards = log.rows[row, 1]
        if act == ACT_DRAW:
            _add_draw(luck, game, ace_runs, owner, drawn)
            drawn += 1
        if act in (ACT_DRAW, ACT_TAKE_FREE):
            luck.hands[owner] |= cards
        elif act in (ACT_DISCARD, ACT_TAKE, ACT_LAY, ACT_SECRET, ACT_SAPAW):
            luck.hands[owner] &= ~cards


@njit
def _add_draw(luck, game, ace_runs, seat, drawn):
    """Add the control of the draw of stock card number `drawn`."""
    size = np.int64(game.stock_size)
    left = size - drawn
    share = left / size
    hand = luck.hands[seat]
    a, b, c = 0.0, 0.0, 0.0
    for number in range(drawn, size):
        x, y, z = outlined(strength, (hand | bit(np.int64(game.stock[number])), ace_runs, share))
        a += x
        b += y
        c += z
        if number == drawn:
            luck.draws[seat, 0] += x
            luck.draws[seat, 1] += y
            luck.draws[seat, 2] += z
    luck.draws[seat, 0] -= a / left
    luck.draws[seat, 1] -= b / left
    luck.draws[seat, 2] -= c / left


@njit
def add_luck(luck, seating):
    """Add the worth of the controls in `luck.draws` to each slot; seating: int64[3], the slot on each seat."""
    for seat in range(SEATS):
        units = 0.0
        for step in range(SEATS):
            for number in range(N_STRENGTHS):
                units += luck.worth[step, number] * luck.draws[(seat + step) % SEATS, number]
        luck.by_slot[seating[seat]] += np.int64(np.rint(units * (100.0 * FINE)))


class Sums(NamedTuple):
    """The sums over the deals of a block."""

    out: Any  # int64[deals + 1, bots, QUANTITIES]; the last row is the kernel's own
    # int64[deals, bots, bots]: payouts of the first bot, for each other place at the table that the second bot has
    met: Any
    singles: Any  # int64[3, 3]: products of the slots' payouts in a seating of a deal, at one table
    luck: Any  # int64[deals, bots]: the worth of the luck of draws, hundredths / FINE


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
_SEAT = QUANTITIES.index("seat_0")
_DEALER = QUANTITIES.index("dealer")
_BY_DEAL = QUANTITIES.index(BY_DEAL[0])
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
    """`play_next`, with a log of this game only."""
    records.log.n = 0
    return play_next(records, to)


@njit
def _add_game(records, to, at):
    """Add a finished game, and its luck to `luck.by_slot` if luck is counted (which needs the log)."""
    tally, _, _, luck = to
    game, view, _, result, rules, log, table = records
    add_game(tally, view, result, table.seating)
    if luck.luck_on:
        outlined(count_draws, (luck, game, log, rules.melds_ace_runs))
        add_luck(luck, table.seating)


@njit
def _end_match(records, to, at, whole):
    """Add the payouts of a seating, also after a fault."""
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
"""Plays the deals of a table, each in every seating, into (a `TALLY` record whose cells are 0, `who`: int64[3], the bot
in each slot, `Sums`, a `LUCK` record).
"""
