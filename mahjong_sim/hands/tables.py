"""The tables of groups of tiles: distances, and which tile brings which number of bahay nearer.

The tables of distances: the tiles that every possible group lacks for s bahay, with and without the eye.

The code of a group is the index of its row: its counts as the digits of a number in base 5, nine of a suit or seven
dragons and winds, the first kind in front.

The *target* of a distance is any set of tiles that makes the bahay and the eye; the distance is the number of tiles
that the group lacks of the nearest. `suits` allows targets of at most four tiles of a kind, as many as there are.
`wild` is for hands with jokers and allows more: a fifth five of sticks may be a joker, held or still to come.

The effect of one tile more or less on each target of a group of tiles: a row of 32 numbers (uint16) a group.

A row holds sets of targets (bits, see `targets`) for each kind of the group: targets that one tile more brings nearer
(`HELPS`); targets that lack no more without one tile (`SPARE`); and targets that lack more without one tile, or that
some tile then no longer helps (`HARMS`). Then come the distances, a word for `targets.best_targets`.

Groups of more than `MAX_TILES` tiles have no row. The two parts of a group's code find its row: the counts of the
first kinds begin a stretch of rows, and the last four kinds, ranked by their number of tiles, give the place in it. So
groups with few tiles lie close together, and the index is small. Both parts side by side in one number are the *key* of
a group: a tile more or less is an addition, and no division is needed to find the row.
"""

from __future__ import annotations

import functools
from typing import Any, NamedTuple

import numpy as np

from mahjong_sim.hands.lanes import FAR, LANES, ONES, U, least, moved, packed
from mahjong_sim.tiles import COPIES, PLAIN, SUITED
from tongits_sim.compile.jit import check_compiling, inline_njit, njit

RANKS = 9
HONOURS = PLAIN - SUITED
BASE = COPIES + 1
# More tiles of a kind than in any target.
_UNLIMITED = 99
# Three equal chows are three pungs, so a target never needs more than two.
_EQUAL_CHOWS = 3


class Tables(NamedTuple):
    """The tables of `distance`, `accept` and other modules; made by `hand_tables`."""

    suits: Any  # rows (uint64, see `lanes`) of the 5**9 groups of a suit
    wild: Any  # the same for a hand with jokers; without jokers in the game it is `suits` itself
    honours: Any  # rows of the 5**7 groups of dragons and winds
    ranks: Any  # places of the rows of `moves` (uint16, see `moves`)
    # starts, moves: the effects of one tile more or less on a group of a suit (uint32, uint16)
    starts: Any
    moves: Any
    # honour_starts, honour_moves: the same for dragons and winds
    honour_starts: Any
    honour_moves: Any
    wild_moves: Any  # as `moves`, for a hand with jokers; without jokers in the game it is `moves` itself
    pairs: int  # whether seven pairs and a pung win: 0 no; 1 of seven kinds; 2 four equal tiles may be two pairs


@njit
def distances_of_groups(kinds, chows, most):
    """The rows uint64[5**kinds] of all groups of `kinds` kinds, with at most `most` of a kind in a target.

    It goes through the groups in the order of their codes, the kind of the largest weight first. For each kind a level
    keeps the distances by the numbers of chows that began one and two kinds before, and by whether there is an eye.
    """
    rows = np.empty(BASE**kinds, np.uint64)
    levels = np.empty((kinds + 1, _EQUAL_CHOWS, _EQUAL_CHOWS, 2), np.uint64)
    levels[0] = FAR
    levels[0, 0, 0, 0] = FAR & ~U(0xFF)
    counts = np.zeros(kinds, np.int64)
    changed = 0
    for code in range(len(rows)):
        for level in range(changed, kinds):
            _next_level(levels[level], levels[level + 1], counts[level], chows and level <= kinds - 3, most)
        rows[code] = packed(levels[kinds, 0, 0, 0], levels[kinds, 0, 0, 1])
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
    new[:] = FAR
    for before in range(_EQUAL_CHOWS):
        for earlier in range(_EQUAL_CHOWS):
            for eye in range(2):
                distances = old[before, earlier, eye]
                if distances == FAR:
                    continue
                for choice in range(12 if chows else 4):
                    pung, pair, begun = choice & 1, (choice >> 1) & 1, choice >> 2
                    wanted = before + earlier + begun + 3 * pung + 2 * pair
                    if wanted > most or pair + eye > 1:
                        continue
                    total = moved(distances, begun + pung) + U(max(0, wanted - count)) * ONES
                    new[begun, before, eye + pair] = least(new[begun, before, eye + pair], total)


