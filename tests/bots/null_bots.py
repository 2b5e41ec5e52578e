"""Bots that play differently but equally well: a random bit decides, and each bot reads the bit in its own way."""

from __future__ import annotations

from strategies.helpers import NO, YES, discard_least_useful, lay_to_open, sapaw_deadwood, take_if_lower
from tongits_sim.cards import U
from tongits_sim.compile.bits import mix
from tongits_sim.compile.jit import njit
from tongits_sim.strategy import Hooks, Param, Strategy


@njit
def toss(view, params):
    """Yes or no by chance; bots of other salts toss other coins."""
    return YES if mix(view.word + U(params.salt)) & U(1) == U(0) else NO


COIN = Strategy(
    name="coin",
    summary="Calls and challenges by the toss of a coin.",
    hooks=Hooks(toss, toss, take_if_lower, lay_to_open, sapaw_deadwood, discard_least_useful),
    params=(Param("salt", 1, 0, 1_000_000, "which coin"),),
    uses_random=True,
)
STRATEGIES = (COIN,)
