"""The record of a solving block: the grids, the branch in play, the waiting rollouts, the counts."""

from __future__ import annotations

import numpy as np

from tongits_sim.designs.forks.layout import COMPARING_FIELDS
from tongits_sim.game.state import SEATS
from tongits_sim.profiles.cells import GRID_FIELDS, MOST_CELLS, N_KINDS

MAX_WAITING = 4096
"""Decisions of one match that are compared; later ones are only played."""

GLANCE = 16
"""In decided cells one decision in this many is compared; a power of 2."""

MOST_IN_ALL = 2 * MOST_CELLS
"""Cells of all grids together."""

SUMS = ("n", "difference", "difference_sq", "yes", "no", "said")
"""Summed in a cell: decisions; in hundredths the value of yes less that of no, its square, both values; decisions where
the game went on with yes."""
N_SUMS = len(SUMS)

SOLVING_DTYPE = np.dtype(
    [
        ("solving", "i8"),  # first, and named unlike others: numba confuses records that begin alike
        *GRID_FIELDS,
        *COMPARING_FIELDS,
        # The job.
        ("yes_hook", "i8", (SEATS, N_KINDS)),  # by slot, the hook that gives its action for yes; 0: action 1
        ("no_hook", "i8", (SEATS, N_KINDS)),  # ... for no; 0: action 0
        ("counted", "i8", (SEATS,)),  # 1: the decisions of this slot count
        ("decided", "u1", (N_KINDS, MOST_CELLS)),  # 1: of this cell one decision in `GLANCE` is compared
        # Decisions of the present match that wait for the value of their own answer.
        ("seat", "i1", (MAX_WAITING,)),
        ("kind", "i1", (MAX_WAITING,)),
        ("said", "i1", (MAX_WAITING,)),  # the answer of the game itself
        ("cell", "i4", (MAX_WAITING,)),
        ("before", "i8", (MAX_WAITING,)),  # paid when the decision arose
        ("other", "i8", (MAX_WAITING,)),  # the value of the other answer
        # Counts.
        ("first_cell", "i8", (N_KINDS,)),  # of each kind, among the cells of all
        ("sums", "i8", (MOST_IN_ALL, N_SUMS)),
    ],
    align=True,
)
