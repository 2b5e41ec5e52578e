"""How far a hand is from winning: exact, by table (V9).

The *distance* is the least number of tiles that must come, each for one discarded, until the hand is complete: five
bahay, with the melds on the table, and the eye; or seven pairs and a pung. *Shanten*, the tiles away from waiting, is
one less: 0 for a hand that waits, -1 for a complete one. Only the hand itself counts: a tile with all four copies on
the table still counts as one that may come.

Beauty and NEWS are bahay only on the table (V8), so no hand needs them in its own tiles.

In the arguments, `counts` (int8[42]) are the concealed tiles without jokers and flowers; `jokers` is the number of
jokers beside them, each for any suited tile; `n_melds` is the number of bahay on the table; `tables` is from
`hand_tables`.
"""

from __future__ import annotations

import numpy as np

from mahjong_sim.hands.lanes import held_often, lowered, together, unpacked, whole
from mahjong_sim.hands.outlook import keys, lacks
from mahjong_sim.hands.pairs import FAR_AWAY, OFF, kinds_held, pairs_distance, pairs_distance_with_jokers
from mahjong_sim.hands.tables import BASE, RANKS, moves_in
from mahjong_sim.tiles import BAHAY, PLAIN, SUITED
from tongits_sim.compile.jit import inline_njit, njit


@inline_njit
def group_code(counts, first, kinds):
    """The code (int64) of the kinds from `first` on: the index of their row in a table."""
    code = np.int64(0)
    for kind in range(first, first + kinds):
        code = code * BASE + counts[kind]
    return code


@inline_njit
def codes(counts):
    """The codes of the three suits and of dragons and winds."""
    return (
        group_code(counts, 0, RANKS),
        group_code(counts, RANKS, RANKS),
        group_code(counts, 2 * RANKS, RANKS),
        group_code(counts, SUITED, PLAIN - SUITED),
    )


@inline_njit
def rows(tables, at, jokers):
    """The packed rows of the four groups with the codes `at`."""
    if jokers > 0:
        return tables.wild[at[0]], tables.wild[at[1]], tables.wild[at[2]], tables.honours[at[3]]
    return tables.suits[at[0]], tables.suits[at[1]], tables.suits[at[2]], tables.honours[at[3]]


@inline_njit
def rows_distance(found, jokers, bahay):
    """The distance (int64) to `bahay` bahay and the eye, from the rows of the four groups."""
    one, one_eye = unpacked(found[0])
    two, two_eye = unpacked(found[1])
    one, one_eye = together(one, one_eye, two, two_eye)
    two, two_eye = unpacked(found[2])
    one, one_eye = together(one, one_eye, two, two_eye)
    if jokers > 0:
        one, one_eye = lowered(one, jokers), lowered(one_eye, jokers)
    two, two_eye = unpacked(found[3])
    return whole(one, one_eye, two, two_eye, bahay)


@njit
def seven_pairs_distance(tables, counts, jokers, n_melds):
    """Tiles that a hand lacks for seven pairs and a pung; 99 if that is impossible."""
    if n_melds > 0 or tables.pairs == OFF:
        return FAR_AWAY
    if jokers > 0:
        suited, honours = kinds_held(counts, 0, SUITED), kinds_held(counts, SUITED, PLAIN)
        return pairs_distance_with_jokers(suited, honours, jokers, tables.pairs)
    return pairs_distance(kinds_held(counts, 0, PLAIN), tables.pairs)


@njit
def distance(tables, counts, jokers, n_melds):
    """Tiles (int64) that must come until the hand is complete; 0 for a complete one.

    The hand has 17 tiles minus three for each bahay on the table, or one fewer.
    """
    if jokers == 0:
        away = lacks(moves_in(tables), keys(codes(counts)), held_often(counts), n_melds)
        if away >= 0:
            return away
    best = rows_distance(rows(tables, codes(counts), jokers), jokers, BAHAY - n_melds)
    return min(best, seven_pairs_distance(tables, counts, jokers, n_melds))


@njit
def shanten(tables, counts, jokers, n_melds):
    """Tiles away from waiting (int64): -1 complete, 0 waiting, and so on."""
    return distance(tables, counts, jokers, n_melds) - 1


@njit
def is_win(tables, counts, jokers, n_melds):
    """Whether the hand, winning tile included, is complete: bahay and the eye, or seven pairs and a pung."""
    if jokers > 0:
        return distance(tables, counts, jokers, n_melds) == 0
    if n_melds == 0 and tables.pairs != OFF and pairs_distance(kinds_held(counts, 0, PLAIN), tables.pairs) == 0:
        return True
    eyes = 0
    at = codes(counts)
    for group in range(3):
        held = 0
        for kind in range(group * RANKS, (group + 1) * RANKS):
            held += counts[kind]
        row = tables.suits[at[group]]
        eye = held % 3 == 2
        eyes += eye
        if held % 3 == 1 or (row >> np.uint64(4 * (held // 3) + 32 * eye)) & np.uint64(15):
            return False
    for kind in range(SUITED, PLAIN):
        eyes += counts[kind] == 2
        if counts[kind] == 1 or counts[kind] == 4:
            return False
    return eyes == 1
