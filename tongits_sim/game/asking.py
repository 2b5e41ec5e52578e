"""Asking a table's bots: their hooks called, what they may do wrong noticed, noted and said in words."""

from __future__ import annotations

import numpy as np

from tongits_sim.game.hooks import call_hook
from tongits_sim.game.legality import REASONS
from tongits_sim.game.memory import copy_record, same_record
from tongits_sim.game.state import SEATS, VIEW_DTYPE
from tongits_sim.jit import inline_njit, njit

REASON_RAISED = np.int64(100)
REASON_CHANGED_VIEW = np.int64(101)
NEVER_ANSWERED = 102

# Not against the game's rules, but against the bots' contract.
CONTRACT: dict[int, str] = {
    int(REASON_RAISED): "it stopped with an error",
    int(REASON_CHANGED_VIEW): "it changed the view it was shown, which it may only read",
    NEVER_ANSWERED: "it does not answer",
}

# The three players of a block, by slot, and what a worker is doing (for a watchdog) or did wrong.
TABLE_DTYPE = np.dtype(
    [
        ("hooks", "i8", (SEATS, 6)),  # addresses by decision
        ("params", "i8", (SEATS,)),  # addresses of parameter records
        ("chance", "i8", (SEATS,)),  # 1: is given random words
        ("guard", "i8", (SEATS,)),  # 1: it is checked that its hooks leave the view as it was
        ("seating", "i8", (SEATS,)),  # the slot on each seat in the present match
        ("seat_hooks", "i8", (SEATS, 6)),  # the same by seat, copied by `sit_down`
        ("seat_params", "i8", (SEATS,)),
        ("seat_guard", "i8", (SEATS,)),
        ("play", "i8"),  # address of the compiled `play_game`
        ("now_match", "i8"),
        ("now_game", "i8"),
        ("now_games", "i8"),  # games finished
        ("faults", "i8"),  # how many matches a fault ended; the rest says where the first one happened
        ("fault_match", "i8"),
        ("fault_game", "i8"),
        ("fault_seat", "i8"),
        ("fault_slot", "i8"),
        ("fault_decision", "i8"),
        ("fault_reason", "i8"),  # a code of legality.py, or REASON_*
        ("fault_seating", "i8"),  # number of the seating among those of the block
        ("shadow", VIEW_DTYPE),  # a guarded hook's view as it was
    ],
    align=True,
)


@inline_njit
def hear(table, view, seat, decision):
    """The answer of the bot on a seat (action word), and a reason code (0: it did nothing wrong in giving it)."""
    if table.seat_guard[seat]:
        return guarded_call(table, view, seat, decision)
    action, raised = call_hook(table.seat_hooks[seat, decision], view, table.seat_params[seat])
    return action, REASON_RAISED if raised else np.int64(0)


@njit
def guarded_call(table, view, seat, decision):
    """Call a hook and undo what it changed of its view, which is a fault."""
    copy_record(table.shadow, view)
    action, raised = call_hook(table.seat_hooks[seat, decision], view, table.seat_params[seat])
    if raised:
        copy_record(view, table.shadow)
        return action, REASON_RAISED
    if same_record(table.shadow, view):
        return action, np.int64(0)
    copy_record(view, table.shadow)
    return action, REASON_CHANGED_VIEW


@njit
def note_fault(table, seat, decision, reason):
    """Count a fault; the first one's place is kept."""
    table.faults += 1
    if table.faults == 1:
        table.fault_match = table.now_match
        table.fault_game = table.now_game
        table.fault_seat = seat
        table.fault_slot = table.seating[seat]
        table.fault_decision = decision
        table.fault_reason = reason


def failure(code: int, decision: str) -> str:
    """What a bot did wrong at a decision (its name), by reason code, as the rest of a sentence about it.

    >>> failure(2, "discard")
    'broke rule R7 at its discard: the card is not in the hand'
    """
    if code in CONTRACT:
        return f"failed at its {decision}: {CONTRACT[code]}"
    rule, why = REASONS[code]
    return f"broke rule {rule} at its {decision}: {why}"
