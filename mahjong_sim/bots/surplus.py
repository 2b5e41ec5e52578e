"""The discard of a hand without jokers that leaves it nearest to winning, with the most unseen tiles that help.

All 34 kinds are looked at together (`hands.outlook`). A tile that is spare and harms nothing leaves all tiles that help
the hand now, so no other can leave more: only those that are preferred at equal numbers are counted one by one.
"""

from __future__ import annotations

import numpy as np

from mahjong_sim.hands.helping import of_count
from mahjong_sim.hands.lanes import U
from mahjong_sim.hands.outlook import helps_without, outlook
from mahjong_sim.hands.pairs import OFF, classes, pairs_distance, stepped
from mahjong_sim.hands.words import held_often
from mahjong_sim.melds import BAHAY
from mahjong_sim.tiles import COPIES
from tongits_sim.any_game.bits import lowest, popcount
from tongits_sim.jit import inline_njit, njit

NO_ANSWER = np.int64(-1)
"""The hand is complete, or holds too many tiles of a suit: it is to be asked tile by tile."""

_ONE = U(1)
_RANKS = U(0o001_001_001)
_LONELY = (
    (U(0b1111111 << 27), 7),
    (_RANKS * U(0b100000001), 4),
    (_RANKS * U(0b010000010), 3),
    (_RANKS * U(0b001000100), 2),
    (_RANKS * U(0b000101000), 1),
    (_RANKS * U(0b000010000), 0),
)
"""The kinds by how little they are worth by themselves (`hooks.isolation`), the loneliest first."""


@inline_njit
def loneliest(kinds):
    """The kind (int64) of a set that is worth least by itself, the lowest of equals; -1 of none."""
    for alike, _ in _LONELY:
        if kinds & alike != U(0):
            return lowest(kinds & alike)
    return NO_ANSWER


@inline_njit
def preferred(kind):
    """The set of kinds that go before a kind if as many tiles help after them."""
    before = U(0)
    mark = _ONE << U(kind)
    for alike, _ in _LONELY:
        if alike & mark != U(0):
            return before | (alike & (mark - _ONE))
        before |= alike
    return before


@inline_njit
def _lonely(kind):
    mark = _ONE << U(kind)
    for alike, worth in _LONELY:
        if alike & mark != U(0):
            return np.int64(worth)
    return np.int64(0)


@inline_njit
def tiles_unseen(kinds, held, seen, hidden):
    """How many tiles (int64) of a set of kinds nobody has shown and the hand does not hold.

    held, seen: sets of kinds by how often they are held and lie open, at least (`held_often`). hidden: kinds of own
    secrets, all four of which are known.
    """
    kinds &= ~hidden
    tiles = COPIES * popcount(kinds)
    for number in range(COPIES):
        tiles -= popcount(kinds & held[number]) + popcount(kinds & seen[number])
    return tiles


@inline_njit
def unseen_kinds(held, seen, hidden):
    """The kinds of which some tile is unseen; arguments as in `tiles_unseen`."""
    gone = held[3] | seen[3] | (held[2] & seen[0]) | (held[1] & seen[1]) | (held[0] & seen[2])
    return ~(gone | hidden)


@inline_njit
def best_surplus(moves, at, counts, n_melds, seen_counts, hidden):
    """The discard (int64), or `NO_ANSWER`.

    Args:
        moves: a `Moves`.
        at: the codes of the hand's groups.
        counts: int8[42], a hand with all its tiles and without jokers.
        n_melds: how many bahay are on the table.
        seen_counts: int8[42], tiles that lie open.
        hidden: kinds (bits) of own secrets that lie face down.
    """
    bahay = np.int64(BAHAY - n_melds)
    hand = outlook(moves, at, bahay)
    if hand.away <= 0:
        return NO_ANSWER
    held = held_often(counts)
    if n_melds == 0 and moves.pairs != OFF:
        pairs = pairs_distance(classes(held), moves.pairs)
        if pairs <= hand.away:
            return _with_pairs(moves, hand, pairs, held, held_often(seen_counts))
    clear = hand.spare & ~hand.harms
    best = loneliest(clear)
    rivals = hand.spare & hand.harms
    if clear != U(0):
        rivals &= preferred(best)
        if rivals == U(0):
            return best
        need = hand.helps & unseen_kinds(held, held_often(seen_counts), hidden)
        while rivals != U(0):
            kind = loneliest(rivals)
            if need & ~helps_without(moves, hand, kind, bahay, need) == U(0):
                return kind
            rivals &= ~(_ONE << U(kind))
        return best
    seen = held_often(seen_counts)
    score = np.int64(-1)
    while rivals != U(0):
        kind = lowest(rivals)
        rivals &= rivals - _ONE
        left = helps_without(moves, hand, kind, bahay, U(0))
        own = 8 * _tiles_after(left, kind, held, seen, hidden) + _lonely(kind)
        if own > score:
            best, score = kind, own
    return best


@inline_njit
def _tiles_after(helps, kind, held, seen, hidden):
    """`tiles_unseen` of the tiles that help after a discard, which is seen then too: it never helps, so all is as
    before.
    """
    return tiles_unseen(helps & ~(_ONE << U(kind)), held, seen, hidden)


@njit
def _with_pairs(moves, hand, pairs, held, seen):
    """As `best_surplus` for a hand that is as near to seven pairs and a pung, or nearer: no meld is on the table."""
    if pairs == 0:
        return NO_ANSWER
    now = pairs
    spare = hand.spare if hand.away == now else U(0)
    number = classes(held)
    best, score = NO_ANSWER, np.int64(-1)
    for count in range(1, COPIES + 1):
        kinds = of_count(held, count)
        if kinds == U(0):
            continue
        less = stepped(number, count, -1)
        as_pairs = pairs_distance(less, moves.pairs) == now
        pair_helps = U(0)
        if as_pairs:
            for other in range(COPIES):
                if pairs_distance(stepped(less, other, 1), moves.pairs) < now:
                    pair_helps |= of_count(held, other)
        else:
            kinds &= spare
        while kinds != U(0):
            kind = np.int64(lowest(kinds))
            mark = _ONE << U(kind)
            kinds ^= mark
            left = pair_helps
            if spare & ~hand.harms & mark != U(0):
                left |= hand.helps
            elif spare & mark != U(0):
                left |= helps_without(moves, hand, kind, np.int64(BAHAY), U(0))
            own = 8 * _tiles_after(left, kind, held, seen, U(0)) + _lonely(kind)
            if own > score or (own == score and kind < best):
                best, score = kind, own
    return best
