"""The purposes of random streams (`tongits_sim/any_game/streams.py`), numbers below a bound, and the shuffle.

A number below n is the upper part of the product of n and 53 bits of a word: its outcomes differ in probability by
2**-53 at most.
"""

from __future__ import annotations

import numpy as np

from mahjong_sim.tiles import TILES
from tongits_sim.any_game.streams import GOLDEN, mix
from tongits_sim.jit import inline_njit, njit

U = np.uint64

WALL = U(0x3A51_0001)
WORDS = U(0x3A51_0002)
FIRST_MANO = U(0x3A51_0003)
DICE = U(0x3A51_0004)


@inline_njit
def below(word, bound):
    """A number 0 .. bound - 1 (int64) from a random word (uint64); bound: int64 below 1024."""
    return np.int64(((word >> U(11)) * U(bound)) >> U(53))


@njit
def shuffle(wall, state):
    """Put the 144 tiles into `wall` (int8[144]) in random order; state: the start of a stream.

    Each place, from the last down, swaps with one at or before it (Fisher and Yates).
    """
    place = 0
    for kind in range(34):
        for _ in range(4):
            wall[place] = kind
            place += 1
    for kind in range(34, 42):
        wall[place] = kind
        place += 1
    for last in range(TILES - 1, 0, -1):
        state += GOLDEN
        other = below(mix(state), np.int64(last + 1))
        tile = wall[last]
        wall[last] = wall[other]
        wall[other] = tile
