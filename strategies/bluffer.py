"""The bluffer calls more than its hand is worth. Besides honest calls it calls by chance with counts far too high,
and lives from opponents who fold.
"""

from __future__ import annotations

from dataclasses import replace

from strategies.greedy import GREEDY
from strategies.hooks import NO, YES
from strategies.random_bot import unit
from tongits_sim.jit import njit
from tongits_sim.strategy import Param


@njit
def call(view, params):
    """Call honestly, or by chance with a count of at most `bluff_at`."""
    if view.count <= params.call_at:
        return YES
    return YES if view.count <= params.bluff_at and unit(view.word) < params.bluff_rate else NO


BLUFFER = replace(
    GREEDY,
    name="bluffer",
    summary="Calls now and then with a hand that cannot win a fight.",
    hooks=replace(GREEDY.hooks, call=call),
    params=(
        *GREEDY.params,
        Param("bluff_rate", 0.25, 0, 1, "how often it calls with a count too high"),
        Param("bluff_at", 60, 0, 130, "largest count with which it bluffs"),
    ),
    uses_chance=True,
    bluffs=True,
)
