"""The bluffer makes honest calls, but sometimes calls with counts that are far too high, and profits from opponents who
fold.
"""

from __future__ import annotations

from dataclasses import replace

from strategies.greedy import GREEDY
from strategies.helpers import NO, YES
from strategies.random_bot import unit
from tongits_sim.compile.jit import njit
from tongits_sim.strategy import Param


@njit
def call(view, params):
    """Call honestly, or at random with a count of at most `bluff_at`."""
    if view.count <= params.call_at:
        return YES
    return YES if view.count <= params.bluff_at and unit(view.word) < params.bluff_rate else NO


BLUFFER = replace(
    GREEDY,
    name="bluffer",
    summary="Sometimes calls with a hand that cannot win a showdown.",
    hooks=replace(GREEDY.hooks, call=call),
    params=(
        *GREEDY.params,
        Param("bluff_rate", 0.25, 0, 1, "probability of a call with a count above `call_at`"),
        Param("bluff_at", 60, 0, 130, "largest count with which it bluffs"),
    ),
    uses_random=True,
    bluffs=True,
)
