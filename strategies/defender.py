"""The defender does not feed the next player. Before it throws a card it asks in how many ways two cards nobody has
seen would make a meld with it, and whether it fits a meld that the next player may take it onto, and prefers a card
that helps him less.
"""

from __future__ import annotations

from dataclasses import replace

from strategies.greedy import GREEDY
from strategies.inference import discard_by_score
from tongits_sim.jit import njit
from tongits_sim.strategy import Param


@njit
def discard(view, params):
    """Throw the card of most points, where each way to feed the next player costs `feed_cost` points."""
    return discard_by_score(view, params.out_worth, params.feed_cost, 0.0)


DEFENDER = replace(
    GREEDY,
    name="defender",
    summary="Keeps cards that the next player could take for a meld.",
    hooks=replace(GREEDY.hooks, discard=discard),
    params=(
        *GREEDY.params,
        Param("feed_cost", 0.7, 0, 20, "points that one way to feed the next player costs"),
        Param("out_worth", 3, 0, 20, "points that one live out of a partial meld is worth"),
    ),
    remembers=True,
)
