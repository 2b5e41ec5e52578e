"""The tiles that bring a hand nearer to winning, and the distance after each discard: exact, by table.

Arguments as in `distance`. A tile is *accepted* if the hand with it is one tile nearer. The three other groups of a
tile are summed once, so each tile costs one lookup.
"""

from __future__ import annotations

import numpy as np

from mahjong_sim.hands.distance import codes, distance, rows, rows_distance
from mahjong_sim.hands.lanes import U, held_often, together, unpacked, whole
from mahjong_sim.hands.outlook import helping, keys
from mahjong_sim.hands.pairs import OFF, kinds_held, pairs_distance, pairs_distance_with_jokers, stepped
from mahjong_sim.hands.tables import BASE, HONOURS, RANKS, moves_in
from mahjong_sim.tiles import BAHAY, BEAUTY, CHOW, COPIES, NEWS, PLAIN, PUNG, SUITED
from tongits_sim.compile.jit import inline_njit, njit

NOT_HELD = 99
"""The entry of `discards` for a tile that the hand does not hold."""


@inline_njit
def _apart(found):
    """For each of the four groups the distances of the other three together: pairs (without the eye, with it).

    `found`: the packed rows.
    """
    a, a_eye = unpacked(found[0])
    b, b_eye = unpacked(found[1])
    c, c_eye = unpacked(found[2])
    h, h_eye = unpacked(found[3])
    ab, ab_eye = together(a, a_eye, b, b_eye)
    ch, ch_eye = together(c, c_eye, h, h_eye)
    return (
        together(b, b_eye, ch, ch_eye),
        together(a, a_eye, ch, ch_eye),
        together(ab, ab_eye, h, h_eye),
        together(ab, ab_eye, c, c_eye),
    )


@njit
def _normal_distances(tables, counts, n_melds, step, out):
    """Distances to bahay and eye with one tile more (`step` 1) or less (-1) of each kind, without jokers.

    Writes out[kind] for kinds that the hand can gain or lose.
    """
    bahay = BAHAY - n_melds
    at = codes(counts)
    others = _apart(rows(tables, at, 0))
    for group in range(4):
        kinds = RANKS if group < 3 else HONOURS
        table = tables.suits if group < 3 else tables.honours
        rest, rest_eye = others[group]
        weight = np.int64(step)
        for place in range(kinds - 1, -1, -1):
            kind = group * RANKS + place
            if (counts[kind] < COPIES) if step > 0 else (counts[kind] > 0):
                own, own_eye = unpacked(table[at[group] + weight])
                out[kind] = whole(rest, rest_eye, own, own_eye, bahay)
            weight *= BASE


@njit
def _joker_distances(tables, counts, jokers, n_melds, step, out):
    """As `_normal_distances`, with jokers, which stand for suited tiles only: every hand is summed anew."""
    at = codes(counts)
    a, b, c, h = rows(tables, at, jokers)
    for group in range(4):
        kinds = RANKS if group < 3 else HONOURS
        table = tables.wild if group < 3 else tables.honours
        weight = np.int64(step)
        for place in range(kinds - 1, -1, -1):
            kind = group * RANKS + place
            if (counts[kind] < COPIES) if step > 0 else (counts[kind] > 0):
                own = table[at[group] + weight]
                hand = (
                    own if group == 0 else a,
                    own if group == 1 else b,
                    own if group == 2 else c,
                    own if group == 3 else h,
                )
                out[kind] = rows_distance(hand, jokers, BAHAY - n_melds)
            weight *= BASE


@njit
def _pairs_distances(tables, counts, jokers, step, out):
    """Lower `out` to the distances to seven pairs and a pung with one tile more or less of each kind."""
    suited, honours = kinds_held(counts, 0, SUITED), kinds_held(counts, SUITED, PLAIN)
    both = (suited[0] + honours[0], suited[1] + honours[1], suited[2] + honours[2], suited[3] + honours[3])
    for count in range(max(0, -step), COPIES + 1 - max(0, step)):
        if jokers > 0:
            of_suit = pairs_distance_with_jokers(stepped(suited, count, step), honours, jokers, tables.pairs)
            of_honour = pairs_distance_with_jokers(suited, stepped(honours, count, step), jokers, tables.pairs)
        else:
            of_suit = of_honour = pairs_distance(stepped(both, count, step), tables.pairs)
        for kind in range(PLAIN):
            if counts[kind] == count:
                out[kind] = min(out[kind], of_suit if kind < SUITED else of_honour)


