"""The tables of groups of tiles: what a group lacks, and which tile brings which number of bahay nearer.

A *group* is a suit, or all dragons and winds. Its *distances* are the tiles that it lacks for s bahay, s = 0..5,
without and with the eye (the pair). While they are computed they are the bytes of two words (uint64), so that six of
them are added and compared at a time. A packed row holds both words, four bits a distance: without the eye from bit 0,
with it from bit 32. So a distance above 15 becomes 15. That changes no total of a hand with thirteen tiles or more, or
with bahay on the table: such a hand is never 15 tiles away.

The code of a group is its counts as the digits of a number in base 5, the first kind in front.

The *target* of a distance is any set of tiles that makes the bahay and the eye; the distance is the number of tiles
that the group lacks of the nearest. Targets have at most four tiles of a kind. Hands with jokers have tables of their
own, in which targets may have more: a fifth five of sticks may be a joker, held or still to come.

Kernels read a row of 32 numbers (uint16) for each group. It holds sets of targets (bits, see `targets`) for each kind
of the group: targets that one tile more brings nearer (`HELPS`); targets that lack no more without one tile (`SPARE`);
and targets that lack more without one tile, or that some tile then no longer helps (`HARMS`). Then come the distances,
a word for `targets.best_targets`.

The two parts of a group's code find its row: the counts of the first kinds begin a stretch of rows, and the last four
kinds, ranked by their number of tiles, give the place in it. So groups with few tiles lie close together, and the index
is small. Both parts side by side in one number are the *key* of a group: a tile more or less is an addition, and no
division is needed to find the row.
"""

from __future__ import annotations

import functools
from typing import Any, NamedTuple

import numpy as np

from mahjong_sim.hands.kinds import U
from mahjong_sim.hands.targets import LANES
from mahjong_sim.tiles import COPIES, PLAIN, SUITED
from tongits_sim.compile.jit import check_compiling, inline_njit, njit

RANKS = 9
HONOURS = PLAIN - SUITED
BASE = COPIES + 1
# More tiles of a kind than in any target.
_UNLIMITED = 99
# Three equal chows are three pungs, so a target never needs more than two.
_EQUAL_CHOWS = 3
_MAX_TILES = 17  # tiles of a hand, which may be all of one suit
_MAX_DISTANCE = 15

ROW = 32
HELPS, SPARE, HARMS, WORD = 0, 9, 18, 28
LAST = BASE**4
"""The number of groups of the last four kinds."""
LAST_BITS = 10
"""The bits of the last four kinds in a key."""
LINE = 64
"""Bytes of a row, and of a line of the processor's cache."""
LARGE_PAGE = 1 << 21
"""Bytes of a large page of memory on most machines."""

_ONE_EACH = U(0x010101010101)
_HIGH_BITS = U(0x808080808080)
_ALL = U(0xFFFFFFFFFFFF)
_FAR = U(0x3F3F3F3F3F3F)  # never the smallest: larger than four distances of 15
_DIGIT_ONES = U(0x0011_1111_0011_1111)


class Tables(NamedTuple):
    """The tables for kernels: addresses (int64) of arrays that live as long as the process."""

    ranks: Any  # ranks of the groups of the last four kinds (uint16[625])
    # starts, rows: for suits: the first row of the stretch of the other kinds (uint32), and the rows (uint16)
    starts: Any
    rows: Any
    wild_rows: Any  # the rows for hands with jokers; without jokers in the game they are `rows`
    # honour_starts, honour_rows: the same for dragons and winds
    honour_starts: Any
    honour_rows: Any
    pairs: Any  # whether seven pairs and a pung win: `pairs.OFF`, `DISTINCT`, `EQUAL`


