"""How many tiles help after each discard: what `accept.accepted_tiles` says of each, for all of them at once.

The distances of two groups and of three are summed once for the whole hand; a discard changes one of the four groups.
A tile helps if the hand with it is nearer, so of each sum over the ways to divide the bahay only is asked whether it is
below a bound: six bytes are added and compared at a time.
"""

from __future__ import annotations

import numpy as np

from mahjong_sim.hands.accept import accepted_tiles
from mahjong_sim.hands.distance import codes, rows
from mahjong_sim.hands.lanes import FAR, HIGH, ONES, U, lane, together, unpacked
from mahjong_sim.hands.pairs import OFF, kinds_held, pairs_distance
from mahjong_sim.hands.tables import BASE, HONOURS, RANKS
from mahjong_sim.melds import BAHAY
from mahjong_sim.tiles import COPIES, PLAIN
from tongits_sim.jit import inline_njit, njit


@inline_njit
def mirrored(distances, bahay):
    """The distances the other way round: byte s is what byte `bahay` - s was, beyond that `FAR`."""
    found = FAR
    for own in range(bahay + 1):
        shift = U(8 * own)
        found &= ~(U(0xFF) << shift)
        found |= U(lane(distances, bahay - own)) << shift
    return found


@inline_njit
def below(rest, rest_eye, row, bound):
    """Whether a group with a packed row brings a hand below a distance; rest: `mirrored` distances of all others."""
    own, own_eye = unpacked(row)
    limit = U(bound) * ONES
    with_eye = ((rest + own_eye) | HIGH) - limit
    without = ((rest_eye + own) | HIGH) - limit
    return with_eye & without & HIGH != HIGH


@inline_njit
def _weights(kinds):
    """What one more tile of the first kind of a group adds to its code."""
    weight = np.int64(1)
    for _ in range(kinds - 1):
        weight *= BASE
    return weight


@inline_njit
def _helping(table, code, first, kinds, counts, unseen, rest, bound):
    """How many tiles of `unseen` of a group bring the hand below a distance.

    table: rows of the group; code: the group's; first, kinds: its kinds; rest: a pair of `mirrored` distances.
    """
    tiles = np.int64(0)
    weight = _weights(kinds)
    for kind in range(first, first + kinds):
        left = np.int64(unseen[kind])
        if left > 0 and counts[kind] < COPIES and below(rest[0], rest[1], table[code + weight], bound):
            tiles += left
        weight //= BASE
    return tiles


@inline_njit
def _mirror(pair, bahay):
    return mirrored(pair[0], bahay), mirrored(pair[1], bahay)


@inline_njit
def _sum(a, b):
    return together(a[0], a[1], b[0], b[1])


@njit
def tiles_after(tables, counts, n_melds, after, least, unseen):
    """How many tiles of `unseen` (of each kind) help after each discard of a hand without jokers (int16[34]).

    -1 for discards that do not leave the hand as near to winning as it can be.

    Args:
        tables: what `hand_tables` makes.
        counts: int8[42], a hand with all its tiles; written to, and restored.
        n_melds: how many bahay are on the table.
        after: what `accept.discards` wrote: shanten after each discard.
        least: the least of them.
        unseen: int8[42].
    """
    tiles = np.full(PLAIN, -1, np.int16)
    bahay, bound = BAHAY - n_melds, least + 1
    at = codes(counts)
    packed = rows(tables, at, 0)
    a, b, c, h = unpacked(packed[0]), unpacked(packed[1]), unpacked(packed[2]), unpacked(packed[3])
    ab, ac, bc, ah, bh, ch = _sum(a, b), _sum(a, c), _sum(b, c), _sum(a, h), _sum(b, h), _sum(c, h)
    suits, honours = tables.suits, tables.honours
    for kind in range(PLAIN):
        if counts[kind] == 0 or after[kind] != least:
            continue
        counts[kind] -= 1
        if n_melds == 0 and tables.pairs != OFF and pairs_distance(kinds_held(counts, 0, PLAIN), tables.pairs) <= bound:
            tiles[kind] = accepted_tiles(tables, counts, np.int64(0), n_melds, unseen)[1]
            counts[kind] += 1
            continue
        group = min(kind // RANKS, 3)
        weight = _weights(RANKS if group < 3 else HONOURS)
        for _ in range(kind - group * RANKS):
            weight //= BASE
        code = at[0] if group == 0 else at[1] if group == 1 else at[2] if group == 2 else at[3]
        code -= weight
        own = unpacked(suits[code] if group < 3 else honours[code])
        at_a, at_b, at_c, at_h = at
        if group == 0:
            at_a = code
            rest_a, rest_b, rest_c, rest_h = _sum(b, ch), _sum(own, ch), _sum(own, bh), _sum(own, bc)
        elif group == 1:
            at_b = code
            rest_a, rest_b, rest_c, rest_h = _sum(own, ch), _sum(a, ch), _sum(own, ah), _sum(own, ac)
        elif group == 2:
            at_c = code
            rest_a, rest_b, rest_c, rest_h = _sum(own, bh), _sum(own, ah), _sum(ab, h), _sum(own, ab)
        else:
            at_h = code
            rest_a, rest_b, rest_c, rest_h = _sum(own, bc), _sum(own, ac), _sum(own, ab), _sum(ab, c)
        found = _helping(suits, at_a, 0, RANKS, counts, unseen, _mirror(rest_a, bahay), bound)
        found += _helping(suits, at_b, RANKS, RANKS, counts, unseen, _mirror(rest_b, bahay), bound)
        found += _helping(suits, at_c, 2 * RANKS, RANKS, counts, unseen, _mirror(rest_c, bahay), bound)
        found += _helping(honours, at_h, 3 * RANKS, HONOURS, counts, unseen, _mirror(rest_h, bahay), bound)
        tiles[kind] = found
        counts[kind] += 1
    return tiles
