"""Bots that play for one paid item at any cost, to measure the value of trying."""

from __future__ import annotations

import numpy as np

from mahjong_sim.bots.greedy import claim as greedy_claim
from mahjong_sim.bots.greedy import discard as greedy_discard
from mahjong_sim.bots.hooks import (
    always,
    best_discard,
    declare_what_helps,
    nearest_chow,
    nearest_claim,
    never,
    now_away,
    own_melds,
    unseen_tiles,
    usefulness,
)
from mahjong_sim.bots.strategy import Hooks, Strategy
from mahjong_sim.game.legality import meld_word, word_code
from mahjong_sim.game.rng import U
from mahjong_sim.game.wall import bit
from mahjong_sim.melds import KANG, PUNG, SAGASA, SECRET
from mahjong_sim.tiles import PLAIN, SUITED
from tongits_sim.jit import njit


@njit
def least_useful(view, cap):
    """The tile that the hand holds least often (above `cap`: first of all), then the one with fewest unseen copies.

    Returns int64.
    """
    unseen = unseen_tiles(view)
    best, least = np.int64(-1), np.int64(1 << 20)
    for kind in range(PLAIN):
        held = np.int64(view.counts[kind])
        if held == 0:
            continue
        worth = np.int64(0) if held > cap else usefulness(view, unseen, kind)
        if worth < least:
            best, least = np.int64(kind), worth
    return best if best >= 0 else np.int64(view.joker_kind)


@njit
def pung_claim(view, params):
    """Every pung and kang."""
    if view.may_kang:
        return meld_word(KANG, np.int64(view.offer))
    return meld_word(PUNG, np.int64(view.offer)) if view.may_pung else U(0)


@njit
def pung_discard(view, params):
    """Singles first."""
    return U(least_useful(view, np.int64(4)))


@njit
def pair_discard(view, params):
    """Fourth tiles, then singles; with a meld on the table as `greedy`."""
    if own_melds(view) > 0:
        return U(best_discard(view))
    return U(least_useful(view, np.int64(3)))


@njit
def chow_claim(view, params):
    """The chow that leaves the hand nearest to winning, if it brings it nearer; no other meld."""
    action, away = nearest_chow(view)
    return action if away < now_away(view) else U(0)


@njit
def chow_discard(view, params):
    """Honours except one pair, then third tiles without neighbours; else as `greedy`."""
    pairs = np.int64(0)
    for kind in range(SUITED, PLAIN):
        held = view.counts[kind]
        if held == 1 or held >= 3:
            return U(kind)
        pairs += held == 2
    for kind in range(SUITED, PLAIN):
        if view.counts[kind] == 2 and pairs > 1:
            return U(kind)
    for kind in range(SUITED):
        if view.counts[kind] >= 3 and not has_neighbours(view.counts, kind):
            return U(kind)
    return U(best_discard(view))


@njit
def has_neighbours(counts, kind):
    """Whether a hand holds a tile that forms part of a chow with a suited tile of this kind."""
    rank = kind % 9
    near = False
    for step in range(1, 3):
        near |= (rank >= step and counts[kind - step] > 0) or (rank <= 8 - step and counts[kind + step] > 0)
    return near


@njit
def open_claim(view, params):
    """Every discard that makes a meld, as the meld that leaves the hand nearest to winning."""
    action, _ = nearest_claim(view)
    return action


@njit
def open_declare(view, params):
    """As `greedy`, but no secrets, which are not open."""
    action = declare_what_helps(view, params)
    return U(0) if word_code(action) == SECRET else action


@njit
def four_claim(view, params):
    """Every kang, and every pung, which may become a sagasa; else as `greedy`."""
    action = pung_claim(view, params)
    return action if action != U(0) else greedy_claim(view, params)


@njit
def four_declare(view, params):
    """Every sagasa and secret; else as `greedy`."""
    for kind in range(PLAIN):
        if view.may_sagasa & bit(kind) != U(0):
            return meld_word(SAGASA, np.int64(kind))
        if view.may_secret & bit(kind) != U(0):
            return meld_word(SECRET, np.int64(kind))
    return declare_what_helps(view, params)


@njit
def by_draw(view, params):
    """Wins only with an own draw or the deal."""
    return U(view.seat == view.mahjong_me and (view.drawn >= 0 or view.n_discards == 0))


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
CHOWS = Strategy(
    "chows",
    "Goes for five chows: takes chows only, discards honours and third tiles.",
    Hooks(always, chow_claim, never, chow_discard),
)
REVEALED = Strategy(
    "revealed",
    "Goes for a hand all revealed: takes every discard that it can meld, also where that sets it back.",
    Hooks(always, open_claim, open_declare, greedy_discard),
)
FOURS = Strategy(
    "fours",
    "Goes for four equal tiles: takes every kang and pung, declares every secret and sagasa.",
    Hooks(always, four_claim, four_declare, greedy_discard),
)
DRAWER = Strategy(
    "drawer",
    "Plays like greedy, but wins only by draw (bunot), never by a discard.",
    Hooks(by_draw, greedy_claim, declare_what_helps, greedy_discard),
)
