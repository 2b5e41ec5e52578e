"""Calls of the bots' hooks, and the faults of bots: detection, recording and messages."""

from __future__ import annotations

import numpy as np

from mahjong_sim.game.legality import REASONS
from mahjong_sim.game.state import DECISIONS, SEATS, VIEW_DTYPE
from tongits_sim.any_game.asking import POSITION_FIELDS, ask, predicate
from tongits_sim.jit import inline_njit

# The four players by slot, the current position (for the watchdog), and the first fault.
TABLE_DTYPE = np.dtype(
    [
        ("mahjong_play", "i8"),  # address of the compiled game
        ("hooks", "i8", (SEATS, len(DECISIONS))),  # addresses by slot and decision
        ("params", "i8", (SEATS,)),  # addresses of parameter records
        ("chance", "i8", (SEATS,)),  # 1: gets random words
        ("guard", "i8", (SEATS,)),  # 1: check that its hooks do not change the view
        ("seating", "i8", (SEATS,)),  # the slot on each seat in the current match
        *POSITION_FIELDS,
        ("fault_seating", "i8", (SEATS,)),
        ("shadow", VIEW_DTYPE),  # copy of the view before a guarded hook is called
    ],
    align=True,
)


@inline_njit
def ask_bot(table, view, seat, decision):
    """Ask the bot on a seat; returns its answer (action word) and a reason code (0: the call had no fault)."""
    slot = table.seating[seat]
    return ask(table.hooks[slot, decision], view, table.params[slot], table.guard[slot], table.shadow)


def failure(code: int, decision: str) -> str:
    """The fault of a bot at a decision (its name), by reason code, as the predicate of a sentence.

    >>> failure(2, "discard")
    'broke rule V5 at its discard: the tile is not in the hand'
    """
    return predicate(code, decision, REASONS)
