"""Bots that play as `greedy`, except for one habit."""

from __future__ import annotations

import numpy as np

from mahjong_sim.bots import greedy
from mahjong_sim.bots.danger import safest_discard, threatening
from mahjong_sim.bots.helpers import (
    always,
    best_discard,
    declare_what_helps,
    discarded,
    nearest_claim,
    never,
    now_away,
    unseen_tiles,
    usefulness,
)
from mahjong_sim.bots.strategy import Hooks, Param, Strategy
from mahjong_sim.game.legality import meld_of_action, tile_of_action
from mahjong_sim.game.wall import U
from mahjong_sim.tiles import BEAUTY, NEWS, PLAIN, SECRET, SUITED
from tongits_sim.compile.jit import njit

# ---- caller


@njit
def eager_claim(view, params):
    """The claim that leaves the hand nearest to winning, unless it sets the hand back."""
    action, away = nearest_claim(view)
    return action if away <= now_away(view) else U(0)


CALLER = Strategy(
    "caller",
    "Takes every discard that it can meld and that does not set it back.",
    Hooks(always, eager_claim, declare_what_helps, greedy.discard),
)

# ---- closed


@njit
def declare_secrets(view, params):
    """Declare secrets only, which keep the hand closed."""
    action = declare_what_helps(view, params)
    return action if meld_of_action(action) == SECRET else U(0)


CLOSED = Strategy(
    "closed",
    "Stays concealed: takes a discard only to win.",
    Hooks(always, never, declare_secrets, greedy.discard),
)

# ---- defender


@njit
def folds(view, params):
    """Whether to give up the hand: it is far from winning, and another seat seems near."""
    return threatening(view, params.threat_melds, params.threat_discards) and now_away(view) >= params.fold_at


@njit
def claim_or_fold(view, params):
    """Claim as `greedy`; after giving up the hand, claim nothing."""
    return U(0) if folds(view, params) else greedy.claim(view, params)


@njit
def discard_or_fold(view, params):
    """Discard as `greedy`; after giving up the hand, discard the safest tile."""
    return discarded(view, safest_discard(view) if folds(view, params) else best_discard(view))


DEFENDER = Strategy(
    "defender",
    "Plays like greedy, but gives a hand up that is far from winning when somebody else seems near.",
    Hooks(always, claim_or_fold, declare_what_helps, discard_or_fold),
    (
        Param("fold_at", 2, 0, 12, "gives up this far from waiting, or farther"),
        Param("threat_melds", 3, 0, 6, "melds of another seat that threaten"),
        Param("threat_discards", 40, 0, 144, "discards of the table that threaten"),
    ),
)

# ---- ambitious

NO_SUIT = np.int64(-1)


@njit
def suit_wanted(view, params):
    """The suit (0..2) to play for: the longest, if it has enough tiles and no meld has another; else -1."""
    longest = NO_SUIT
    most = np.int64(0)
    for suit in range(3):
        tiles = np.int64(0)
        for rank in range(9):
            tiles += view.counts[9 * suit + rank]
        for number in range(view.n_melds[view.mahjong_me]):
            tiles += 3 if view.own_secrets[number] // 9 == suit else -20
        if tiles > most:
            longest = np.int64(suit)
            most = tiles
    return longest if most >= params.suit_at else NO_SUIT


@njit
def claim_of_suit(view, params):
    """Claim as `greedy`, but only tiles of the wanted suit."""
    action = greedy.claim(view, params)
    suit = suit_wanted(view, params)
    code = meld_of_action(action)
    if suit >= 0 and action != U(0) and (code in (BEAUTY, NEWS) or tile_of_action(action) // 9 != suit):
        return U(0)
    return action


@njit
def declare_of_suit(view, params):
    """Declare as `greedy`, but only melds of the wanted suit."""
    action = declare_what_helps(view, params)
    suit = suit_wanted(view, params)
    return U(0) if suit >= 0 and action != U(0) and tile_of_action(action) // 9 != suit else action


@njit
def discard_for_suit(view, params):
    """For a flush the least useful tile of another suit, fewest unseen copies first; else as `greedy`."""
    suit = suit_wanted(view, params)
    best = NO_SUIT
    least = np.int64(1 << 20)
    if suit >= 0:
        unseen = unseen_tiles(view)
        for kind in range(PLAIN):
            if view.counts[kind] == 0 or (kind < SUITED and kind // 9 == suit):
                continue
            worth = usefulness(view, unseen, kind)
            if worth < least:
                best = np.int64(kind)
                least = worth
    return discarded(view, best if best >= 0 else best_discard(view))


AMBITIOUS = Strategy(
    "ambitious",
    "Plays for a full flush with enough tiles of one suit, else like greedy.",
    Hooks(always, claim_of_suit, declare_of_suit, discard_for_suit),
    (Param("suit_at", 10, 1, 18, "tiles of a suit, a meld as three, that make it try"),),
)
