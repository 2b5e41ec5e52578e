"""Engines of branches specialised for rules and bots (`designs/specialised.py`).

`RESUME` plays branches for any design; `FORK` plays the games of forks, too (straight.py).
"""

from __future__ import annotations

import numpy as np
from numba import types

from tongits_sim.any_game.asking import note_fault
from tongits_sim.any_game.kernel_arguments import Records
from tongits_sim.compile.specialised import record_at
from tongits_sim.designs.batch.kernel import play_seated
from tongits_sim.designs.forks.kernel import fork_here
from tongits_sim.designs.forks.layout import FAULTY, FORK_DTYPE, STEER_DTYPE, STOP_NEVER
from tongits_sim.designs.forks.resume import go_on, steered
from tongits_sim.designs.specialised import Text, house_rules, no_log
from tongits_sim.game.asking import ask_bot
from tongits_sim.game.engine import answer_of, apply
from tongits_sim.game.legality import LEGAL, NOT_AN_ANSWER
from tongits_sim.game.match import deal, finish
from tongits_sim.game.state import DECISION_OVER, MATCH_DTYPE, NOBODY, RESULT_DTYPE
from tongits_sim.jit import c_kernel, inline_njit, njit, outlined

RESUME = "tongits_sim.designs.forks.specialised:RESUMING"
"""Continues a game from any decision: `branch.resume`."""


@c_kernel
def _resume(game, view, rules, log, table, steer):
    """As `resume`; a game that nothing stops or steers is played by the engine of batches, which asks without
    returning.
    """
    if steer.stop != STOP_NEVER or steer.rule_seat != NOBODY or steer.hold_seat != NOBODY or steer.pending == 0:
        return go_on(game, view, house_rules(), no_log(), table, steer)
    steer.pending = 0
    decision = np.int64(view.decision)
    reason = apply(game, view, house_rules(), no_log(), steer.action)
    if reason != 0:
        note_fault(table, np.int64(view.me), decision, reason)
        return FAULTY
    return DECISION_OVER if play_seated(game, view, house_rules(), no_log(), table) == 0 else FAULTY


RESUMING = Text(_resume, (STEER_DTYPE,))


FORK = "tongits_sim.designs.forks.specialised:FORKING"
"""Plays games with their forks, and branches: `fork.play`."""

_fork_at, _match_at = record_at(FORK_DTYPE), record_at(MATCH_DTYPE)


@c_kernel
def _play(game, view, rules, log, table, match, result):
    """Deal a game, or perform the action of a branch; play to the end and settle. Returns 0 after a fault, else 1."""
    rules, log = house_rules(), no_log()
    steer = _fork_at(table.forking).branch.steer
    if steer.pending:
        steer.pending = 0
        reason = apply(game, view, rules, log, steer.action)
        if reason != LEGAL:
            note_fault(table, np.int64(view.me), np.int64(view.decision), reason)
            return 0
    else:
        deal(game, view, rules, match, log)
    if play_seated(game, view, rules, log, table) != LEGAL:
        return 0
    finish(game, view, rules, match, result)
    return 1


@inline_njit
def _answer(game, view, rules, log, table, seat, decision):
    """As `answer_of`, with the forks and the steering of watched decisions."""
    if table.watched >> decision & 1:
        return outlined(_watched_answer, (game, view, rules, log, table, seat, decision))
    return ask_bot(table, view, seat, decision)


@njit
def _watched_answer(game, view, rules, log, table, seat, decision):
    fork = _fork_at(table.forking)
    branch = fork.branch
    if branch.branching:
        answered, action = steered(view, branch.steer, decision)
        if answered:
            return action, np.int64(LEGAL)
        return ask_bot(table, view, seat, decision)
    action, reason = ask_bot(table, view, seat, decision)
    if reason == LEGAL and fork.slots[table.seating[seat]]:
        # The result is that of branches: a game has none before its end.
        records = Records(game, view, _match_at(fork.match), branch.result, rules, log, table)
        if not fork_here(records, fork, action, None):
            reason = NOT_AN_ANSWER
    return action, reason


FORKING = Text(_play, (MATCH_DTYPE, RESULT_DTYPE), ((answer_of, (types.int64, types.int64), _answer),))
