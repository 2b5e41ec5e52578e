"""The sensible beginner, and the bot to copy when writing your own.

It opens with its first meld, keeps later melds in the hand, takes a discard that lowers its count, adds loose cards to
melds on the table, discards its least useful card, and calls or challenges if its count is low enough.
"""

from __future__ import annotations

from strategies.helpers import NO, YES, discard_least_useful, lay_to_open, sapaw_deadwood, take_if_lower
from tongits_sim.compile.jit import njit
from tongits_sim.strategy import Hooks, Param, Strategy


@njit
def call(view, params):
    """Call a draw with a count of at most `call_at`."""
    return YES if view.count <= params.call_at else NO


@njit
def respond(view, params):
    """Challenge with a count of at most `challenge_at`."""
    return YES if view.count <= params.challenge_at else NO


GREEDY = Strategy(
    name="greedy",
    summary="Opens early, lowers its count with every move, calls and challenges by fixed counts.",
    hooks=Hooks(call, respond, take_if_lower, lay_to_open, sapaw_deadwood, discard_least_useful),
    params=(
        Param("call_at", 30, 0, 130, "largest count with which it calls a draw"),
        Param("challenge_at", 24, 0, 130, "largest count with which it challenges a call"),
    ),
)
