"""The sensible beginner, and the bot to copy: it keeps its hand nearest to winning, with the most helping tiles."""

from __future__ import annotations

from mahjong_sim.bots.helpers import always, best_discard, declare_what_helps, discarded, helpful_claim
from mahjong_sim.bots.strategy import Hooks, Strategy
from tongits_sim.compile.jit import njit


@njit
def claim(view, params):
    """Take a discard that brings the hand nearer to winning."""
    return helpful_claim(view)


@njit
def discard(view, params):
    """Keep the hand nearest to winning, with the most helping tiles."""
    return discarded(view, best_discard(view))


GREEDY = Strategy(
    "greedy",
    "Takes what brings it nearer to winning and discards what leaves most tiles that help.",
    Hooks(always, claim, declare_what_helps, discard),
)
