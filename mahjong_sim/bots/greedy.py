"""The sensible beginner, and the bot to copy: as near to winning as it can be, with the most tiles that help."""

from __future__ import annotations

from mahjong_sim.bots.hooks import always, best_discard, declare_what_helps, fetch_claims, nearest_claim, now_away
from mahjong_sim.bots.strategy import Hooks, Strategy
from mahjong_sim.game.rng import U
from tongits_sim.jit import njit


@njit
def claim(view, params):
    """Take a discard that brings the hand nearer to winning."""
    fetch_claims(view)
    now = now_away(view)
    action, away = nearest_claim(view)
    return action if away < now else U(0)


@njit
def discard(view, params):
    """Keep the hand nearest to winning, with the most tiles that help."""
    return U(best_discard(view))


GREEDY = Strategy(
    "greedy",
    "Takes what brings it nearer to winning and discards what leaves most tiles that help.",
    Hooks(always, claim, declare_what_helps, discard),
)
