"""Bots that print, count and call each other's functions: what only plain Python lets them do, or does differently."""

from __future__ import annotations

from strategies import hooks as shared
from strategies.hooks import NO, YES, discard_least_useful, lay_to_open, sapaw_deadwood, take_if_lower
from tongits_sim.cards import U, bit, lowest, popcount
from tongits_sim.compile.jit import njit
from tongits_sim.strategy import Hooks, Param, Strategy


@njit
def halves(n):
    """How often n can be halved."""
    return 0 if n == 0 else 1 + halves(n // 2)


@njit
def call(view, params):
    """Call with few loose cards."""
    loose = popcount(view.hand & ~view.melded)
    return YES if view.count <= params.call_at + halves(loose) else NO


@njit
def respond(view, params):
    """Challenge with a low count against many cards."""
    return view.count <= 3 * view.hand_size[view.caller]


@njit
def talk(view, params):
    """Say what it holds, and discard the lowest loose card it may."""
    print("I hold", view.hand, "and see", view.offer)
    return quiet(view, params)


@njit
def quiet(view, params):
    """Discard the lowest loose card it may."""
    loose = view.legal & ~view.melded
    near = loose & (loose << U(1) | loose >> U(1))
    alone = loose & ~near
    chosen = alone if alone != U(0) else loose if loose != U(0) else view.legal
    return bit(lowest(chosen)) if view.turn % 2 == 0 else shared.least_useful(view, chosen)


def _bot(name, discard):
    own = Hooks(call, respond, take_if_lower, lay_to_open, sapaw_deadwood, discard)
    return Strategy(name, "Discards low cards.", own, params=(Param("call_at", 10, 0, 130, "count to call with"),))


TALKER = _bot("talker", talk)
QUIET = _bot("quiet", quiet)
USUAL = _bot("usual", discard_least_useful)