def hand_tables(jokers: bool = False, pairs: int = 2) -> Tables:
    """The tables, made once in a process.

    Args:
        jokers: whether there are jokers in the game.
        pairs: whether seven pairs and a pung win, as in `Tables.pairs`.

    Raises:
        CompilingError: compiling is switched off; plain Python would take minutes.
    """
    check_compiling()
    suits = _rows_of(RANKS, False)
    honours = _rows_of(HONOURS, False)
    arrays = _ranks_of_last(), _starts_of(RANKS), suits, _rows_of(RANKS, jokers), _starts_of(HONOURS), honours
    return Tables._make([*(int(array.ctypes.data) for array in arrays), pairs])


def key_weights(kinds: int) -> list[int]:
    """The number that a tile of each kind adds to the key of a group of `kinds` kinds."""
    first = kinds - 4
    return [BASE ** (first - 1 - kind) << LAST_BITS for kind in range(first)] + [BASE**n for n in range(3, -1, -1)]


# ---- distances


@inline_njit
def _lane(distances, bahay):
    return np.int64((distances >> U(8 * bahay)) & U(0xFF))


@inline_njit
def _least(a, b):
    """The smaller of each two bytes, all below 128."""
    above = ((a | _HIGH_BITS) - b) & _HIGH_BITS
    mask = above - (above >> U(7))
    return a ^ ((a ^ b) & mask)


@inline_njit
def _moved(distances, bahay):
    """The distances of a group that holds `bahay` more bahay: byte s is the former byte s - bahay."""
    shift = U(8 * bahay)
    return ((distances << shift) & _ALL) | (_FAR & ((U(1) << shift) - U(1)))


@njit
def _packed(distances, distances_eye):
    row = U(0)
    for bahay in range(LANES):
        row |= U(min(_lane(distances, bahay), _MAX_DISTANCE)) << U(4 * bahay)
        row |= U(min(_lane(distances_eye, bahay), _MAX_DISTANCE)) << U(4 * bahay + 32)
    return row


@njit
def distances_of_groups(kinds, chows, most):
    """The packed rows uint64[5**kinds] of all groups of `kinds` kinds, with at most `most` of a kind in a target.

    It goes through the groups in the order of their codes, the kind of the largest weight first. For each kind a level
    keeps the distances by the numbers of chows that began one and two kinds before, and by whether there is an eye.
    """
    rows = np.empty(BASE**kinds, np.uint64)
    levels = np.empty((kinds + 1, _EQUAL_CHOWS, _EQUAL_CHOWS, 2), np.uint64)
    levels[0] = _FAR
    levels[0, 0, 0, 0] = _FAR & ~U(0xFF)
    counts = np.zeros(kinds, np.int64)
    changed = 0
    for code in range(len(rows)):
        for level in range(changed, kinds):
            _next_level(levels[level], levels[level + 1], counts[level], chows and level <= kinds - 3, most)
        rows[code] = _packed(levels[kinds, 0, 0, 0], levels[kinds, 0, 0, 1])
        changed = kinds - 1
        while changed >= 0 and counts[changed] == COPIES:
            counts[changed] = 0
            changed -= 1
        if changed >= 0:
            counts[changed] += 1
    return rows


@njit
def _next_level(old, new, count, chows, most):
    """Add a kind with `count` tiles: distances after it from distances before it."""
    new[:] = _FAR
    for before in range(_EQUAL_CHOWS):
        for earlier in range(_EQUAL_CHOWS):
            for eye in range(2):
                distances = old[before, earlier, eye]
                if distances == _FAR:
                    continue
                for choice in range(12 if chows else 4):
                    pung = choice & 1
                    pair = (choice >> 1) & 1
                    begun = choice >> 2
                    wanted = before + earlier + begun + 3 * pung + 2 * pair
                    if wanted > most or pair + eye > 1:
                        continue
                    total = _moved(distances, begun + pung) + U(max(0, wanted - count)) * _ONE_EACH
                    new[begun, before, eye + pair] = _least(new[begun, before, eye + pair], total)


# ---- rows for kernels


