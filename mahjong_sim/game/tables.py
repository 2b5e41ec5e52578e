"""Access of kernels and hooks to the tables of distances, through addresses in a `VIEW`.

Records cannot hold arrays, and a table of millions of numbers must not become a constant of every hook.
"""

from __future__ import annotations

from typing import Any

import numba
import numpy as np
from numba import types
from numba.extending import intrinsic

from mahjong_sim.hands.moves import LAST, Moves, numbers_of
from mahjong_sim.hands.tables import BASE, HONOURS, RANKS, Tables, hand_tables
from mahjong_sim.rules import RuleSet
from tongits_sim.jit import inline_njit

_SUIT_ROWS = BASE**RANKS
_HONOUR_ROWS = BASE**HONOURS
_SUIT_MOVES = numbers_of(RANKS)
_HONOUR_MOVES = numbers_of(HONOURS)


def _as_pointer(context: Any, builder: Any, signature: Any, args: Any) -> Any:
    return builder.inttoptr(args[0], context.get_value_type(signature.return_type))


@intrinsic
def _pointer(typingctx, address):
    """An int64 as a pointer to uint64."""
    return types.CPointer(types.uint64)(types.int64), _as_pointer


@intrinsic
def _pointer32(typingctx, address):
    """An int64 as a pointer to uint32."""
    return types.CPointer(types.uint32)(types.int64), _as_pointer


@intrinsic
def _pointer16(typingctx, address):
    """An int64 as a pointer to uint16."""
    return types.CPointer(types.uint16)(types.int64), _as_pointer


@inline_njit
def tables_of(view):
    """The `Tables` of a `VIEW`, for the functions of `hands`."""
    return Tables(
        numba.carray(_pointer(view.tables[0]), (_SUIT_ROWS,)),
        numba.carray(_pointer(view.tables[1]), (_SUIT_ROWS,)),
        numba.carray(_pointer(view.tables[2]), (_HONOUR_ROWS,)),
        numba.carray(_pointer16(view.tables[3]), (LAST,)),
        numba.carray(_pointer32(view.tables[4]), (_SUIT_ROWS // LAST + 1,)),
        numba.carray(_pointer16(view.tables[5]), (_SUIT_MOVES,)),
        numba.carray(_pointer32(view.tables[6]), (_HONOUR_ROWS // LAST + 1,)),
        numba.carray(_pointer16(view.tables[7]), (_HONOUR_MOVES,)),
        numba.carray(_pointer16(view.tables[8]), (_SUIT_MOVES,)),
        view.tables[9],
    )


@inline_njit
def moves_of(view):
    """The `Moves` of a `VIEW` for hands without jokers."""
    return Moves(view.tables[3], view.tables[4], view.tables[5], view.tables[6], view.tables[7], view.tables[9])


@inline_njit
def wild_moves_of(view):
    """The `Moves` of a `VIEW` for hands with jokers."""
    return Moves(view.tables[3], view.tables[4], view.tables[8], view.tables[6], view.tables[7], view.tables[9])


def game_tables(rules: RuleSet) -> Tables:
    """The tables for a game under these rules."""
    pairs = (2 if rules.win.equal_pairs else 1) if rules.win.seven_pairs else 0
    return hand_tables(rules.joker.play, pairs)


def set_tables(view: np.recarray, rules: RuleSet) -> Tables:
    """Write the addresses of the tables into a `VIEW` (a recarray of length 1).

    Returns the tables, which must live as long as the view is used.
    """
    tables = game_tables(rules)
    view["tables"][0] = [table.ctypes.data for table in tables[:-1]] + [tables.pairs]
    return tables
