"""Plays for a paid wait: of the discards that leave the hand waiting, the one with most tiles of that wait."""

from __future__ import annotations

import numpy as np

from mahjong_sim.bots.greedy import claim as greedy_claim
from mahjong_sim.bots.hooks import always, best_discard, declare_what_helps, may_declare_wait, own_melds, unseen_tiles
from mahjong_sim.bots.strategy import Hooks, Param, Strategy
from mahjong_sim.game.legality import DECLARED
from mahjong_sim.game.rng import U
from mahjong_sim.game.tables import tables_of
from mahjong_sim.hands.accept import discards
from mahjong_sim.hands.distance import is_win
from mahjong_sim.melds import BAHAY
from mahjong_sim.tiles import KINDS, PLAIN, SUITED
from tongits_sim.jit import njit

MIDDLE, SINGLE, TWO_PAIRS = 0, 1, 2
"""The values of `wait`: paninigit; an edge or the eye; back to back."""
_EYE = np.int8(2)


@njit
def complete_without(hand, first, second):
    """Whether a waiting hand lacks only the third tile of a bahay with these two tiles.

    hand: (tables, counts, jokers, n_melds); `counts` is changed and restored.
    """
    tables, counts, jokers, melds = hand
    if melds >= BAHAY:
        return False
    counts[first] -= np.int8(1)
    counts[second] -= np.int8(1)
    complete = counts[first] >= 0 and counts[second] >= 0 and is_win(tables, counts, jokers, melds + 1)
    counts[first] += np.int8(1)
    counts[second] += np.int8(1)
    return complete


@njit
def waits_for_eye(hand, kind):
    """Whether a waiting hand lacks only the second tile of an eye of this kind; `hand` as in `complete_without`."""
    tables, counts, jokers, melds = hand
    if counts[kind] == 0:
        return False
    counts[kind] -= np.int8(1)
    complete = False
    for other in range(SUITED, PLAIN):
        if counts[other] == 0 and other != kind:
            counts[other] = _EYE
            complete = is_win(tables, counts, jokers, melds)
            counts[other] = np.int8(0)
            break
    counts[kind] += np.int8(1)
    return complete


@njit
def is_paid(hand, kind, wait):
    """Whether this tile completes a waiting hand by a wait of the kind `wait`; `hand` as in `complete_without`."""
    rank = kind % 9 if kind < SUITED else np.int64(-1)
    if wait == MIDDLE:
        return 1 <= rank <= 7 and complete_without(hand, kind - 1, kind + 1)
    if wait == TWO_PAIRS:
        return complete_without(hand, kind, kind)
    return (
        (rank == 2 and complete_without(hand, kind - 2, kind - 1))
        or (rank == 6 and complete_without(hand, kind + 1, kind + 2))
        or waits_for_eye(hand, kind)
    )


@njit
def discard(view, params):
    """Of the discards that leave the hand waiting, the one with most unseen tiles of the paid wait; else as `greedy`.

    Where the rules pay declared waits only, it declares.
    """
    tables = tables_of(view)
    counts, jokers, melds = view.counts.copy(), np.int64(view.jokers), np.int64(own_melds(view))
    after = np.empty(KINDS, np.int8)
    best, most = np.int64(-1), np.int64(0)
    if discards(tables, counts, jokers, melds, after) == 0:
        unseen = unseen_tiles(view)
        for kind in range(PLAIN):
            if counts[kind] == 0 or after[kind] != 0:
                continue
            counts[kind] -= np.int8(1)
            paid = np.int64(0)
            for other in range(PLAIN):
                if unseen[other] > 0 and is_paid((tables, counts, jokers, melds), np.int64(other), params.wait):
                    paid += unseen[other]
            counts[kind] += np.int8(1)
            if paid > most:
                best, most = np.int64(kind), paid
    tile = U(best) if best >= 0 else U(best_discard(view))
    return tile | DECLARED if may_declare_wait(view, tile) else tile


WAITS = Strategy(
    "waits",
    "Plays like greedy, but chooses among hands that wait the one with most tiles that are paid for the wait.",
    Hooks(always, greedy_claim, declare_what_helps, discard),
    (Param("wait", 0, 0, 2, "the wait: 0 a middle one (paninigit), 1 an edge or the eye, 2 two pairs (back to back)"),),
)
