"""Prefers tiles that it can take from others, plays for payments at once, and weighs risk. Its numbers are tuned."""

from __future__ import annotations

import numpy as np

from mahjong_sim.bots.danger import risk
from mahjong_sim.bots.helpers import (
    after_claim,
    always,
    declare_within,
    discarded,
    isolation,
    nearest_claim,
    now_away,
    own_held,
    own_keys,
    own_melds,
    unseen_tiles,
)
from mahjong_sim.bots.strategy import Hooks, Param, Strategy
from mahjong_sim.bots.surplus import nearest_discards
from mahjong_sim.game.legality import meld_action, meld_of_action
from mahjong_sim.game.state import tables_of
from mahjong_sim.game.wall import U, bit
from mahjong_sim.hands.kinds import one_less
from mahjong_sim.hands.outlook import helping, without
from mahjong_sim.tiles import BEAUTY, CHOW, DRAGONS, KANG, NEWS, PLAIN, PUNG, SUITED, WINDS
from tongits_sim.compile.bits import lowest
from tongits_sim.compile.jit import njit


@njit
def folds(view, params):
    """Give the hand up if it is far from winning and the game is late."""
    return view.turns[view.mahjong_me] >= params.fold_turn and now_away(view) >= params.fold_at


@njit
def claim(view, params):
    """Take a meld that is paid at once if it hardly sets the hand back; else, within `open_at`, a meld that helps."""
    if folds(view, params):
        return U(0)
    now = now_away(view)
    if view.may_beauty and after_claim(view, BEAUTY, np.int64(DRAGONS)) <= now + params.paid_back:
        return meld_action(BEAUTY, np.int64(DRAGONS))
    if view.may_news and after_claim(view, NEWS, np.int64(WINDS)) <= now + params.paid_back:
        return meld_action(NEWS, np.int64(WINDS))
    if view.may_kang and after_claim(view, KANG, np.int64(view.offer)) <= now + params.kang_back:
        return meld_action(KANG, np.int64(view.offer))
    action, away = nearest_claim(view)
    # No claim brings the hand nearer, but it is far from winning: a pung that keeps the distance costs nothing.
    if view.may_pung and now >= params.pung_far and away == now:
        pung = meld_action(PUNG, np.int64(view.offer))
        return pung if after_claim(view, PUNG, np.int64(view.offer)) == now else U(0)
    if away >= now or (own_melds(view) == 0 and away > params.open_at):
        return U(0)
    if meld_of_action(action) == CHOW and away > params.chow_at:
        return U(0)
    return action


@njit
def declare(view, params):
    """Declare melds that hardly set the hand back."""
    return declare_within(view, params.secret_back, params.paid_back)


@njit
def discard(view, params):
    """After giving up, the safest tile; else the best of the discards that leave the hand nearest to winning."""
    return discarded(view, safest(view) if folds(view, params) else weighed(view, params))


@njit
def safest(view):
    """The tile of the hand with the least risk; of equal tiles, the least useful (int64)."""
    best = np.int64(-1)
    least = 1e9
    for kind in range(PLAIN):
        if view.counts[kind] > 0:
            # Isolation is weighed so little that it only breaks ties.
            danger = risk(view, np.int64(kind)) - 1e-6 * isolation(kind)
            if danger < least:
                best = np.int64(kind)
                least = danger
    return best if best >= 0 else np.int64(view.joker_kind)


@njit
def weighed(view, params):
    """Of the discards that leave the hand nearest, the discard with the best score (int64).

    The score is the number of unseen helping tiles, weighted by `sources` unless the hand waits, minus the weighted
    risk of the discard.
    """
    tables = tables_of(view)
    at = own_keys(view)
    held = own_held(view)
    jokers = view.jokers
    melds = own_melds(view)
    away, kinds = nearest_discards(tables, at, held, jokers, melds)
    counts = view.counts.copy()
    unseen = unseen_tiles(view)
    best = np.int64(-1)
    most = -1e9
    while kinds != U(0):
        kind = lowest(kinds)
        kinds ^= bit(kind)
        helps = helping(tables, without(at, kind), one_less(held, bit(kind)), jokers, melds)[1]
        counts[kind] -= 1
        score = 0.125 * isolation(kind) - params.risk_weight * risk(view, kind)
        while helps != U(0):
            helping_kind = lowest(helps)
            helps ^= bit(helping_kind)
            # A waiting hand wins with a tile from anywhere, so how it could be claimed for a meld does not matter.
            score += unseen[helping_kind] * (1.0 if away == 1 else sources(counts, helping_kind, params))
        counts[kind] += 1
        if score > most:
            best = np.int64(kind)
            most = score
    return best if best >= 0 else np.int64(view.joker_kind)


@njit
def sources(counts, kind, params):
    """The weight (float64) of a helping tile: 1 if the seat must draw it, more if the seat can also claim it."""
    if counts[kind] >= 2:
        return 1.0 + params.pung_weight
    if kind < SUITED:
        rank = kind % 9
        below = rank >= 1 and counts[kind - 1] > 0
        above = rank <= 7 and counts[kind + 1] > 0
        low = below and rank >= 2 and counts[kind - 2] > 0
        high = above and rank <= 6 and counts[kind + 2] > 0
        if low or high or (below and above):
            return 1.0 + params.chow_weight
    return 1.0


EXPERT = Strategy(
    "expert",
    "Prefers tiles it can take from others, takes kangs and secrets for their pay, weighs risk; its numbers are tuned.",
    Hooks(always, claim, declare, discard),
    (
        Param("open_at", 12, 0, 12, "opens a hand this far from waiting, or nearer"),
        Param("chow_at", 12, 0, 12, "takes a chow this far from waiting, or nearer"),
        Param("pung_far", 2, 0, 12, "takes any pung this far from waiting, or farther"),
        Param("kang_back", 1, -2, 3, "tiles that a kang may set it back"),
        Param("secret_back", 1, -1, 3, "tiles that a secret or sagasa may set it back"),
        Param("paid_back", 0, -2, 3, "tiles that a beauty or NEWS may set it back"),
        Param("risk_weight", 20, 0, 500, "helpful tiles that a sure loss is worth"),
        Param("pung_weight", 2, 0, 10, "extra weight of a tile that it could pung"),
        Param("chow_weight", 0.5, 0, 10, "extra weight of a tile that it could chow"),
        Param("fold_at", 2, 0, 12, "gives up this far from waiting, or farther"),
        Param("fold_turn", 100, 0, 100, "gives up from this own turn on; 100 is never"),
    ),
)
