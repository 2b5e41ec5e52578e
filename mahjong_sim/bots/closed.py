"""Stays concealed: takes a discard only to win, and declares nothing but secrets."""

from __future__ import annotations

from mahjong_sim.bots.greedy import discard
from mahjong_sim.bots.hooks import always, declare_what_helps, never
from mahjong_sim.bots.strategy import Hooks, Strategy
from mahjong_sim.game.legality import word_code
from mahjong_sim.game.wall import U
from mahjong_sim.tiles import SECRET
from tongits_sim.compile.jit import njit


@njit
def declare(view, params):
    """Secrets that leave the hand no further from winning."""
    action = declare_what_helps(view, params)
    return action if word_code(action) == SECRET else U(0)


CLOSED = Strategy(
    "closed",
    "Stays concealed: takes a discard only to win.",
    Hooks(always, never, declare, discard),
)
