"""The risk of a discard by the open tiles: a table fitted to forked discards (`risk_numbers.py`)."""

from __future__ import annotations

import numpy as np

from mahjong_sim.bots.danger import passed_lately, tile_class
from mahjong_sim.bots.risk_numbers import BY_TURN, SEEN, THROWN, TILES
from mahjong_sim.game.state import SEATS
from tongits_sim.jit import njit

_BY_TURN, _TILES = np.array(BY_TURN), np.array(TILES)
_THROWN, _SEEN = np.array(THROWN), np.array(SEEN)
_LAST_TURN = np.int64(len(BY_TURN) - 1)
_MOST_OPEN = np.int64(len(BY_TURN[0]) - 1)
_MOST_SEEN = np.int64(len(SEEN) - 1)


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
    """The probability (float64) that somebody wins with a tile if it is discarded now."""
    turn = min(np.int64(view.turns[view.mahjong_me]), _LAST_TURN)
    chance = _BY_TURN[turn, min(most_open(view), _MOST_OPEN)]
    chance *= _TILES[tile_class(tile)] * _SEEN[min(np.int64(view.seen[tile]), _MOST_SEEN)]
    for number in range(view.n_discards):
        if view.discards[number] == tile:
            return chance * _THROWN[2 if passed_lately(view, tile) else 1]
    return chance
