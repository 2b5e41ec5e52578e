"""The discard that leaves a hand nearest to winning, with the most unseen tiles that help.

Without jokers all 34 kinds are examined together (`hands.outlook`). A spare tile that harms nothing leaves all tiles
that help the hand now, so no other leaves more: only kinds preferred at equal numbers are counted one by one.

With jokers a tile that helps after a discard helps before it too. So the kinds are tried in order of preference,
until no later one can be better.
"""

from __future__ import annotations

import numpy as np

from mahjong_sim.hands.kinds import U, count_in, one_less
from mahjong_sim.hands.outlook import (
    OTHER_KINDS,
    SUITED_KINDS,
    helping,
    helping_pairs_with_jokers,
    helps_without,
    lacks,
    of_count,
    outlook,
    outlook_with_jokers,
    suited_and_others,
    without,
)
from mahjong_sim.hands.pairs import (
    FAR_AWAY,
    OFF,
    at_least,
    classes,
    pairs_distance,
    pairs_distance_with_jokers,
    stepped,
)
from mahjong_sim.tiles import BAHAY, COPIES, PLAIN, SUITED
from tongits_sim.compile.bits import lowest, popcount
from tongits_sim.compile.jit import inline_njit, njit

_NONE = np.int64(-1)

_ONE = U(1)
_IN_EACH_SUIT = U(0o001_001_001)  # one bit in each group of nine: times a set of ranks, it is these ranks of all suits
_LONELY = (
    (U(0b1111111 << SUITED), 7),  # dragons and winds
    (_IN_EACH_SUIT * U(0b100000001), 4),  # 1 and 9
    (_IN_EACH_SUIT * U(0b010000010), 3),
    (_IN_EACH_SUIT * U(0b001000100), 2),
    (_IN_EACH_SUIT * U(0b000101000), 1),
    (_IN_EACH_SUIT * U(0b000010000), 0),  # 5
)
"""The kinds by isolation (`helpers.isolation`), the most isolated first."""
_WORTH = np.array([next(worth for alike, worth in _LONELY if int(alike) >> kind & 1) for kind in range(PLAIN)])
_PREFERRED = np.array(
    [
        sum(1 << other_kind for other_kind in range(PLAIN) if (-_WORTH[other_kind], other_kind) < (-_WORTH[kind], kind))
        for kind in range(PLAIN)
    ],
    np.uint64,
)
"""By kind: the kinds that are preferred to it, the more isolated ones, then the lower ones."""
_KIND_BITS = 6
_LAST_KIND = np.int64((1 << _KIND_BITS) - 1)
"""A `rank` holds this number less the kind in its lowest bits: of equal discards the lower kind ranks higher."""


@inline_njit
def loneliest(kinds):
    """The most isolated kind (int64) of a set, the lowest of equals; -1 if the set is empty."""
    best = U(0)
    for alike, _ in _LONELY:
        best = best if best != U(0) else kinds & alike
    return lowest(best) if best != U(0) else _NONE


@inline_njit
def preferred(kind):
    """The set of kinds that are preferred to a kind at equal numbers of tiles that help."""
    return _PREFERRED[kind]


@inline_njit
def unseen_often(held, seen, hidden):
    """The kinds with at least one, two, three and four unseen tiles: neither open nor in the hand.

    held, seen: the kinds with at least one, two, three and four tiles in the hand, and open (`held_often`). hidden:
    kinds of own secrets, with no unseen tile.
    """
    held_1, held_2, held_3, held_4 = held
    seen_1, seen_2, seen_3, seen_4 = seen
    return (
        ~(hidden | held_4 | seen_4 | (held_3 & seen_1) | (held_2 & seen_2) | (held_1 & seen_3)),
        ~(hidden | held_3 | seen_3 | (held_2 & seen_1) | (held_1 & seen_2)),
        ~(hidden | held_2 | seen_2 | (held_1 & seen_1)),
        ~(hidden | held_1 | seen_1),
    )


@inline_njit
def tiles_of(kinds, unseen):
    """The number (int64) of unseen tiles of a set of kinds; unseen: from `unseen_often`."""
    once, twice, thrice, all_four = unseen
    return popcount(kinds & once) + popcount(kinds & twice) + popcount(kinds & thrice) + popcount(kinds & all_four)


