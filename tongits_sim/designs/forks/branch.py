"""Branches: an action forced in a copy of a game, which the bots at the table then play to its end.

Every design that plays options on uses these kernels: `forks`, `samples` and `thinking`. The copy has the
same hidden cards, the same stock and the same random words as the game it was made of.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from tongits_sim.any_game.asking import note_fault
from tongits_sim.any_game.memory import copy_record
from tongits_sim.cards import EMPTY
from tongits_sim.designs.forks.layout import FAULTY, STOP_NEVER
from tongits_sim.designs.forks.resume import call_resume
from tongits_sim.game.asking import ask_bot
from tongits_sim.game.hooks import call_play
from tongits_sim.game.match import deal, finish
from tongits_sim.game.state import DECISION_OVER, NOBODY
from tongits_sim.jit import njit


@njit
def begin_steer(steer, stop):
    """Set a `STEER` record to do nothing but stop at the decisions in `stop` (bits)."""
    steer.stop = stop
    steer.pending = 0
    steer.rule_seat = NOBODY
    steer.hold_seat = NOBODY


@njit
def next_answer(records, resume, steer):
    """Play a game on to the next decision that `steer` stops at, and ask its bot.

    Returns (decision, action): DECISION_OVER at the end of the game, FAULTY after a fault. It performs nothing:
    `perform` and the next call do.
    """
    game, view, _, _, rules, log, table = records
    decision = call_resume(resume, game, view, rules, log, table, steer)
    if decision in (DECISION_OVER, FAULTY):
        return decision, EMPTY
    action, reason = ask_bot(table, view, np.int64(view.me), decision)
    if reason != 0:
        note_fault(table, np.int64(view.me), decision, reason)
        return FAULTY, action
    return decision, action


def steered_game(decide: Any) -> Any:
    """A kernel `(records, to, state, stop) -> bool` that plays a dealt game to its end; False after a fault.

    It asks the bots at the decisions in `stop` (bits) and does what `decide` says: `(records, to, decision, action) ->
    (bool, action)`, False after a fault. state: a record with the steering of the game in `main`, and a `branch`.
    """

    @njit
    def play_steered(records, to, state, stop):
        steer = state.main
        begin_steer(steer, stop)
        while True:
            decision, action = next_answer(records, state.branch.resume, steer)
            if decision == DECISION_OVER:
                return True
            if decision == FAULTY:
                return False
            whole, action = decide(records, to, decision, action)
            if not whole:
                return False
            perform(steer, action)

    return play_steered


@njit
def perform(steer, action):
    """Let the next call of `resume` begin with this action."""
    steer.action = action
    steer.pending = 1


@njit
def force(records, branch, action):
    """Make the branch a copy of the game that waits for a decision, in which `action` comes next."""
    game, view, match, _, _, _, _ = records
    copy_record(branch.game, game)
    copy_record(branch.seen, view)
    copy_record(branch.match, match)
    begin_steer(branch.steer, STOP_NEVER)
    perform(branch.steer, action)


@njit
def note_failed(branch, table):
    """Note, after a game that a fault ended, whether the first one was in a branch."""
    if table.faults == 1:
        branch.failed = branch.branching
    branch.branching = 0


@njit
def play_to_end(records, branch):
    """Play the branch to the end of its game and settle it; False after a fault."""
    rules, log, table = records.rules, records.log, records.table
    branch.branching = 1
    if call_resume(branch.resume, branch.game, branch.seen, rules, log, table, branch.steer) != DECISION_OVER:
        return False
    branch.branching = 0
    finish(branch.game, branch.seen, rules, branch.match, branch.result)
    branch.played += 1
    return True


@njit
def play_option(records, branch, action):
    """Play `action` on in the branch, to the end of the match; returns (whole, its value to the deciding seat)."""
    _, view, _, _, rules, log, table = records
    seat = np.int64(view.me)
    force(records, branch, action)
    if not play_to_end(records, branch):
        return False, np.int64(0)
    value = branch.result.payout[seat]
    while not branch.match.over:
        branch.branching = 1
        deal(branch.game, branch.seen, rules, branch.match, log)
        if call_play(table.play, branch.game, branch.seen, rules, log, table) != 0:
            return False, np.int64(0)
        finish(branch.game, branch.seen, rules, branch.match, branch.result)
        value += branch.result.payout[seat]
    branch.branching = 0
    return True, value
