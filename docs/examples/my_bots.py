"""Two bots of one's own: copy this file, change it, and let it play.

tongits simulate --players "docs/examples/my_bots.py:shy,greedy,caller" --games 1M
"""

from __future__ import annotations

from strategies.helpers import NO, YES, discard_least_useful, lay_to_open, sapaw_deadwood, take_if_lower
from tongits_sim.compile.jit import njit
from tongits_sim.strategy import Hooks, Param, Strategy


@njit
def call(view, params):
    """Call a draw with a low count, but only while the opponents still hold many cards."""
    if view.count > params.call_at:
        return NO
    for step in range(1, 3):
        other = (view.me + step) % 3
        if view.hand_size[other] < params.min_cards:
            return NO
    return YES


@njit
def never(view, params):
    """Never call."""
    return NO


@njit
def respond(view, params):
    """Challenge a call with a count of at most `challenge_at`."""
    return YES if view.count <= params.challenge_at else NO


SHY = Strategy(
    name="shy",
    summary="Calls only while its opponents still hold many cards.",
    hooks=Hooks(call, respond, take_if_lower, lay_to_open, sapaw_deadwood, discard_least_useful),
    params=(
        Param("call_at", 12, 0, 130, "largest count with which it calls a draw"),
        Param("min_cards", 5, 0, 13, "fewest cards an opponent may hold when it calls"),
        Param("challenge_at", 8, 0, 130, "largest count with which it challenges a call"),
    ),
)

QUIET = Strategy(
    name="quiet",
    summary="Plays like greedy but never calls.",
    hooks=Hooks(never, respond, take_if_lower, lay_to_open, sapaw_deadwood, discard_least_useful),
    params=(Param("challenge_at", 8, 0, 130, "largest count with which it challenges a call"),),
)
