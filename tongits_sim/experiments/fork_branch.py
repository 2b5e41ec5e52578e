"""A branch of a game: its records, and a C function that continues a game from any decision.

A *binning* sorts forks into cells by up to `MAX_AXES` binned features. A *fork* is a decision with two arms:

=======  ===========================================  ==============================================
kind     arm a                                        arm b
=======  ===========================================  ==============================================
CALL     call                                         do not; then the bot plays on
RESPOND  challenge                                    fold
LAY      lay the bot's meld, or the proposal          hold all melds for some turns; then the bot
DISCARD  a random loose card, not the bot's choice    the bot's discard
=======  ===========================================  ==============================================
"""

from __future__ import annotations

import functools
from typing import Any

import numba
import numpy as np
from numba import types

from tongits_sim.cards import EMPTY
from tongits_sim.compile.intrinsics import call_at
from tongits_sim.compile.jit import c_address, c_kernel, inline_njit, njit
from tongits_sim.compile.match_loop import note_fault
from tongits_sim.compile.struct_copy import copy_record
from tongits_sim.game.bot_calls import PLAYERS_DTYPE, ask_bot, call_play
from tongits_sim.game.engine import advance, apply
from tongits_sim.game.log import LOG_DTYPE
from tongits_sim.game.match import deal, finish
from tongits_sim.game.state import (
    DECISION_LAY,
    DECISION_OVER,
    GAME_DTYPE,
    MATCH_DTYPE,
    MAX_TURNS,
    NOBODY,
    PRIVATE_RANDOM,
    RESULT_DTYPE,
    SEATS,
    VIEW_DTYPE,
)
from tongits_sim.rules.record import RULES_DTYPE

FEATURES = (
    "count",  # own count at a showdown
    "stock",  # cards left in the stock
    "opponents_open",  # opponents with an open meld
    "own_open",  # own open melds
    "own_size",  # cards in the own hand
    "least_size",  # cards in the opponents' smaller hand
    "turn",  # own turns begun
    "caller_size",  # RESPOND: cards in the caller's hand
    "order",  # RESPOND: 0 asked first, 1 asked second
    "answered",  # RESPOND: 0 no answer is known, 1 the other responder folded, 2 challenged
    "caller_count",  # RESPOND: the caller's count; hidden, for description only
    "bluff",  # RESPOND: 1 the caller's count exceeds the own count; hidden
    "caller_rank",  # RESPOND: how many of the two responders count less than the caller; hidden
    "meld",  # LAY: 0 set, 1 run, 2 secret (face down)
    "card",  # DISCARD: the alternative card, 0..63
    "rank",  # DISCARD: its rank, 0..12
    "suit",  # DISCARD: its suit, 0..3
    "fits",  # DISCARD: 1 the alternative fits an open meld
    "seen_rank",  # DISCARD: other cards of its rank in the own hand or shown
    "next_open",  # 1 the next player has an open meld
    "table_melds",  # melds on the table, face-down ones too
    "own_melds",  # cards of the own hand in melds
    "least_discard",  # the opponents' lower last discard, in points; 10 without discard
    "caller_discard",  # RESPOND: the caller's last discard, in points
    "rivals",  # rivals: opponents who visibly may challenge a call
    "rival_size",  # fewest cards of a rival; of any opponent if there is no rival
    "rival_discard",  # the lower last discard of these opponents, in points
    "both_sizes",  # RESPOND: cards in the hands of both opponents
)
FEATURE = {name: np.int64(number) for number, name in enumerate(FEATURES)}
HIDDEN = frozenset({"caller_count", "bluff", "caller_rank"})
"""Features that the deciding seat cannot see."""

MOST = 255
"""The largest value of a feature; larger values are clipped to it."""

MAX_BINNINGS = 8
MAX_AXES = 6
MAX_FORKS = 3 * MAX_TURNS

# Outcomes of an arm, in hundredths (or 0 / 1).
OUTCOMES = ("payout", "sunog", "rest", "burned", "next_payout", "fought")
"""For the deciding seat: payout, the part due to sunog, the rest, and 1 if burned; the payout of the next seat; and 1
if the game ends by a challenged call.
"""
OUTCOME = {name: np.int64(number) for number, name in enumerate(OUTCOMES)}
N_OUTCOMES = len(OUTCOMES)

MARKS = ("chose", "bluff", "highest")
CHOSE = np.int64(MARKS.index("chose"))
VALUES = (*OUTCOMES, *MARKS)
"""The summed values of a fork: arm a minus arm b of each outcome; 1 if the bot chose arm a; RESPOND: 1 if the caller's
count exceeds the responder's, and 1 if it is the highest count.
"""
N_VALUES = len(VALUES)

ROW = 1 + N_VALUES
"""Sums of a cell or group in a cluster: the number of forks n, and their values. Over clusters, kernels add up three
rows: v, n * v and v * v for each sum v.
"""

# The moments in the order of totals: n, n * n, then d, n * d, d * d for each value.
N_MOMENTS = 2 + 3 * N_VALUES

