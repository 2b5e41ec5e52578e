"""A bot that calls and challenges by a profile - probabilities by cells of what it sees - and plays its cards as before.

`NAME(file=PATH)` with a file that `tongits solve` wrote makes one of any bot.
"""

from __future__ import annotations

from dataclasses import replace

from tongits_sim.jit import njit
from tongits_sim.profiles.cells import KIND_CALL, KIND_RESPOND, says_yes
from tongits_sim.strategy import Strategy


@njit
def call(view, params):
    """Call with the probability of the cell."""
    return says_yes(view, params, KIND_CALL)


@njit
def respond(view, params):
    """Challenge with the probability of the cell."""
    return says_yes(view, params, KIND_RESPOND)


def profiled(base: Strategy) -> Strategy:
    """A strategy that calls and challenges by a profile, and does everything else as `base` does."""
    hooks = replace(base.hooks, call=call, respond=respond)
    return replace(base, hooks=hooks, tables=(), uses_chance=True, profiled=True)
