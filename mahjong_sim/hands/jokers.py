"""The outlook of a hand with jokers: its distance, the tiles that help, the tiles that are spare (V12).

Jokers stand for suited tiles. So they reduce what the suits lack in all, and whether a tile helps or is spare depends
on the other suits too: see `targets.targets_beside_jokers`. The rows are from `Tables.wild_moves`.
"""

from __future__ import annotations

import numpy as np

from mahjong_sim.hands.helping import of_count
from mahjong_sim.hands.lanes import U
from mahjong_sim.hands.moves import HELPS, SPARE, WORD
from mahjong_sim.hands.outlook import UNKNOWN, joined, rows_at
from mahjong_sim.hands.pairs import OFF, classes, pairs_distance_with_jokers, stepped
from mahjong_sim.hands.targets import marked, targets_beside_jokers
from mahjong_sim.hands.words import word_at
from mahjong_sim.melds import BAHAY
from mahjong_sim.tiles import COPIES, PLAIN, SUITED
from tongits_sim.jit import inline_njit, njit

SUITED_KINDS = U((1 << SUITED) - 1)
OTHER_KINDS = U((1 << PLAIN) - (1 << SUITED))
_GROUP = U(511)


@inline_njit
def outlook_with_jokers(moves, at, jokers, bahay, held):
    """Tiles (int64) that a hand with jokers lacks for its bahay and the eye, the kinds that help, the spare kinds.

    The distance is `outlook.UNKNOWN` for a hand with too many tiles of a suit for the table.

    Args:
        moves: a `Moves` for hands with jokers.
        at: the keys of the groups of the other tiles.
        jokers: the number of jokers.
        bahay: the number of bahay (int64) that the hand needs.
        held: the kinds (bits) of its other tiles.
    """
    rows, known = rows_at(moves, at)
    nothing = U(0)
    if not known:
        return UNKNOWN, nothing, nothing
    a, b, c, d = rows
    word = 2 * WORD
    best = targets_beside_jokers(
        word_at(a + word), word_at(b + word), word_at(c + word), word_at(d + word), np.int64(jokers), bahay
    )
    others = marked(d, best[10])
    helps = joined((marked(a, best[1]), marked(b, best[2]), marked(c, best[3]), others), HELPS)
    kept = joined((marked(a, best[4]), marked(b, best[5]), marked(c, best[6]), others), SPARE)
    free = _GROUP * best[7] | (_GROUP * best[8]) << U(9) | (_GROUP * best[9]) << U(18)
    return np.int64(best[0]), helps, kept | (free & held)


@inline_njit
def suited_and_others(held):
    """`pairs.classes` of the suits, and of dragons and winds; held: from `held_often`."""
    once, twice, thrice, all_four = held
    suited, others = SUITED_KINDS, OTHER_KINDS
    return (
        classes((once & suited, twice & suited, thrice & suited, all_four & suited)),
        classes((once & others, twice & others, thrice & others, all_four & others)),
    )


@njit
def helping_pairs(held, suited, others, jokers, mode, within):
    """The kinds of the set `within` that bring a hand with jokers nearer to seven pairs and a pung.

    Args:
        held: the hand's tiles without jokers (`held_often`), or the same with one tile more.
        suited, others: `suited_and_others` of the hand.
        jokers: the number of jokers.
        mode: whether seven pairs win, as in `pairs`.
        within: kinds (bits); with each kind all suited, or all other, kinds with the same number of tiles.
    """
    now = pairs_distance_with_jokers(suited, others, jokers, mode)
    helps = U(0)
    for count in range(COPIES):
        kinds = of_count(held, count) & within
        if kinds & SUITED_KINDS != U(0):
            after = pairs_distance_with_jokers(stepped(suited, count, 1), others, jokers, mode)
            helps |= kinds & SUITED_KINDS if after < now else U(0)
        if kinds & OTHER_KINDS != U(0):
            after = pairs_distance_with_jokers(suited, stepped(others, count, 1), jokers, mode)
            helps |= kinds & OTHER_KINDS if after < now else U(0)
    return helps


@njit
def lacks_with_jokers(moves, at, held, jokers, n_melds):
    """Tiles (int64) that a hand with jokers lacks, seven pairs counted; `outlook.UNKNOWN` as in `outlook_with_jokers`.

    Args:
        moves, at, jokers: as there.
        held: the other tiles (`held_often`).
        n_melds: the number of bahay on the table.
    """
    away = outlook_with_jokers(moves, at, jokers, np.int64(BAHAY - n_melds), held[0])[0]
    if n_melds > 0 or moves.pairs == OFF or away == UNKNOWN:
        return away
    suited, others = suited_and_others(held)
    pairs = pairs_distance_with_jokers(suited, others, jokers, moves.pairs)
    return pairs if pairs < away else away


@njit
def helping_with_jokers(moves, at, held, jokers, n_melds):
    """`lacks_with_jokers`, and the kinds (bits, uint64) that bring the hand nearer; a fifth tile of a kind never does.

    Arguments as there.
    """
    away, helps, _ = outlook_with_jokers(moves, at, jokers, np.int64(BAHAY - n_melds), held[0])
    if n_melds > 0 or moves.pairs == OFF or away == UNKNOWN:
        return away, helps
    suited, others = suited_and_others(held)
    pairs = pairs_distance_with_jokers(suited, others, jokers, moves.pairs)
    if pairs > away:
        return away, helps
    more = helping_pairs(held, suited, others, jokers, moves.pairs, SUITED_KINDS | OTHER_KINDS)
    return pairs, more | helps if pairs == away else more
