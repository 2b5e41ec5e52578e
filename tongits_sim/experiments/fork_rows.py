"""A row for each fork: the arrays, and the kernel that writes a row into them.

The kernel appends a fork's features when the fork arises. It adds the payouts when the game is over; only then the row
counts.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from tongits_sim.compile.jit import njit
from tongits_sim.experiments.fork_branch import ARM_A, ARM_B, ARM_C, FEATURES, OUTCOMES
from tongits_sim.game.match import begin_match, finish
from tongits_sim.game.state import MATCH_DTYPE, RESULT_DTYPE
from tongits_sim.rules import RuleSet
from tongits_sim.rules.record import RULES_DTYPE, rules_record

CHUNK = 64
"""Games played into the arrays at once, in whole matches."""

WIDE = ("game", "payout_yes", "payout_no", "payout_wait", "next_payout_yes", "next_payout_no")
"""Numbers that may be large; amounts in hundredths."""
NO_PAYOUT = np.int64(-(2**62))
"""The payout of an arm that was not played."""
SMALL = (
    *("seat", "slot", "dealer", "chose_yes", "weight"),
    *("burned_yes", "burned_no", "fought_yes", "fought_no"),
    *FEATURES,
)
"""Numbers below 2**15."""

_BURNED, _NEXT, _FOUGHT = (np.int64(OUTCOMES.index(name)) for name in ("burned", "next_payout", "fought"))
_FIRST_FEATURE = np.int64(SMALL.index(FEATURES[0]))


class DecisionRows(NamedTuple):
    """Arrays that forks are written into, passed to kernels as one argument."""

    match: np.ndarray  # int64[n], the match of each fork
    wide: np.ndarray  # int64[WIDE, n]
    small: np.ndarray  # int16[SMALL, n]
    used: np.ndarray  # int64[1], how many rows there are
    also: np.ndarray  # int64[k, 2, n], the payouts of yes and no under k other payments, hundredths
    main: np.ndarray  # int64[k, 3], the same of the game itself, by seat
    # other_rules, other_match, other_result: recarrays of these payments (`RULES`[k]), of a match and of a game settled
    # under one of them (`MATCH`[1], `RESULT`[1])
    other_rules: np.ndarray
    other_match: np.ndarray
    other_result: np.ndarray


def new_rows(forks: int, also: Sequence[RuleSet] = ()) -> DecisionRows:
    """Empty arrays for `forks` forks; `also`: other payments, under which matches of one game are settled too."""
    others = [rules_record(each) for each in also]
    return DecisionRows(
        np.zeros(forks, np.int64),
        np.zeros((len(WIDE), forks), np.int64),
        np.zeros((len(SMALL), forks), np.int16),
        np.zeros(1, np.int64),
        np.zeros((len(also), 2, forks), np.int64),
        np.zeros((len(also), 3), np.int64),
        np.concatenate([np.zeros(0, RULES_DTYPE), *others]).view(np.recarray),
        np.zeros(1, MATCH_DTYPE).view(np.recarray),
        np.zeros(1, RESULT_DTYPE).view(np.recarray),
    )


@njit
def settle_branch(rows, fork, match, arm, seat):
    """Settle a finished branch, arm `arm` of the fork now made, under the other payments; rows: `DecisionRows`.

    match: the `MATCH` of the game, at its start.
    """
    at = rows.used[0] + fork.forks
    result = rows.other_result[0]
    for k in range(len(rows.other_rules)):
        begin_match(rows.other_match[0], match.seed, match.match, match.last_game)
        finish(fork.branch.game, fork.branch.branch_view, rows.other_rules[k], rows.other_match[0], result)
        rows.also[k, arm, at] = result.payout[seat]


@njit
def settle_main(rows, game, view, match):
    """Settle the finished game itself under the other payments; rows: `DecisionRows`."""
    result = rows.other_result[0]
    for k in range(len(rows.other_rules)):
        begin_match(rows.other_match[0], match.seed, match.match, match.last_game)
        finish(game, view, rows.other_rules[k], rows.other_match[0], result)
        for seat in range(3):
            rows.main[k, seat] = result.payout[seat]


@njit
def note_decision(rows, fork, view, table):
    """Write the features of a fork into the row it will have; rows: `DecisionRows`."""
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
    """Complete the rows of a game's forks, which are settled, and count them; rows: `DecisionRows`."""
    wide, small = rows.wide, rows.small
    for number in range(fork.forks):
        at = rows.used[0] + number
        yes, no = fork.values_of[number, ARM_A], fork.values_of[number, ARM_B]
        wide[1, at] = yes[0]
        wide[2, at] = no[0]
        wide[3, at] = fork.values_of[number, ARM_C, 0] if fork.rule else NO_PAYOUT
        wide[4, at] = yes[_NEXT]
        wide[5, at] = no[_NEXT]
        small[5, at] = yes[_BURNED]
        small[6, at] = no[_BURNED]
        small[7, at] = yes[_FOUGHT]
        small[8, at] = no[_FOUGHT]
        for arm in range(2):
            if fork.arm_is_main[number, arm]:
                for k in range(len(rows.other_rules)):
                    rows.also[k, arm, at] = rows.main[k, fork.seat[number]]
    rows.used[0] += fork.forks
