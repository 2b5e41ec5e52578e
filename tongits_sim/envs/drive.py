"""A C function that plays from a decision of a learner to the next; bots play the other seats.

It is called by address, because otherwise the compiler would optimise the engine again in the kernel that steps tables.
Its machine code is cached with the engine's, so the module may import only modules of the engine.
"""

from __future__ import annotations

import functools

import numba
import numpy as np
from numba import types

from tongits_sim.compile.intrinsics import call_at
from tongits_sim.compile.jit import c_address, c_kernel, inline_njit
from tongits_sim.compile.match_loop import note_fault
from tongits_sim.game.bot_calls import PLAYERS_DTYPE, ask_bot
from tongits_sim.game.engine import advance, apply
from tongits_sim.game.log import LOG_DTYPE
from tongits_sim.game.state import DECISION_OVER, GAME_DTYPE, VIEW_DTYPE
from tongits_sim.rules.record import RULES_DTYPE

FAULTY = np.int64(-2)  # a bot's fault; the `TABLE` has it
REFUSED = np.int64(-1000)  # REFUSED minus the reason code: the learner's action is illegal


TURN_DTYPE = np.dtype([("learner", "i8"), ("pending", "i8"), ("action", "u8")], align=True)
"""The learner's seat; 1 if its action is pending; the action code."""


@c_kernel
def _drive(game, view, rules, log, table, turn):
    """Perform the learner's pending action, if any, and play on to the learner's next decision.

    turn: a `TURN` record. Returns the decision, DECISION_OVER, FAULTY or REFUSED minus a reason code.
    """
    pending = turn.pending != 0
    own = True
    action = turn.action
    turn.pending = 0
    decision = np.int64(view.decision)
    while True:
        if pending:
            reason = np.int64(apply(game, view, rules, log, action))
            if reason != 0:
                if own:
                    return REFUSED - reason
                note_fault(table, np.int64(view.me), decision, reason)
                return FAULTY
        own = False
        decision = np.int64(advance(game, view, rules, log))
        if decision == DECISION_OVER or np.int64(view.me) == turn.learner:
            return decision
        pending = True
        action, reason = ask_bot(table, view, np.int64(view.me), decision)
        if reason != 0:
            note_fault(table, np.int64(view.me), decision, reason)
            return FAULTY


@functools.cache
def drive_address() -> int:
    """Compile `drive` as a C function, unless cached, and return its address."""
    records = (GAME_DTYPE, VIEW_DTYPE, RULES_DTYPE, LOG_DTYPE, PLAYERS_DTYPE, TURN_DTYPE)
    signature = types.int64(*(numba.from_dtype(record) for record in records))
    return c_address(signature, _drive, engine=True, noalias=True)


@inline_njit
def call_drive(address, game, view, rules, log, table, turn):
    """Call the compiled `drive` at `address`; returns its int64."""
    return call_at(address, (game, view, rules, log, table, turn))