@functools.cache
def hand_tables(jokers: bool = False, pairs: int = 2) -> Tables:
    """The tables, made once in a process; they are never written to.

    Args:
        jokers: whether there are jokers in the game.
        pairs: whether seven pairs and a pung win, as in `Tables.pairs`.

    Raises:
        CompilingError: compiling is switched off; plain Python would take minutes.
    """
    check_compiling()
    suits, honours = _suits(), _honours()

    wild = _wild() if jokers else suits
    starts, moves = _moves(False)
    honour_starts, honour_moves = _moves(True)
    wild_moves = _wild_moves() if jokers else moves
    return Tables(suits, wild, honours, ranks_of_last(), starts, moves, honour_starts, honour_moves, wild_moves, pairs)


@functools.cache
def _suits() -> Any:
    return distances_of_groups(RANKS, True, COPIES)


@functools.cache
def _wild() -> Any:
    return distances_of_groups(RANKS, True, _UNLIMITED)


@functools.cache
def _honours() -> Any:
    return distances_of_groups(HONOURS, False, COPIES)


@functools.cache
def _wild_moves() -> Any:

    return moves_of(_wild(), RANKS)[1]


@functools.cache
def _moves(honours: bool) -> Any:
    """The starts and moves of suits, or of dragons and winds."""

    return moves_of(_honours(), HONOURS) if honours else moves_of(_suits(), RANKS)


MAX_TILES = 14
"""Groups of more tiles are so rare that they have no row."""
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
_ONES = U(0x0011_1111_0011_1111)


class Moves(NamedTuple):
    """The tables of this module for kernels: addresses (int64), and `Tables.pairs`."""

    ranks: Any  # ranks of the groups of the last four kinds (uint16[625])
    # starts, rows: for suits: the first row of the stretch of the other kinds (uint32), and the rows
    starts: Any
    rows: Any
    # honour_starts, honour_rows: the same for dragons and winds
    honour_starts: Any
    honour_rows: Any
    pairs: Any  # whether seven pairs and a pung win


def key_weights(kinds: int) -> list[int]:
    """The number that a tile of each kind adds to the key of a group of `kinds` kinds."""
    first = kinds - 4
    return [BASE ** (first - 1 - kind) << LAST_BITS for kind in range(first)] + [BASE**n for n in range(3, -1, -1)]


