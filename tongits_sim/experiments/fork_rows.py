"""A row for each fork: the arrays, and the kernel that writes a row.

The kernel writes a fork's features when the fork arises, and the payouts when the game is over; only then the row
counts.
"""

from __future__ import annotations

import numpy as np

from tongits_sim.compile.jit import njit
from tongits_sim.experiments.batch_rows import RowArrays, new_rows
from tongits_sim.experiments.fork_branch import ARM_A, ARM_B, FEATURES, OUTCOMES

CHUNK = 64
"""Games played into the arrays at once, in whole matches."""

WIDE = ("game", "payout_yes", "payout_no", "next_payout_yes", "next_payout_no")
"""Numbers that may be large; amounts in hundredths."""
SMALL = (
    "seat",
    "slot",
    "dealer",
    "chose_yes",
    "weight",
    "burned_yes",
    "burned_no",
    "fought_yes",
    "fought_no",
    *FEATURES,
)
"""Numbers below 2**15."""

_BURNED, _NEXT, _FOUGHT = (np.int64(OUTCOMES.index(name)) for name in ("burned", "next_payout", "fought"))
_FIRST_FEATURE = np.int64(SMALL.index(FEATURES[0]))


def fork_rows(forks: int) -> RowArrays:
    return new_rows(forks, len(WIDE), len(SMALL), np.int64, np.int16)


@njit
def note_decision(rows, fork, view, table):
    """Write the features of a fork into its future row."""
    number = fork.forks
    at = rows.used[0] + number
    small = rows.small
    seat = np.int64(view.me)
    rows.match[at] = table.now_match
    rows.wide[0, at] = table.now_game
    small[0, at] = seat
    small[1, at] = table.seating[seat]
    small[2, at] = view.dealer
    small[3, at] = fork.marks[number, 0]
    small[4, at] = fork.weight[number]
    for i in range(len(fork.features)):
        small[_FIRST_FEATURE + i, at] = fork.features[i]


@njit
def add_rows(rows, fork):
    """Complete the rows of a game's settled forks, and count them."""
    wide, small = rows.wide, rows.small
    for number in range(fork.forks):
        at = rows.used[0] + number
        yes, no = fork.values_of[number, ARM_A], fork.values_of[number, ARM_B]
        wide[1, at] = yes[0]
        wide[2, at] = no[0]
        wide[3, at] = yes[_NEXT]
        wide[4, at] = no[_NEXT]
        small[5, at] = yes[_BURNED]
        small[6, at] = no[_BURNED]
        small[7, at] = yes[_FOUGHT]
        small[8, at] = no[_FOUGHT]
    rows.used[0] += fork.forks
