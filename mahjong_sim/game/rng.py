"""Random streams keyed by (seed, match, game, purpose): SplitMix64.

Source: G. Steele, D. Lea, C. Flood, "Fast splittable pseudorandom number generators", OOPSLA 2014, figure 16. A number
below n is the upper part of a product with 53 bits of a word: its outcomes differ in probability by 2**-53 at most.
"""

from __future__ import annotations

import numpy as np

from mahjong_sim.tiles import TILES
from tongits_sim.jit import inline_njit, njit

U = np.uint64
GOLDEN = U(0x9E37_79B9_7F4A_7C15)
_M1 = U(0xBF58_476D_1CE4_E5B9)
_M2 = U(0x94D0_49BB_1331_11EB)

WALL = U(0x3A51_0001)
WORDS = U(0x3A51_0002)
FIRST_MANO = U(0x3A51_0003)
DICE = U(0x3A51_0004)


@inline_njit
def mix(x):
    """SplitMix64's finalizer: a bijection of uint64 whose every output bit depends on every input bit."""
    x = (x ^ (x >> U(30))) * _M1
    x = (x ^ (x >> U(27))) * _M2
    return x ^ (x >> U(31))


@inline_njit
def match_key(seed, match):
    """The key (uint64) common to all streams of a match; both arguments uint64."""
    return mix(mix(seed + GOLDEN) ^ (match + GOLDEN))


@inline_njit
def game_stream(key, game, purpose):
    """The start (uint64) of the stream of one purpose in one game of a match; all arguments uint64."""
    return mix(mix(key ^ (game * GOLDEN + purpose)) + purpose)


@inline_njit
def below(word, bound):
    """A word (uint64) turned into 0 .. bound - 1 (int64); bound: int64 below 1024."""
    return np.int64(((word >> U(11)) * U(bound)) >> U(53))


@njit
def shuffle(wall, state):
    """Put the 144 tiles into `wall` (int8[144]) in random order; state: the start of a stream.

    Each place from the last down changes with one at or before it (Fisher and Yates).
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
