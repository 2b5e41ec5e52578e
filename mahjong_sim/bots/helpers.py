"""Decisions and facts of a hand that several bots share."""

from __future__ import annotations

import numpy as np

from mahjong_sim.bots.surplus import best_surplus, best_surplus_with_jokers, unseen_beside_jokers, unseen_often
from mahjong_sim.game.legality import DECLARED, meld_action, waits_after
from mahjong_sim.game.state import tables_of
from mahjong_sim.game.wall import ONE, U, bit
from mahjong_sim.hands.kinds import one_less
from mahjong_sim.hands.lookups import RANKS
from mahjong_sim.hands.outlook import (
    WEIGHTS,
    fetch_row,
    helping,
    key_minus,
    lacking,
    lacks,
    meld_weight,
    outlook_with_jokers,
    without,
)
from mahjong_sim.tiles import (
    BAHAY,
    BEAUTY,
    CHOW,
    COPIES,
    DRAGONS,
    KANG,
    KINDS,
    MELD_COPIES,
    MELD_RUN,
    NEWS,
    PLAIN,
    PUNG,
    SAGASA,
    SECRET,
    SUITED,
    WINDS,
)
from tongits_sim.compile.bits import lowest
from tongits_sim.compile.jit import inline_njit, njit

FAR = np.int64(99)
"""Tiles away from waiting, if there is no claim."""


@njit
def always(view, params):
    """Say yes."""
    return ONE


@njit
def never(view, params):
    """Say no."""
    return U(0)


@inline_njit
def own_melds(view):
    """The number of bahay that the deciding seat has on the table."""
    return view.n_melds[view.mahjong_me]


@njit
def unseen_tiles(view):
    """The unseen tiles of each kind (int8[42]): not in the deciding seat's hand, not on the table."""
    unseen = np.zeros(KINDS, np.int8)
    for kind in range(PLAIN):
        unseen[kind] = COPIES - view.seen[kind] - view.counts[kind]
    for number in range(own_melds(view)):
        if view.meld_tile[view.mahjong_me, number] < 0:
            unseen[view.own_secrets[number]] = 0
    if view.joker_kind >= 0:
        unseen[view.joker_kind] -= view.jokers
    return unseen


@njit
def best_discard(view):
    """The discard that leaves the hand nearest to winning.

    Of equal discards the one that leaves most unseen helping tiles, then the least useful tile: dragons and winds, the
    ends of suits. A joker only if the hand has nothing else.
    """
    tables = tables_of(view)
    at = own_keys(view)
    held = own_held(view)
    jokers = view.jokers
    melds = own_melds(view)
    if jokers == 0:
        return best_surplus(tables, at, held, melds, unseen_often(held, seen_often(view), hidden_kinds(view)))
    left = COPIES - view.seen[view.joker_kind] - view.counts[view.joker_kind] - jokers
    unseen = unseen_beside_jokers(held, seen_often(view), hidden_kinds(view), view.joker_kind, left)
    kind = best_surplus_with_jokers(tables, at, held, jokers, melds, unseen)
    return kind if kind >= 0 else np.int64(view.joker_kind)


@njit
def may_declare_wait(view, kind):
    """Return True if the seat may declare its wait with this discard: the rules pay it, and the hand waits."""
    if not view.rules.wait_declared:
        return False
    melds = view.meld_kind[view.mahjong_me], view.own_secrets, own_melds(view)
    return waits_after(view, view.counts, view.jokers, melds, np.int64(kind))


@inline_njit
def discarded(view, kind):
    """The action code that discards a kind, and declares the wait if the rules pay it."""
    return U(kind) | DECLARED if may_declare_wait(view, kind) else U(kind)


@inline_njit
def own_keys(view):
    """The keys of the four groups of the own tiles, for the functions of `hands`."""
    return view.keys[0], view.keys[1], view.keys[2], view.keys[3]


@inline_njit
def own_held(view):
    """The kinds (bits) that the own hand holds at least once, twice, three and four times, for the functions of
    `hands`.
    """
    return view.held[0], view.held[1], view.held[2], view.held[3]


@inline_njit
def seen_often(view):
    """The kinds (bits) with at least one, two, three and four tiles open."""
    return view.seen_often[0], view.seen_often[1], view.seen_often[2], view.seen_often[3]


@inline_njit
def hidden_kinds(view):
    """The kinds (bits, uint64) of own melds that lie face down."""
    hidden = U(0)
    for number in range(own_melds(view)):
        if view.meld_tile[view.mahjong_me, number] < 0:
            hidden |= bit(view.own_secrets[number])
    return hidden


@inline_njit
def isolation(kind):
    """The isolation of a kind (int64, 0..7): larger for a kind that is worth less alone."""
    if kind >= SUITED:
        return np.int64(7)
    rank = kind % 9
    return np.int64(4 - min(rank, 8 - rank))


@inline_njit
def usefulness(view, unseen, kind):
    """The use of a kind in a hand that collects equal tiles (int64): by tiles held, then by unseen copies."""
    return 100 * np.int64(view.counts[kind]) + 8 * np.int64(unseen[kind]) - isolation(kind)


@njit
def after_claim(view, code, tile):
    """Tiles away from waiting after a claim and the best discard that follows it (int64)."""
    at, jokers = _without_claim(view, code, tile)
    bahay = BAHAY - 1 - own_melds(view)
    away = lacking(tables_of(view), at, jokers, bahay)
    if code in (KANG, NEWS):  # a gift follows
        return away - 1
    if jokers == 0:
        # After a discard at least one tile is lacking.
        return away - 1 if away > 0 else away
    # A joker is never discarded for another tile.
    held = own_held(view)
    for kind in range(tile, tile + MELD_RUN[code]):
        for _ in range(min(MELD_COPIES[code] - (kind == view.offer), np.int64(view.counts[kind]))):
            held = one_less(held, bit(kind))
    if held[0] == U(0):
        return FAR
    spare = outlook_with_jokers(tables_of(view), at, held, jokers, bahay)[2]
    return away - 1 if away > 0 and spare != U(0) else away


