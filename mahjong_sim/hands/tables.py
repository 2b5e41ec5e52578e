"""The tables of distances: the tiles that every possible group lacks for s bahay, with and without the eye.

The code of a group is the index of its row: its counts as the digits of a number in base 5, nine of a suit or seven
dragons and winds, the first kind in front.

The *target* of a distance is any set of tiles that makes the bahay and the eye; the distance is the number of tiles
that the group lacks of the nearest. `suits` allows targets of at most four tiles of a kind, as many as there are.
`wild` is for hands with jokers and allows more: a fifth five of sticks may be a joker, held or still to come.
"""

from __future__ import annotations

import functools
from typing import Any, NamedTuple

import numpy as np

from mahjong_sim.hands.lanes import FAR, ONES, U, least, moved, packed
from mahjong_sim.tiles import COPIES, PLAIN, SUITED
from tongits_sim.jit import check_compiling, njit

RANKS = 9
HONOURS = PLAIN - SUITED
BASE = COPIES + 1
# More tiles of a kind than in any target.
_UNLIMITED = 99
# Three equal chows are three pungs, so a target never needs more than two.
_EQUAL_CHOWS = 3


class Tables(NamedTuple):
    """The tables of `distance`, `accept` and other modules; made by `hand_tables`.

    Attributes:
        suits: rows (uint64, see `lanes`) of the 5**9 groups of a suit.
        wild: the same for a hand with jokers; without jokers in the game it is `suits` itself.
        honours: rows of the 5**7 groups of dragons and winds.
        ranks: places of the rows of `moves` (uint16, see `moves`).
        starts, moves: the effects of one tile more or less on a group of a suit (uint32, uint16).
        honour_starts, honour_moves: the same for dragons and winds.
        wild_moves: as `moves`, for a hand with jokers; without jokers in the game it is `moves` itself.
        pairs: whether seven pairs and a pung win: 0 no; 1 of seven kinds; 2 four equal tiles may be two pairs.
    """

    suits: Any
    wild: Any
    honours: Any
    ranks: Any
    starts: Any
    moves: Any
    honour_starts: Any
    honour_moves: Any
    wild_moves: Any
    pairs: int


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
    from mahjong_sim.hands.moves import ranks_of_last

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
    from mahjong_sim.hands.moves import moves_of

    return moves_of(_wild(), RANKS)[1]


@functools.cache
def _moves(honours: bool) -> Any:
    """The starts and moves of suits, or of dragons and winds."""
    from mahjong_sim.hands.moves import moves_of

    return moves_of(_honours(), HONOURS) if honours else moves_of(_suits(), RANKS)
