"""Siete pares: the distance of a hand to seven pairs and a pung (V9), from the numbers of kinds held once, twice, ...

Every kind offers places for pairs: the first costs the tiles missing to two; the second, if four equal tiles may be two
pairs, the tiles missing to four. The hand takes one kind for the pung and the seven cheapest places of the others.
"""

from __future__ import annotations

import numpy as np

from tongits_sim.compile.bits import popcount
from tongits_sim.compile.jit import inline_njit, njit

PAIRS = 7
FAR_AWAY = np.int64(99)

OFF = 0
DISTINCT = 1
EQUAL = 2
"""Whether seven pairs and a pung win: never; with pairs of seven kinds; four equal tiles may be two pairs."""


@inline_njit
def classes(held):
    """The numbers of kinds held exactly once, twice, three and four times, from the sets of `held_often`."""
    once, twice, thrice, all_four = held
    return popcount(once & ~twice), popcount(twice & ~thrice), popcount(thrice & ~all_four), popcount(all_four)


@inline_njit
def pairs_distance(held, mode):
    """Tiles (int64) that a hand without jokers lacks for seven pairs and a pung; held: its `classes`."""
    singles, twos, threes, fours = held
    if mode == OFF:
        return FAR_AWAY
    equal = np.int64(mode == EQUAL)
    free = twos + threes + fours * (1 + equal)
    cheap = singles + threes * equal
    best = 3 + _places(free, cheap)
    if singles > 0:
        best = min(best, 2 + _places(free, cheap - 1))
    if twos > 0:
        best = min(best, 1 + _places(free - 1, cheap))
    if threes > 0:
        best = min(best, _places(free - 1, cheap - equal))
    if fours > 0:
        best = min(best, _places(free - 1 - equal, cheap))
    return best


@inline_njit
def at_least(held):
    """A lower bound (int64) of `pairs_distance`, from the sets of `held_often`: a place without a pair costs one."""
    return PAIRS + 1 - popcount(held[1]) - popcount(held[3])


@inline_njit
def _places(free, cheap):
    """The cost of seven places if `free` cost nothing, `cheap` one tile, and all others two."""
    wanted = PAIRS - min(free, PAIRS)
    return 2 * wanted - min(wanted, cheap)


@inline_njit
def stepped(held, count, step):
    """`classes` after the hand gains (`step` 1) or loses (-1) a tile of a kind that it holds `count` times."""
    ones, twos, threes, fours = held
    after = count + step
    return (
        ones + np.int64(after == 1) - np.int64(count == 1),
        twos + np.int64(after == 2) - np.int64(count == 2),
        threes + np.int64(after == 3) - np.int64(count == 3),
        fours + np.int64(after == 4) - np.int64(count == 4),
    )


@njit
def pairs_distance_with_jokers(suited, honours, jokers, mode):
    """Like `pairs_distance`, for a hand with jokers: each stands for a suited tile, even the fifth tile of a kind.

    `suited`, `honours`: `classes` of the suits, and of dragons and winds.
    """
    if mode == OFF:
        return FAR_AWAY
    equal = np.int64(mode == EQUAL)
    free = suited[1] + suited[2] + honours[1] + honours[2] + (suited[3] + honours[3]) * (1 + equal)
    cheap = suited[0] + suited[2] * equal
    dear = honours[0] + honours[2] * equal
    best = _places_with_jokers(free, cheap, dear, 3 - jokers)
    for number in range(4):
        lacking = max(0, 2 - number)
        taken = np.int64(number >= 1) + equal * np.int64(number == 3)
        dropped = np.int64(number == 0) + equal * np.int64(number == 2)
        if suited[number] > 0:
            # Four of a kind are the pung and, with a joker, a pair.
            fifth = equal * np.int64(number == 3)
            best = min(best, _places_with_jokers(free - taken, cheap - dropped + fifth, dear, lacking - jokers))
        if honours[number] > 0:
            best = min(best, lacking + _places_with_jokers(free - taken, cheap, dear - dropped, -jokers))
    return best


@njit
def _places_with_jokers(free, cheap, dear, lacking):
    """The cost of pung and pairs if `cheap` suited and `dear` other places lack one tile, all others two suited ones.

    `lacking` is the number of suited tiles that the pung lacks, minus the jokers: only suited tiles can be jokers.
    """
    wanted = PAIRS - min(free, PAIRS)
    best = FAR_AWAY
    for others in range(min(dear, wanted) + 1):
        ones = min(cheap, wanted - others)
        best = min(best, others + max(0, lacking + ones + 2 * (wanted - others - ones)))
    return best
