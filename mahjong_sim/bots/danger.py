"""The danger of a discard: the number of unseen pairs of tiles with which an opponent could use it."""

from __future__ import annotations

import numpy as np

from mahjong_sim.bots.hooks import unseen_tiles
from mahjong_sim.game.state import SEATS
from mahjong_sim.tiles import COPIES, DRAGONS, PLAIN, SUITED, WINDS
from tongits_sim.jit import inline_njit, njit

SAFE = np.int64(0)
NO_THREAT = np.int64(-1)


@inline_njit
def _both(unseen, tile, one, other):
    """Ways to hold two unseen tiles, `one` and `other` ranks from `tile`; 0 beyond the suit's ends."""
    rank = tile % 9
    if rank + one < 0 or rank + other > 8 or rank + one > 8 or rank + other < 0:
        return np.int64(0)
    return np.int64(unseen[tile + one]) * np.int64(unseen[tile + other])


@njit
def danger(unseen, tile):
    """The number of ways (int64) to use a tile with unseen tiles: in a pung, a chow, or an eye.

    unseen: int8[42], unseen tiles of each kind (`unseen_tiles`).
    """
    copies = np.int64(unseen[tile])
    ways = copies + copies * (copies - 1) // 2
    if tile < SUITED:
        ways += _both(unseen, tile, -2, -1) + _both(unseen, tile, -1, 1) + _both(unseen, tile, 1, 2)
    return ways


@njit
def tile_class(tile):
    """The class (int64) of a tile: ends of a suit 0, the tiles beside them 1, its middle 2, dragons 3, winds 4."""
    if tile >= WINDS:
        return np.int64(4)
    if tile >= DRAGONS:
        return np.int64(3)
    rank = tile % 9
    return np.int64(min(min(rank, 8 - rank), 2))


@njit
def passed_lately(view, tile):
    """Whether a tile is among the discards since the seat's own last one, with which nobody won."""
    same = 0
    for back in range(1, min(SEATS, view.n_discards + 1)):
        same += view.discards[view.n_discards - back] == tile
    return same > 0


@njit
def safest_discard(view):
    """The tile of the hand with the least danger (int64); of equals the one with most copies open."""
    unseen = unseen_tiles(view)
    best, least = np.int64(-1), np.int64(1 << 40)
    for kind in range(PLAIN):
        if view.counts[kind] == 0:
            continue
        ways = SAFE if passed_lately(view, kind) else danger(unseen, kind)
        score = ways * (COPIES + 1) + COPIES - view.seen[kind]
        if score < least:
            best, least = np.int64(kind), score
    return best if best >= 0 else np.int64(view.joker_kind)


@njit
def threatening(view, melds, discards):
    """Whether another seat has at least `melds` melds on the table, or there are at least `discards` discards."""
    most = NO_THREAT
    for seat in range(SEATS):
        if seat != view.mahjong_me:
            most = max(most, view.n_melds[seat])
    return most >= melds or view.n_discards >= discards
