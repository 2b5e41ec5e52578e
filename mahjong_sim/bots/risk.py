"""How likely a discard is won with, by what lies open: fitted to forked discards among greedy bots.

The numbers are those of `tongits mahjong analyze discards`, made smooth: the chance grows with the square of the own
turn, is less for honours and the ends of suits, for tiles that were discarded before, and while nobody has melds on the
table.
"""

from __future__ import annotations

import numpy as np

from mahjong_sim.bots.danger import passed_lately
from mahjong_sim.game.state import SEATS
from mahjong_sim.tiles import SUITED
from tongits_sim.jit import njit

ENDS = (0.55, 0.8, 1.0)
"""Factors of 1 and 9, 2 and 8, and the middle of a suit."""
HONOUR = 0.1
THROWN_BEFORE, THROWN_LATELY = 0.42, 0.04
PER_TURN = 0.0016
FIRST_TURN = 2
MELDS = (0.4, 0.3)
"""Factor while nobody else has a meld on the table, and what each of the most that another seat has adds to it."""


@njit
def most_open(view):
    """The most bahay that another seat has on the table (int64)."""
    most = np.int64(0)
    for seat in range(SEATS):
        if seat != view.mahjong_me:
            most = max(most, view.n_melds[seat])
    return most


@njit
def risk(view, tile):
    """The chance (float64) that somebody wins with a tile if it is discarded now."""
    turn = max(0.0, float(view.turns[view.mahjong_me] - FIRST_TURN))
    chance = PER_TURN * turn * turn * (MELDS[0] + MELDS[1] * most_open(view))
    if tile >= SUITED:
        chance *= HONOUR
    else:
        rank = tile % 9
        chance *= ENDS[min(min(rank, 8 - rank), 2)]
    for number in range(view.n_discards):
        if view.discards[number] == tile:
            return chance * (THROWN_LATELY if passed_lately(view, tile) else THROWN_BEFORE)
    return chance
