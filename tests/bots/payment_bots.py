"""A bot that looks at what is paid."""

from __future__ import annotations

from strategies.helpers import NO, YES, discard_least_useful, lay_to_open, sapaw_deadwood, take_if_lower
from tongits_sim.compile.jit import njit
from tongits_sim.strategy import Hooks, Strategy


@njit
def call_for_money(view, params):
    """Call where a draw that nobody challenges pays at least a unit."""
    return YES if view.rules.pay_fold >= 100 else NO


@njit
def fight_low(view, params):
    """Challenge with a low count."""
    return YES if view.count < 10 else NO


payer = Strategy(
    "payer",
    "Calls where it pays.",
    Hooks(call_for_money, fight_low, take_if_lower, lay_to_open, sapaw_deadwood, discard_least_useful),
)