@inline_njit
def _without_claim(view, code, tile):
    """The keys and the number of jokers of the own hand after a claim.

    A joker is laid as a tile of its own kind if the hand has no plain tile of the kind.
    """
    weight = meld_weight(code, tile) - WEIGHTS[view.offer]
    jokers = view.jokers
    if jokers > 0 and tile <= view.joker_kind < tile + MELD_RUN[code]:
        laid = MELD_COPIES[code] - (view.joker_kind == view.offer) - view.counts[view.joker_kind]
        if laid > 0:
            weight -= laid * WEIGHTS[view.joker_kind]
            jokers -= laid
    return key_minus(own_keys(view), tile // RANKS, weight), jokers


@njit
def now_away(view):
    """Tiles away from waiting of the present hand."""
    return lacks(tables_of(view), own_keys(view), own_held(view), view.jokers, own_melds(view)) - 1


@inline_njit
def fetch_claims(view):
    """Prefetch the table rows that `nearest_claim` reads for a hand without jokers."""
    if view.jokers > 0:
        return
    tile = np.int64(view.offer)
    group = tile // RANKS
    key = view.keys[group] + WEIGHTS[tile]
    if view.may_pung:
        fetch_row(tables_of(view), group, key - 3 * WEIGHTS[tile])
    chows = view.may_chow
    while chows != U(0):
        kind = lowest(chows)
        chows &= chows - ONE
        fetch_row(tables_of(view), group, key - WEIGHTS[kind] - WEIGHTS[kind + 1] - WEIGHTS[kind + 2])


@njit
def nearest_claim(view):
    """The claim that leaves the hand nearest to winning: (action code, tiles away from waiting); (0, 99) without a
    claim.

    Of equal claims beauty or NEWS comes first, then kang, pung, chow.
    """
    best = U(0)
    least = FAR
    for code, may, tile in (
        (BEAUTY, view.may_beauty, np.int64(DRAGONS)),
        (NEWS, view.may_news, np.int64(WINDS)),
        (KANG, view.may_kang, np.int64(view.offer)),
        (PUNG, view.may_pung, np.int64(view.offer)),
    ):
        if may:
            away = after_claim(view, code, tile)
            if away < least:
                best = meld_action(code, tile)
                least = away
    chow, away = nearest_chow(view)
    return (chow, away) if away < least else (best, least)


@njit
def helpful_claim(view):
    """The claim (action code) that leaves the hand nearest, if the claim brings it nearer to winning; else 0.

    Except for beauty and NEWS, only a helping tile can bring it nearer, and one lookup tells if the discard helps.
    """
    fetch_claims(view)
    if view.jokers > 0 or view.may_beauty or view.may_news:
        now = now_away(view)
    else:
        away, helps = helping(tables_of(view), own_keys(view), own_held(view), view.jokers, own_melds(view))
        if helps & bit(view.offer) == U(0):
            return U(0)
        now = away - 1
    action, away = nearest_claim(view)
    return action if away < now else U(0)


@njit
def nearest_chow(view):
    """The chow with the discard on offer that leaves the hand nearest: (action code, tiles away); (0, 99) without a
    chow.
    """
    best = U(0)
    least = FAR
    for kind in range(max(0, view.offer - 2), view.offer + 1):
        if view.may_chow & bit(kind) != U(0):
            away = after_claim(view, CHOW, np.int64(kind))
            if away < least:
                best = meld_action(CHOW, np.int64(kind))
                least = away
    return best, least


@njit
def declare_what_helps(view, params):
    """Declare a meld that leaves the hand no further from winning."""
    return declare_within(view, 0, 0)


@njit
def declare_within(view, four_back, paid_back):
    """The first meld (action code) that sets the hand back by few tiles: sagasas and secrets, NEWS, beauty.

    four_back: most tiles for a sagasa or secret; paid_back: most tiles for NEWS and beauty.
    """
    away = now_away(view)
    kinds = view.may_sagasa | view.may_secret
    while kinds != U(0):
        kind = lowest(kinds)
        kinds &= kinds - ONE
        if view.may_sagasa & bit(kind) != U(0):
            # A joker that makes a sagasa is replaced by its gift.
            if view.counts[kind] == 0:
                return meld_action(SAGASA, kind)
            left = lacking(tables_of(view), without(own_keys(view), kind), view.jokers, BAHAY - own_melds(view))
            if left - 1 <= away + four_back:
                return meld_action(SAGASA, kind)
        if view.may_secret & bit(kind) != U(0) and _after_declaring(view, SECRET, kind) <= away + four_back:
            return meld_action(SECRET, kind)
    if view.may_news and _after_declaring(view, NEWS, WINDS) <= away + paid_back:
        return meld_action(NEWS, WINDS)
    if view.may_beauty and _after_declaring(view, BEAUTY, DRAGONS) <= away + paid_back:
        return meld_action(BEAUTY, DRAGONS)
    return U(0)


@inline_njit
def _after_declaring(view, code, tile):
    """Tiles away from waiting after a declared meld, before its gift."""
    at = key_minus(own_keys(view), tile // RANKS, meld_weight(code, tile))
    return lacking(tables_of(view), at, view.jokers, BAHAY - 1 - own_melds(view)) - 1
