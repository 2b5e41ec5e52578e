"""Compiles and calls the hooks of bots over a `VIEW` record, and describes their faults."""

from __future__ import annotations

import numba
import numpy as np

from tongits_sim.compile.hooks import Hook, compile_for_view
from tongits_sim.compile.intrinsics import call_at
from tongits_sim.compile.jit import inline_njit
from tongits_sim.compile.match_loop import POSITION_FIELDS, ask, predicate
from tongits_sim.game.illegal_reasons import REASONS
from tongits_sim.game.state import SEATS, VIEW_DTYPE

VIEW_TYPE = numba.from_dtype(VIEW_DTYPE)
MAX_SEATINGS = 6

# The matches and seatings that a specialised engine plays, for `play_matches` (experiments/batch_kernel.py).
MATCHES_DTYPE = np.dtype(
    [
        ("of_seed", "u8"),
        ("first", "i8"),
        ("matches", "i8"),
        ("games", "i8"),
        ("rotate", "i8"),
        ("n_seatings", "i8"),
        ("seatings", "i1", (MAX_SEATINGS, SEATS)),
    ],
    align=True,
)

# The players of a block by slot, the current position (for the watchdog), and the first fault.
PLAYERS_DTYPE = np.dtype(
    [
        ("hooks", "i8", (SEATS, 6)),  # addresses by decision
        ("params", "i8", (SEATS,)),  # addresses of parameter records
        ("chance", "i8", (SEATS,)),  # 1: the bot uses random words
        ("check_view", "i8", (SEATS,)),  # 1: check that its hooks do not change the view
        ("seating", "i8", (SEATS,)),  # the slot on each seat in the current match
        ("play", "i8"),  # address of the compiled `play_game`
        ("games", "i8"),  # address of a specialised `play_matches` (experiments/batch_kernel.py), or 0
        ("watched", "i8"),  # bits: decisions at which a specialised engine may fork
        ("forking", "i8"),  # address of the `FORK` record (experiments/fork_branch.py)
        *POSITION_FIELDS,
        ("fault_seating", "i8", (SEATS,)),  # the slot on each seat in the match of the first fault
        ("view_backup", VIEW_DTYPE),  # copy of the view before a guarded hook is called
        ("block", MATCHES_DTYPE),  # the matches for `games`
    ],
    align=True,
)


def compile_hook(hook: Hook, params: np.dtype, bot: str, decision: str) -> int:
    """`compile_for_view` for the view of Tongits. Raises HookError."""
    return compile_for_view(hook, VIEW_TYPE, params, bot, decision)


@inline_njit
def call_play(address, game, view, rules, log, table):
    """Call the compiled `play_game` (experiments/batch_kernel.py) at `address`; returns its int64."""
    return call_at(address, (game, view, rules, log, table))


@inline_njit
def ask_bot(table, view, seat, decision):
    """Ask the bot on a seat; returns its action code and a reason code (0: the hook kept its contract).

    A specialised engine replaces it.
    """
    return ask_by_address(table, view, seat, decision)


@inline_njit
def ask_by_address(table, view, seat, decision):
    """`ask_bot` by the address of the hook, for any bot."""
    slot = table.seating[seat]
    return ask(table.hooks[slot, decision], view, table.params[slot], table.check_view[slot], table.view_backup)


def failure(code: int, decision: str) -> str:
    """Put a bot's fault at a decision (its name), given by its code, as the predicate of a sentence.

    >>> failure(2, "discard")
    'broke rule R7 at its discard: the card is not in the hand'
    """
    return predicate(code, decision, REASONS)
