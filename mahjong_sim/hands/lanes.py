"""Distances of one group of tiles for every number of bahay, as the bytes of a word, and their sums over groups.

A *group* is a suit, or all dragons and winds. Its *distances* are the tiles that it lacks for s bahay, s = 0..5: byte s
of a uint64, without the eye (the pair) in one word and with it in another. The distances of two groups together are the
least sums over all ways to divide the bahay between them (a min-plus convolution); six bytes are added and compared at
a time.

A table packs both words of a group into one uint64: four bits a distance, without the eye from bit 0, with it from bit
32. So a distance above 15 becomes 15. That changes no total of a hand with thirteen tiles or more, or with bahay on the
table: such a hand is never 15 tiles away.
"""

from __future__ import annotations

import numpy as np

from mahjong_sim.melds import BAHAY
from tongits_sim.jit import inline_njit, njit

U = np.uint64
LANES = BAHAY + 1
MOST = 15
"""The largest distance in a table; it stands for all larger ones too."""

ONES = U(0x010101010101)
HIGH = U(0x808080808080)
FAR = U(0x3F3F3F3F3F3F)
"""A distance that is never the least: more than four times `MOST`."""

_BYTE = U(0xFF)
_WHOLE = U(0xFFFFFFFFFFFF)
_EYE = U(32)


@inline_njit
def lane(distances, bahay):
    """The distance to a number of bahay (int64)."""
    return np.int64((distances >> U(8 * bahay)) & _BYTE)


@inline_njit
def least(a, b):
    """The smaller of each two bytes, all below 128."""
    above = ((a | HIGH) - b) & HIGH
    mask = above - (above >> U(7))
    return a ^ ((a ^ b) & mask)


@inline_njit
def moved(distances, bahay):
    """The distances of a group that holds `bahay` more bahay: byte s is the former byte s - bahay."""
    shift = U(8 * bahay)
    return ((distances << shift) & _WHOLE) | (FAR & ((U(1) << shift) - U(1)))


@inline_njit
def together(a, a_eye, b, b_eye):
    """The distances of two groups together: (without the eye, with it)."""
    total = FAR
    total_eye = FAR
    for bahay in range(LANES):
        shift = U(8 * bahay)
        own = ((a >> shift) & _BYTE) * ONES
        own_eye = ((a_eye >> shift) & _BYTE) * ONES
        other = moved(b, bahay)
        total = least(total, other + own)
        total_eye = least(total_eye, least(moved(b_eye, bahay) + own, other + own_eye))
    return total, total_eye


@inline_njit
def lowered(distances, jokers):
    """The distances when `jokers` tiles stand for any missing ones."""
    return distances - least(distances, U(jokers) * ONES)


@inline_njit
def whole(a, a_eye, b, b_eye, bahay):
    """Tiles (int64) that two groups, which are the whole hand, lack for `bahay` bahay and the eye."""
    best = np.int64(99)
    for own in range(bahay + 1):
        best = min(best, lane(a, own) + lane(b_eye, bahay - own), lane(a_eye, own) + lane(b, bahay - own))
    return best


@njit
def packed(distances, distances_eye):
    """Both words in one uint64, a row of a table."""
    row = U(0)
    for bahay in range(LANES):
        shift = U(4 * bahay)
        row |= U(min(lane(distances, bahay), MOST)) << shift
        row |= U(min(lane(distances_eye, bahay), MOST)) << (shift + _EYE)
    return row


@inline_njit
def unpacked(row):
    """Both words of a row of a table: (without the eye, with it)."""
    return _spread(row & U(0xFFFFFF)), _spread(row >> _EYE)


@inline_njit
def _spread(nibbles):
    bits = (nibbles | (nibbles << U(16))) & U(0x0000FFFF0000FFFF)
    bits = (bits | (bits << U(8))) & U(0x00FF00FF00FF00FF)
    return (bits | (bits << U(4))) & U(0x0F0F0F0F0F0F0F0F)
