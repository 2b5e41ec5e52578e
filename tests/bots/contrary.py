"""A bot that calls exactly where greedy would not: with high counts, never with low ones."""

from __future__ import annotations

from dataclasses import replace

from strategies.greedy import GREEDY
from strategies.helpers import NO, YES
from tongits_sim.compile.jit import njit


@njit
def call(view, params):
    """Call with a count of more than `call_at`."""
    return YES if view.count > params.call_at else NO


CONTRARY = replace(
    GREEDY, name="contrary", summary="Calls only with bad hands.", hooks=replace(GREEDY.hooks, call=call)
)
