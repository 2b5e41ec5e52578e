"""The hunter goes for Tongits. Its melds stay in the hand, so nobody can sapaw on them or infer which cards it needs.

The price is the risk of sunog: with nothing on the table it can neither call nor challenge, and pays more if it loses.
So it opens when the stock runs low.
"""

from __future__ import annotations

from strategies.helpers import NO, YES, discard_least_useful, lay_next, lay_to_finish, sapaw_deadwood, take_if_lower
from tongits_sim.compile.jit import njit
from tongits_sim.strategy import Hooks, Param, Strategy


@njit
def call(view, params):
    """Hardly ever call: a win by Tongits pays more."""
    return YES if view.count <= params.call_at else NO


@njit
def respond(view, params):
    """Challenge with a count of at most `challenge_at`."""
    return YES if view.count <= params.challenge_at else NO


@njit
def lay(view, params):
    """Open only if few stock cards are left, or if laying wins."""
    if view.open_melds[view.me] == 0 and view.stock_left <= params.open_at_stock:
        return lay_next(view)
    return lay_to_finish(view, params)


HUNTER = Strategy(
    name="hunter",
    summary="Goes for Tongits: keeps its melds in the hand until the stock runs low.",
    hooks=Hooks(call, respond, take_if_lower, lay, sapaw_deadwood, discard_least_useful),
    params=(
        Param("call_at", 1, 0, 130, "largest count with which it calls a draw"),
        Param("challenge_at", 24, 0, 130, "largest count with which it challenges a call"),
        Param("open_at_stock", 5, 0, 17, "it opens when at most this many stock cards are left"),
    ),
)
