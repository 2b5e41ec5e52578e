"""Numbers the `N_ACTIONS` actions of a player, the same under all rules.

=============  ===========================================================================================
action         meaning
=============  ===========================================================================================
NO             no call, fold, draw from the stock, lay no more, add no more; a joker that stays unused
YES            call, challenge
TAKE           take the discard into the hand (`draw.take_discard = free`)
CARDS + c      discard card c; add card c to a meld; the face c that a joker stands for
TARGETS + n    meld n on the table, for the card to add or for the discard
MELDS + m      lay meld m of `MELDS` open; take the discard for it
SECRETS + m    lay meld m face down
=============  ===========================================================================================

Card c is 13 * suit + rank (suits c d h s, ranks A to K), jokers are 52 and 53.
"""

from __future__ import annotations

import functools

import numpy as np

from tongits_sim.cards import card_text, format_mask
from tongits_sim.compile.jit import inline_njit
from tongits_sim.game import state
from tongits_sim.hands.melds import NO_MELD, meld_kind

N_CARDS = 54
RUNS_OF_A_SUIT = 76
N_MELDS = 13 * 5 + 4 * RUNS_OF_A_SUIT

NO = 0
YES = 1
TAKE = 2
CARDS = 3
TARGETS = CARDS + N_CARDS
MELDS_FROM = TARGETS + state.MAX_MELDS
SECRETS_FROM = MELDS_FROM + N_MELDS
N_ACTIONS = SECRETS_FROM + N_MELDS

_HIGH_RUNS = 66  # runs of a suit that do not end in a high ace
_RUNS_FROM = 13 * 5


def _all_melds() -> np.ndarray:
    """uint64[N_MELDS]: the faces of every meld.

    First the sets, five for each rank (without clubs, diamonds, hearts, spades; all four); then the runs by suit: by
    first and last rank, then runs that end in a high ace, by first rank.
    """
    column = [1 << 16 * suit for suit in range(4)]
    sets = [sum(column) - lacking << rank for rank in range(13) for lacking in (*column, 0)]
    lanes = [(1 << last + 1) - (1 << first) for first in range(11) for last in range(first + 2, 13)]
    lanes += [(1 << 13) - (1 << first) | 1 for first in range(2, 12)]
    return np.array(sets + [lane << 16 * suit for suit in range(4) for lane in lanes], np.uint64)


MELDS = _all_melds()
"""The faces of meld m, as a mask."""


@functools.cache
def all_melds(ace_runs: int) -> tuple[int, ...]:
    """The faces (masks) of every meld under `melds.ace_runs`, shortest first."""
    melds = {int(faces) for faces in MELDS if meld_kind(faces, ace_runs) != NO_MELD}
    return tuple(sorted(melds, key=lambda faces: (faces.bit_count(), faces)))


@inline_njit
def card_number(card):
    """The number (0..53) of a card (int) in actions and planes."""
    return card - 3 * (card >> 4) if card & 15 < 13 else 52 + (card >> 4)


@inline_njit
def card_of(number):
    """The card (int) of a number; the inverse of `card_number`."""
    return number + 3 * (number // 13) if number < 52 else 14 + 16 * (number - 52)


@inline_njit
def set_number(rank, lacking):
    """The number of a set in `MELDS`; lacking: the missing suit (4: no suit)."""
    return 5 * rank + lacking


@inline_njit
def run_number(suit, first, last):
    """The number of a run in `MELDS`: ranks 0..12, `last` 13 for a high ace (with `first` from 2)."""
    start = _RUNS_FROM + RUNS_OF_A_SUIT * suit
    if last == 13:
        return start + _HIGH_RUNS + first - 2
    return start + 11 * first - first * (first - 1) // 2 + last - first - 2


def describe(action: int) -> str:
    """An action in words.

    >>> describe(CARDS + 32), describe(MELDS_FROM + 4)
    ('card 7h', 'meld Ac Ad Ah As')
    """
    if action < CARDS:
        return ("no", "yes", "take the discard")[action]
    if action < TARGETS:
        return f"card {card_text(int(card_of(action - CARDS)))}"
    if action < MELDS_FROM:
        return f"onto meld {action - TARGETS}"
    if action < SECRETS_FROM:
        return f"meld {format_mask(MELDS[action - MELDS_FROM])}"
    return f"face down {format_mask(MELDS[action - SECRETS_FROM])}"
