"""Plays for a full flush with enough tiles of one suit."""

from __future__ import annotations

import numpy as np

from mahjong_sim.bots.greedy import claim as greedy_claim
from mahjong_sim.bots.hooks import always, best_discard, declare_what_helps, discarded, unseen_tiles, usefulness
from mahjong_sim.bots.strategy import Hooks, Param, Strategy
from mahjong_sim.game.legality import word_code, word_tile
from mahjong_sim.game.wall import U
from mahjong_sim.tiles import BEAUTY, NEWS, PLAIN, SUITED
from tongits_sim.compile.jit import njit

NO_SUIT = np.int64(-1)


@njit
def suit_wanted(view, params):
    """The suit (0..2) to play for: the longest, if it has enough tiles and no meld has another; else -1."""
    longest, most = NO_SUIT, np.int64(0)
    for suit in range(3):
        tiles = np.int64(0)
        for rank in range(9):
            tiles += view.counts[9 * suit + rank]
        for number in range(view.n_melds[view.mahjong_me]):
            tiles += 3 if view.own_secrets[number] // 9 == suit else -20
        if tiles > most:
            longest, most = np.int64(suit), tiles
    return longest if most >= params.suit_at else NO_SUIT


@njit
def claim(view, params):
    """As `greedy`; for a flush only melds of the suit."""
    action = greedy_claim(view, params)
    suit = suit_wanted(view, params)
    code = word_code(action)
    if suit >= 0 and action != U(0) and (code in (BEAUTY, NEWS) or word_tile(action) // 9 != suit):
        return U(0)
    return action


@njit
def declare(view, params):
    """As `greedy`; for a flush no beauty, no NEWS and no other suit."""
    action = declare_what_helps(view, params)
    suit = suit_wanted(view, params)
    if suit >= 0 and action != U(0) and word_tile(action) // 9 != suit:
        return U(0)
    return action


@njit
def discard(view, params):
    """For a flush the least useful tile of another suit, fewest unseen copies first; else as `greedy`."""
    suit = suit_wanted(view, params)
    best, least = NO_SUIT, np.int64(1 << 20)
    if suit >= 0:
        unseen = unseen_tiles(view)
        for kind in range(PLAIN):
            if view.counts[kind] == 0 or (kind < SUITED and kind // 9 == suit):
                continue
            worth = usefulness(view, unseen, kind)
            if worth < least:
                best, least = np.int64(kind), worth
    return discarded(view, best if best >= 0 else best_discard(view))


AMBITIOUS = Strategy(
    "ambitious",
    "Plays for a full flush with enough tiles of one suit, else like greedy.",
    Hooks(always, claim, declare, discard),
    (Param("suit_at", 10, 1, 18, "tiles of a suit, melds counted as three, with which it plays for a flush"),),
)
