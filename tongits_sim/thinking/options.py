"""The answers to a decision that are worth thinking about.

The own answer always comes first; melds with jokers follow those without. Of discards, those outside the best
arrangement of the hand are compared, unless there are fewer than two of them.
"""

from __future__ import annotations

import numpy as np

from tongits_sim.actions import FACE_DOWN, TAKE_FREE, extend, meld_from, sapaw, sapaw_joker
from tongits_sim.cards import EMPTY, JOKERS, NATURALS, ONE, U, bit, column, lowest, nth_bit, popcount
from tongits_sim.game.legality import (
    LEGAL,
    check_extend,
    check_lay,
    check_sapaw,
    check_take_free,
    check_take_meld,
)
from tongits_sim.game.state import (
    DECISION_CALL,
    DECISION_DISCARD,
    DECISION_DRAW,
    DECISION_LAY,
    DECISION_RESPOND,
    DECISION_SAPAW,
)
from tongits_sim.jit import njit
from tongits_sim.rules.codes import SECRETS_KINDS_NONE
from tongits_sim.thinking.layout import MAX_OPTIONS

_WRAPPED = U(0x3FFF)  # thirteen ranks and the ace above the king


@njit
def list_options(think, view, own):
    """List the answers to the decision in the view, the own one (action word) first.

    The hand must have been taken up (`hidden.take_up`).
    """
    think.options = 0
    add_option(think, own)
    decision = view.decision
    if decision in (DECISION_CALL, DECISION_RESPOND):
        add_option(think, EMPTY)
        add_option(think, ONE)
    elif decision == DECISION_DRAW:
        add_option(think, EMPTY)
        _list_takes(think, view)
    elif decision == DECISION_LAY:
        add_option(think, EMPTY)
        _list_melds(think, view, view.hand & NATURALS, EMPTY)
        _list_wild_melds(think, view, view.hand, EMPTY)
    elif decision == DECISION_SAPAW:
        add_option(think, EMPTY)
        _list_sapaws(think, view)
    elif decision == DECISION_DISCARD:
        _list_discards(think, view)


@njit
def add_option(think, word):
    """Add an answer unless it is listed already, or the list is full."""
    options = think.options
    if options == MAX_OPTIONS:
        return
    for number in range(options):
        if think.words[number] == word:
            return
    think.words[options] = word
    think.options = options + 1


@njit
def _list_discards(think, view):
    loose = view.legal & ~view.melded
    rest = loose if popcount(loose) >= 2 else view.legal
    while rest != EMPTY:
        add_option(think, rest & (~rest + ONE))
        rest &= rest - ONE


@njit
def _list_sapaws(think, view):
    for number in range(view.n_melds):
        rest = view.meld_fits[number] & view.hand
        while rest != EMPTY:
            _try_sapaw(think, view, sapaw(lowest(rest), number))
            rest &= rest - ONE
    jokers = view.hand & JOKERS
    if jokers == EMPTY:
        return
    for number in range(view.n_melds):
        rest = view.meld_fits[number]
        while rest != EMPTY:
            _try_sapaw(think, view, sapaw_joker(lowest(jokers), rest & (~rest + ONE), number))
            rest &= rest - ONE


@njit
def _try_sapaw(think, view, word):
    """Add a sapaw (word) if it is legal."""
    if check_sapaw(think.game, view, view.rules, np.int64(view.me), word) == LEGAL:
        add_option(think, word)


@njit
def _list_takes(think, view):
    seat = np.int64(view.me)
    offer = bit(view.offer)
    if check_take_free(view.rules) == LEGAL:
        add_option(think, TAKE_FREE)
    for number in range(view.n_melds):
        rest = view.meld_fits[number] if offer & JOKERS != EMPTY else offer
        while rest != EMPTY:
            word = extend(number, rest & (~rest + ONE) if offer & JOKERS != EMPTY else EMPTY)
            rest &= rest - ONE
            if check_extend(view, view.rules, seat, word) == LEGAL:
                add_option(think, word)
    if offer & JOKERS == EMPTY:
        _list_melds(think, view, view.hand & NATURALS | offer, offer)
    _list_wild_melds(think, view, view.hand | offer, offer)


@njit
def _list_melds(think, view, cards, needed):
    """Melds of natural cards (mask) that hold `needed` (mask): sets first, then runs by suit."""
    for rank in range(13):
        same = cards & column(rank)
        if popcount(same) < 3 or needed & ~same != EMPTY:
            continue
        _try_meld(think, view, same, needed)
        if popcount(same) == 4:
            for i in range(4):
                _try_meld(think, view, same & ~nth_bit(same, i), needed)
    for suit in range(4):
        shift = U(16 * suit)
        lane = cards >> shift & U(0x1FFF)
        lane |= (lane & ONE) << U(13)
        for first in range(12):
            run = EMPTY
            for last in range(first, min(first + 13, 14)):
                one = ONE << U(last)
                if lane & one == EMPTY:
                    break
                run |= one
                if last - first >= 2:
                    faces = (run & U(0x1FFF) | (run & _WRAPPED) >> U(13)) << shift
                    if needed & ~faces == EMPTY:
                        _try_meld(think, view, faces, needed)


@njit
def _list_wild_melds(think, view, cards, needed):
    """Melds of `cards` (mask) in which jokers stand for missing cards, and that hold `needed` (mask)."""
    if cards & JOKERS == EMPTY:
        return
    for rank in range(13):
        for without in range(5):
            _try_wild_meld(think, view, column(rank) & ~nth_bit(column(rank), without), cards, needed)
    for suit in range(4):
        shift = U(16 * suit)
        for first in range(12):
            run = EMPTY
            for last in range(first, min(first + 13, 14)):
                run |= ONE << U(last)
                if last - first >= 2:
                    _try_wild_meld(think, view, (run & U(0x1FFF) | (run & _WRAPPED) >> U(13)) << shift, cards, needed)


@njit
def _try_wild_meld(think, view, faces, cards, needed):
    """Add the meld that shows some faces (mask) if jokers of `cards` (mask), but not too many, stand for some."""
    lacking = popcount(faces & ~cards)
    jokers = needed & JOKERS if lacking == 1 and needed & JOKERS != EMPTY else cards & JOKERS
    most = np.int64(view.rules.jokers_max_per_meld)
    if 1 <= lacking <= most and lacking <= popcount(jokers):
        _try_meld(think, view, meld_from(faces, cards & NATURALS | jokers), needed)


@njit
def _try_meld(think, view, word, needed):
    """Add a meld (word) if it is legal, and face down too if that is."""
    seat = np.int64(view.me)
    if needed != EMPTY:
        if check_take_meld(think.game, view, view.rules, seat, word)[0] == LEGAL:
            add_option(think, word)
        return
    if check_lay(think.game, view, view.rules, seat, word)[0] == LEGAL:
        add_option(think, word)
    if view.rules.secrets_kinds != SECRETS_KINDS_NONE and popcount(word & NATURALS) >= 4:
        word |= FACE_DOWN
        if check_lay(think.game, view, view.rules, seat, word)[0] == LEGAL:
            add_option(think, word)
