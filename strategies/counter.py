"""The card counter remembers every card seen. It keeps pairs and partial runs only while live cards can complete them,
and discards the least valuable card. Otherwise it plays like greedy.
"""

from __future__ import annotations

from dataclasses import replace

from strategies.greedy import GREEDY
from strategies.inference import discard_by_score
from tongits_sim.compile.jit import njit
from tongits_sim.strategy import Param


@njit
def discard(view, params):
    """Discard the card with the most points minus `out_worth` points for each live out."""
    return discard_by_score(view, params.out_worth, 0.0, 0.0)


COUNTER = replace(
    GREEDY,
    name="counter",
    summary="Remembers every card seen and keeps partial melds only while they have live outs.",
    hooks=replace(GREEDY.hooks, discard=discard),
    params=(*GREEDY.params, Param("out_worth", 3, 0, 20, "points that one live out of a partial meld is worth")),
    remembers=True,
)
