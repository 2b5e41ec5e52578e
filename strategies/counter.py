"""The card counter remembers every card that was shown. It keeps a pair or a beginning of a run only as long as cards
that would complete it can still come, and throws what is worth least by that count. Everything else it does like
greedy.
"""

from __future__ import annotations

from dataclasses import replace

from strategies.greedy import GREEDY
from strategies.inference import discard_by_score
from tongits_sim.jit import njit
from tongits_sim.strategy import Param


@njit
def discard(view, params):
    """Throw the card of most points, where each live out is worth `out_worth` points."""
    return discard_by_score(view, params.out_worth, 0.0, 0.0)


COUNTER = replace(
    GREEDY,
    name="counter",
    summary="Remembers every card shown and keeps pairs and gaps only while their outs are alive.",
    hooks=replace(GREEDY.hooks, discard=discard),
    params=(*GREEDY.params, Param("out_worth", 3, 0, 20, "points that one live out of a partial meld is worth")),
    remembers=True,
)
