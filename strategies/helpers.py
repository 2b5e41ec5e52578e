"""Simple hooks that several bots share: `hook(view, params) -> action code`; `params` may be any record."""

from __future__ import annotations

from tongits_sim.cards import EMPTY, JOKERS, LANE, NATURALS, ONE, U, bit, column, highest, lowest, nth_bit, popcount
from tongits_sim.compile.jit import inline_njit, njit, outlined
from tongits_sim.game.action_codes import sapaw, sapaw_joker, wild_meld
from tongits_sim.game.meld_queries import melds_fitted
from tongits_sim.hands.jokers import arrange
from tongits_sim.hands.melds import folded, least_deadwood, raised, run_cover
from tongits_sim.rules.codes import (
    MELDS_ACE_RUNS_HIGH,
    MELDS_ACE_RUNS_LOW,
    SAPAW_TARGETS_OPPONENTS,
    TONGITS_EXIT_DISCARD_LAST,
)

YES = ONE
NO = EMPTY


@inline_njit
def never(view, params):
    """Say no, fold, draw from the stock, stop: the action 0, which every decision but DISCARD has."""
    return NO


@inline_njit
def always(view, params):
    """Say yes: call, or challenge."""
    return YES


@inline_njit
def arranged_meld(view):
    """A meld (action code) of the own best arrangement: a set, else a run, else a meld with a joker; 0 without
    melds.
    """
    if view.sets != EMPTY:
        return view.sets & column(lowest(view.sets))
    if view.runs != EMPTY:
        return run_at(view.runs, lowest(view.runs), view.rules.melds_ace_runs)
    if view.hand & JOKERS != EMPTY:
        for i in range(2):
            if view.wild[i] != EMPTY:
                return wild_meld(view.wild[i], view.wild_as[i], view.hand)
    return EMPTY


@inline_njit
def run_at(runs, card, ace_runs):
    """The lowest complete run of `runs` (mask) in the suit of `card`; an ace that must end Q-K-A counts as high."""
    shift = U(card & 48)
    lane = runs >> shift & LANE
    if ace_runs == MELDS_ACE_RUNS_HIGH or (ace_runs != MELDS_ACE_RUNS_LOW and run_cover(lane, EMPTY) != lane):
        lane = raised(lane, ONE)
    return folded(lane & ~(lane + nth_bit(lane, 0))) << shift


@inline_njit
def least_useful(view, candidates):
    """The discard among `candidates` (mask): outside melds, without neighbour or pair, with the highest points."""
    loose = candidates & ~view.melded
    if loose == EMPTY:
        loose = candidates
    naturals = loose & NATURALS
    if naturals == EMPTY:
        return nth_bit(loose, 0)
    hand = view.hand & NATURALS
    near = hand >> ONE | hand << ONE | hand >> U(2) | hand << U(2)
    # Equal ranks in other suits: three rotations, written pair by pair so that the compiler recognises them.
    near |= (hand >> U(16) | hand << U(48)) | (hand >> U(32) | hand << U(32)) | (hand >> U(48) | hand << U(16))
    alone = naturals & ~near
    return highest_points(alone if alone != EMPTY else naturals)


_COURT = U(0x1E00_1E00_1E00_1E00)


@inline_njit
def highest_points(cards):
    """A natural card (mask) of the highest points: a court card or ten if possible, else the highest rank."""
    tens = cards & _COURT
    halves = cards | cards >> U(32)
    ranks = (halves | halves >> U(16)) & LANE
    top = cards & column(highest(ranks | ONE))
    return nth_bit(tens if tens != EMPTY else top, 0)


@inline_njit
def sapaw_one(view, cards):
    """The sapaw (action code) of one of `cards` (mask) onto a meld that it fits; 0 if no card fits."""
    if cards & JOKERS != EMPTY or view.rules.sapaw_targets == SAPAW_TARGETS_OPPONENTS:
        return _sapaw_one_of_all(view, cards)
    melds = melds_fitted(view, cards)
    if melds == EMPTY:
        return EMPTY
    target = U(lowest(melds))
    return sapaw(lowest(view.meld_fits[target] & cards), target)


@njit
def _sapaw_one_of_all(view, cards):
    """`sapaw_one` for all rules and cards."""
    joker = nth_bit(cards & JOKERS, 0)
    for number in range(view.n_melds):
        if view.rules.sapaw_targets == SAPAW_TARGETS_OPPONENTS and view.meld_owner[number] == view.me:
            continue
        fits = view.meld_fits[number] & cards
        if fits != EMPTY:
            return sapaw(lowest(fits), number)
        if (
            joker != EMPTY
            and view.meld_fits[number] != EMPTY
            and view.meld_jokers[number] < view.rules.jokers_max_per_meld
        ):
            return sapaw_joker(lowest(joker), nth_bit(view.meld_fits[number], 0), number)
    return EMPTY


