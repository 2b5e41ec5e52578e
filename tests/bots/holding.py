"""A bot that plays as solved, but lays nothing in its own first turn while no opponent has a meld on the table."""

from __future__ import annotations

from dataclasses import replace

from strategies.solved import SOLVED
from tongits_sim.cards import EMPTY
from tongits_sim.jit import njit

_solved_lay = SOLVED.hooks.lay


@njit
def lay(view, params):
    """Hold the first meld for a turn while nobody is open; then lay as `solved` does."""
    first = view.turns[view.me] <= 1
    others = view.open_melds[(view.me + 1) % 3] + view.open_melds[(view.me + 2) % 3]
    return EMPTY if first and others == 0 else _solved_lay(view, params)


HOLDING = replace(
    SOLVED,
    name="holding",
    summary="Lays nothing in its first turn while nobody is open.",
    hooks=replace(SOLVED.hooks, lay=lay),
)