@njit
def nearest_discards(tables, at, held, jokers, n_melds):
    """The discards that leave a hand nearest to winning: (tiles that it then lacks, kinds (bits)); never a joker."""
    away = lacks(tables, at, held, jokers, n_melds)
    kinds = held[0]
    spare = U(0)
    while kinds != U(0):
        kind = lowest(kinds)
        mark = _ONE << U(kind)
        kinds ^= mark
        if lacks(tables, without(at, kind), one_less(held, mark), jokers, n_melds) == away:
            spare |= mark
    # Without a spare tile every discard makes the hand farther, by one.
    return (away, spare) if spare != U(0) else (away + 1, held[0])


@njit
def _one_by_one(tables, at, held, jokers, n_melds, unseen):
    """As `best_surplus`, for any hand: what helps after each discard; -1 if the hand holds nothing but jokers."""
    kinds = nearest_discards(tables, at, held, jokers, n_melds)[1]
    best = _NONE
    while kinds != U(0):
        kind = lowest(kinds)
        mark = _ONE << U(kind)
        kinds ^= mark
        helps = helping(tables, without(at, kind), one_less(held, mark), jokers, n_melds)[1]
        best = max(best, rank(helps, kind, unseen, False))
    return kind_of(best)


@inline_njit
def best_surplus(tables, at, held, n_melds, unseen):
    """The discard (int64) of a hand without jokers, which has all its tiles.

    Args:
        tables, at, held, n_melds: as in `hands.outlook`.
        unseen: from `unseen_often`.
    """
    bahay = np.int64(BAHAY - n_melds)
    hand = outlook(tables, at, bahay)
    pairs = FAR_AWAY
    if n_melds == 0 and tables.pairs != OFF and at_least(held) <= hand.away:
        pairs = pairs_distance(classes(held), tables.pairs)
    if min(hand.away, pairs) == 0:
        # Of a complete hand no tile is spare, so the outlook does not say what helps after a discard.
        return _one_by_one(tables, at, held, 0, n_melds, unseen)
    if pairs <= hand.away:
        return _with_pairs(tables, hand, pairs, held, unseen)
    clear = hand.spare & ~hand.harms
    rivals = hand.spare & hand.harms
    if clear == U(0):
        ranked = _NONE
        while rivals != U(0):
            kind = lowest(rivals)
            rivals &= rivals - _ONE
            ranked = max(ranked, rank(helps_without(tables, hand, kind, bahay), kind, unseen))
        return kind_of(ranked)
    # Nothing leaves more than a kind that harms nothing: a rival only if it is preferred and leaves as much.
    best = loneliest(clear)
    need = hand.helps & unseen[0]
    rivals &= preferred(best)
    while rivals != U(0):
        kind = loneliest(rivals)
        rivals ^= _ONE << U(kind)
        if need & ~helps_without(tables, hand, kind, bahay) == U(0):
            return kind
    return best


@inline_njit
def rank(helps, kind, unseen, gone=True):
    """A number (int64) that is larger for a better discard: first by the number of tiles that help after it, then by
    its isolation, then the lower kind.

    The discarded tile counts among the tiles that help, unless it is `gone`.
    """
    left = helps & ~(_ONE << U(kind)) if gone else helps
    return ((8 * tiles_of(left, unseen) + _WORTH[kind]) << _KIND_BITS) | (_LAST_KIND - kind)


@inline_njit
def kind_of(best):
    """The kind (int64) of a `rank`; `_NONE` for none."""
    return _LAST_KIND - (best & _LAST_KIND) if best >= 0 else _NONE


