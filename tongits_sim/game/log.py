"""The log of a game for game records, a row for each action. Batches switch it off.

A row has three numbers, named by `Column`. `LoggedAction` reads a row in Python.
"""

from __future__ import annotations

from collections.abc import Iterable
from enum import auto
from typing import NamedTuple, SupportsInt

import numpy as np

from tongits_sim.cards import U
from tongits_sim.compile.jit import inline_njit
from tongits_sim.compile.row_places import RowPlaces

# Typed, because numba would compile `write` again for every literal.
NO_MELD_NUMBER = np.int64(0)
ACT_DRAW = np.int64(1)
ACT_TAKE = np.int64(2)
ACT_TAKE_ONTO = np.int64(3)
ACT_TAKE_FREE = np.int64(4)
ACT_LAY = np.int64(5)
ACT_SECRET = np.int64(6)
ACT_SAPAW = np.int64(7)
ACT_DISCARD = np.int64(8)
ACT_CALL = np.int64(9)
ACT_CHALLENGE = np.int64(10)
ACT_FOLD = np.int64(11)
ACT_FORCED_FOLD = np.int64(12)
ACT_TONGITS = np.int64(13)
ACT_SPREAD = np.int64(14)

MAX_ROWS = 1024  # enough for 120 turns with all that 54 cards can do


class Column(RowPlaces):
    """The numbers of a row."""

    head = auto()  # ACT_* in the lowest byte, then the seat in a byte, then the number of a meld
    cards = auto()  # a mask
    code = auto()  # the action code, or the face of a joker


LOG_DTYPE = np.dtype([("on", "i8"), ("n", "i8"), ("rows", "u8", (MAX_ROWS, len(Column)))], align=True)

_BYTE = U(0xFF)
_SEAT_FROM = U(8)
_MELD_FROM = U(16)


def new_log(on: bool = True) -> np.recarray:
    """An empty log, a recarray of length 1; `n` rows of `rows` are in use."""
    log = np.zeros(1, LOG_DTYPE).view(np.recarray)
    log["on"] = on
    return log


@inline_njit
def write(log, act, seat, cards, word, number):
    """act: ACT_*; cards: mask; word: the action code or a face."""
    if log.on:
        log.rows[log.n, Column.head] = U(act) | (U(seat) << _SEAT_FROM) | (U(number) << _MELD_FROM)
        log.rows[log.n, Column.cards] = cards
        log.rows[log.n, Column.code] = word
        log.n += 1


@inline_njit
def act_in(head):
    """The ACT_* of a row, from its head."""
    return np.int64(head & _BYTE)


@inline_njit
def seat_in(head):
    """The seat of a row, from its head."""
    return np.int64(head >> _SEAT_FROM & _BYTE)


@inline_njit
def meld_in(head):
    """The number of the meld of a row, from its head."""
    return np.int64(head >> _MELD_FROM)


class LoggedAction(NamedTuple):
    """A row of the log in Python."""

    act: int  # ACT_*
    seat: int
    meld: int  # its number, where the action names one
    cards: int  # a mask
    code: int  # the action code, or the face of a joker

    @classmethod
    def of(cls, row: Iterable[SupportsInt]) -> LoggedAction:
        """Read a row: uint64[3], or three numbers."""
        head, cards, code = (int(number) for number in row)
        return cls(head & 0xFF, head >> 8 & 0xFF, head >> 16, cards, code)