@inline_njit
def take_for_set_or_run(view, params):
    """Take the discard if it makes a natural meld; prefer a set to a run."""
    offer = bit(view.offer)
    if offer & JOKERS != EMPTY:
        return EMPTY
    return natural_meld_with(view.hand & NATURALS, view.offer, view.rules.melds_ace_runs)


@inline_njit
def natural_meld_with(hand, card, ace_runs):
    """A natural meld (action code) of `card` (int) and cards of the hand: the set of its rank, else a run of three,
    else 0.
    """
    same = hand & column(card)
    if popcount(same) >= 2:
        return same | bit(card)
    return run_with(hand, card, ace_runs)


@inline_njit
def run_with(hand, card, ace_runs):
    """The lowest run (action code) of exactly three with `card`; 0 if no run is possible."""
    shift = U(card & 48)
    lane = (hand | bit(card)) >> shift & U(0x1FFF)
    if ace_runs != 0:
        lane |= (lane & ONE) << U(13)
        if ace_runs == 1:
            lane &= ~ONE
    starts = lane & (lane >> ONE) & (lane >> U(2))
    first = starts & (U(7) << U(card & 15) >> U(2))
    if first == EMPTY and card & 15 == 0:
        first = starts & (ONE << U(11))
    faces = nth_bit(first, 0) * U(7)
    return ((faces & LANE) | (faces >> U(13))) << shift


@inline_njit
def may_lay_open(view):
    """Whether `melds.max_voluntary` still allows an open meld (R5)."""
    return view.rules.melds_max_voluntary == 0 or view.voluntary[view.me] < view.rules.melds_max_voluntary


@inline_njit
def lay_next(view):
    """A meld of the own arrangement to lay open now (action code); 0 if no meld may be laid."""
    return if_laid_openly(view, arranged_meld(view))


@inline_njit
def if_laid_openly(view, word):
    """A meld (action code) if it may be laid open now, else 0."""
    if word == EMPTY or not may_lay_open(view):
        return EMPTY
    if view.rules.tongits_exit == TONGITS_EXIT_DISCARD_LAST and popcount(word & NATURALS) >= view.hand_size[view.me]:
        return EMPTY
    return word


@inline_njit
def lay_to_open(view, params):
    """Lay a meld to be safe from sunog and able to call; lay more only if melds in the hand count against the
    player.
    """
    if view.open_melds[view.me] == 0 or not view.rules.showdown_hand_melds_count_zero:
        return lay_next(view)
    return lay_to_finish(view, params)


@inline_njit
def lay_to_finish(view, params):
    """If only laid melds make Tongits (R8), lay them once at most one card is outside melds."""
    if not view.rules.tongits_hand_melds and popcount(view.hand & ~view.melded) <= 1:
        return lay_next(view)
    return EMPTY


@inline_njit
def sapaw_deadwood(view, params):
    """Add cards outside the own melds to melds on the table."""
    return sapaw_one(view, view.hand & ~view.melded)


@inline_njit
def discard_least_useful(view, params):
    """Discard the least useful legal card."""
    return least_useful(view, view.legal)


@inline_njit
def take_if_lower(view, params):
    """Take the discard for a meld if that lowers the deadwood; see `taking_helps`."""
    word = take_for_set_or_run(view, params)
    return word if word != EMPTY and taking_helps(view, word) else EMPTY


@inline_njit
def taking_helps(view, word):
    """Whether taking the discard for a natural meld (action code) lowers the deadwood and is legal."""
    cards = word & ~bit(view.offer)
    if view.rules.tongits_exit == TONGITS_EXIT_DISCARD_LAST and popcount(cards) >= view.hand_size[view.me]:
        return False
    if cards & view.melded == EMPTY:
        return True
    return deadwood_without(view, cards) < view.deadwood


@njit
def deadwood_without(view, cards):
    """Deadwood of the own hand without `cards` (mask), in its best arrangement, jokers included (R3, R16)."""
    rest = view.hand & ~cards
    if rest & JOKERS == EMPTY:
        return least_deadwood(rest, view.rules.melds_ace_runs)[0]
    return outlined(_deadwood_with_jokers, (rest, view.rules))


@njit
def _deadwood_with_jokers(hand, rules):
    """Deadwood of a hand with jokers; not inlined, because the search is long and few rules have jokers."""
    return arrange(hand, rules)[0] >> 2
