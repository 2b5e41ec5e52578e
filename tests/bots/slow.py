"""A bot that thinks for some microseconds before every discard, as real bots may; benches let it play."""

from __future__ import annotations

from strategies.helpers import discard_least_useful, lay_to_open, never, sapaw_deadwood, take_if_lower
from tongits_sim.cards import U
from tongits_sim.compile.jit import njit
from tongits_sim.strategy import Hooks, Param, Strategy


@njit
def discard(view, params):
    """Discard as greedy does, after some work."""
    word = view.hand | U(1)
    for _ in range(int(params.steps)):
        word = (word ^ (word >> U(7))) * U(0x9E37_79B9_7F4A_7C15)
    return discard_least_useful(view, params) if word != U(0) else U(0)


SLOW = Strategy(
    name="slow",
    summary="Never calls, and takes its time.",
    hooks=Hooks(never, never, take_if_lower, lay_to_open, sapaw_deadwood, discard),
    params=(Param("steps", 2_000, 0, 1_000_000, "steps of useless work at a discard"),),
)
