"""A placebo: a player who calls by tossing a coin, and the habit of tossing another coin."""

from __future__ import annotations

from dataclasses import replace

from strategies.greedy import GREEDY
from strategies.helpers import NO, YES
from strategies.laid_over import habit
from tongits_sim.cards import U
from tongits_sim.compile.jit import njit


@njit
def call(view, params):
    return YES if view.word & U(1) else NO


@njit
def other_call(view, params, action):
    return YES if view.word & U(2) else NO


COIN = replace(GREEDY, name="coin", hooks=replace(GREEDY.hooks, call=call), uses_random=True)
TOSS = habit("toss", "Calls by another coin.", claim="Toss your own coin.", call=other_call)
