"""Exact probabilities of deals, as fractions (V1, V3, V4).

A dealt hand is a random choice of tiles among the 144. After the flowers are replaced it is a random choice of plain
tiles, since the next plain tile replaces each flower. "At least one of each" and "all four of some kind" are counted by
inclusion and exclusion.
"""

from __future__ import annotations

from fractions import Fraction
from math import comb

from mahjong_sim.tiles import COPIES, FLOWERS, PLAIN, SUITED, TILES

BONUS = TILES - COPIES * FLOWERS
"""Flowers and seasons."""
MOST_BONUS = TILES - COPIES * SUITED
"""Bonus tiles where winds and dragons are flowers too."""


def flowers_dealt(number: int, tiles: int = 16, bonus: int = BONUS) -> Fraction:
    """The probability of a number of flowers among the tiles dealt to a seat, before any is replaced.

    >>> float(round(flowers_dealt(0), 4))
    0.38
    """
    return Fraction(comb(bonus, number) * comb(TILES - bonus, tiles - number), comb(TILES, tiles))


def all_of(kinds: int, tiles: int = 16, plain: int = COPIES * PLAIN) -> Fraction:
    """The probability that a hand without flowers holds at least one tile of each of `kinds` kinds: 3 beauty, 4 NEWS.

    >>> float(round(all_of(3), 4)), float(round(all_of(4), 4))
    (0.0557, 0.0195)
    """
    signed = (
        (-1) ** without * comb(kinds, without) * comb(plain - COPIES * without, tiles) for without in range(kinds + 1)
    )
    ways = sum(signed)
    return Fraction(ways, comb(plain, tiles))


def four_equal(tiles: int = 16, kinds: int = PLAIN) -> Fraction:
    """The probability that a hand without flowers holds all four tiles of some kind: a secret from the start.

    >>> float(round(four_equal(), 4))
    0.0045
    """
    plain = COPIES * kinds
    ways = sum(
        (-1) ** (fours + 1) * comb(kinds, fours) * comb(plain - COPIES * fours, tiles - COPIES * fours)
        for fours in range(1, tiles // COPIES + 1)
    )
    return Fraction(ways, comb(plain, tiles))
