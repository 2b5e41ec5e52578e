"""Every way to arrange a complete hand in bahay and the eye, one after another (V9).

    state = first_arrangement(counts, jokers, bahay)
    while next_arrangement(counts, state):
        state[CHOWS], state[PUNGS], state[JOKERS], eye_of(state)

The search goes through the suited kinds in order and keeps its own state, so that it can stop at each arrangement and
continue. At each kind it chooses the number of jokers for it, the number of pungs (two are possible with jokers), and
whether it is the eye. Its other tiles begin chows. Dragons and winds leave no choice.

Without jokers there is a shorter way, by sets of kinds (`kinds.held_often`): for each possible eye (`eyes_of`), and
each choice of pungs among the kinds with three tiles left, all other tiles must be chows (`chows_beside`), which leaves
no choice; the three suits are examined side by side.
"""

from __future__ import annotations

import numpy as np

from mahjong_sim.hands.kinds import one_less
from mahjong_sim.hands.lookups import RANKS
from mahjong_sim.tiles import PLAIN, SUITED
from tongits_sim.compile.bits import popcount
from tongits_sim.compile.jit import inline_njit, njit

CHOWS = 0
"""Row of the state: the number of chows that begin with each kind."""
PUNGS = 1
"""Row of the state: the number of pungs of each kind."""
JOKERS = 2
"""Row of the state: the number of jokers that stand for each kind."""
_OPTION = 3  # the choice made at each kind, -1 before the first
_LEFT = 4  # before each kind: jokers not used yet
_BAHAY = 5  # before each kind: bahay still to make
_EYE = 6  # before each kind: the kind of the eye + 1, 0 if there is none yet
_PLACE = 7  # in the first column: the next kind, -1 at the end
_ROWS = 8
# Choices at a kind with given jokers: none to two pungs, the eye or not.
_CHOICES = 6
_ONE = np.uint64(1)
_SUITS = np.uint64((1 << SUITED) - 1)
_GROUP = np.uint64((1 << RANKS) - 1)
# The lowest bit, and the highest, of the nine of each suit.
_LOW = np.uint64(0o001_001_001)
_HIGH = np.uint64(0o400_400_400)


@njit
def first_arrangement(counts, jokers, bahay):
    """The state (int64[8, 34]) before the first arrangement of a hand in `bahay` bahay and the eye."""
    state = np.zeros((_ROWS, PLAIN), np.int64)
    eye = 0
    for kind in range(SUITED, PLAIN):
        if counts[kind] == 3:
            state[PUNGS, kind] = 1
            bahay -= 1
        elif counts[kind] == 2 and eye == 0:
            eye = kind + 1
        elif counts[kind] != 0:
            state[_PLACE, 0] = -1
    state[_OPTION, 0] = -1
    state[_LEFT, 0] = jokers
    state[_BAHAY, 0] = bahay
    state[_EYE, 0] = eye
    return state


@inline_njit
def eye_of(state):
    """The kind of the eye in the present arrangement."""
    return state[_EYE, SUITED] - 1


@njit
def next_arrangement(counts, state):
    """Go on to the next arrangement; False if there is none."""
    kind = state[_PLACE, 0]
    while kind >= 0:
        if not _next_option(counts, state, kind):
            kind -= 1
        elif kind + 1 < SUITED:
            kind += 1
            state[_OPTION, kind] = -1
        elif state[_BAHAY, SUITED] == 0 and state[_LEFT, SUITED] == 0 and state[_EYE, SUITED] > 0:
            state[_PLACE, 0] = kind
            return True
    state[_PLACE, 0] = -1
    return False


@inline_njit
def _go_on(counts, kind, chows, left):
    """Return True if the next two kinds may suffice for `chows` chows from a kind, with `left` jokers left."""
    return left > 0 or (chows <= counts[kind + 1] and chows <= counts[kind + 2])


