"""A hand as a whole: what it lacks, what helps and what is spare; with and without jokers.

The outlook of a hand without jokers: its distance, the tiles that help, and the tiles that are spare or needed.

The sets are words (uint64), a bit for each of the 34 plain kinds. `accept` tries tile by tile; this module finds the
answer for all tiles together, from the best targets of each group.

A hand without jokers, with seven pairs: its distance, and the kinds that bring it nearer.

The outlook of a hand with jokers: its distance, the tiles that help, the tiles that are spare (V12).

Jokers stand for suited tiles. So they reduce what the suits lack in all, and whether a tile helps or is spare depends
on the other suits too: see `targets.targets_beside_jokers`. The rows are from `Tables.wild_moves`.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from mahjong_sim.hands.lanes import U, fetch, short_at, small_at, word_at
from mahjong_sim.hands.pairs import OFF, at_least, classes, pairs_distance, pairs_distance_with_jokers, stepped
from mahjong_sim.hands.tables import HARMS, HELPS, HONOURS, LAST_BITS, LINE, RANKS, SPARE, WORD, key_of, key_weights
from mahjong_sim.hands.targets import best_targets, least_lacking, marked, targets_beside_jokers, targets_if
from mahjong_sim.tiles import BAHAY, COPIES, PLAIN, SUITED
from tongits_sim.compile.jit import inline_njit, njit

UNKNOWN = np.int64(-1)
"""The distance of a hand with too many tiles of a suit for the table."""

WEIGHTS = np.array([*key_weights(RANKS) * 3, *key_weights(HONOURS)])
"""The number that a tile of each plain kind adds to the key of its group (`moves`)."""
_LAST = (1 << LAST_BITS) - 1
_GROUP = U(511)


class Outlook(NamedTuple):
    """The outlook of a hand for its bahay and the eye, without seven pairs."""

    away: Any  # tiles (int64) that must come; `UNKNOWN` if it has too many of a suit
    helps: Any  # kinds that bring it nearer
    spare: Any  # kinds held that can lose a tile and leave the hand as near
    # kinds held that cannot lose a tile without a cost: the hand is farther, or some tile no longer helps in some best
    # division
    harms: Any
    at: Any  # the keys of the groups
    rows: Any  # the addresses of their rows
    targets: Any  # their best targets (bits)
    pairs: Any  # the best pairs of targets of the first two groups, and of the others


@inline_njit
def keys(at):
    """The keys of four groups with the codes `at`; the functions here take a hand by its keys."""
    return key_of(at[0]), key_of(at[1]), key_of(at[2]), key_of(at[3])


@inline_njit
def _place(moves, starts, key):
    """The number of the row of a group, and whether it has one; starts: the table for its kinds."""
    first = starts + 4 * (key >> LAST_BITS)
    place = small_at(first) + np.int64(short_at(moves.ranks + 2 * (key & _LAST)))
    return place, place < small_at(first + 4)


@inline_njit
def rows_at(moves, at):
    """The addresses of the rows of the four groups with the keys `at`, and whether all have one."""
    a, has_a = _place(moves, moves.starts, at[0])
    b, has_b = _place(moves, moves.starts, at[1])
    c, has_c = _place(moves, moves.starts, at[2])
    d, has_d = _place(moves, moves.honour_starts, at[3])
    rows = moves.rows + LINE * a, moves.rows + LINE * b, moves.rows + LINE * c, moves.honour_rows + LINE * d
    return rows, has_a & has_b & has_c & has_d


@inline_njit
def fetch_row(moves, group, key):
    """Prefetch the row of a group."""
    if group == 3:
        return fetch(moves.honour_rows + LINE * _place(moves, moves.honour_starts, key)[0])
    return fetch(moves.rows + LINE * _place(moves, moves.starts, key)[0])


@inline_njit
def joined(marks, first):
    """The set of kinds of four groups' marks, each from bit `first` on."""
    shift = U(first)
    a, b, c, d = marks
    return (
        ((a >> shift) & _GROUP)
        | ((b >> shift) & _GROUP) << U(9)
        | ((c >> shift) & _GROUP) << U(18)
        | ((d >> shift) & _GROUP) << U(27)
    )


@inline_njit
def lacking(moves, at, bahay):
    """Tiles (int64) that a hand with the keys `at` lacks for its bahay and the eye, or `UNKNOWN`."""
    rows, known = rows_at(moves, at)
    if not known:
        return UNKNOWN
    a, b, c, d = rows
    word = 2 * WORD
    return np.int64(least_lacking(word_at(a + word), word_at(b + word), word_at(c + word), word_at(d + word), bahay))


