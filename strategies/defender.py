"""The defender avoids feeding the next player.

For each possible discard it counts the pairs of unseen cards that form a meld with the card, and checks whether the
next player could take the card onto a meld. It prefers discards that help the next player less.
"""

from __future__ import annotations

from dataclasses import replace

from strategies.greedy import GREEDY
from strategies.inference import discard_by_score
from tongits_sim.compile.jit import njit
from tongits_sim.strategy import Param


@njit
def discard(view, params):
    """Discard by points minus `feed_cost` points for each meld that the next player could make with the card."""
    return discard_by_score(view, params.out_worth, params.feed_cost, 0.0)


DEFENDER = replace(
    GREEDY,
    name="defender",
    summary="Keeps cards that the next player could take for a meld.",
    hooks=replace(GREEDY.hooks, discard=discard),
    params=(
        *GREEDY.params,
        Param("feed_cost", 0.7, 0, 20, "points deducted for each meld the next player could make"),
        Param("out_worth", 3, 0, 20, "points that one live out of a partial meld is worth"),
    ),
    remembers=True,
)
