"""The log of a game for game records, a row for each action. Batches switch it off.

A row is (act + seat << 8 + meld number << 16, cards as a mask, the action code or the face of a joker).
"""

from __future__ import annotations

import numpy as np

from tongits_sim.cards import U
from tongits_sim.compile.jit import inline_njit

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


LOG_DTYPE = np.dtype([("on", "i8"), ("n", "i8"), ("rows", "u8", (MAX_ROWS, 3))], align=True)


def new_log(on: bool = True) -> np.recarray:
    """An empty log, a recarray of length 1; `n` rows of `rows` are in use."""
    log = np.zeros(1, LOG_DTYPE).view(np.recarray)
    log["on"] = on
    return log


@inline_njit
def write(log, act, seat, cards, word, number):
    """act: ACT_*; cards: mask; word: the action code or a face."""
    if log.on:
        log.rows[log.n, 0] = U(act) | (U(seat) << U(8)) | (U(number) << U(16))
        log.rows[log.n, 1] = cards
        log.rows[log.n, 2] = word
        log.n += 1
