"""Luck of draws in a finished game: how much better each drawn card was than the mean of all cards in the stock.

Nobody's choice depends on the order of the stock, so given everything that has happened each card of the stock is
equally likely to come next. The strength of a hand with the card that came, less the mean of the strengths with each
card that might have come, has mean 0: whatever the strength is, and however people play.
"""

from __future__ import annotations

import numpy as np

from tongits_sim.cards import EMPTY, NATURALS, ONE, U, bit, card_points, lowest, popcount
from tongits_sim.game.log import ACT_DISCARD, ACT_DRAW, ACT_LAY, ACT_SAPAW, ACT_SECRET, ACT_TAKE, ACT_TAKE_FREE
from tongits_sim.game.state import SEATS
from tongits_sim.hands.melds import least_deadwood
from tongits_sim.jit import njit, outlined

N_STRENGTHS = 3
"""Numbers that measure the strength of a hand."""
FINE = 100
"""The worth of luck is counted in hundredths of a unit, divided by this."""

LUCK_DTYPE = np.dtype(
    [
        ("luck_on", "i8"),  # 0: luck is not counted
        ("worth", "f8", (SEATS, N_STRENGTHS)),  # units that a control is worth to oneself, the right, the left
        ("hands", "u8", (SEATS,)),
        ("draws", "f8", (SEATS, N_STRENGTHS)),  # the controls of a game by seat
        ("by_slot", "i8", (SEATS,)),  # the worth of luck, hundredths / FINE
        ("before", "i8", (SEATS,)),  # payouts of the deal by slot before this seating, hundredths
    ],
    align=True,
)


@njit
def strength(hand, ace_runs, stock):
    """How strong a hand (mask) is, jokers left out: its count after the best discard in tens, the same times how full
    the stock is (a share), and the cards in melds in threes.
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

    luck: a `LUCK` record; game: its `dealt`, `stock` and `stock_size` are read.
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
