"""Random streams keyed by (seed, match, game, purpose): SplitMix64.

Source: G. Steele, D. Lea, C. Flood, "Fast splittable pseudorandom number generators", OOPSLA 2014, figure 16
(mix64variant13 finalizer). Bounded numbers: D. Lemire, "Fast random integer generation in an interval", ACM TOMACS
29(1), 2019, section 4, on 32-bit halves, so every value is exactly equally likely.
"""

from __future__ import annotations

import numpy as np

from tongits_sim.cards import U, bit
from tongits_sim.jit import inline_njit, njit

GOLDEN = U(0x9E37_79B9_7F4A_7C15)
_M1 = U(0xBF58_476D_1CE4_E5B9)
_M2 = U(0x94D0_49BB_1331_11EB)
_LOW = U(0xFFFF_FFFF)
_HALF = U(32)

DECK = U(0xD3C5_0001)
WORDS = U(0xD3C5_0002)
FIRST_DEALER = U(0xD3C5_0003)
NEXT_DEALER = U(0xD3C5_0004)


@inline_njit
def mix(x):
    """SplitMix64's finalizer: a bijection of uint64 whose every output bit depends on every input bit."""
    x = (x ^ (x >> U(30))) * _M1
    x = (x ^ (x >> U(27))) * _M2
    return x ^ (x >> U(31))


@inline_njit
def stream(seed, match, game, purpose):
    """The start (uint64) of the stream of one purpose in one game; all arguments uint64."""
    x = mix(seed + GOLDEN)
    x = mix(x ^ (match + GOLDEN))
    x = mix(x ^ (game * GOLDEN + purpose))
    return mix(x + purpose)


@inline_njit
def below_three(word):
    """A word turned into 0, 1 or 2 (int64); the bias is below 2**-62."""
    return np.int64(word % U(3))


@njit
def shuffle(deck, jokers, state):
    """Fill `deck` (int8[54]) with 52 + jokers cards, all orders equally likely (Fisher-Yates, Knuth 3.4.2 P).

    Each 64-bit word of the stream `state` serves two places; a half that would favour low numbers is thrown away.
    """
    size = 0
    for suit in range(4):
        for rank in range(13):
            deck[size] = 16 * suit + rank
            size += 1
    for joker in range(jokers):
        deck[size] = 14 + 16 * joker
        size += 1
    left = U(size)
    while left > U(1):
        state += GOLDEN
        word = mix(state)
        left = _place(deck, left, word & _LOW)
        left = _place(deck, left, word >> _HALF)


@inline_njit
def _place(deck, left, half):
    """Settle place `left - 1` with 32 random bits; returns how many places are left (the same when the bits are
    thrown away).
    """
    product = half * left
    # 2**32 mod n values are in excess; only when the low part is below n can this be one of them.
    if (product & _LOW) < left and (product & _LOW) < (_LOW + U(1) - left) % left:
        return left
    pick = product >> _HALF
    left -= U(1)
    card = deck[pick]
    deck[pick] = deck[left]
    deck[left] = card
    return left


@njit
def take_cards(deck, start, stop):
    """The mask of deck[start:stop]."""
    mask = U(0)
    for i in range(U(start), U(stop)):
        mask |= bit(deck[i])
    return mask
