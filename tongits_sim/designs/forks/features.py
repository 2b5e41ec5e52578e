"""Features of a decision (`layout.FEATURES`), and the cell of each binning into which they fall."""

from __future__ import annotations

import numpy as np

from tongits_sim.actions import FACE_DOWN
from tongits_sim.cards import EMPTY, NATURALS, bit, column, lowest, popcount
from tongits_sim.designs.forks.layout import FEATURE, MOST
from tongits_sim.game.legality import discard_points, showdown_count, visible_rivals
from tongits_sim.game.state import DECISION_DISCARD, DECISION_LAY, DECISION_RESPOND
from tongits_sim.jit import inline_njit, njit
from tongits_sim.rules.codes import RESPONSE_ORDER_SEQUENTIAL

_COUNT, _STOCK, _OPPONENTS = FEATURE["count"], FEATURE["stock"], FEATURE["opponents_open"]
_OWN_OPEN, _OWN_SIZE, _LEAST_SIZE = FEATURE["own_open"], FEATURE["own_size"], FEATURE["least_size"]
_TURN, _NEXT_OPEN, _TABLE_MELDS = FEATURE["turn"], FEATURE["next_open"], FEATURE["table_melds"]
_OWN_MELDS, _LEAST_DISCARD, _CALLER_DISCARD = (
    FEATURE[name] for name in ("own_melds", "least_discard", "caller_discard")
)
_CALLER_SIZE, _ORDER, _ANSWERED = FEATURE["caller_size"], FEATURE["order"], FEATURE["answered"]
_CALLER_COUNT, _BLUFF, _CALLER_RANK = FEATURE["caller_count"], FEATURE["bluff"], FEATURE["caller_rank"]
_MELD, _CARD, _RANK, _SUIT = FEATURE["meld"], FEATURE["card"], FEATURE["rank"], FEATURE["suit"]
_FITS, _SEEN_RANK = FEATURE["fits"], FEATURE["seen_rank"]
_RIVALS, _RIVAL_SIZE, _RIVAL_DISCARD = FEATURE["rivals"], FEATURE["rival_size"], FEATURE["rival_discard"]


@njit
def describe(game, view, rules, features, action):
    """Fill `features` (int64[FEATURES]) for the deciding seat; `action` is the answer of arm a."""
    seat = np.int64(view.me)
    right, left = (seat + 1) % 3, (seat + 2) % 3
    for i in range(len(features)):
        features[i] = 0
    features[_COUNT] = view.count
    features[_STOCK] = view.stock_left
    features[_OPPONENTS] = (1 if view.open_melds[right] > 0 else 0) + (1 if view.open_melds[left] > 0 else 0)
    features[_OWN_OPEN] = view.open_melds[seat]
    features[_OWN_SIZE] = view.hand_size[seat]
    features[_LEAST_SIZE] = min(view.hand_size[right], view.hand_size[left])
    features[_TURN] = view.turns[seat]
    features[_NEXT_OPEN] = 1 if view.open_melds[right] > 0 else 0
    features[_TABLE_MELDS] = view.n_melds
    features[_OWN_MELDS] = popcount(view.melded)
    features[_LEAST_DISCARD] = min(discard_points(view, right), discard_points(view, left))
    features[_RIVALS], features[_RIVAL_SIZE], features[_RIVAL_DISCARD] = visible_rivals(view)
    if view.decision == DECISION_RESPOND:
        _describe_call(game, view, rules, features, seat)
    elif view.decision == DECISION_LAY:
        faces = action & NATURALS
        is_set = faces != EMPTY and faces & ~column(lowest(faces)) == EMPTY
        features[_MELD] = 2 if action & FACE_DOWN != EMPTY else 0 if is_set else 1
    elif view.decision == DECISION_DISCARD:
        card = lowest(action)
        features[_CARD] = card
        features[_RANK] = card & 15
        features[_SUIT] = card >> 4
        features[_FITS] = 1 if action & view.fits != EMPTY else 0
        features[_SEEN_RANK] = popcount(column(card) & (view.hand | view.seen) & ~bit(card))


@njit
def _describe_call(game, view, rules, features, seat):
    caller = np.int64(view.caller)
    other = 3 - seat - caller
    count = showdown_count(game, rules, caller)
    features[_CALLER_SIZE] = view.hand_size[caller]
    features[_CALLER_DISCARD] = discard_points(view, caller)
    features[_ORDER] = game.responder
    if rules.response_order == RESPONSE_ORDER_SEQUENTIAL and game.responder == 1:
        features[_ANSWERED] = game.answers[other]
    features[_CALLER_COUNT] = count
    features[_BLUFF] = 1 if count > view.count else 0
    features[_CALLER_RANK] = (1 if count > view.count else 0) + (1 if count > showdown_count(game, rules, other) else 0)


@inline_njit
def cell_of(fork, number):
    """Index, among all binnings' cells, of the cell of binning `number` that the features fall into; -1 for none."""
    cell = fork.offset[number]
    for axis in range(fork.axes[number]):
        value = min(max(fork.features[fork.feature[number, axis]], 0), MOST)
        place = np.int64(fork.bins[number, axis, value])
        if place < 0:
            return np.int64(-1)
        cell += place * fork.stride[number, axis]
    return cell
