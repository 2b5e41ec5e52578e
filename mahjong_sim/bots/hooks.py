"""Decisions that several bots use, and facts of a hand."""

from __future__ import annotations

import numpy as np

from mahjong_sim.bots.surplus import NO_ANSWER, best_surplus, best_surplus_with_jokers, unseen_beside_jokers
from mahjong_sim.game.legality import DECLARED, meld_word
from mahjong_sim.game.state import moves_of, tables_of, wild_moves_of
from mahjong_sim.game.wall import ONE, U, bit
from mahjong_sim.hands.accept import accepted_tiles, discards, waits_after
from mahjong_sim.hands.distance import codes, shanten
from mahjong_sim.hands.lanes import held_often
from mahjong_sim.hands.outlook import (
    UNKNOWN,
    WEIGHTS,
    fetch_row,
    helping,
    keys,
    lacking,
    lacks,
    lacks_with_jokers,
    lessened,
    outlook_with_jokers,
)
from mahjong_sim.hands.tables import RANKS
from mahjong_sim.tiles import (
    BAHAY,
    BEAUTY,
    CHOW,
    COPIES,
    DRAGONS,
    FLOWERS,
    KANG,
    KINDS,
    NEWS,
    PLAIN,
    PUNG,
    SAGASA,
    SECRET,
    SUITED,
    WINDS,
)
from tongits_sim.compile.jit import inline_njit, njit
from tongits_sim.core.rng import lowest

FAR = np.int64(99)
"""Tiles away from waiting, if there is no claim."""


@njit
def always(view, params):
    """Yes."""
    return ONE


@njit
def never(view, params):
    """No."""
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

    Of equals the one that leaves most unseen tiles that help, then the one least useful by itself: dragons and winds,
    the ends of suits.
    """
    melds = own_melds(view)
    if view.jokers == 0:
        kind = best_surplus(moves_of(view), own_keys(view), own_held(view), melds, seen_often(view), hidden_kinds(view))
    else:
        left = COPIES - view.seen[view.joker_kind] - view.counts[view.joker_kind] - view.jokers
        held = own_held(view)
        unseen = unseen_beside_jokers(held, seen_often(view), hidden_kinds(view), view.joker_kind, left)
        kind = best_surplus_with_jokers(wild_moves_of(view), own_keys(view), held, view.jokers, melds, unseen)
    if kind != NO_ANSWER:
        return kind
    return best_discard_tile_by_tile(view)


@njit
def may_declare_wait(view, kind):
    """Whether the seat may declare its wait with this discard: the rules ask for it, and the hand waits."""
    if not view.rules.wait_declared:
        return False
    hand = view.counts, np.int64(view.jokers), own_melds(view)
    melds = view.meld_kind[view.mahjong_me], view.own_secrets
    return waits_after(tables_of(view), hand, melds, np.int64(kind))


@inline_njit
def discarded(view, kind):
    """The answer (action word) that discards a kind, and declares the wait where a wait is paid for it."""
    return U(kind) | DECLARED if may_declare_wait(view, kind) else U(kind)


@inline_njit
def own_keys(view):
    """The keys of the four groups of the own tiles, for the functions of `hands`."""
    return view.keys[0], view.keys[1], view.keys[2], view.keys[3]


@inline_njit
def own_held(view):
    """The kinds (bits) that the own hand holds at least once, twice, three and four times, likewise."""
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


@njit
def best_discard_tile_by_tile(view):
    """As `best_discard`, for any hand: each discard by itself."""
    tables = tables_of(view)
    counts, jokers, melds = view.counts.copy(), view.jokers, own_melds(view)
    after = np.empty(KINDS, np.int8)
    least = discards(tables, counts, jokers, melds, after)
    unseen = unseen_tiles(view)
    best, most = np.int64(-1), np.int64(-1)
    for kind in range(PLAIN):
        if counts[kind] == 0 or after[kind] != least:
            continue
        counts[kind] -= 1
        _, tiles = accepted_tiles(tables, counts, jokers, melds, unseen)
        counts[kind] += 1
        score = 8 * np.int64(tiles) + isolation(kind)
        if score > most:
            best, most = np.int64(kind), score
    return best if best >= 0 else np.int64(view.joker_kind)


@inline_njit
def isolation(kind):
    """The isolation of a kind (int64, 0..7): larger for a kind that is worth less by itself."""
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
    if view.jokers == 0:
        at = lessened(own_keys(view), tile // RANKS, claimed_key(view, code, tile))
        away = lacking(moves_of(view), at, BAHAY - 1 - own_melds(view))
        if away != UNKNOWN:
            # After a discard at least one tile is lacking.
            return away - 1 if code in (KANG, NEWS) or away > 0 else away
    tables = tables_of(view)
    counts, jokers, melds = view.counts.copy(), view.jokers, own_melds(view) + 1
    for kind, count in claimed_tiles(view, code, tile):
        counts[kind] -= count
        if counts[kind] < 0:
            jokers += counts[kind]
            counts[kind] = 0
    if jokers > 0:
        away, _, spare = outlook_with_jokers(
            wild_moves_of(view), keys(codes(counts)), jokers, np.int64(BAHAY - melds), held_often(counts)[0]
        )
        if away > 0 and (spare != U(0) or code in (KANG, NEWS)):
            return away - 1
    if code in (KANG, NEWS):
        return shanten(tables, counts, jokers, melds)
    after = np.empty(KINDS, np.int8)
    return np.int64(discards(tables, counts, jokers, melds, after))


@inline_njit
def claimed_tiles(view, code, tile):
    """The tiles that a claim takes from the hand: four pairs (kind, count)."""
    none = (np.int64(0), np.int64(0))
    if code == PUNG:
        return (np.int64(tile), np.int64(2)), none, none, none
    if code == KANG:
        return (np.int64(tile), np.int64(3)), none, none, none
    first = np.int64(tile)
    one, two, three, four = first, first + 1, first + 2, first + 3
    return (
        (one, np.int64(one != view.offer)),
        (two, np.int64(two != view.offer)),
        (three, np.int64(three != view.offer)),
        (four, np.int64(code == NEWS and four != view.offer)),
    )


@inline_njit
def claimed_key(view, code, tile):
    """The part of its group's key that a claim takes, in a hand without jokers (int64)."""
    if code == PUNG:
        return 2 * WEIGHTS[tile]
    if code == KANG:
        return 3 * WEIGHTS[tile]
    three = WEIGHTS[tile] + WEIGHTS[tile + 1] + WEIGHTS[tile + 2] - WEIGHTS[view.offer]
    return three + WEIGHTS[tile + 3] if code == NEWS else three


