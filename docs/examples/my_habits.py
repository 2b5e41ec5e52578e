"""A habit of one's own: copy this file, change it, and try it.

tongits try docs/examples/my_habits.py:wary
"""

from __future__ import annotations

from strategies.helpers import NO
from strategies.laid_over import habit
from tongits_sim.compile.jit import njit
from tongits_sim.strategy import Param


@njit
def call(view, params, action):
    """Do as the player does, but do not call while an opponent with an open meld holds few cards."""
    for step in range(1, 3):
        seat = (view.me + step) % 3
        if view.open_melds[seat] > 0 and view.hand_size[seat] <= params.cards:
            return NO
    return action


WARY = habit(
    name="wary",
    summary="Calls no draw while an opponent who is open holds few cards.",
    claim="Do not call against somebody who is nearly out of cards.",
    call=call,
    params=(Param("cards", 5, 0, 12, "the most cards of an opponent that keep it from calling"),),
)
