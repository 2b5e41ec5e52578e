"""Goes for one paid hand, whatever it costs: for measuring what it is worth to try."""

from __future__ import annotations

import numpy as np

from mahjong_sim.bots.hooks import always, best_discard, declare_what_helps, isolation, never, own_melds, unseen_tiles
from mahjong_sim.bots.strategy import Hooks, Strategy
from mahjong_sim.game.legality import meld_word
from mahjong_sim.game.rng import U
from mahjong_sim.melds import KANG, PUNG
from mahjong_sim.tiles import PLAIN
from tongits_sim.jit import njit


@njit
def least_useful(view, cap):
    """The tile of which the hand has fewest (more than `cap` count as `cap`), then the one with fewest unseen copies.

    Returns int64.
    """
    unseen = unseen_tiles(view)
    best, least = np.int64(-1), np.int64(1 << 20)
    for kind in range(PLAIN):
        held = np.int64(view.counts[kind])
        if held == 0:
            continue
        surplus = held > cap
        worth = np.int64(0) if surplus else 100 * held + 8 * np.int64(unseen[kind]) - isolation(kind)
        if worth < least:
            best, least = np.int64(kind), worth
    return best if best >= 0 else np.int64(view.joker_kind)


@njit
def pung_claim(view, params):
    """Every pung and kang; a discard wins all the same."""
    if view.may_kang:
        return meld_word(KANG, np.int64(view.offer))
    return meld_word(PUNG, np.int64(view.offer)) if view.may_pung else U(0)


@njit
def pung_discard(view, params):
    """Singles first."""
    return U(least_useful(view, np.int64(4)))


@njit
def pair_discard(view, params):
    """Fourth tiles, then singles; while nothing lies open, else as `greedy`."""
    if own_melds(view) > 0:
        return U(best_discard(view))
    return U(least_useful(view, np.int64(3)))


PUNGS = Strategy(
    "pungs",
    "Goes for five pungs: keeps pairs, takes every pung and kang, and no chow.",
    Hooks(always, pung_claim, declare_what_helps, pung_discard),
)
PAIRS = Strategy(
    "pairs",
    "Goes for siete pares: keeps pairs, and takes no discard but to win.",
    Hooks(always, never, never, pair_discard),
)
