"""Random streams keyed by (seed, match, game, purpose): SplitMix64.

A stream is a uint64 state: add `GOLDEN` for each step, and `mix` gives the word there. Every game has numbers of its
own for the purposes, such as its deck and its bots' words.

Source: G. Steele, D. Lea, C. Flood, "Fast splittable pseudorandom number generators", OOPSLA 2014, figure 16
(mix64variant13 finalizer).
"""

from __future__ import annotations

import numpy as np

from tongits_sim.jit import inline_njit

U = np.uint64
GOLDEN = U(0x9E37_79B9_7F4A_7C15)
_M1 = U(0xBF58_476D_1CE4_E5B9)
_M2 = U(0x94D0_49BB_1331_11EB)


@inline_njit
def mix(x):
    """SplitMix64's finalizer: a bijection of uint64 whose every output bit depends on every input bit."""
    x = (x ^ (x >> U(30))) * _M1
    x = (x ^ (x >> U(27))) * _M2
    return x ^ (x >> U(31))


@inline_njit
def stream(seed, match, game, purpose):
    """The start (uint64) of the stream of one purpose in one game; all arguments uint64."""
    return game_stream(match_key(seed, match), game, purpose)


@inline_njit
def match_key(seed, match):
    """The key (uint64) common to all streams of a match; both arguments uint64."""
    return mix(mix(seed + GOLDEN) ^ (match + GOLDEN))


@inline_njit
def game_stream(key, game, purpose):
    """`stream`, from its match's key."""
    return mix(mix(key ^ (game * GOLDEN + purpose)) + purpose)
