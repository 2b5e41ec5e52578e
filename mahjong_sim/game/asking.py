"""Calls of the bots' hooks, and the faults of bots: detection, recording and messages."""

from __future__ import annotations

import numpy as np

from mahjong_sim.game.legality import REASONS
from mahjong_sim.game.state import DECISIONS, SEATS, VIEW_DTYPE
from tongits_sim.game.memory import copy_record, same_record
from tongits_sim.hook_calls import call_hook
from tongits_sim.jit import inline_njit, njit

REASON_RAISED = np.int64(100)
REASON_CHANGED_VIEW = np.int64(101)
NEVER_ANSWERED = 102

# Violations of the bots' contract rather than of the game's rules.
CONTRACT: dict[int, str] = {
    int(REASON_RAISED): "it stopped with an error",
    int(REASON_CHANGED_VIEW): "it changed its view, which is read-only",
    NEVER_ANSWERED: "it does not respond",
}

# The four players by slot, the current position (for the watchdog), and the first fault.
TABLE_DTYPE = np.dtype(
    [
        ("mahjong_play", "i8"),  # address of the compiled game
        ("hooks", "i8", (SEATS, len(DECISIONS))),  # addresses by slot and decision
        ("params", "i8", (SEATS,)),  # addresses of parameter records
        ("chance", "i8", (SEATS,)),  # 1: gets random words
        ("guard", "i8", (SEATS,)),  # 1: check that its hooks do not change the view
        ("seating", "i8", (SEATS,)),  # the slot on each seat in the current match
        ("now_match", "i8"),
        ("now_game", "i8"),
        ("now_games", "i8"),  # games finished
        ("faults", "i8"),  # matches ended by a fault; the following fields locate the first one
        ("fault_match", "i8"),
        ("fault_game", "i8"),
        ("fault_seat", "i8"),
        ("fault_decision", "i8"),
        ("fault_reason", "i8"),  # a code of legality.py, or REASON_*
        ("fault_seating", "i8", (SEATS,)),
        ("shadow", VIEW_DTYPE),  # copy of the view before a guarded hook is called
    ],
    align=True,
)


@inline_njit
def ask_bot(table, view, seat, decision):
    """Ask the bot on a seat; returns its answer (action word) and a reason code (0: the call itself was sound)."""
    slot = table.seating[seat]
    if table.guard[slot]:
        return guarded_call(table, view, slot, decision)
    action, raised = call_hook(table.hooks[slot, decision], view, table.params[slot])
    return action, REASON_RAISED if raised else np.int64(0)


@njit
def guarded_call(table, view, slot, decision):
    """As `ask_bot`, but detect and undo changes of the view, which are a fault."""
    copy_record(table.shadow, view)
    action, raised = call_hook(table.hooks[slot, decision], view, table.params[slot])
    if raised:
        copy_record(view, table.shadow)
        return action, REASON_RAISED
    if same_record(table.shadow, view):
        return action, np.int64(0)
    copy_record(view, table.shadow)
    return action, REASON_CHANGED_VIEW


@njit
def note_fault(table, seat, decision, reason):
    """Count a fault, and store the position of the first one."""
    table.faults += 1
    if table.faults == 1:
        table.fault_match = table.now_match
        table.fault_game = table.now_game
        table.fault_seat = seat
        table.fault_decision = decision
        table.fault_reason = reason
        for each in range(SEATS):
            table.fault_seating[each] = table.seating[each]


def failure(code: int, decision: str) -> str:
    """The fault of a bot at a decision (its name), by reason code, as the predicate of a sentence.

    >>> failure(2, "discard")
    'broke rule V5 at its discard: the tile is not in the hand'
    """
    if code in CONTRACT:
        return f"failed at its {decision}: {CONTRACT[code]}"
    rule, why = REASONS[code]
    return f"broke rule {rule} at its {decision}: {why}"
