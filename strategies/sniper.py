"""The sniper reads the caller. Many cards in the caller's hand mean a high count, and late calls are made with worse
hands. So its threshold for a challenge grows with the caller's cards and falls with the stock left. A second challenger
lowers the threshold.
"""

from __future__ import annotations

from dataclasses import replace

from strategies.greedy import GREEDY
from strategies.helpers import NO, YES
from tongits_sim.compile.jit import njit
from tongits_sim.game.state import CHALLENGED
from tongits_sim.strategy import Param


@njit
def respond(view, params):
    """Challenge if the count is at most the caller's expected count."""
    limit = params.base + params.per_card * view.hand_size[view.caller] + params.per_stock * view.stock_left
    for seat in range(3):
        if view.responses[seat] == CHALLENGED:
            limit -= params.rival
    return YES if view.count <= limit else NO


SNIPER = replace(
    GREEDY,
    name="sniper",
    summary="Challenges by what the caller's cards and the stock say about the caller's hand.",
    hooks=replace(GREEDY.hooks, respond=respond),
    params=(
        Param("call_at", 30, 0, 130, "largest count with which it calls a draw"),
        Param("base", 0, -50, 50, "largest count with which it challenges a caller without cards"),
        Param("per_card", 1.5, 0, 20, "how much more for each card the caller holds"),
        Param("per_stock", -0.1, -5, 5, "how much more for each card of the stock"),
        Param("rival", 2, 0, 50, "how much less when the other opponent has already challenged"),
    ),
)
