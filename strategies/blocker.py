"""The blocker denies opponents the right to call: a sapaw on a player's meld keeps the player from calling until the
end of their next turn. It adds cards to the melds of opponents who look ready to call, the opponent with the fewest
cards first, and even adds useful cards if its own count does not rise.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from strategies.greedy import GREEDY
from strategies.helpers import sapaw_deadwood
from strategies.inference import sapaw_on, spare_cards
from tongits_sim.cards import EMPTY
from tongits_sim.compile.jit import njit
from tongits_sim.strategy import Param


@njit
def sapaw(view, params):
    """Block the opponent with the fewest cards, then the other opponent, then get rid of loose cards."""
    right = (np.int64(view.me) + 1) % 3
    left = (np.int64(view.me) + 2) % 3
    first = right if view.hand_size[right] <= view.hand_size[left] else left
    if view.fits & view.hand != EMPTY:
        spare = spare_cards(view)
        for target in (first, right + left - first):
            if view.sapawed_on[target] == 0 and view.hand_size[target] <= params.block_at_cards:
                word = sapaw_on(view, spare, target)
                if word != EMPTY:
                    return word
    return sapaw_deadwood(view, params)


BLOCKER = replace(
    GREEDY,
    name="blocker",
    summary="Adds cards to opponents' melds to keep them from calling, even useful ones.",
    hooks=replace(GREEDY.hooks, sapaw=sapaw),
    params=(*GREEDY.params, Param("block_at_cards", 9, 0, 13, "it blocks opponents with at most this many cards")),
)