GROUPS = ("all", "yes", "no")
"""All forks; forks in which the bot chose arm a; forks in which it chose arm b."""

# Sums over clusters for the naive difference, payouts of the game itself by the bot's choice: n1, y1, n0, y0 and their
# ten products n1n1, n1y1, n1n0, n1y0, y1y1, y1n0, y1y0, n0n0, n0y0, y0y0.
N_NAIVE = 14

ARM_A = np.int64(0)
ARM_B = np.int64(1)

STOP_NEVER = np.int64(0)
FAULTY = np.int64(-2)

# Instructions to `resume`. `stop`: kinds of decisions to return at (bits). `pending`: 1 if `action` must be performed
# first. `hold_seat` (-1: nobody) lays no meld up to turn `hold_turn` of the table.
CONTROL_DTYPE = np.dtype(
    [
        ("stop", "i8"),
        ("pending", "i8"),
        ("action", "u8"),
        ("hold_seat", "i8"),
        ("hold_turn", "i8"),
    ],
    align=True,
)

BRANCH_DTYPE = np.dtype(
    [
        ("branching", "i8"),  # 1 while the branch is played; the first field has a unique name
        ("resume", "i8"),  # address of the compiled `resume`
        ("game", GAME_DTYPE),
        ("branch_view", VIEW_DTYPE),
        ("match", MATCH_DTYPE),
        ("result", RESULT_DTYPE),
        ("control", CONTROL_DTYPE),
        ("played", "i8"),  # branches played so far
        ("failed", "i8"),  # 1: the first fault of the block was in a branch
    ],
    align=True,
)
"""A branch being played."""

FORK_DTYPE = np.dtype(
    [
        # The job.
        ("kind", "i8"),  # DECISION_*
        ("placebo", "i8"),  # 1: both arms give the bot's own action, and an arm forces it
        ("hold_turns", "i8"),  # LAY: own turns for which arm b holds
        ("slots", "i8", (SEATS,)),  # 1: this slot's decisions count
        ("proposal", "i8"),  # LAY: address of a hook that proposes a meld if the bot lays none
        ("proposal_params", "i8"),
        ("binnings", "i8"),
        ("axes", "i8", (MAX_BINNINGS,)),
        ("offset", "i8", (MAX_BINNINGS,)),  # a binning's first cell
        ("feature", "i8", (MAX_BINNINGS, MAX_AXES)),
        ("stride", "i8", (MAX_BINNINGS, MAX_AXES)),
        ("bins", "i2", (MAX_BINNINGS, MAX_AXES, MOST + 1)),  # the bin of each value; -1: no bin
        # Addresses: of a specialised engine that plays games with their forks and branches, or 0; and of the `MATCH` of
        # these games.
        ("play", "i8"),
        ("match", "i8"),
        # The branch in play, and the control of the game itself and of the branch.
        ("main", CONTROL_DTYPE),
        ("branch", BRANCH_DTYPE),
        ("opened", "i8", (SEATS,)),  # LAY: 1 the seat has forked in this game
        ("words", "u8"),  # DISCARD: the key of the random words that choose an alternative
        # Forks of the current game, completed when the game ends.
        ("forks", "i8"),
        ("values_of", "i8", (MAX_FORKS, 2, N_OUTCOMES)),  # by arm
        ("arm_is_main", "i1", (MAX_FORKS, 2)),  # 1: this arm is the game itself
        ("marks", "i1", (MAX_FORKS, len(MARKS))),  # values that do not depend on the arm
        ("seat", "i1", (MAX_FORKS,)),
        ("weight", "i8", (MAX_FORKS,)),
        ("cell", "i8", (MAX_FORKS, MAX_BINNINGS)),  # -1: not in this binning
        ("features", "i8", (len(FEATURES),)),
        ("settled", "i8", (MAX_FORKS, ROW)),  # weight and weighted values, set when the game is over
        # The current cluster: forks and values by group, n and payouts for the naive difference, the number of cells
        # with forks.
        ("groups", "i8", (len(GROUPS), ROW)),
        ("naive", "i8", (4,)),
        ("touched", "i8"),
        # Counts.
        ("group_moments", "i8", (len(GROUPS), 3 * ROW)),
        ("naive_moments", "i8", (N_NAIVE,)),
        ("clusters", "i8"),
        ("games", "i8"),
    ],
    align=True,
)


@njit
def overridden(view, control, decision):
    """Whether `control` answers this decision with 0 in place of the bot."""
    return decision == DECISION_LAY and view.me == control.hold_seat and view.turn <= control.hold_turn


@c_kernel
def _resume(game, view, rules, log, table, control):
    return continue_game(game, view, rules, log, table, control)


