"""The log of a game, one row per act and answer, for game records. Batches play with the log switched off.

A row is int16 (act, seat, code, tile): the tile of a draw or discard (code 1: the wait is declared with it); the code
(melds.py) and lowest tile of a meld; of an answer (`ACT_ANSWER`) the decision and, in the last place, the action word.
"""

from __future__ import annotations

import numpy as np

from tongits_sim.jit import inline_njit

# The codes are typed, so that `write` is compiled once instead of once per literal.
NOTHING = np.int64(0)
ACT_FLOWER = np.int64(1)  # a flower shown
ACT_DRAW = np.int64(2)  # from the front
ACT_BACK = np.int64(3)  # a gift or a replacement, from the back
ACT_INDICATOR = np.int64(4)  # the indicator: other tiles of its kind are jokers
ACT_DISCARD = np.int64(5)
ACT_MELD = np.int64(6)  # with the discard on offer
ACT_DECLARE = np.int64(7)
ACT_WIN = np.int64(8)  # code: FROM_*
ACT_VOID = np.int64(9)
ACT_ANSWER = np.int64(10)

ACTS = ("", "flower", "draw", "back", "indicator", "discard", "meld", "declare", "win", "void", "answer")

MAX_ROWS = 1200

LOG_DTYPE = np.dtype([("mahjong_on", "i8"), ("n", "i8"), ("rows", "i2", (MAX_ROWS, 4))], align=True)


def new_log(on: bool = True) -> np.recarray:
    """An empty log: a `LOG_DTYPE` recarray of length 1 (`n` rows of `rows` are in use)."""
    log = np.zeros(1, LOG_DTYPE).view(np.recarray)
    log["mahjong_on"] = on
    return log


@inline_njit
def write(log, act, seat, code, tile):
    """Add a row."""
    if log.mahjong_on and log.n < MAX_ROWS:
        log.rows[log.n, 0] = act
        log.rows[log.n, 1] = seat
        log.rows[log.n, 2] = code
        log.rows[log.n, 3] = tile
        log.n += 1
