"""Melds of natural cards (R3): tests of melds, and the exact arrangement with the least deadwood.

Only sets that share a card with a run need choices: every other set is used whole, and runs cover as many of the
remaining cards as possible. A *run cover* is the union of all runs of three in a mask. Within a suit runs never
compete, except for an ace that could belong to Q-K-A or A-2-3.
"""

from __future__ import annotations

import numpy as np

from tongits_sim.cards import (
    ACES,
    COLUMN,
    EMPTY,
    HIGH_ACES,
    ONE,
    U,
    column,
    lowest,
    nth_bit,
    points,
    popcount,
    rank_threes,
)
from tongits_sim.compile.jit import inline_njit, njit
from tongits_sim.rules.codes import MELDS_ACE_RUNS_BOTH, MELDS_ACE_RUNS_HIGH, MELDS_ACE_RUNS_LOW

NO_MELD = 0
SET = 1
RUN = 2


@inline_njit
def raised(mask, high):
    """The mask with the aces in `high` moved above their kings (bit 13 of the lane)."""
    return (mask & ~high) | ((mask & high) << U(13))


@inline_njit
def folded(mask):
    """The inverse of `raised`: aces above the king back to their own bit."""
    return (mask & ~HIGH_ACES) | ((mask & HIGH_ACES) >> U(13))


@inline_njit
def run_cover(mask, high):
    """All cards of the mask that are in some run, with the aces in `high` above the king."""
    line = raised(mask, high)
    starts = line & (line >> ONE) & (line >> U(2))
    return folded(starts | (starts << ONE) | (starts << U(2)))


@inline_njit
def low_and_high(mask):
    """Aces that form A-2-3, and aces that form Q-K-A, with cards of this mask."""
    low = mask & (mask >> ONE) & (mask >> U(2)) & ACES
    high = mask & (mask >> U(11)) & (mask >> U(12)) & ACES
    return low, high


@inline_njit
def in_meld(mask, card, ace_runs):
    """Whether the card forms a meld with cards of the mask; the mask may contain the card."""
    all_cards = mask | (ONE << U(card))
    in_set = popcount(all_cards >> U(card & 15) & COLUMN) >= 3
    if ace_runs != MELDS_ACE_RUNS_LOW:
        return in_set or _in_run(all_cards, card, ace_runs)
    # The card and two places to either side: cards of different suits are further apart.
    return in_set | (_RUN_NEAR >> ((all_cards << U(2) >> U(card)) & U(31)) & ONE != EMPTY)


# Bit n is set if the five bits of n contain three neighbours that include the middle bit.
_RUN_NEAR = U(sum(1 << n for n in range(32) if any(n & run == run for run in (0b111, 0b1110, 0b11100))))


@njit
def _in_run(all_cards, card, ace_runs):
    """Whether the card forms a run with other cards of `all_cards`, in which aces may stand above the king."""
    lane = (all_cards >> U(card & 48)) & U(0x1FFF)
    rank = card & 15
    if rank == 0 and (lane >> U(11)) == U(3):
        return True
    lane |= (lane & ONE) << U(13)
    if ace_runs == MELDS_ACE_RUNS_HIGH:
        lane &= ~ONE
        if rank == 0:
            return False
    starts = lane & (lane >> ONE) & (lane >> U(2))
    return (starts << U(2) >> U(rank)) & U(7) != EMPTY


@inline_njit
def meld_kind(faces, ace_runs):
    """SET, RUN or NO_MELD: what the faces show (R3)."""
    size = popcount(faces)
    if size < 3:
        return NO_MELD
    card = lowest(faces)
    if faces & ~column(card) == EMPTY:
        return SET
    lane = faces >> U(card & 48)
    if lane > U(0x1FFF):
        return NO_MELD
    if ace_runs != MELDS_ACE_RUNS_HIGH and _contiguous(lane):
        return RUN
    if ace_runs != MELDS_ACE_RUNS_LOW and _contiguous(raised(lane, ONE)):
        return RUN
    return NO_MELD


@inline_njit
def _contiguous(lane):
    line = lane >> U(lowest(lane))
    return line & (line + ONE) == EMPTY


