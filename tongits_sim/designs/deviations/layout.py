"""The records of deviations: the plan of a deviating player, and the record of a block of games with rollouts.

A player who deviates asks another bot for its own answer, notes alternatives beside it, each with the *cell* it falls
into (a number that depends on what the seat sees and on nothing else), and gives the answer whose cell has the highest
score; the own answer has the score 0. With all scores 0 it plays as that bot.
"""

from __future__ import annotations

import numpy as np

from tongits_sim.designs.forks.layout import COMPARING_FIELDS
from tongits_sim.game.state import DECISIONS

MOST_CELLS = 2**16
MAX_OPTIONS = 4
"""Answers of one decision, the own one included."""
MAX_WAITING = 2048
"""Decisions of one match that are compared; later ones are only played."""

SUMS = ("n", "advantage", "advantage_sq")
"""Summed in a cell: alternatives; their gain over the own answer in hundredths, and its square."""
N_SUMS = len(SUMS)

NOTE_FIELDS: tuple[tuple[str, str, tuple[int, ...]], ...] = (
    # Noted at the last decision; the own answer is option 0, and its cell is -1.
    ("plan_options", "i8", ()),
    ("plan_chosen", "i8", ()),
    ("plan_actions", "u8", (MAX_OPTIONS,)),
    ("plan_cells", "i8", (MAX_OPTIONS,)),
    ("plan_scores", "f4", (MOST_CELLS,)),
)
"""Fields of the parameters of any bot that weighs alternatives."""

PLAN_DTYPE = np.dtype(
    [
        ("plan", "i8"),  # first, under a name of its own: numba takes a record that begins like another for its kind
        ("plan_hooks", "i8", (len(DECISIONS),)),  # addresses of the own bot's hooks
        ("plan_params", "i8"),  # address of its parameters
        *NOTE_FIELDS,
    ],
    align=True,
)
"""The parameters of a player who deviates."""

DEVIATIONS_DTYPE = np.dtype(
    [
        ("deviations", "i8"),
        *COMPARING_FIELDS,
        # Decisions that wait.
        ("seat", "i1", (MAX_WAITING,)),
        ("options", "i1", (MAX_WAITING,)),
        ("chosen", "i1", (MAX_WAITING,)),
        ("before", "i8", (MAX_WAITING,)),  # paid when the decision arose
        ("cell", "i4", (MAX_WAITING, MAX_OPTIONS)),
        ("value", "i8", (MAX_WAITING, MAX_OPTIONS)),  # what each option brought to the end of the match
        # What is counted.
        ("sums", "i8", (MOST_CELLS, N_SUMS)),
    ],
    align=True,
)
