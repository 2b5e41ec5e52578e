"""The record of a block of games with samples."""

from __future__ import annotations

import numpy as np

from tongits_sim.designs.forks.layout import BRANCH_DTYPE, STEER_DTYPE
from tongits_sim.game.state import SEATS

MOST_PLACES = 160
"""Places of a row."""
MOST_OPTIONS = 4
MOST_KINDS = 16
MOST_WAITING = 256
"""Decisions of one match that are sampled."""
MOST_ROWS = 2**17
"""Rows of one block."""

SAMPLES_DTYPE = np.dtype(
    [
        ("samples", "i8"),
        ("stops", "i8"),  # bits: the decisions (DECISION_*) that are sampled
        ("explore", "u8"),  # decisions of 2**32 in which the game goes on with another answer
        # An answer played on, and the steering of the game itself.
        ("main", STEER_DTYPE),
        ("branch", BRANCH_DTYPE),
        # Decisions of the present match that wait for the value of the answer of the game itself.
        ("waiting", "i8"),
        ("asked", "i8"),  # decisions so far
        ("paid", "i8", (SEATS,)),  # to each seat in the finished games of the match, hundredths
        ("whole", "i8"),  # matches
        ("finished", "i8"),  # games
        ("share", "u8", (6,)),  # so many of 2**32 decisions are sampled, by DECISION_*
        ("places", "i8"),
        # Decisions that wait.
        ("seat", "i1", (MOST_WAITING,)),
        ("options", "i1", (MOST_WAITING,)),
        ("chosen", "i1", (MOST_WAITING,)),
        ("yes", "i1", (MOST_WAITING,)),  # 1: the own answer is option 1, as trees see it
        ("before", "i8", (MOST_WAITING,)),  # paid when the decision arose
        ("kind", "i1", (MOST_WAITING, MOST_OPTIONS)),
        ("value", "i8", (MOST_WAITING, MOST_OPTIONS)),  # what each option brought to the end of the match
        ("sight", "i2", (MOST_WAITING, MOST_OPTIONS, MOST_PLACES)),
        # What is kept.
        ("match_number", "i8"),
        ("rows", "i8"),
        ("row_match", "i8", (MOST_ROWS,)),
        ("row_kind", "i1", (MOST_ROWS,)),
        ("row_gain", "i4", (MOST_ROWS,)),  # hundredths
        ("row", "i2", (MOST_ROWS, MOST_PLACES)),
    ],
    align=True,
)
