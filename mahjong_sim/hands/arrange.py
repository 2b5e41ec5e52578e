"""Every way to arrange a complete hand in bahay and the eye, one after another (V9).

    state = first_arrangement(counts, jokers, bahay)
    while next_arrangement(counts, state):
        state[CHOWS], state[PUNGS], state[JOKERS], eye_of(state)

A search through the suited kinds in their order, by hand, so that it can stop at each arrangement and go on from there:
at each kind it decides how many jokers stand for it, whether it is a pung (with jokers two), whether it is the eye, and
so how many chows begin with it. Dragons and winds leave no choice, and kinds of which nothing is held are passed over.
"""

from __future__ import annotations

import numpy as np

from mahjong_sim.hands.tables import RANKS
from mahjong_sim.tiles import PLAIN, SUITED
from tongits_sim.jit import inline_njit, njit

CHOWS = 0
"""Row of the state: how many chows begin with each kind."""
PUNGS = 1
"""Row of the state: how many pungs there are of each kind."""
JOKERS = 2
"""Row of the state: how many jokers stand for each kind."""
_OPTION = 3  # the choice made at each kind, -1 before the first
_LEFT = 4  # before each kind: jokers not used yet
_BAHAY = 5  # before each kind: bahay still to make
_EYE = 6  # before each kind: the kind of the eye + 1, 0 if there is none yet
_PLACE = 7  # in the first column: the kind to go on with, -1 at the end
_NEXT = 8  # the kind that is decided after each, `SUITED` after the last
_BEFORE = 9  # ... and before each, -1 before the first
_ROWS = 10
# Choices at a kind with given jokers: none to two pungs, the eye or not.
_CHOICES = 6


@njit
def first_arrangement(counts, jokers, bahay):
    """The state (int64[10, 34]) before the first arrangement of a hand in so many bahay and the eye."""
    state = np.zeros((_ROWS, PLAIN), np.int64)
    first = _link_kinds(counts, jokers, state)
    state[_PLACE, 0] = first
    eye = 0
    for kind in range(SUITED, PLAIN):
        if counts[kind] == 3:
            state[PUNGS, kind] = 1
            bahay -= 1
        elif counts[kind] == 2 and eye == 0:
            eye = kind + 1
        elif counts[kind] != 0:
            state[_PLACE, 0] = -1
    state[_OPTION, first] = -1
    state[_LEFT, first] = jokers
    state[_BAHAY, first] = bahay
    state[_EYE, first] = eye
    return state


@njit
def _link_kinds(counts, jokers, state):
    """Link the suited kinds that are decided: those held, or all if there are jokers. The last kind of all is one of
    them, so that there is one. Returns the first.
    """
    first = before = -1
    for kind in range(SUITED):
        if counts[kind] > 0 or jokers > 0 or kind == SUITED - 1:
            state[_BEFORE, kind] = before
            if before < 0:
                first = kind
            else:
                state[_NEXT, before] = kind
            before = kind
    state[_NEXT, before] = SUITED
    return first


@inline_njit
def eye_of(state):
    """The kind of the eye in the arrangement that the state has come to."""
    return state[_EYE, SUITED] - 1


@njit
def next_arrangement(counts, state):
    """Go on to the next arrangement; False if there is none."""
    kind = state[_PLACE, 0]
    while kind >= 0:
        if not _next_option(counts, state, kind):
            kind = state[_BEFORE, kind]
        elif state[_NEXT, kind] < SUITED:
            kind = state[_NEXT, kind]
            state[_OPTION, kind] = -1
        elif state[_BAHAY, SUITED] == 0 and state[_LEFT, SUITED] == 0 and state[_EYE, SUITED] > 0:
            state[_PLACE, 0] = kind
            return True
    state[_PLACE, 0] = -1
    return False


@inline_njit
def _go_on(counts, kind, chows, left):
    """Whether the next two kinds may do for so many chows from a kind, when so many jokers are left."""
    return left > 0 or (chows <= counts[kind + 1] and chows <= counts[kind + 2])


@njit
def _next_option(counts, state, kind):
    """Choose the next option at a kind and note what it leaves for the next kind; False if there is none."""
    rank = kind % RANKS
    begun = (state[CHOWS, kind - 1] if rank >= 1 else 0) + (state[CHOWS, kind - 2] if rank >= 2 else 0)
    free = counts[kind] - begun
    left, bahay, eye = state[_LEFT, kind], state[_BAHAY, kind], state[_EYE, kind]
    if free + left <= 0 and (free + left < 0 or state[_OPTION, kind] >= 0):
        return False
    after = state[_NEXT, kind]
    option = max(state[_OPTION, kind] + 1, -free * _CHOICES)
    if left == 0 and free < 3:
        # Too few for a pung: at most the eye.
        end = np.int64(2) if free == 2 else np.int64(1)
    else:
        end = (left + 1) * _CHOICES
    while option < end:
        jokers, pungs, pair = option // _CHOICES, option % _CHOICES // 2, option % 2
        chows = free + jokers - 3 * pungs - 2 * pair
        fits = chows == 0 or (chows > 0 and rank <= RANKS - 3 and _go_on(counts, kind, chows, left - jokers))
        if fits and chows + pungs <= bahay and (pair == 0 or eye == 0):
            state[_OPTION, kind] = option
            state[CHOWS, kind] = chows
            state[PUNGS, kind] = pungs
            state[JOKERS, kind] = jokers
            state[_LEFT, after] = left - jokers
            state[_BAHAY, after] = bahay - chows - pungs
            state[_EYE, after] = kind + 1 if pair else eye
            return True
        option += 1
    return False
