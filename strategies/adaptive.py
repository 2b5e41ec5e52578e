"""The adaptive player adapts its thresholds to the situation. While no opponent has an open meld, nobody can challenge,
so it calls with nearly any hand. Opponents with open melds and a small stock make it more careful.
"""

from __future__ import annotations

from dataclasses import replace

from strategies.greedy import GREEDY
from strategies.helpers import NO, YES
from strategies.inference import open_opponents
from tongits_sim.compile.jit import njit
from tongits_sim.strategy import Param


@njit
def call(view, params):
    """Call by a threshold for the number of opponents with an open meld, which falls as the stock runs out."""
    opened = open_opponents(view)
    limit = params.call_two
    if opened == 0:
        limit = params.call_none
    elif opened == 1:
        limit = params.call_one
    return YES if view.count <= limit + params.call_stock * view.stock_left else NO


@njit
def respond(view, params):
    """Challenge by a threshold that grows with the stock, because early callers have higher counts."""
    return YES if view.count <= params.challenge_at + params.challenge_stock * view.stock_left else NO


ADAPTIVE = replace(
    GREEDY,
    name="adaptive",
    summary="Adapts its thresholds to the stock and to the number of opponents with an open meld.",
    hooks=replace(GREEDY.hooks, call=call, respond=respond),
    params=(
        Param(
            "call_none", 100, 0, 130, "largest count for a call when no opponent has an open meld and the stock is out"
        ),
        Param("call_one", 25, 0, 130, "largest count for a call against one opponent with an open meld, stock out"),
        Param("call_two", 10, 0, 130, "largest count for a call against two opponents with open melds, stock out"),
        Param("call_stock", 3.3, -5, 5, "how much more for each card of the stock"),
        Param("challenge_at", 14, 0, 130, "largest count for a challenge when the stock is out"),
        Param("challenge_stock", 3, -5, 5, "how much more for each card of the stock"),
    ),
)
