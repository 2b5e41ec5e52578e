"""Gives up a hand far from winning when the table threatens, and discards its safest tiles."""

from __future__ import annotations

from mahjong_sim.bots.danger import safest_discard, threatening
from mahjong_sim.bots.greedy import claim as greedy_claim
from mahjong_sim.bots.hooks import always, best_discard, declare_what_helps, discarded, now_away
from mahjong_sim.bots.strategy import Hooks, Param, Strategy
from mahjong_sim.game.wall import U
from tongits_sim.compile.jit import njit


@njit
def folds(view, params):
    """Whether to give up the hand: it is far from winning, and another seat seems near."""
    return threatening(view, params.threat_melds, params.threat_discards) and now_away(view) >= params.fold_at


@njit
def claim(view, params):
    """As `greedy`; no meld after giving up the hand."""
    return U(0) if folds(view, params) else greedy_claim(view, params)


@njit
def discard(view, params):
    """As `greedy`; the safest tile after giving up the hand."""
    return discarded(view, safest_discard(view) if folds(view, params) else best_discard(view))


DEFENDER = Strategy(
    "defender",
    "Plays like greedy, but gives a hand up that is far from winning when somebody else seems near.",
    Hooks(always, claim, declare_what_helps, discard),
    (
        Param("fold_at", 2, 0, 12, "gives up with so many tiles away from waiting, or more"),
        Param("threat_melds", 3, 0, 6, "somebody seems near with so many melds on the table"),
        Param("threat_discards", 40, 0, 144, "somebody seems near after so many discards of the table"),
    ),
)
