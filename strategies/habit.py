"""The bot `habit` plays as another player (`player=trained`), except for the habits that are set. Each habit is a
parameter, and several may be set at once. `tongits try` measures what a habit gains.
"""

from __future__ import annotations

import numpy as np

from strategies.habit_params import (
    ALWAYS_HOLD,
    FACES,
    LAY_ALL,
    LAY_FIRST,
    LOW,
    MIDDLE,
    PAIRS,
    PARAMS,
    SAPAW_AT_ONCE,
    SAPAW_IF_LOWER,
    SAPAW_NEVER,
    TAKE_ALWAYS,
    TAKE_NEVER,
    UNTIL_OPEN,
)
from strategies.helpers import NO, YES, lay_next, lay_to_finish, least_useful, sapaw_deadwood
from strategies.inference import best_take, open_opponents, sapaw_on, spare_cards, take_onto_meld
from strategies.laid_over import habit
from tongits_sim.cards import EMPTY, JOKERS, NATURALS, U, bit, column, lowest, popcount
from tongits_sim.compile.jit import njit
from tongits_sim.game.action_codes import FACE_DOWN

_LANES = 0x0001_0001_0001_0001
_FACES = U(0x1C00 * _LANES)  # jack, queen, king
_MIDDLE = U(0x01E0 * _LANES)  # 6 to 9
_LOW = U(0x001F * _LANES)  # ace to 5


@njit
def call(view, params, action):
    """The habits of calls; a ban comes last, so that it holds."""
    if params.call_stock_from <= view.stock_left <= params.call_stock_to:
        if view.count <= params.call_up_to:
            action = YES
        if view.count > params.call_only_to:
            action = NO
    if view.turns[view.me] < params.call_from_turn or params.never_call > 0:
        action = NO
    return action


@njit
def respond(view, params, action):
    """The habits of challenges; a ban comes last, so that it holds."""
    if view.count <= params.challenge_up_to:
        action = YES
    if view.count > params.challenge_only_to or params.never_challenge > 0:
        action = NO
    return action


@njit
def draw(view, params, action):
    """Never take the discard, or take it whenever it makes a meld or fits one."""
    if params.take == TAKE_NEVER:
        return EMPTY
    if params.take == TAKE_ALWAYS and action == EMPTY:
        word, _ = best_take(view)
        return word if word != EMPTY else take_onto_meld(view)
    return action


@njit
def lay(view, params, action):
    """Lay at once, or hold the first meld; a hand that goes out is laid."""
    closed = view.open_melds[view.me] == 0
    if action == EMPTY and (params.lay == LAY_ALL or (params.lay == LAY_FIRST and closed)):
        action = lay_next(view)
    holds = params.hold_meld == ALWAYS_HOLD or (params.hold_meld == UNTIL_OPEN and open_opponents(view) == 0)
    if holds and closed and action & FACE_DOWN == EMPTY:
        return lay_to_finish(view, params)
    return action


@njit
def sapaw(view, params, action):
    """Block an opponent's call; add loose cards at once, never, or only if that lowers the count."""
    if params.block > 0:
        action = _blocking(view, params.block, action)
    if params.sapaw == SAPAW_AT_ONCE and action == EMPTY:
        return sapaw_deadwood(view, params)
    if params.sapaw == SAPAW_NEVER:
        return EMPTY
    if params.sapaw == SAPAW_IF_LOWER and _card_of(view, action) & view.melded != EMPTY:
        return EMPTY
    return action


@njit
def _card_of(view, word):
    """The card of the hand (mask) that a sapaw (action code) adds."""
    joker = word & JOKERS
    return joker if joker != EMPTY else word & NATURALS & view.hand


@njit
def _blocking(view, most, action):
    """Add one card to a meld of each opponent with at most `most` cards, the next player first, and keep the others."""
    if popcount(view.hand & ~view.melded) <= 1:
        return action
    right = (np.int64(view.me) + 1) % 3
    left = (np.int64(view.me) + 2) % 3
    for seat in (right, left):
        if _near_call(view, seat, most) and view.sapawed_on[seat] == 0:
            word = sapaw_on(view, spare_cards(view), seat)
            if word != EMPTY:
                return word
    return EMPTY if _card_of(view, action) & _blockers(view, most) != EMPTY else action


@njit
def _near_call(view, seat, most):
    return view.open_melds[seat] > 0 and view.hand_size[seat] <= most


@njit
def _blockers(view, most):
    """The cards (mask) that fit a meld of an opponent with at most `most` cards."""
    cards = EMPTY
    for step in range(1, 3):
        seat = (np.int64(view.me) + step) % 3
        if _near_call(view, seat, most):
            cards |= view.fits_of[seat]
    return cards


@njit
def discard(view, params, action):
    """Throw some cards first, or keep some; cards in melds are left alone."""
    loose = view.legal & ~view.melded & NATURALS
    first = cards_of(view, params.throw_first) & loose
    if first != EMPTY and action & first == EMPTY:
        action = least_useful(view, first)
    kept = cards_of(view, params.keep)
    if params.block > 0:
        kept |= _blockers(view, params.block)
    others = loose & ~kept
    if action & kept != EMPTY and others != EMPTY:
        action = least_useful(view, others)
    return action


@njit
def cards_of(view, kind):
    """The cards (mask) that a habit names: FACES, MIDDLE, LOW, or PAIRS, the loose pairs of the hand."""
    if kind == FACES:
        return _FACES
    if kind == MIDDLE:
        return _MIDDLE
    if kind == LOW:
        return _LOW
    return _pairs(view.hand & NATURALS & ~view.melded) if kind == PAIRS else EMPTY


@njit
def _pairs(cards):
    """The cards whose rank stands in the mask more than once."""
    pairs = EMPTY
    rest = cards
    while rest != EMPTY:
        same = cards & column(lowest(rest))
        if popcount(same) > 1:
            pairs |= same
        rest &= ~same
    return pairs


@njit
def forget(view, params):
    """Take the discards before the last `memory` rounds out of a view; cards that lie in melds stay seen."""
    dropped = (view.n_discards // 3 - np.int64(params.memory)) * 3
    if params.memory <= 0 or dropped <= 0:
        return
    table = EMPTY
    for number in range(view.n_melds):
        table |= view.meld_faces[number]
    kept = EMPTY
    for place in range(dropped, view.n_discards):
        kept |= bit(view.discards[place])
    for place in range(dropped):
        card = bit(view.discards[place]) & ~kept
        view.discarded[(np.int64(view.dealer) + place) % 3] &= ~card
        view.seen &= ~(card & ~table)
    view.n_discards -= dropped
    for place in range(view.n_discards):
        view.discards[place] = view.discards[place + dropped]


HABIT = habit(
    "habit",
    "Plays as another player, except for the habits that are set.",
    params=PARAMS,
    sees=forget,
    call=call,
    respond=respond,
    draw=draw,
    lay=lay,
    sapaw=sapaw,
    discard=discard,
)