@inline_njit
def key_of(code):
    """The key (int64) of the group with this code."""
    return (code // LAST << LAST_BITS) + code % LAST


@inline_njit
def _with_rows(tables, rows):
    """The `Moves` of `Tables`, with these rows for suits."""
    return Moves(
        np.int64(tables.ranks.ctypes.data),
        np.int64(tables.starts.ctypes.data),
        np.int64(rows.ctypes.data),
        np.int64(tables.honour_starts.ctypes.data),
        np.int64(tables.honour_moves.ctypes.data),
        np.int64(tables.pairs),
    )


@inline_njit
def moves_in(tables):
    """The `Moves` of `Tables`."""
    return _with_rows(tables, tables.moves)


@inline_njit
def wild_moves_in(tables):
    """As `moves_in`, for hands with jokers."""
    return _with_rows(tables, tables.wild_moves)


def groups_of(kinds: int, tiles: int = MAX_TILES) -> int:
    """The number of groups of `kinds` kinds with at most `tiles` tiles.

    >>> groups_of(9), groups_of(2, 2)
    (405350, 6)
    """
    ways = [1] + [0] * tiles
    for _ in range(kinds):
        ways = [sum(ways[max(0, n - COPIES) : n + 1]) for n in range(tiles + 1)]
    return sum(ways)


def numbers_of(kinds: int) -> int:
    """The number of numbers in the rows of all groups of `kinds` kinds."""
    return ROW * groups_of(kinds)


@inline_njit
def _set_of(word):
    """The targets (uint16) with the digit 1 in a word of digits of four bits, packed as in `lanes`."""
    targets = U(0)
    for bahay in range(LANES):
        targets |= ((word >> U(4 * bahay)) & U(1)) << U(bahay)
        targets |= ((word >> U(4 * bahay + 32)) & U(1)) << U(bahay + LANES)
    return np.uint16(targets)


@inline_njit
def _word_of(row):
    """The distances of a packed row as a word for `best_targets`."""
    word = U(0)
    for bahay in range(LANES):
        word |= ((row >> U(4 * bahay)) & U(15)) << U(8 * bahay)
        word |= ((row >> U(4 * bahay + 32)) & U(15)) << U(8 * bahay + 4)
    return word


def _tiles(kinds: int) -> Any:
    """The number of tiles in the group of each code."""
    code = np.arange(BASE**kinds)
    return np.sum([code * 0, *(code // BASE**place % BASE for place in range(kinds))], axis=0)


@functools.cache
def ranks_of_last() -> np.ndarray:
    """The rank (uint16[625]) of each group of the last four kinds: groups with fewer tiles come first."""
    ranks = np.empty(LAST, np.uint16)
    ranks[np.argsort(_tiles(4), kind="stable")] = np.arange(LAST)
    return ranks


def starts_of(kinds: int) -> np.ndarray:
    """The first row of the stretch of each group of the first kinds, and at the end the number of rows:
    uint32[5**(kinds - 4) + 1].
    """
    first, last = _tiles(kinds - 4), np.sort(_tiles(4))
    sizes = np.searchsorted(last, MAX_TILES - first, side="right")
    return np.concatenate([[0], np.cumsum(sizes)]).astype(np.uint32)


@inline_njit
def _nearer(rows, code, weight):
    """The digits of the targets that one tile more of a kind brings nearer (uint64)."""
    return rows[code] - rows[code + weight] if code // weight % BASE < COPIES else U(0)


@njit
def fill_moves(rows, ranks, starts, kinds, moves):
    """Write the rows of all groups to `moves` (uint16[rows * ROW]).

    Args:
        rows: packed distances of every code, from `tables`.
        ranks, starts: the places of the rows, from `ranks_of_last` and `starts_of`.
        kinds: the number of kinds of the group.
        moves: the array to fill, zeroed.
    """
    weights = BASE ** np.arange(kinds - 1, -1, -1)
    helps = np.zeros(kinds, np.uint64)
    for code in range(len(rows)):
        place = np.int64(starts[code // LAST] + ranks[code % LAST])
        if place >= starts[code // LAST + 1]:
            continue
        row = moves[ROW * place :]
        for kind in range(kinds):
            helps[kind] = _nearer(rows, code, weights[kind])
            row[HELPS + kind] = _set_of(helps[kind])
            if code // weights[kind] % BASE > 0:
                less = code - weights[kind]
                costs = rows[less] - rows[code]
                row[SPARE + kind] = _set_of(_ONES ^ costs)
                row[HARMS + kind] = _set_of(costs)
        for kind in range(kinds):
            if code // weights[kind] % BASE > 0:
                less = code - weights[kind]
                lost = U(0)
                for other in range(kinds):
                    lost |= helps[other] & ~_nearer(rows, less, weights[other])
                row[HARMS + kind] |= _set_of(lost)
        word = _word_of(rows[code])
        for part in range(4):
            row[WORD + part] = np.uint16((word >> U(16 * part)) & U(0xFFFF))


def moves_of(rows: np.ndarray, kinds: int) -> tuple[np.ndarray, np.ndarray]:
    """(starts, moves), uint32 and uint16, of all groups of `kinds` kinds, see `Tables`.

    Each row of `moves` lies in one line of the processor's cache. The rows begin at the border of a large page of
    memory: numpy asks for such pages, and few of them hold all rows.
    """
    starts = starts_of(kinds)
    size = numbers_of(kinds)
    space = np.zeros(size + LARGE_PAGE // 2, np.uint16)
    start = -space.ctypes.data % LARGE_PAGE // 2
    moves = space[start : start + size]
    fill_moves(rows, ranks_of_last(), starts, kinds, moves)
    return starts, moves
