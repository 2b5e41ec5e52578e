"""The items that a winning hand can be paid for (V10), a bit for each.

Kernels read their values from a record of rules, with a field for each knob (`hand_all_chows`):
`mahjong_sim.rules.record`.
"""

from __future__ import annotations

import numpy as np

ITEMS = (
    "win",
    "all_chows",
    "all_pungs",
    "concealed",
    "all_revealed",
    "quick",
    "straight",
    "flush",
    "seven_pairs",
    "back_to_back",
    "single_wait",
    "paninigit",
)
"""The items in the order of their bits; `hand.win` is the value of the first, and so on."""

WIN = np.int64(1)
ALL_CHOWS = np.int64(1 << 1)
ALL_PUNGS = np.int64(1 << 2)
CONCEALED = np.int64(1 << 3)
ALL_REVEALED = np.int64(1 << 4)
QUICK = np.int64(1 << 5)
STRAIGHT = np.int64(1 << 6)
FLUSH = np.int64(1 << 7)
SEVEN_PAIRS = np.int64(1 << 8)
BACK_TO_BACK = np.int64(1 << 9)
SINGLE_WAIT = np.int64(1 << 10)
PANINIGIT = np.int64(1 << 11)

NO_WIN = np.int64(-1)
"""The value of a hand that is not complete."""


def item_names(items: int) -> list[str]:
    """The names of a set of items (bits).

    >>> item_names(5)
    ['win', 'all_pungs']
    """
    return [name for bit, name in enumerate(ITEMS) if items >> bit & 1]