@inline_njit
def meld_fits(faces, kind, ace_runs):
    """The faces that may be added to a meld by sapaw (R6): the fourth of a set, the two ends of a run."""
    card = lowest(faces)
    if kind == SET:
        return column(card) & ~faces
    shift = U(card & 48)
    lane = faces >> shift
    if ace_runs != MELDS_ACE_RUNS_LOW and lane & ONE and (ace_runs == MELDS_ACE_RUNS_HIGH or not lane & U(2)):
        lane = raised(lane, ONE)
    ends = ((lane << ONE) | (lane >> ONE)) & ~lane
    if ace_runs == MELDS_ACE_RUNS_LOW:
        ends &= U(0x1FFF)
    elif ace_runs == MELDS_ACE_RUNS_HIGH:
        ends &= U(0x3FFE)
    else:
        ends &= U(0x3FFF)
    return (folded(ends) & ~folded(lane)) << shift


@inline_njit
def least_deadwood(mask, ace_runs):
    """Exact least deadwood of natural cards (R3).

    Returns (count int64, sets, runs): the least points left over, and the cards in sets and in runs of a best
    arrangement.
    """
    if ace_runs == MELDS_ACE_RUNS_LOW:
        return _arrange(mask, EMPTY)
    if ace_runs == MELDS_ACE_RUNS_HIGH:
        return _arrange(mask, ACES)
    low, high = low_and_high(mask)
    torn = low & high
    best = _arrange(mask, high & ~low)
    raised_aces = torn
    while raised_aces != EMPTY:
        with_high_aces = _arrange(mask, (high & ~low) | raised_aces)
        if with_high_aces[0] < best[0]:
            best = with_high_aces
        raised_aces = (raised_aces - ONE) & torn  # visits all subsets of `torn` except the empty set, in falling order
    return best


@inline_njit
def _arrange(mask, high):
    """`least_deadwood` for a choice of aces above the king."""
    threes = rank_threes(mask)
    runs = run_cover(mask, high)
    sets = (threes * COLUMN) & mask
    if sets & runs == EMPTY:  # no separate test for no sets: that branch would be hard to predict
        return points(mask & ~(sets | runs)), sets, runs
    return _arrange_conflict(mask, high, threes, runs)


@njit
def set_choices(mask, rank, runs):
    """Number of ways to use three or four cards of a rank: no card, all cards, or (of four) all but a card that a run
    can use.
    """
    cards = mask & (COLUMN << U(rank))
    if popcount(cards) == 3:
        return 2
    return 2 + popcount(cards & runs)


@njit
def set_choice(mask, rank, runs, choice):
    """The cards used by one of the `set_choices`."""
    cards = mask & (COLUMN << U(rank))
    if choice == 0:
        return EMPTY
    if choice == 1:
        return cards
    return cards & ~nth_bit(cards & runs, choice - 2)


@inline_njit
def conflicts(threes, mask, runs):
    """The ranks in `threes` whose cards a run can use."""
    wanted = runs & mask
    a = wanted | (wanted >> U(16)) | (wanted >> U(32)) | (wanted >> U(48))
    return threes & a & U(0x1FFF)


@njit
def choice_sets(mask, threes, runs, number):
    """The sets of a combination of choices for the ranks in `threes`; `number` encodes the choices in mixed radix.

    Returns (cards in sets, the rest of the number: 0 if the combination exists).
    """
    sets = EMPTY
    while threes != EMPTY:
        rank = lowest(threes)
        threes &= threes - ONE
        ways = set_choices(mask, rank, runs)
        sets |= set_choice(mask, rank, runs, number % ways)
        number //= ways
    return sets, number


@njit
def _arrange_conflict(mask, high, threes, runs):
    torn = conflicts(threes, mask, runs)
    settled = ((threes & ~torn) * COLUMN) & mask
    best_count = np.int64(1 << 40)
    best_sets = EMPTY
    best_runs = EMPTY
    number = 0
    while True:
        sets, left = choice_sets(mask, torn, runs, number)
        if left != 0:
            return best_count, best_sets, best_runs
        number += 1
        sets |= settled
        cover = run_cover(mask & ~sets, high)
        count = points(mask & ~sets & ~cover)
        if count < best_count:
            best_count, best_sets, best_runs = count, sets, cover


@inline_njit
def has_meld(mask, ace_runs):
    """Whether the natural cards contain a meld."""
    if rank_threes(mask) != EMPTY:
        return True
    high = EMPTY
    if ace_runs == MELDS_ACE_RUNS_HIGH:
        high = ACES
    elif ace_runs == MELDS_ACE_RUNS_BOTH and low_and_high(mask)[1] != EMPTY:
        return True
    line = raised(mask, high)
    return line & (line >> ONE) & (line >> U(2)) != EMPTY


@inline_njit
def has_meld_with(mask, card, ace_runs):
    """Whether natural cards of the mask make a new meld with this natural card (R4)."""
    return in_meld(mask & ~(ONE << U(card)), card, ace_runs)
