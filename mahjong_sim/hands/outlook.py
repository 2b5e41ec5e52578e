"""The outlook of a hand without jokers: its distance, the tiles that help, and the tiles that are spare or needed.

The sets are words (uint64), a bit for each of the 34 plain kinds. `accept` tries tile by tile; this module finds the
answer for all tiles together, from the best targets of each group.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from mahjong_sim.hands.lanes import U
from mahjong_sim.hands.moves import HARMS, HELPS, LAST_BITS, LINE, SPARE, WORD, key_of, key_weights
from mahjong_sim.hands.tables import HONOURS, RANKS
from mahjong_sim.hands.targets import best_targets, least_lacking, marked, targets_if
from mahjong_sim.hands.words import fetch, short_at, small_at, word_at
from tongits_sim.jit import inline_njit

UNKNOWN = np.int64(-1)
"""The distance of a hand with too many tiles of a suit for the table."""

WEIGHTS = np.array([*key_weights(RANKS) * 3, *key_weights(HONOURS)])
"""The number that a tile of each plain kind adds to the key of its group (`moves`)."""
_LAST = (1 << LAST_BITS) - 1
_GROUP = U(511)


class Outlook(NamedTuple):
    """The outlook of a hand for its bahay and the eye, without seven pairs.

    Attributes:
        away: tiles (int64) that must come; `UNKNOWN` if it has too many of a suit.
        helps: kinds that bring it nearer.
        spare: kinds held that can lose a tile and leave the hand as near.
        harms: kinds held that cannot lose a tile without a cost: the hand is farther, or some tile no longer helps in
            some best division.
        at: the keys of the groups.
        rows: the addresses of their rows.
        targets: their best targets (bits).
        pairs: the best pairs of targets of the first two groups, and of the others.
    """

    away: Any
    helps: Any
    spare: Any
    harms: Any
    at: Any
    rows: Any
    targets: Any
    pairs: Any


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
