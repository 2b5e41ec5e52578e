"""The number of tiles that a hand lacks, the tiles that help and the spare tiles: exact, by table, for all kinds at
once (V9).

A hand *lacks* the least number of tiles that must come, each for one discarded, until it is complete: five bahay, with
the melds on the table, and the eye; or seven pairs and a pung. *Shanten*, the tiles away from waiting, is one less: 0
for a hand that waits, -1 for a complete one. Only the hand itself counts: a tile with all four copies on the table
still counts as one that may come. Beauty and NEWS are bahay only on the table (V8), so no hand needs them in its own
tiles.

In the arguments, `tables` are from `hand_tables`; `at` are the keys of the four groups of the concealed tiles without
jokers (`keys_of`), and `held` the kinds with at least one, two, three and four of these tiles (`held_often`); `jokers`
is the number of jokers beside them, each for any suited tile; `n_melds` is the number of bahay on the table. A set of
kinds is a word (uint64), a bit for each of the 34 plain kinds.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from mahjong_sim.hands.kinds import U, fetch, held_often, short_at, small_at, word_at
from mahjong_sim.hands.lookups import HARMS, HELPS, HONOURS, LAST_BITS, LINE, RANKS, SPARE, WORD, key_weights
from mahjong_sim.hands.pairs import OFF, at_least, classes, pairs_distance, pairs_distance_with_jokers, stepped
from mahjong_sim.hands.targets import best_targets, least_lacking, marked, targets_beside_jokers, targets_if
from mahjong_sim.tiles import BAHAY, COPIES, MELD_COPIES, MELD_RUN, PLAIN, SUITED
from tongits_sim.compile.jit import inline_njit, njit

WEIGHTS = np.array([*key_weights(RANKS) * 3, *key_weights(HONOURS)])
"""The number that a tile of each plain kind adds to the key of its group."""
_LAST = (1 << LAST_BITS) - 1
_GROUP = U(0b111111111)  # the nine kinds of a group
_PLAIN = U((1 << PLAIN) - 1)
SUITED_KINDS = U((1 << SUITED) - 1)
OTHER_KINDS = _PLAIN ^ SUITED_KINDS


class Outlook(NamedTuple):
    """The outlook of a hand without jokers for its bahay and the eye, without seven pairs."""

    away: Any  # tiles (int64) that it lacks
    helps: Any  # kinds that bring it nearer
    spare: Any  # kinds held that can lose a tile without making the hand farther
    # kinds held that cannot lose a tile without a cost: the hand is farther, or some tile no longer helps in some best
    # division
    harms: Any
    at: Any  # the keys of the groups
    rows: Any  # the addresses of their rows
    targets: Any  # their best targets (bits)
    pairs: Any  # the best pairs of targets of the first two groups, and of the others


@inline_njit
def keys_of(counts):
    """The keys of the groups of a vector int8[42]."""
    a = b = c = d = np.int64(0)
    for place in range(RANKS):
        a += counts[place] * WEIGHTS[place]
        b += counts[RANKS + place] * WEIGHTS[place]
        c += counts[2 * RANKS + place] * WEIGHTS[place]
    for kind in range(SUITED, PLAIN):
        d += counts[kind] * WEIGHTS[kind]
    return a, b, c, d


@inline_njit
def _row(tables, rows, starts, key):
    place = small_at(starts + 4 * (key >> LAST_BITS)) + np.int64(short_at(tables.ranks + 2 * (key & _LAST)))
    return rows + LINE * place


@inline_njit
def row_of(tables, group, key):
    """The address of the row of a group with a key, found without a branch."""
    starts = tables.honour_starts if group == 3 else tables.starts
    return _row(tables, tables.honour_rows if group == 3 else tables.rows, starts, key)


@inline_njit
def fetch_row(tables, group, key):
    """Prefetch the row of a group."""
    return fetch(row_of(tables, group, key))


@inline_njit
def _rows_at(tables, rows, at):
    """The addresses of the rows of the four groups; `rows`: those of suits."""
    return (
        _row(tables, rows, tables.starts, at[0]),
        _row(tables, rows, tables.starts, at[1]),
        _row(tables, rows, tables.starts, at[2]),
        _row(tables, tables.honour_rows, tables.honour_starts, at[3]),
    )


@inline_njit
def _words_at(rows):
    a, b, c, d = rows
    word = 2 * WORD
    return word_at(a + word), word_at(b + word), word_at(c + word), word_at(d + word)


@inline_njit
def _joined(marks, first):
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
def outlook(tables, at, bahay):
    """The `Outlook` of a hand for `bahay` bahay and the eye."""
    rows = _rows_at(tables, tables.rows, at)
    a, b, c, d = _words_at(rows)
    away, of_a, of_b, of_c, of_d, near, far = best_targets(a, b, c, d, bahay)
    marks = marked(rows[0], of_a), marked(rows[1], of_b), marked(rows[2], of_c), marked(rows[3], of_d)
    helps = _joined(marks, HELPS)
    spare = _joined(marks, SPARE)
    harms = _joined(marks, HARMS)
    return Outlook(np.int64(away), helps, spare, harms, at, rows, (of_a, of_b, of_c, of_d), (near, far))


@inline_njit
def outlook_with_jokers(tables, at, held, jokers, bahay):
    """Tiles (int64) that a hand with jokers lacks for `bahay` bahay and the eye, the kinds that help, the spare kinds.

    Jokers stand for suited tiles, so they reduce what the suits lack together. Whether a tile helps or is spare then
    depends on the other suits too: see `targets.targets_beside_jokers`.
    """
    rows = _rows_at(tables, tables.wild_rows, at)
    a, b, c, d = _words_at(rows)
    away, nearer_a, nearer_b, nearer_c, no_more_a, no_more_b, no_more_c, any_a, any_b, any_c, best_d = (
        targets_beside_jokers(a, b, c, d, jokers, bahay)
    )
    a, b, c, d = rows
    others = marked(d, best_d)
    helps = _joined((marked(a, nearer_a), marked(b, nearer_b), marked(c, nearer_c), others), HELPS)
    kept = _joined((marked(a, no_more_a), marked(b, no_more_b), marked(c, no_more_c), others), SPARE)
    # any_*: 1 if the suit may lose any tile, so a product with 0 or 1 marks all its kinds or none.
    free = _GROUP * any_a | (_GROUP * any_b) << U(9) | (_GROUP * any_c) << U(18)
    return np.int64(away), helps, kept | (free & held[0])


# ---- what a hand lacks, and what helps


@inline_njit
def lacking(tables, at, jokers, bahay):
    """Tiles (int64) that a hand lacks for `bahay` bahay and the eye; seven pairs do not count."""
    if jokers > 0:
        return _lacking_with_jokers(tables, at, jokers, bahay)
    a, b, c, d = _words_at(_rows_at(tables, tables.rows, at))
    return np.int64(least_lacking(a, b, c, d, bahay))


@njit
def _lacking_with_jokers(tables, at, jokers, bahay):
    nothing = U(0)
    return outlook_with_jokers(tables, at, (nothing, nothing, nothing, nothing), jokers, bahay)[0]


@inline_njit
def lacks(tables, at, held, jokers, n_melds):
    """Tiles (int64) that a hand lacks, seven pairs counted."""
    away = lacking(tables, at, jokers, BAHAY - n_melds)
    if n_melds > 0 or tables.pairs == OFF:
        return away
    if jokers > 0:
        suited, others = suited_and_others(held)
        return min(away, pairs_distance_with_jokers(suited, others, jokers, tables.pairs))
    return away if away <= at_least(held) else min(away, pairs_distance(classes(held), tables.pairs))


@inline_njit
def helping(tables, at, held, jokers, n_melds):
    """The number of tiles (int64) that a hand lacks, and the kinds that bring it nearer; a fifth tile of a kind never
    does.
    """
    if jokers > 0:
        return _helping_with_jokers(tables, at, held, jokers, n_melds)
    hand = outlook(tables, at, BAHAY - n_melds)
    if n_melds > 0 or tables.pairs == OFF or hand.away < at_least(held):
        return hand.away, hand.helps
    number = classes(held)
    pairs = pairs_distance(number, tables.pairs)
    if pairs > hand.away:
        return hand.away, hand.helps
    return pairs, _helping_pairs(held, number, tables.pairs, hand.helps if pairs == hand.away else U(0))


@njit
def _helping_with_jokers(tables, at, held, jokers, n_melds):
    away, helps, _ = outlook_with_jokers(tables, at, held, jokers, BAHAY - n_melds)
    if n_melds > 0 or tables.pairs == OFF:
        return away, helps
    suited, others = suited_and_others(held)
    pairs = pairs_distance_with_jokers(suited, others, jokers, tables.pairs)
    if pairs > away:
        return away, helps
    more = helping_pairs_with_jokers(held, suited, others, jokers, tables.pairs, _PLAIN)
    return pairs, more | helps if pairs == away else more


@njit
def shanten(tables, counts, jokers, n_melds):
    """Tiles away from waiting (int64) of a hand by its counts (int8[42])."""
    return lacks(tables, keys_of(counts), held_often(counts), jokers, n_melds) - 1


@njit
def waits_of(tables, counts, jokers, melds):
    """The kinds that complete a hand by its counts (int8[42]) and can come.

    melds: the codes, lowest tiles and number of the own bahay. A tile whose four copies lie in the hand and the own
    melds cannot come.
    """
    away, helps = helping(tables, keys_of(counts), held_often(counts), jokers, melds[2])
    if away != 1:
        return U(0)
    own = counts.copy()
    for number in range(melds[2]):
        code, tile = melds[0][number], melds[1][number]
        for kind in range(tile, tile + MELD_RUN[code]):
            own[kind] += MELD_COPIES[code]
    return helps & ~held_often(own)[3]


# ---- after a discard


@inline_njit
def _of_group(four, group):
    """The value of a group among four, chosen without a branch, which the processor could not predict."""
    a, b, c, d = four
    front = b if group == 1 else a
    back = d if group == 3 else c
    return back if group >= 2 else front


@inline_njit
def _row_without(tables, hand, kind):
    group = kind // RANKS
    return row_of(tables, group, _of_group(hand.at, group) - WEIGHTS[kind])


@inline_njit
def helps_without(tables, hand, kind, bahay):
    """The kinds that help a hand after the loss of a spare tile; hand: its `Outlook` for `bahay` bahay."""
    group = kind // RANKS
    row = _row_without(tables, hand, kind)
    targets = _of_group(hand.targets, group)
    fit = targets & short_at(_of_group(hand.rows, group) + 2 * (SPARE + kind % RANKS))
    if fit == targets:
        # All best divisions remain, so fewer tiles may help only in the tile's own group.
        shift = U(RANKS * group)
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
    return _joined(marks, HELPS)


@inline_njit
def without(at, kind):
    """The keys of a hand after the loss of a tile of this kind."""
    return key_minus(at, kind // RANKS, WEIGHTS[kind])


@inline_njit
def key_minus(at, group, weight):
    """The keys of a hand with the key of one group reduced by a weight."""
    a, b, c, d = at
    return (
        a - weight if group == 0 else a,
        b - weight if group == 1 else b,
        c - weight if group == 2 else c,
        d - weight if group == 3 else d,
    )


@inline_njit
def meld_weight(code, tile):
    """The part of its group's key that the tiles of a meld make."""
    weight = np.int64(0)
    for kind in range(tile, tile + MELD_RUN[code]):
        weight += WEIGHTS[kind]
    return weight * MELD_COPIES[code]