@njit
def now_away(view):
    """Tiles away from waiting of the present hand."""
    if view.jokers == 0:
        away = lacks(moves_of(view), own_keys(view), own_held(view), own_melds(view))
    else:
        away = lacks_with_jokers(wild_moves_of(view), own_keys(view), own_held(view), view.jokers, own_melds(view))
    if away != UNKNOWN:
        return away - 1
    return shanten(tables_of(view), view.counts, view.jokers, own_melds(view))


@inline_njit
def fetch_claims(view):
    """Prefetch the table rows that `nearest_claim` reads for a hand without jokers."""
    if view.jokers > 0:
        return
    tile = np.int64(view.offer)
    group = tile // RANKS
    key = view.keys[group] + WEIGHTS[tile]
    if view.may_pung:
        fetch_row(moves_of(view), group, key - 3 * WEIGHTS[tile])
    chows = view.may_chow
    while chows != U(0):
        kind = lowest(chows)
        chows &= chows - ONE
        fetch_row(moves_of(view), group, key - WEIGHTS[kind] - WEIGHTS[kind + 1] - WEIGHTS[kind + 2])


@njit
def nearest_claim(view):
    """The claim that leaves the hand nearest to winning: (action word, tiles away from waiting).

    Of equals a beauty or NEWS comes first, then a kang, a pung, a chow. (0, 99) if there is none.
    """
    best, least = U(0), FAR
    for code, may, tile in (
        (BEAUTY, view.may_beauty, np.int64(DRAGONS)),
        (NEWS, view.may_news, np.int64(WINDS)),
        (KANG, view.may_kang, np.int64(view.offer)),
        (PUNG, view.may_pung, np.int64(view.offer)),
    ):
        if may:
            away = after_claim(view, code, tile)
            if away < least:
                best, least = meld_word(code, tile), away
    chow, away = nearest_chow(view)
    return (chow, away) if away < least else (best, least)


