"""Plays for a straight: 1 to 9 of one suit in three chows, with any two bahay and any eye beside it."""

from __future__ import annotations

import numpy as np

from mahjong_sim.bots.hooks import always, best_discard, isolation, never, own_melds
from mahjong_sim.bots.strategy import Hooks, Strategy
from mahjong_sim.game.legality import meld_word
from mahjong_sim.game.rng import U
from mahjong_sim.game.tables import tables_of
from mahjong_sim.game.wall import bit
from mahjong_sim.hands.accept import discards
from mahjong_sim.hands.distance import codes, rows, rows_distance
from mahjong_sim.melds import BAHAY, CHOW, PUNG
from mahjong_sim.tiles import KINDS, PLAIN, SUITED
from tongits_sim.jit import njit

THIRDS = np.int64(3)
_FAR = np.int64(99)


@njit
def lies_open(view, lowest):
    """Whether the deciding seat has the chow with this lowest tile on the table."""
    seat, on_table = view.mahjong_me, False
    for number in range(own_melds(view)):
        on_table |= view.meld_kind[seat, number] == CHOW and view.own_secrets[number] == lowest
    return on_table


@njit
def straight_suit(view):
    """The suit (int64, 0..2) with most ranks in the hand and in own chows of a straight, and the number of thirds of
    its straight that are not on the table (int64).
    """
    suit, most, missing = np.int64(0), np.int64(-1), THIRDS
    for each in range(3):
        ranks, left = np.int64(0), THIRDS
        for third in range(3):
            lowest = 9 * each + 3 * third
            if lies_open(view, lowest):
                ranks += 3
                left -= 1
            else:
                for kind in range(lowest, lowest + 3):
                    ranks += view.counts[kind] > 0
        if ranks > most:
            suit, most, missing = np.int64(each), ranks, left
    return suit, missing


@njit
def beside(view, suit):
    """The tiles (int8[42]) of a hand without one of each rank that its straight of a suit needs."""
    counts = view.counts.copy()
    for third in range(3):
        lowest = 9 * suit + 3 * third
        if not lies_open(view, lowest):
            for kind in range(lowest, lowest + 3):
                counts[kind] -= np.int8(counts[kind] > 0)
    return counts


@njit
def rest_distance(view, counts, bahay):
    """Tiles (int64) that these tiles lack for `bahay` bahay and the eye; 99 if `bahay` is negative."""
    if bahay < 0:
        return _FAR
    jokers = np.int64(view.jokers)
    return np.int64(rows_distance(rows(tables_of(view), codes(counts), jokers), jokers, bahay))


@njit
def claim(view, params):
    """A chow of the straight with a missing tile; else a meld that brings the rest of the hand nearer."""
    offer = np.int64(view.offer)
    suit, missing = straight_suit(view)
    lowest = offer - offer % 3
    wanted = offer // 9 == suit and view.counts[offer] == 0 and not lies_open(view, lowest)
    if wanted and view.may_chow & bit(lowest) != U(0):
        return meld_word(CHOW, lowest)
    counts, bahay = beside(view, suit), BAHAY - own_melds(view) - missing
    best, least = U(0), rest_distance(view, counts, bahay)
    if view.may_pung and counts[offer] >= 2:
        counts[offer] -= np.int8(2)
        away = rest_distance(view, counts, bahay - 1)
        counts[offer] += np.int8(2)
        if away < least:
            best, least = meld_word(PUNG, offer), away
    for first in range(max(0, view.offer - 2), view.offer + 1):
        if view.may_chow & bit(first) == U(0):
            continue
        counts[offer] += np.int8(1)
        enough = True
        for kind in range(first, first + 3):
            counts[kind] -= np.int8(1)
            enough &= counts[kind] >= 0
        away = rest_distance(view, counts, bahay - 1) if enough else _FAR
        for kind in range(first, first + 3):
            counts[kind] += np.int8(1)
        counts[offer] -= np.int8(1)
        if away < least:
            best, least = meld_word(CHOW, np.int64(first)), away
    return best


@njit
def discard(view, params):
    """The tile beside the straight that leaves the others nearest to bahay and eye; of equals the least useful one."""
    suit, missing = straight_suit(view)
    counts, melds = beside(view, suit), own_melds(view) + missing
    best, least = np.int64(-1), np.int64(1 << 20)
    if melds <= BAHAY:
        after = np.empty(KINDS, np.int8)
        discards(tables_of(view), counts, np.int64(view.jokers), melds, after)
        for kind in range(PLAIN):
            score = 8 * np.int64(after[kind]) - (isolation(kind) if kind < SUITED else np.int64(7))
            if counts[kind] > 0 and score < least:
                best, least = np.int64(kind), score
    return U(best) if best >= 0 else U(best_discard(view))


STRAIGHT = Strategy(
    "straight",
    "Goes for a straight in the suit of which it has most ranks: keeps them, and takes what completes its chows.",
    Hooks(always, claim, never, discard),
)