@njit
def _with_pairs(tables, hand, pairs, held, unseen):
    """As `best_surplus`, for a hand without melds that is at least as near to seven pairs and a pung."""
    now = pairs
    spare = hand.spare if hand.away == now else U(0)
    number = classes(held)
    best = _NONE
    for count in range(1, COPIES + 1):
        kinds = of_count(held, count)
        if kinds == U(0):
            continue
        less = stepped(number, count, -1)
        as_pairs = pairs_distance(less, tables.pairs) == now
        pair_helps = U(0)
        if as_pairs:
            for had in range(COPIES):
                if pairs_distance(stepped(less, had, 1), tables.pairs) < now:
                    pair_helps |= of_count(held, had)
        else:
            kinds &= spare
        while kinds != U(0):
            kind = lowest(kinds)
            mark = _ONE << U(kind)
            kinds ^= mark
            left = pair_helps
            if spare & ~hand.harms & mark != U(0):
                left |= hand.helps
            elif spare & mark != U(0):
                left |= helps_without(tables, hand, kind, np.int64(BAHAY))
            best = max(best, rank(left, kind, unseen))
    return kind_of(best)


@inline_njit
def unseen_beside_jokers(held, seen, hidden, joker_kind, left):
    """As `unseen_often`, with `left` unseen tiles of the jokers' kind."""
    once, twice, thrice, all_four = unseen_often(held, seen, hidden)
    mark = _ONE << U(joker_kind)
    return (
        (once & ~mark) | (mark if left >= 1 else U(0)),
        (twice & ~mark) | (mark if left >= 2 else U(0)),
        (thrice & ~mark) | (mark if left >= 3 else U(0)),
        (all_four & ~mark) | (mark if left >= 4 else U(0)),
    )


@njit
def best_surplus_with_jokers(tables, at, held, jokers, n_melds, unseen):
    """As `best_surplus`, for a hand with jokers; -1 if it holds nothing else. unseen: from `unseen_beside_jokers`."""
    bahay = np.int64(BAHAY - n_melds)
    away, helps, spare = outlook_with_jokers(tables, at, held, jokers, bahay)
    suited, others = suited_and_others(held)
    pairs = FAR_AWAY
    if n_melds == 0 and tables.pairs != OFF:
        pairs = pairs_distance_with_jokers(suited, others, jokers, tables.pairs)
    pair_helps = pair_spare = U(0)
    if pairs <= away:
        pair_helps = helping_pairs_with_jokers(held, suited, others, jokers, tables.pairs, SUITED_KINDS | OTHER_KINDS)
        pair_spare = _spare_pairs(held, suited, others, jokers, tables.pairs)
    if pairs < away:
        helps = spare = U(0)
    kinds = spare | pair_spare
    if kinds == U(0) or min(away, pairs) == 0:
        return _one_by_one(tables, at, held, jokers, n_melds, unseen)
    best = _NONE
    while kinds != U(0):
        kind = loneliest(kinds)
        # All later kinds are less isolated, or higher.
        if best >= rank(helps | pair_helps, kind, unseen, False):
            break
        mark = _ONE << U(kind)
        kinds ^= mark
        left = U(0)
        if spare & mark != U(0):
            left |= outlook_with_jokers(tables, without(at, kind), held, jokers, bahay)[1]
        if pair_spare & mark != U(0):
            less = stepped(suited, count_in(held, kind), -1) if mark & SUITED_KINDS != U(0) else suited
            fewer = stepped(others, count_in(held, kind), -1) if mark & OTHER_KINDS != U(0) else others
            left |= helping_pairs_with_jokers(held, less, fewer, jokers, tables.pairs, pair_helps)
        best = max(best, rank(left, kind, unseen, True))
    return kind_of(best)


@njit
def _spare_pairs(held, suited, others, jokers, mode):
    """The kinds that a hand with jokers can discard and stay as near to seven pairs and a pung."""
    now = pairs_distance_with_jokers(suited, others, jokers, mode)
    spare = U(0)
    for count in range(1, COPIES + 1):
        kinds = of_count(held, count)
        if kinds & SUITED_KINDS != U(0):
            after = pairs_distance_with_jokers(stepped(suited, count, -1), others, jokers, mode)
            spare |= kinds & SUITED_KINDS if after == now else U(0)
        if kinds & OTHER_KINDS != U(0):
            after = pairs_distance_with_jokers(suited, stepped(others, count, -1), jokers, mode)
            spare |= kinds & OTHER_KINDS if after == now else U(0)
    return spare