@inline_njit
def continue_game(game, view, rules, log, table, control):
    """The body of `resume`: perform the pending action, if any, and play on to a decision in `control.stop` or to the
    end.

    Returns the decision, DECISION_OVER, or FAULTY.
    """
    if game.private_fields == 0 and game.chance[0] + game.chance[1] + game.chance[2] > 0:
        game.private_fields = PRIVATE_RANDOM
    pending = control.pending
    action = control.action
    decision = np.int64(view.decision)
    control.pending = 0
    while True:
        if pending:
            reason = apply(game, view, rules, log, action)
            if reason != 0:
                note_fault(table, np.int64(view.me), decision, reason)
                return FAULTY
        decision = advance(game, view, rules, log)
        if decision == DECISION_OVER or control.stop >> decision & 1:
            return decision
        pending = 1
        action = EMPTY
        if not overridden(view, control, decision):
            action, reason = ask_bot(table, view, np.int64(view.me), decision)
            if reason != 0:
                note_fault(table, np.int64(view.me), decision, reason)
                return FAULTY


@functools.cache
def resume_address() -> int:
    """Compile `resume` as a C function, unless cached, and return its address."""
    records = (GAME_DTYPE, VIEW_DTYPE, RULES_DTYPE, LOG_DTYPE, PLAYERS_DTYPE, CONTROL_DTYPE)
    signature = types.int64(*(numba.from_dtype(record) for record in records))
    return c_address(signature, _resume, engine=True, noalias=True)


@inline_njit
def call_continue_game(address, game, view, rules, log, table, control):
    """Call the compiled `resume` at `address`; returns its int64."""
    return call_at(address, (game, view, rules, log, table, control))


@njit
def begin_control(control, stop):
    """Set a `CONTROL` record only to stop at the decisions in `stop` (bits)."""
    control.stop = stop
    control.pending = 0
    control.hold_seat = NOBODY


@njit
def next_action(records, resume, control):
    """Play on to the next decision at which `control` stops, and ask the bot.

    Returns (decision, action): DECISION_OVER at the end of the game, FAULTY after a fault. The answer is not yet
    performed: pass it to `perform`, and call again.
    """
    game, view, _, _, rules, log, table = records
    decision = call_continue_game(resume, game, view, rules, log, table, control)
    if decision in (DECISION_OVER, FAULTY):
        return decision, EMPTY
    action, reason = ask_bot(table, view, np.int64(view.me), decision)
    if reason != 0:
        note_fault(table, np.int64(view.me), decision, reason)
        return FAULTY, action
    return decision, action


def controlled_game(decide: Any) -> Any:
    """Make a kernel `(records, to, state, stop) -> bool` that plays a dealt game to its end; False after a fault.

    At the decisions in `stop` (bits) `decide` may replace the bot's action: `(records, to, decision, action) -> (bool,
    action)`, False after a fault. state: a record with the game's control in `main`, and a `branch`.
    """

    @njit
    def play_controlled(records, to, state, stop):
        control = state.main
        begin_control(control, stop)
        while True:
            decision, action = next_action(records, state.branch.resume, control)
            if decision == DECISION_OVER:
                return True
            if decision == FAULTY:
                return False
            whole, action = decide(records, to, decision, action)
            if not whole:
                return False
            perform(control, action)

    return play_controlled


@njit
def perform(control, action):
    """Let the next call of `resume` begin with this action."""
    control.action = action
    control.pending = 1


@njit
def force(records, branch, action):
    """Copy the game, which waits for a decision, into the branch, and queue `action` as the answer."""
    game, view, match, _, _, _, _ = records
    copy_record(branch.game, game)
    copy_record(branch.branch_view, view)
    copy_record(branch.match, match)
    begin_control(branch.control, STOP_NEVER)
    perform(branch.control, action)


@njit
def note_failed(branch, table):
    """After a fault, note whether the first fault was in a branch."""
    if table.faults == 1:
        branch.failed = branch.branching
    branch.branching = 0


@njit
def play_to_end(records, branch):
    """Play the branch to the end of its game and settle it; False after a fault."""
    rules, log, table = records.rules, records.log, records.table
    branch.branching = 1
    if (
        call_continue_game(branch.resume, branch.game, branch.branch_view, rules, log, table, branch.control)
        != DECISION_OVER
    ):
        return False
    branch.branching = 0
    finish(branch.game, branch.branch_view, rules, branch.match, branch.result)
    branch.played += 1
    return True


@njit
def play_game_action(records, branch, action):
    """Play the game to its end in the branch after `action`, and settle it; False after a fault."""
    force(records, branch, action)
    return play_to_end(records, branch)


@njit
def play_action(records, branch, action):
    """Play the rest of the match in the branch after `action`; returns (False after a fault, its value to the deciding
    seat).
    """
    _, view, _, _, rules, log, table = records
    seat = np.int64(view.me)
    if not play_game_action(records, branch, action):
        return False, np.int64(0)
    value = branch.result.payout[seat]
    while not branch.match.over:
        branch.branching = 1
        deal(branch.game, branch.branch_view, rules, branch.match, log)
        if call_play(table.play, branch.game, branch.branch_view, rules, log, table) != 0:
            return False, np.int64(0)
        finish(branch.game, branch.branch_view, rules, branch.match, branch.result)
        value += branch.result.payout[seat]
    branch.branching = 0
    return True, value
