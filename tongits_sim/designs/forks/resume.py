"""Continuing a game from any decision, as a C function: to the next decision of a kind, or to its end.

Like `batch.kernel.play_game`, it is compiled once and called by address, so that the engine is not optimised again
inside the kernels that use it. Its machine code is cached with the engine's, so it may import nothing else.
"""

from __future__ import annotations

import functools

import numba
import numpy as np
from numba import types

from tongits_sim.any_game.asking import note_fault
from tongits_sim.cards import EMPTY, ONE
from tongits_sim.compile.intrinsics import call_at
from tongits_sim.designs.forks.layout import FAULTY, STEER_DTYPE
from tongits_sim.game.asking import TABLE_DTYPE, ask_bot
from tongits_sim.game.engine import advance, apply
from tongits_sim.game.log import LOG_DTYPE
from tongits_sim.game.state import CHANCE_ONLY, DECISION_LAY, DECISION_OVER, GAME_DTYPE, VIEW_DTYPE
from tongits_sim.jit import c_address, c_kernel, inline_njit, njit
from tongits_sim.rules.record import RULES_DTYPE


@njit
def steered(view, steer, decision):
    """Whether `steer` answers this decision in place of the bot, and its answer."""
    seat = np.int64(view.me)
    if seat == steer.rule_seat and decision == steer.rule_decision:
        opponents = np.int64(0)
        for other in range(3):
            if other != seat and view.open_melds[other] > 0:
                opponents += 1
        return True, ONE if view.count <= steer.rule_at[view.stock_left, opponents] else EMPTY
    if seat == steer.hold_seat and decision == DECISION_LAY and view.turn <= steer.hold_turn:
        return True, EMPTY
    return False, EMPTY


@c_kernel
def _resume(game, view, rules, log, table, steer):
    return go_on(game, view, rules, log, table, steer)


@inline_njit
def go_on(game, view, rules, log, table, steer):
    """Main body of `resume`: perform the pending action, if any, and continue to a decision in `steer.stop` or the end.

    Returns the decision, DECISION_OVER, or FAULTY.
    """
    if game.special == 0 and game.chance[0] + game.chance[1] + game.chance[2] > 0:
        game.special = CHANCE_ONLY
    pending = steer.pending
    action = steer.action
    decision = np.int64(view.decision)
    steer.pending = 0
    while True:
        if pending:
            reason = apply(game, view, rules, log, action)
            if reason != 0:
                note_fault(table, np.int64(view.me), decision, reason)
                return FAULTY
        decision = advance(game, view, rules, log)
        if decision == DECISION_OVER or steer.stop >> decision & 1:
            return decision
        pending = 1
        answered, action = steered(view, steer, decision)
        if not answered:
            action, reason = ask_bot(table, view, np.int64(view.me), decision)
            if reason != 0:
                note_fault(table, np.int64(view.me), decision, reason)
                return FAULTY


@functools.cache
def resume_address() -> int:
    """Address of `resume` as a C function; compiled now if it is not cached."""
    records = (GAME_DTYPE, VIEW_DTYPE, RULES_DTYPE, LOG_DTYPE, TABLE_DTYPE, STEER_DTYPE)
    signature = types.int64(*(numba.from_dtype(record) for record in records))
    return c_address(signature, _resume, engine=True, apart=True)


@inline_njit
def call_resume(address, game, view, rules, log, table, steer):
    """Call the compiled `resume` at `address`; returns its int64."""
    return call_at(address, (game, view, rules, log, table, steer))