@inline_njit
def outlook(moves, at, bahay):
    """The `Outlook` of a hand with the keys `at`, for `bahay` (int64) bahay and the eye."""
    rows, known = rows_at(moves, at)
    nothing = U(0)
    if not known:
        four = nothing, nothing, nothing, nothing
        return Outlook(UNKNOWN, nothing, nothing, nothing, at, rows, four, (nothing, nothing))
    a, b, c, d = rows
    word = 2 * WORD
    away, of_a, of_b, of_c, of_d, near, far = best_targets(
        word_at(a + word), word_at(b + word), word_at(c + word), word_at(d + word), bahay
    )
    marks = marked(a, of_a), marked(b, of_b), marked(c, of_c), marked(d, of_d)
    helps, spare, harms = joined(marks, HELPS), joined(marks, SPARE), joined(marks, HARMS)
    return Outlook(np.int64(away), helps, spare, harms, at, rows, (of_a, of_b, of_c, of_d), (near, far))


@inline_njit
def of_group(four, group):
    """The value of a group among four, chosen without a branch, which the processor could not predict."""
    a, b, c, d = four
    front = b if group == 1 else a
    back = d if group == 3 else c
    return back if group >= 2 else front


@inline_njit
def _row_without(moves, hand, kind):
    """The address of the row of a kind's group after the loss of a tile of that kind."""
    group = kind // RANKS
    starts = moves.honour_starts if group == 3 else moves.starts
    rows = moves.honour_rows if group == 3 else moves.rows
    return rows + LINE * _place(moves, starts, of_group(hand.at, group) - WEIGHTS[kind])[0]


@inline_njit
def helps_at_most(moves, hand, kind):
    """An upper bound of the kinds that help a hand after the loss of a spare tile, and whether it is exact.

    It examines the tile's own group only, without a branch. Arguments as in `helps_without`.
    """
    group = kind // RANKS
    targets = of_group(hand.targets, group)
    fit = targets & short_at(of_group(hand.rows, group) + 2 * (SPARE + kind % RANKS))
    shift = U(RANKS * group)
    own = (marked(_row_without(moves, hand, kind), fit) & _GROUP) << shift
    return (hand.helps & ~(_GROUP << shift)) | own, fit == targets


@inline_njit
def helps_without(moves, hand, kind, bahay, need):
    """The kinds that help a hand after the loss of a spare tile.

    Args:
        moves: a `Moves`.
        hand: the `Outlook` of the hand.
        kind: the kind of the lost tile.
        bahay: the number of bahay that the hand needs.
        need: kinds (bits) that must help: the answer may be 0 if one of them does not.
    """
    group = kind // RANKS
    row = _row_without(moves, hand, kind)
    targets = of_group(hand.targets, group)
    fit = targets & short_at(of_group(hand.rows, group) + 2 * (SPARE + kind % RANKS))
    shift = U(RANKS * group)
    if need & ~((marked(row, fit) & _GROUP) << shift) & (_GROUP << shift) != U(0):
        return U(0)
    if fit == targets:
        # All best divisions remain: only in its own group may fewer tiles help.
        return (hand.helps & ~(_GROUP << shift)) | (marked(row, targets) & _GROUP) << shift
    a, b, c, d = hand.rows
    if group < 2:
        of_a, of_b, of_c, of_d = targets_if(1 - group, fit, hand.pairs[0], hand.pairs[1], bahay)
    else:
        of_c, of_d, of_a, of_b = targets_if(3 - group, fit, hand.pairs[1], hand.pairs[0], bahay)
    marks = (
        marked(row if group == 0 else a, of_a),
        marked(row if group == 1 else b, of_b),
        marked(row if group == 2 else c, of_c),
        marked(row if group == 3 else d, of_d),
    )
    return joined(marks, HELPS)


@inline_njit
def without(at, kind):
    """The keys of the groups of a hand after the loss of a tile of this kind."""
    return lessened(at, kind // RANKS, WEIGHTS[kind])


@inline_njit
def lessened(at, group, weight):
    """The keys of the groups of a hand with the key of one group reduced by a weight."""
    a, b, c, d = at
    return (
        a - weight if group == 0 else a,
        b - weight if group == 1 else b,
        c - weight if group == 2 else c,
        d - weight if group == 3 else d,
    )


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
    """Tiles (int64) that a hand lacks, or `UNKNOWN`; arguments as in `helping`."""
    away = lacking(moves, at, BAHAY - n_melds)
    if n_melds > 0 or moves.pairs == OFF or away <= at_least(held):
        return away
    return min(away, pairs_distance(classes(held), moves.pairs))


@inline_njit
def helping(moves, at, held, n_melds):
    """Tiles (int64) that a hand lacks, and the kinds (bits, uint64) that bring it nearer; a fifth tile never does.

    The distance is `UNKNOWN` for a hand with too many tiles of a suit for the table.

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


SUITED_KINDS = U((1 << SUITED) - 1)
OTHER_KINDS = U((1 << PLAIN) - (1 << SUITED))


@inline_njit
def outlook_with_jokers(moves, at, jokers, bahay, held):
    """Tiles (int64) that a hand with jokers lacks for its bahay and the eye, the kinds that help, the spare kinds.

    The distance is `UNKNOWN` for a hand with too many tiles of a suit for the table.

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
