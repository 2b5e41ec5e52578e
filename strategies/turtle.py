"""The turtle reveals as little as possible as late as possible. It lays no meld until the stock runs low or an opponent
who may call holds few cards; then it lays the meld that the fewest live cards fit.
"""

from __future__ import annotations

from dataclasses import replace

from strategies.greedy import GREEDY
from strategies.helpers import lay_to_open
from strategies.inference import fewest_cards, lay_safest
from tongits_sim.cards import EMPTY
from tongits_sim.compile.jit import njit
from tongits_sim.strategy import Param


@njit
def lay(view, params):
    """Open with the safest meld as late as reasonable; then lay like greedy."""
    if view.open_melds[view.me] > 0:
        return lay_to_open(view, params)
    if view.stock_left <= params.open_at_stock or fewest_cards(view) <= params.open_at_cards:
        return lay_safest(view)
    return EMPTY


TURTLE = replace(
    GREEDY,
    name="turtle",
    summary="Lays its safest meld as late as reasonable.",
    hooks=replace(GREEDY.hooks, lay=lay),
    params=(
        *GREEDY.params,
        Param("open_at_stock", 9, 0, 17, "it opens when at most this many stock cards are left"),
        Param("open_at_cards", 8, 0, 13, "it opens when an opponent with an open meld holds at most this many cards"),
    ),
    remembers=True,
)
