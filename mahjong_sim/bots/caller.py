"""Takes every discard that makes a meld and leaves the hand no further from winning."""

from __future__ import annotations

from mahjong_sim.bots.greedy import discard
from mahjong_sim.bots.hooks import always, declare_what_helps, nearest_claim, now_away
from mahjong_sim.bots.strategy import Hooks, Strategy
from mahjong_sim.game.wall import U
from tongits_sim.compile.jit import njit


@njit
def claim(view, params):
    """The claim that leaves the hand nearest to winning, unless it sets the hand back."""
    action, away = nearest_claim(view)
    return action if away <= now_away(view) else U(0)


CALLER = Strategy(
    "caller",
    "Takes every discard that it can meld and that does not set it back.",
    Hooks(always, claim, declare_what_helps, discard),
)