@njit
def _next_option(counts, state, kind):
    """Choose the next option at a kind and write the rest for the next kind; False if there is none."""
    rank = kind % RANKS
    begun = (state[CHOWS, kind - 1] if rank >= 1 else 0) + (state[CHOWS, kind - 2] if rank >= 2 else 0)
    free = counts[kind] - begun
    left, bahay, eye = state[_LEFT, kind], state[_BAHAY, kind], state[_EYE, kind]
    if free + left <= 0 and (free + left < 0 or state[_OPTION, kind] >= 0):
        return False
    option = max(state[_OPTION, kind] + 1, -free * _CHOICES)
    if left == 0 and free < 3:
        # too few for a pung, so at most the eye
        end = np.int64(2) if free == 2 else np.int64(1)
    else:
        end = (left + 1) * _CHOICES
    while option < end:
        jokers = option // _CHOICES
        pungs = option % _CHOICES // 2
        pair = option % 2
        chows = free + jokers - 3 * pungs - 2 * pair
        fits = chows == 0 or (chows > 0 and rank <= RANKS - 3 and _go_on(counts, kind, chows, left - jokers))
        if fits and chows + pungs <= bahay and (pair == 0 or eye == 0):
            state[_OPTION, kind] = option
            state[CHOWS, kind] = chows
            state[PUNGS, kind] = pungs
            state[JOKERS, kind] = jokers
            state[_LEFT, kind + 1] = left - jokers
            state[_BAHAY, kind + 1] = bahay - chows - pungs
            state[_EYE, kind + 1] = kind + 1 if pair else eye
            return True
        option += 1
    return False


# ---- without jokers


@inline_njit
def eyes_of(held, bahay):
    """The kinds (bits, uint64) that may be the eye of a complete hand without jokers.

    There are none if the numbers of tiles in its groups do not fit `bahay` bahay and the eye. held: the kinds with at
    least one, two, three and four tiles.
    """
    eyes = np.uint64(0)
    tiles = with_eye = np.int64(0)
    for group in range(4):
        kinds = _GROUP << np.uint64(RANKS * group)
        number = popcount(held[0] & kinds) + popcount(held[1] & kinds)
        number += popcount(held[2] & kinds) + popcount(held[3] & kinds)
        tiles += number
        if number % 3 == 1:
            return np.uint64(0)
        if number % 3 == 2:
            with_eye += 1
            eyes = held[1] & kinds
    return eyes if with_eye == 1 and tiles == 3 * bahay + 2 else np.uint64(0)


@inline_njit
def beside_eye(held, eye):
    """A hand without its eye.

    Returns the kinds with at least one, two, three and four tiles (four sets of bits), the suited kinds that may be
    pungs, the dragons and winds that are pungs, and whether these pungs use all dragons and winds.
    """
    mark = _ONE << np.uint64(eye)
    left = one_less(one_less(held, mark), mark)
    once, _, thrice, all_four = left
    return left, thrice & _SUITS, thrice & ~_SUITS, (once & ~thrice | all_four) & ~_SUITS == np.uint64(0)


@inline_njit
def chows_beside(left, pungs):
    """The kinds (bits, uint64) that begin chows if the tiles `left`, without some suited pungs, are all chows; and
    whether they are all chows.
    """
    once, twice, thrice, all_four = left
    once = (once & ~pungs) | (all_four & pungs)
    twice &= ~pungs
    thrice &= ~pungs
    all_four &= ~pungs
    chows = over = np.uint64(0)
    before = two_before = np.uint64(0)  # the chows that began one and two ranks before: a number for each suit
    for rank in range(RANKS):
        place = np.uint64(rank)
        begin = ((once >> place) & _LOW) + ((twice >> place) & _LOW) + ((thrice >> place) & _LOW)
        begin += ((all_four >> place) & _LOW) - before - two_before
        if rank < RANKS - 2:
            chows |= ((begin | begin >> _ONE | begin >> np.uint64(2)) & _LOW) << place
            over |= begin & _HIGH  # a negative number of chows
        else:
            over |= begin
        before, two_before = begin, before
    return chows, over == np.uint64(0)
