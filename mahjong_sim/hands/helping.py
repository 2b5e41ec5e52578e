"""A hand without jokers, with seven pairs: its distance, and the kinds that bring it nearer."""

from __future__ import annotations

from mahjong_sim.hands.lanes import U
from mahjong_sim.hands.outlook import lacking, outlook
from mahjong_sim.hands.pairs import OFF, at_least, classes, pairs_distance, stepped
from mahjong_sim.melds import BAHAY
from mahjong_sim.tiles import COPIES, PLAIN
from tongits_sim.jit import inline_njit, njit

_PLAIN = U((1 << PLAIN) - 1)


@inline_njit
def of_count(held, count):
    """The plain kinds with exactly `count` tiles in a hand; held: from `held_often`."""
    if count == 0:
        return ~held[0] & _PLAIN
    if count == COPIES:
        return held[3]
    if count == 1:
        return held[0] & ~held[1]
    return held[1] & ~held[2] if count == 2 else held[2] & ~held[3]


@inline_njit
def lacks(moves, at, held, n_melds):
    """Tiles (int64) that a hand lacks, or `outlook.UNKNOWN`; arguments as in `helping`."""
    away = lacking(moves, at, BAHAY - n_melds)
    if n_melds > 0 or moves.pairs == OFF or away <= at_least(held):
        return away
    return min(away, pairs_distance(classes(held), moves.pairs))


@inline_njit
def helping(moves, at, held, n_melds):
    """Tiles (int64) that a hand lacks, and the kinds (bits, uint64) that bring it nearer; a fifth tile never does.

    The distance is `outlook.UNKNOWN` for a hand with too many tiles of a suit for the table.

    Args:
        moves: a `Moves`.
        at: the keys of the hand's groups.
        held: the kinds with at least one, two, three and four tiles (`held_often`).
        n_melds: the number of bahay on the table.
    """
    hand = outlook(moves, at, BAHAY - n_melds)
    if n_melds > 0 or moves.pairs == OFF or hand.away < at_least(held):
        return hand.away, hand.helps
    number = classes(held)
    pairs = pairs_distance(number, moves.pairs)
    if pairs > hand.away:
        return hand.away, hand.helps
    return pairs, _helping_pairs(held, number, moves.pairs, hand.helps if pairs == hand.away else U(0))


@njit
def _helping_pairs(held, number, mode, helps):
    """Add to `helps` the kinds that bring a hand nearer to seven pairs and a pung; number: `classes(held)`."""
    now = pairs_distance(number, mode)
    for count in range(COPIES):
        if pairs_distance(stepped(number, count, 1), mode) < now:
            helps |= of_count(held, count)
    return helps
