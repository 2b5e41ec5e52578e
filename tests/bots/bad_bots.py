"""Bots that do everything wrong, each in one way; the tests let them play."""

from __future__ import annotations

import os

from numba import types

from strategies.helpers import NO, discard_least_useful, lay_to_open, never, sapaw_deadwood, take_if_lower
from tongits_sim.cards import U
from tongits_sim.compile.jit import njit
from tongits_sim.strategy import Hooks, Strategy

# Of the C library: two seconds, in thousandths or in millionths.
rest = types.ExternalFunction("Sleep" if os.name == "nt" else "usleep", types.int32(types.uint32))
TWO_SECONDS = 2_000 if os.name == "nt" else 2_000_000


@njit
def cheat(view, params):
    """Discard a card that is not in the hand: the lowest."""
    missing = ~view.hand & U(0x1FFF_1FFF_1FFF_1FFF)
    return missing & (~missing + U(1))


@njit
def cheat_late(view, params):
    """Discard well, but nothing at all in the tenth turn."""
    return discard_least_useful(view, params) if view.turn < 10 else U(0)


@njit
def divide(view, params):
    """Fail when the stock runs low."""
    if view.stock_left < 5:
        raise ValueError("the stock is too low for me")
    return discard_least_useful(view, params)


@njit
def meddle(view, params):
    """Write into the view."""
    view.hand_size[view.me] = 1
    return discard_least_useful(view, params)


@njit
def hang(view, params):
    """Never answer once the turn is late."""
    n = view.turn
    while n >= 8:
        n += view.me
        if n > 1_000_000:
            n = 8
    return discard_least_useful(view, params)


@njit
def sleep(view, params):
    """Answer after some seconds, in which it needs no processor."""
    rest(TWO_SECONDS)
    return discard_least_useful(view, params)


@njit
def fold(view, params):
    """Never fight."""
    return NO


@njit
def mumble(view, params):
    """Neither yes nor no."""
    return U(7)


def _bot(name, discard, call=never, respond=fold):
    hooks = Hooks(call, respond, take_if_lower, lay_to_open, sapaw_deadwood, discard)
    return Strategy(name=name, summary="Does something wrong.", hooks=hooks)


CHEAT = _bot("cheat", cheat)
LATE = _bot("late", cheat_late)
RAISES = _bot("raises", divide)
MEDDLES = _bot("meddles", meddle)
HANGS = _bot("hangs", hang)
SLEEPS = _bot("sleeps", sleep)  # long enough for a watchdog, but its thread ends by itself
SHOUTS = _bot("shouts", discard_least_useful, call=mumble)
SHRUGS = _bot("shrugs", discard_least_useful, respond=mumble)