@njit
def _distances(tables, counts, jokers, n_melds, step, out):
    """Write to out[kind] the distance with one tile more (`step` 1) or less (-1) of each kind, `NOT_HELD` elsewhere."""
    out[:] = NOT_HELD
    if jokers > 0:
        _joker_distances(tables, counts, jokers, n_melds, step, out)
    else:
        _normal_distances(tables, counts, n_melds, step, out)
    if n_melds == 0 and tables.pairs != OFF:
        _pairs_distances(tables, counts, jokers, step, out)


@njit
def accepted(tables, counts, jokers, n_melds, out):
    """Write to `out` (int8[42]) 1 for each kind that the hand accepts, 0 for all others; returns its shanten.

    The hand has one tile less than a complete one. For a further joker see `accepts_joker`.
    """
    if jokers == 0:
        away, helps = helping(moves_in(tables), keys(codes(counts)), held_often(counts), n_melds)
        if away >= 0:
            for kind in range(len(out)):
                out[kind] = (helps >> U(kind)) & U(1)
            return away - 1
    now = distance(tables, counts, jokers, n_melds)
    _distances(tables, counts, jokers, n_melds, 1, out)
    for kind in range(len(out)):
        out[kind] = out[kind] < now
    return now - 1


@njit
def accepted_tiles(tables, counts, jokers, n_melds, unseen):
    """The shanten of a hand, and the number of tiles of `unseen` (by kind) that it accepts: (int64, int64)."""
    out = np.empty(len(unseen), np.int8)
    away = accepted(tables, counts, jokers, n_melds, out)
    tiles = np.int64(0)
    for kind in range(PLAIN):
        tiles += unseen[kind] * out[kind]
    return away, tiles


@njit
def accepts_joker(tables, counts, jokers, n_melds):
    """Whether one joker more brings the hand nearer."""
    return distance(tables, counts, jokers + 1, n_melds) < distance(tables, counts, jokers, n_melds)


@njit
def waits(tables, counts, jokers, n_melds, out):
    """Write to `out` (int8[42]) 1 for each kind that completes the hand, 0 for all others; returns their number.

    A kind with all four tiles in the hand is no wait.
    """
    _distances(tables, counts, jokers, n_melds, 1, out)
    kinds = np.int64(0)
    for kind in range(len(out)):
        out[kind] = out[kind] == 0
        kinds += out[kind]
    return kinds


@njit
def add_melds(copies, meld_kinds, meld_tiles, n_melds):
    """Add the tiles of bahay on the table, by codes and lowest tiles, to the number of each kind (int8[42])."""
    for number in range(n_melds):
        code, tile = meld_kinds[number], meld_tiles[number]
        if code in (CHOW, BEAUTY, NEWS):
            for each in range(4 if code == NEWS else 3):
                copies[tile + each] += 1
        else:
            copies[tile] += 3 if code == PUNG else COPIES


@njit
def waits_after(tables, hand, melds, tile):
    """Whether a hand with all its tiles, (counts, jokers, n_melds), waits after the discard of a tile that it holds.

    Without a plain tile of that kind, a joker is discarded. A tile whose four copies lie in the hand and the own melds
    (codes, lowest tiles) cannot come, so the hand does not wait for it.
    """
    counts, jokers, n_melds = hand
    rest = counts.copy()
    if rest[tile] > 0:
        rest[tile] -= 1
    else:
        jokers = jokers - 1
    out = np.empty(len(rest), np.int8)
    if waits(tables, rest, jokers, n_melds, out) == 0:
        return False
    add_melds(rest, melds[0], melds[1], n_melds)
    free = 0
    for kind in range(PLAIN):
        free += out[kind] and rest[kind] < COPIES
    return free > 0


@njit
def discards(tables, counts, jokers, n_melds, out):
    """Write to `out` (int8[42]) the shanten that each discard leaves, `NOT_HELD` for tiles not held; returns the least.

    The hand has all its tiles.
    """
    _distances(tables, counts, jokers, n_melds, -1, out)
    best = np.int64(NOT_HELD)
    for kind in range(len(out)):
        if out[kind] != NOT_HELD:
            out[kind] -= 1
            best = min(best, np.int64(out[kind]))
    return best
