"""A bot whose hand says nothing: it keeps the cards it was dealt, and calls and challenges by the toss of a coin."""

from __future__ import annotations

from strategies.helpers import never
from strategies.random_bot import pick
from tongits_sim.cards import U, bit
from tongits_sim.compile.jit import njit
from tongits_sim.strategy import Hooks, Strategy


@njit
def toss(view, params):
    """Yes or no by chance."""
    return view.word >> U(63)


@njit
def discard_back(view, params):
    """Discard what was drawn; a dealer's first card at random."""
    return bit(view.drawn) if view.drawn >= 0 else pick(view.word, view.legal)


STATUE = Strategy(
    name="statue",
    summary="Keeps the twelve cards it was dealt.",
    hooks=Hooks(toss, toss, never, never, never, discard_back),
    uses_random=True,
)