@njit
def helpful_claim(view):
    """The claim (action word) that leaves the hand nearest, if it brings it nearer to winning; else 0.

    Except for a beauty or NEWS, only a tile that helps can do so, and one lookup tells whether the discard does.
    """
    fetch_claims(view)
    now = UNKNOWN
    if view.jokers == 0 and not (view.may_beauty or view.may_news):
        away, helps = helping(moves_of(view), own_keys(view), own_held(view), own_melds(view))
        if away != UNKNOWN and helps & bit(view.offer) == U(0):
            return U(0)
        now = away - 1
    if now < 0:
        now = now_away(view)
    action, away = nearest_claim(view)
    return action if away < now else U(0)


@njit
def nearest_chow(view):
    """The chow with the discard on offer that leaves the hand nearest: (action word, tiles away); (0, 99) for none."""
    best, least = U(0), FAR
    for kind in range(max(0, view.offer - 2), view.offer + 1):
        if view.may_chow & bit(kind) != U(0):
            away = after_claim(view, CHOW, np.int64(kind))
            if away < least:
                best, least = meld_word(CHOW, np.int64(kind)), away
    return best, least


@inline_njit
def _stays_near(view, group, weight, melds, least):
    """Whether the hand without the tiles of `weight`, beside `melds` melds, lacks at most `least`, and whether the
    tables know.
    """
    away = lacking(moves_of(view), lessened(own_keys(view), group, weight), BAHAY - melds)
    return away <= least, away != UNKNOWN


@njit
def _declare_by_keys(view):
    """`declare_what_helps` for a hand without jokers: (action word, whether the tables know it).

    With a meld on the table seven pairs are impossible, so only bahay and the eye count.
    """
    least = lacks(moves_of(view), own_keys(view), own_held(view), own_melds(view))
    known = least != UNKNOWN
    melds = own_melds(view) + 1
    kinds = view.may_sagasa | view.may_secret
    while kinds != U(0) and known:
        kind = lowest(kinds)
        kinds &= kinds - ONE
        group, weight = kind // RANKS, WEIGHTS[kind]
        if view.may_sagasa & bit(kind) != U(0):
            near, known = _stays_near(view, group, weight, melds - 1, least)
            if near and known:
                return meld_word(SAGASA, kind), True
        if known and view.may_secret & bit(kind) != U(0):
            near, known = _stays_near(view, group, 4 * weight, melds, least)
            if near and known:
                return meld_word(SECRET, kind), True
    if known and view.may_news:
        weight = WEIGHTS[WINDS] + WEIGHTS[WINDS + 1] + WEIGHTS[WINDS + 2] + WEIGHTS[WINDS + 3]
        near, known = _stays_near(view, WINDS // RANKS, weight, melds, least)
        if near and known:
            return meld_word(NEWS, WINDS), True
    if known and view.may_beauty:
        weight = WEIGHTS[DRAGONS] + WEIGHTS[DRAGONS + 1] + WEIGHTS[DRAGONS + 2]
        near, known = _stays_near(view, DRAGONS // RANKS, weight, melds, least)
        if near and known:
            return meld_word(BEAUTY, DRAGONS), True
    return U(0), known


@njit
def declare_what_helps(view, params):
    """Declare a meld that leaves the hand no further from winning; sagasa, secrets, NEWS and beauty in this order."""
    if view.jokers == 0:
        answer, known = _declare_by_keys(view)
        if known:
            return answer
    tables = tables_of(view)
    away = now_away(view)
    counts, jokers, melds = view.counts.copy(), view.jokers, own_melds(view)
    for kind in range(PLAIN):
        if view.may_sagasa & bit(kind) != U(0):
            counts[kind] -= 1
            if counts[kind] < 0 or shanten(tables, counts, jokers, melds) <= away:
                return meld_word(SAGASA, kind)
            counts[kind] += 1
        if view.may_secret & bit(kind) != U(0):
            counts[kind] -= 4
            if shanten(tables, counts, jokers, melds + 1) <= away:
                return meld_word(SECRET, kind)
            counts[kind] += 4
    if view.may_news:
        counts[WINDS:FLOWERS] -= np.int8(1)
        if shanten(tables, counts, jokers, melds + 1) <= away:
            return meld_word(NEWS, WINDS)
        counts[WINDS:FLOWERS] += np.int8(1)
    if view.may_beauty:
        counts[DRAGONS:WINDS] -= np.int8(1)
        if shanten(tables, counts, jokers, melds + 1) <= away:
            return meld_word(BEAUTY, DRAGONS)
    return U(0)