def _tiles(kinds: int) -> Any:
    """The number of tiles in the group of each code."""
    code = np.arange(BASE**kinds)
    return np.sum([code * 0, *(code // BASE**place % BASE for place in range(kinds))], axis=0)


@functools.cache
def _ranks_of_last() -> np.ndarray:
    """The rank (uint16[625]) of each group of the last four kinds: groups with fewer tiles come first."""
    ranks = np.empty(LAST, np.uint16)
    ranks[np.argsort(_tiles(4), kind="stable")] = np.arange(LAST)
    return ranks


@functools.cache
def _starts_of(kinds: int) -> np.ndarray:
    """The first row of the stretch of each group of the first kinds, and at the end the number of rows:
    uint32[5**(kinds - 4) + 1].
    """
    first = _tiles(kinds - 4)
    last = np.sort(_tiles(4))
    sizes = np.searchsorted(last, _MAX_TILES - first, side="right")
    return np.concatenate([[0], np.cumsum(sizes)]).astype(np.uint32)


@functools.cache
def _rows_of(kinds: int, jokers: bool) -> np.ndarray:
    """The rows (uint16) of all groups of `kinds` kinds, for hands with or without jokers.

    Each row lies in one line of the processor's cache. The rows begin at the border of a large page of memory: numpy
    asks for such pages, and few of them hold all rows.
    """
    starts = _starts_of(kinds)
    size = ROW * int(starts[-1])
    space = np.zeros(size + LARGE_PAGE // 2, np.uint16)
    first = -space.ctypes.data % LARGE_PAGE // 2
    rows = space[first : first + size]
    distances = distances_of_groups(kinds, kinds == RANKS, _UNLIMITED if jokers else COPIES)
    _fill_rows(distances, _ranks_of_last(), starts, kinds, rows)
    return rows


@inline_njit
def _set_of(digits):
    """The targets (uint16) with the digit 1 in a word of digits of four bits, packed as distances are."""
    targets = U(0)
    for bahay in range(LANES):
        targets |= ((digits >> U(4 * bahay)) & U(1)) << U(bahay)
        targets |= ((digits >> U(4 * bahay + 32)) & U(1)) << U(bahay + LANES)
    return np.uint16(targets)


@inline_njit
def _word_of(packed):
    """Packed distances as a word for `best_targets`."""
    word = U(0)
    for bahay in range(LANES):
        word |= ((packed >> U(4 * bahay)) & U(15)) << U(8 * bahay)
        word |= ((packed >> U(4 * bahay + 32)) & U(15)) << U(8 * bahay + 4)
    return word


@inline_njit
def _nearer(distances, code, weight):
    """The digits of the targets that one tile more of a kind brings nearer (uint64)."""
    return distances[code] - distances[code + weight] if code // weight % BASE < COPIES else U(0)


@njit
def _fill_rows(distances, ranks, starts, kinds, rows):
    """Write the rows of all groups to `rows` (uint16, zeroed).

    Args:
        distances: packed distances of every code.
        ranks, starts: the places of the rows.
        kinds: the number of kinds of the group.
        rows: the array to fill.
    """
    weights = BASE ** np.arange(kinds - 1, -1, -1)
    helps = np.zeros(kinds, np.uint64)
    for code in range(len(distances)):
        place = np.int64(starts[code // LAST] + ranks[code % LAST])
        if place >= starts[code // LAST + 1]:
            continue
        row = rows[ROW * place :]
        for kind in range(kinds):
            helps[kind] = _nearer(distances, code, weights[kind])
            row[HELPS + kind] = _set_of(helps[kind])
        for kind in range(kinds):
            if code // weights[kind] % BASE > 0:
                less = code - weights[kind]
                costs = distances[less] - distances[code]
                row[SPARE + kind] = _set_of(_DIGIT_ONES ^ costs)
                lost = costs
                for kept in range(kinds):
                    lost |= helps[kept] & ~_nearer(distances, less, weights[kept])
                row[HARMS + kind] = _set_of(lost)
        word = _word_of(distances[code])
        for part in range(4):
            row[WORD + part] = np.uint16((word >> U(16 * part)) & U(0xFFFF))
