"""Codes of the melds on the table (V6-V8).

A meld is a code (int8) and its lowest tile (int8): of a chow the lowest of three, of a beauty the red dragon, of NEWS
the east wind. Each counts as one bahay; a hand has at most `BAHAY` of them.
"""

from __future__ import annotations

import numpy as np

BAHAY = 5
"""The bahay of a winning hand, which has a pair beside them."""

NO_MELD = np.int64(0)
CHOW = np.int64(1)
PUNG = np.int64(2)
KANG = np.int64(3)
SECRET = np.int64(4)
SAGASA = np.int64(5)
BEAUTY = np.int64(6)
NEWS = np.int64(7)

MELDS = ("none", "chow", "pung", "kang", "secret", "sagasa", "beauty", "news")
"""The names of the codes."""
