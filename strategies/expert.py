"""The expert combines the best ideas of the other bots. It values partial melds by their live outs, and aces and kings
if they earn a bonus; calls while nobody can challenge, and otherwise by a threshold that grows with the stock and with
the cards of possible challengers; challenges by the caller's cards and the stock; takes any discard that lowers its
deadwood; opens at once with the meld that is hardest to add to, short melds before long melds; and blocks opponents'
calls. Its thresholds depend on the house rules.
"""

from __future__ import annotations

import numpy as np

from strategies.helpers import NO, YES, lay_next, lay_to_finish, sapaw_one
from strategies.inference import (
    best_take,
    discard_by_score,
    fewest_cards,
    lay_safest,
    open_opponents,
    sapaw_on,
    spare_cards,
    take_onto_meld,
)
from tongits_sim.cards import ACES, EMPTY, KINGS, popcount
from tongits_sim.compile.jit import njit
from tongits_sim.game.state import CHALLENGED
from tongits_sim.rules.codes import CALL_TIMING_END
from tongits_sim.strategy import Hooks, Param, Strategy


@njit
def call(view, params):
    """Call if nobody can challenge, else by a threshold for the stock and the challengers' cards."""
    opened = open_opponents(view)
    if opened == 0:
        return YES if view.count <= params.call_none else NO
    limit = params.call_one if opened == 1 else params.call_two
    limit += params.call_stock * view.stock_left + params.call_cards * (fewest_cards(view) - 6)
    if view.rules.call_timing == CALL_TIMING_END:
        limit += params.call_end * view.stock_left
    return YES if view.count <= limit else NO


@njit
def respond(view, params):
    """Challenge by the caller's cards, the stock and the other player's action."""
    limit = params.fight_base + params.fight_cards * view.hand_size[view.caller]
    limit += params.fight_stock * view.stock_left
    for seat in range(3):
        if view.responses[seat] == CHALLENGED:
            limit -= params.fight_rival
    if view.rules.pay_fold_if_challenged >= view.rules.pay_fight_lost and open_opponents(view) == 2:
        limit += params.fight_cheap
    return YES if view.count <= limit else NO


@njit
def draw(view, params):
    """Take the discard for the meld that leaves the least deadwood, or onto a meld on the table."""
    word, left = best_take(view)
    if word != EMPTY and left < view.deadwood:
        return word
    return take_onto_meld(view)


@njit
def lay(view, params):
    """Open with the safest meld; lay the rest only if needed."""
    if view.open_melds[view.me] > 0 and view.rules.showdown_hand_melds_count_zero:
        return lay_to_finish(view, params)
    if view.open_melds[view.me] > 0:
        return lay_next(view)
    return lay_safest(view)


@njit
def sapaw(view, params):
    """Block opponents who may call soon, then get rid of loose cards, but keep cards that earn a bonus."""
    right = (np.int64(view.me) + 1) % 3
    left = (np.int64(view.me) + 2) % 3
    if view.fits & view.hand == EMPTY:
        return sapaw_one(view, view.hand & ~view.melded)
    paid = EMPTY
    if view.rules.bonus_ace > 0 and popcount(view.hand & ~view.melded) > 2:
        paid |= ACES
    if view.rules.bonus_king > 0 and view.stock_left > params.keep_kings_stock:
        paid |= KINGS
    spare = spare_cards(view)
    for target in (right, left):
        if view.sapawed_on[target] == 0:
            word = sapaw_on(view, spare & ~paid, target)
            if word != EMPTY:
                return word
    word = sapaw_on(view, view.hand & ~view.melded, np.int64(view.me))
    return word if word != EMPTY else sapaw_one(view, view.hand & ~view.melded & ~paid)


@njit
def discard(view, params):
    """Discard by points, live outs, melds fed to the next player, and bonuses."""
    return discard_by_score(view, params.out_worth, params.feed_cost, params.bonus_worth)


EXPERT = Strategy(
    name="expert",
    summary="The best tuned combination of the ideas of all others.",
    hooks=Hooks(call, respond, draw, lay, sapaw, discard),
    params=(
        Param("call_none", 130, 0, 130, "largest count for a call when no opponent has an open meld"),
        Param("call_one", 18.9, 0, 130, "largest count for a call against one open opponent with six cards, stock out"),
        Param(
            "call_two", 15.6, 0, 130, "largest count for a call against two open opponents with six cards, stock out"
        ),
        Param("call_stock", 1.7, -10, 10, "how much more for each card of the stock"),
        Param("call_end", 4, -10, 10, "how much more for each card of the stock if calls follow the discard"),
        Param("call_cards", 8, -10, 10, "how much more for each card of the opponent who holds the fewest"),
        Param("fight_base", 19.8, -130, 130, "largest count for a challenge to a caller without cards, stock out"),
        Param("fight_cards", 1.7, -10, 10, "how much more for each card of the caller"),
        Param("fight_stock", 1.3, -10, 10, "how much more for each card of the stock"),
        Param("fight_rival", 8.9, 0, 50, "how much less when the other opponent has challenged"),
        Param("fight_cheap", 2.2, 0, 50, "how much more if folding costs as much once another player challenges"),
        Param("out_worth", 3, 0, 20, "points that one live out of a partial meld is worth"),
        Param("feed_cost", 0.3, 0, 20, "points deducted for each meld the next player could make"),
        Param("bonus_worth", 5, 0, 50, "points that a bonus card is worth when it pays as much as a fold"),
        Param("keep_kings_stock", 4, 0, 17, "it keeps kings that pay a bonus while more stock cards are left"),
    ),
    remembers=True,
)
