"""The discard of a hand with jokers that leaves it nearest to winning, with the most unseen tiles that help.

As `surplus`. A tile that helps after a discard helps before it too. So the kinds are tried in order of preference,
until no later one can be better.
"""

from __future__ import annotations

import numpy as np

from mahjong_sim.bots.surplus import NO_ANSWER, kind_of, loneliest, rank, unseen_often
from mahjong_sim.hands.helping import of_count
from mahjong_sim.hands.jokers import (
    OTHER_KINDS,
    SUITED_KINDS,
    helping_pairs,
    outlook_with_jokers,
    suited_and_others,
)
from mahjong_sim.hands.lanes import U
from mahjong_sim.hands.outlook import UNKNOWN, without
from mahjong_sim.hands.pairs import FAR_AWAY, OFF, pairs_distance_with_jokers, stepped
from mahjong_sim.hands.words import count_in
from mahjong_sim.melds import BAHAY
from mahjong_sim.tiles import COPIES
from tongits_sim.jit import inline_njit, njit

_ONE = U(1)


@inline_njit
def unseen_beside_jokers(held, seen, hidden, joker_kind, left):
    """As `surplus.unseen_often`, with `left` unseen tiles of the jokers' kind."""
    once, twice, thrice, all_four = unseen_often(held, seen, hidden)
    mark = _ONE << U(joker_kind)
    return (
        (once & ~mark) | (mark if left >= 1 else U(0)),
        (twice & ~mark) | (mark if left >= 2 else U(0)),
        (thrice & ~mark) | (mark if left >= 3 else U(0)),
        (all_four & ~mark) | (mark if left >= 4 else U(0)),
    )


@njit
def best_surplus_with_jokers(moves, at, held, jokers, n_melds, unseen):
    """The discard (int64), or `surplus.NO_ANSWER`.

    Args:
        moves: a `Moves` for hands with jokers.
        at: the keys of the groups of the other tiles.
        held: the kinds of these by number (`held_often`); with the jokers the hand has all its tiles.
        jokers: the number of jokers.
        n_melds: the number of bahay on the table.
        unseen: `unseen_beside_jokers`.
    """
    bahay = np.int64(BAHAY - n_melds)
    away, helps, spare = outlook_with_jokers(moves, at, jokers, bahay, held[0])
    if away == UNKNOWN:
        return NO_ANSWER
    suited, others = suited_and_others(held)
    pairs = FAR_AWAY
    if n_melds == 0 and moves.pairs != OFF:
        pairs = pairs_distance_with_jokers(suited, others, jokers, moves.pairs)
    if away <= 0 or pairs <= 0:
        return NO_ANSWER
    pair_helps = pair_spare = U(0)
    if pairs <= away:
        pair_helps = helping_pairs(held, suited, others, jokers, moves.pairs, SUITED_KINDS | OTHER_KINDS)
        pair_spare = _spare_pairs(held, suited, others, jokers, moves.pairs)
    if pairs < away:
        helps = spare = U(0)
    kinds = spare | pair_spare
    best = NO_ANSWER
    while kinds != U(0):
        kind = loneliest(kinds)
        # All later kinds are less isolated, or higher.
        if best >= rank(helps | pair_helps, kind, unseen, False):
            break
        mark = _ONE << U(kind)
        kinds ^= mark
        left = U(0)
        if spare & mark != U(0):
            left |= outlook_with_jokers(moves, without(at, kind), jokers, bahay, U(0))[1]
        if pair_spare & mark != U(0):
            less = stepped(suited, count_in(held, kind), -1) if mark & SUITED_KINDS != U(0) else suited
            fewer = stepped(others, count_in(held, kind), -1) if mark & OTHER_KINDS != U(0) else others
            left |= helping_pairs(held, less, fewer, jokers, moves.pairs, pair_helps)
        own = rank(left, kind, unseen, True)
        best = own if own > best else best
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
