"""A row for each fork: the arrays, and the kernel that writes a row.

The kernel writes a fork's features when the fork arises, and the payouts when the game is over; only then the row
counts.
"""

from __future__ import annotations

import numpy as np

from tongits_sim.compile.jit import njit
from tongits_sim.experiments.batch_rows import RowArrays, new_rows
from tongits_sim.experiments.fork_branch import ARM_A, ARM_B, CHOSE, FEATURES, OUTCOME

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

_PAYOUT = OUTCOME["payout"]
_BURNED = OUTCOME["burned"]
_NEXT = OUTCOME["next_payout"]
_FOUGHT = OUTCOME["fought"]

# The columns, by their names.
_GAME = np.int64(WIDE.index("game"))
_PAYOUT_YES = np.int64(WIDE.index("payout_yes"))
_PAYOUT_NO = np.int64(WIDE.index("payout_no"))
_NEXT_YES = np.int64(WIDE.index("next_payout_yes"))
_NEXT_NO = np.int64(WIDE.index("next_payout_no"))
_SEAT = np.int64(SMALL.index("seat"))
_SLOT = np.int64(SMALL.index("slot"))
_DEALER = np.int64(SMALL.index("dealer"))
_CHOSE = np.int64(SMALL.index("chose_yes"))
_WEIGHT = np.int64(SMALL.index("weight"))
_BURNED_YES = np.int64(SMALL.index("burned_yes"))
_BURNED_NO = np.int64(SMALL.index("burned_no"))
_FOUGHT_YES = np.int64(SMALL.index("fought_yes"))
_FOUGHT_NO = np.int64(SMALL.index("fought_no"))
_FIRST_FEATURE = np.int64(SMALL.index(FEATURES[0]))


def fork_rows(forks: int) -> RowArrays:
    """Empty arrays for `forks` forks: numbers in `WIDE` as int64, numbers in `SMALL` as int16."""
    return new_rows(forks, len(WIDE), len(SMALL), np.int64, np.int16)


@njit
def note_decision(rows, fork, view, table):
    """Write the features of a fork into its future row."""
    number = fork.forks
    at = rows.used[0] + number
    small = rows.small
    seat = np.int64(view.me)
    rows.match[at] = table.now_match
    rows.wide[_GAME, at] = table.now_game
    small[_SEAT, at] = seat
    small[_SLOT, at] = table.seating[seat]
    small[_DEALER, at] = view.dealer
    small[_CHOSE, at] = fork.marks[number, CHOSE]
    small[_WEIGHT, at] = fork.weight[number]
    for i in range(len(fork.features)):
        small[_FIRST_FEATURE + i, at] = fork.features[i]


@njit
def add_rows(rows, fork):
    """Complete the rows of a game's settled forks, and count them."""
    wide, small = rows.wide, rows.small
    for number in range(fork.forks):
        at = rows.used[0] + number
        yes, no = fork.values_of[number, ARM_A], fork.values_of[number, ARM_B]
        wide[_PAYOUT_YES, at] = yes[_PAYOUT]
        wide[_PAYOUT_NO, at] = no[_PAYOUT]
        wide[_NEXT_YES, at] = yes[_NEXT]
        wide[_NEXT_NO, at] = no[_NEXT]
        small[_BURNED_YES, at] = yes[_BURNED]
        small[_BURNED_NO, at] = no[_BURNED]
        small[_FOUGHT_YES, at] = yes[_FOUGHT]
        small[_FOUGHT_NO, at] = no[_FOUGHT]
    rows.used[0] += fork.forks
