"""What happened in a game, row by row, for records: uint64 [rows, 4] = act + seat + meld number, cards, word, unused.

Row 0 counts the rows in use. A log of one row is switched off, which is how batches play.
"""

from __future__ import annotations

import numpy as np

from tongits_sim.cards import U
from tongits_sim.jit import njit

ACT_DRAW = 1
ACT_TAKE = 2
ACT_TAKE_ONTO = 3
ACT_TAKE_FREE = 4
ACT_LAY = 5
ACT_SECRET = 6
ACT_SAPAW = 7
ACT_DISCARD = 8
ACT_CALL = 9
ACT_CHALLENGE = 10
ACT_FOLD = 11
ACT_FORCED_FOLD = 12
ACT_TONGITS = 13
ACT_SPREAD = 14

MAX_ROWS = 1024  # 120 turns of a draw, a discard and what 54 cards can do between


def new_log(rows: int = MAX_ROWS) -> np.ndarray:
    """An empty log; `rows=1` makes one that stays off."""
    return np.zeros((rows, 4), np.uint64)


@njit
def write(log, act, seat, cards, word, number):
    """Add a row: what (ACT_*), who, the cards (mask), the word or face that goes with them, the meld number."""
    if log.shape[0] > 1:
        row = np.int64(log[0, 0]) + 1
        log[0, 0] = U(row)
        log[row, 0] = U(act) | (U(seat) << U(8)) | (U(number) << U(16))
        log[row, 1] = cards
        log[row, 2] = word
