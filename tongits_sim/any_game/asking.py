"""Asks bots and notes their faults: a hook that raises, changes its view, breaks a rule or does not respond."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from tongits_sim.any_game.hook_calls import call_hook
from tongits_sim.any_game.memory import copy_record, same_record
from tongits_sim.jit import inline_njit, njit

REASON_RAISED = np.int64(100)
REASON_CHANGED_VIEW = np.int64(101)
NEVER_ANSWERED = 102

# Violations of the bots' contract rather than of the game's rules, whose codes are below 100.
CONTRACT: dict[int, str] = {
    int(REASON_RAISED): "it stopped with an error",
    int(REASON_CHANGED_VIEW): "it changed its view, which is read-only",
    NEVER_ANSWERED: "it does not respond",
}

# Fields of a game's `TABLE` record: the current position (for the watchdog), and where the first fault was.
POSITION_FIELDS = (
    ("now_match", "i8"),
    ("now_game", "i8"),
    ("now_games", "i8"),  # games finished
    ("faults", "i8"),  # matches ended by a fault; the following fields locate the first one
    ("fault_match", "i8"),
    ("fault_game", "i8"),
    ("fault_seat", "i8"),
    ("fault_decision", "i8"),
    ("fault_reason", "i8"),  # a code of the game's rules, or REASON_*
)


@inline_njit
def ask(hook, view, params, guard, shadow):
    """Ask a bot; returns its answer (action word) and a reason code (0: the call itself was sound).

    hook, params: addresses; guard: whether to check that the view stays as it is; shadow: room for a copy of the view.
    """
    if guard:
        return guarded_call(hook, view, params, shadow)
    action, raised = call_hook(hook, view, params)
    return action, REASON_RAISED if raised else np.int64(0)


@njit
def guarded_call(hook, view, params, shadow):
    """As `ask`, but detect and undo changes of the view, which are a fault."""
    copy_record(shadow, view)
    action, raised = call_hook(hook, view, params)
    if raised:
        copy_record(view, shadow)
        return action, REASON_RAISED
    if same_record(shadow, view):
        return action, np.int64(0)
    copy_record(view, shadow)
    return action, REASON_CHANGED_VIEW


@njit
def note_fault(table, seat, decision, reason):
    """Count a fault in a `TABLE` record, and store the position and the seating of the first one."""
    table.faults += 1
    if table.faults > 1:
        return
    table.fault_match = table.now_match
    table.fault_game = table.now_game
    table.fault_seat = seat
    table.fault_decision = decision
    table.fault_reason = reason
    for each in range(len(table.seating)):
        table.fault_seating[each] = table.seating[each]


def predicate(code: int, decision: str, reasons: Mapping[int, tuple[str, str]]) -> str:
    """The fault of a bot at a decision (its name), by reason code, as the predicate of a sentence.

    reasons: the codes of the game's rules, each with the rule and what it forbids.
    """
    if code in CONTRACT:
        return f"failed at its {decision}: {CONTRACT[code]}"
    rule, why = reasons[code]
    return f"broke rule {rule} at its {decision}: {why}"