# ---- seven pairs


@inline_njit
def of_count(held, count):
    """The plain kinds with exactly `count` tiles in a hand."""
    if count == 0:
        return ~held[0] & _PLAIN
    if count == COPIES:
        return held[3]
    if count == 1:
        return held[0] & ~held[1]
    return held[1] & ~held[2] if count == 2 else held[2] & ~held[3]


@njit
def _helping_pairs(held, number, mode, helps):
    """Add to `helps` the kinds that bring a hand nearer to seven pairs and a pung; number: `classes(held)`."""
    now = pairs_distance(number, mode)
    for count in range(COPIES):
        if pairs_distance(stepped(number, count, 1), mode) < now:
            helps |= of_count(held, count)
    return helps


@inline_njit
def suited_and_others(held):
    """`pairs.classes` of the suits, and of dragons and winds."""
    once, twice, thrice, all_four = held
    suited, others = SUITED_KINDS, OTHER_KINDS
    return (
        classes((once & suited, twice & suited, thrice & suited, all_four & suited)),
        classes((once & others, twice & others, thrice & others, all_four & others)),
    )


@njit
def helping_pairs_with_jokers(held, suited, others, jokers, mode, within):
    """The kinds of the set `within` that bring a hand with jokers nearer to seven pairs and a pung.

    Args:
        held: the hand's tiles without jokers, or these tiles and one more.
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
