"""The least-deadwood arrangement of a hand with jokers (R3, R16), exact.

A joker is loose, in a set with two or three naturals of a rank, or in a run, where it fills the missing place. The
search tries every *wild meld* (a meld with a joker) and arranges the other cards without jokers. Two facts shorten the
list: a joker in a run never needs to stand for a card of the hand (card and joker could swap), and a wild run may stop
early only before a card that a set could use (or an ace, if aces may be high or low). With two jokers, every wild meld
of the first is combined with every wild meld of the second, or both share a meld if `jokers.max_per_meld` allows it. A
candidate is pruned if it cannot improve on the best, or cannot gain what two loose cards and a joker gain: removing
cards worth p cannot lower a count by more than p.

A cost is four times the points plus the number of loose jokers, so that at equal counts the arrangement that melds more
jokers wins: if jokers are worth 0, a hand can count 0 without being all in melds (R8).
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from tongits_sim.cards import (
    ACES,
    COLUMN,
    EMPTY,
    JOKERS,
    LANE,
    ONE,
    U,
    card_points,
    highest,
    lowest,
    nth_bit,
    points,
    popcount,
    rank_pairs,
    rank_threes,
)
from tongits_sim.compile.jit import njit
from tongits_sim.hands.melds import conflicts, folded, least_deadwood, run_cover
from tongits_sim.rules.codes import MELDS_ACE_RUNS_BOTH, MELDS_ACE_RUNS_HIGH, MELDS_ACE_RUNS_LOW

_NO_CEILING = np.int64(1 << 40)


@njit
def arrange(hand, rules):
    """Arrange any hand with the least deadwood, exactly (R3, R16).

    Returns (cost, sets, runs, wild_a, as_a, wild_b, as_b): `cost >> 2` (int64) is the count; sets and runs hold the
    natural cards in melds without a joker; wild_a, wild_b are the faces of melds with jokers, and as_a, as_b the faces
    that the jokers stand for.
    """
    jokers = popcount(hand & JOKERS)
    naturals = hand & ~JOKERS
    ace_runs = rules.melds_ace_runs
    if jokers == 0:
        count, sets, runs = least_deadwood(naturals, ace_runs)
        return count << 2, sets, runs, EMPTY, EMPTY, EMPTY, EMPTY
    loose_cost = np.int64(4 * rules.jokers_points + 1)
    if jokers == 1:
        cost, sets, runs, wild, played = _one_joker(naturals, loose_cost, _NO_CEILING, ace_runs)
        return cost, sets, runs, wild, played, EMPTY, EMPTY
    return _two_jokers(naturals, loose_cost, ace_runs, rules.jokers_max_per_meld)


@njit
def melded_cards(hand, sets, runs, wild_a, as_a, wild_b, as_b):
    """The cards of the hand, jokers included, that an arrangement puts in melds."""
    melded = sets | runs | (wild_a & ~as_a) | (wild_b & ~as_b)
    jokers = hand & JOKERS
    for _ in range(popcount(as_a) + popcount(as_b)):
        melded |= nth_bit(jokers, 0)
        jokers &= ~melded
    return melded


@njit
def _try_one(best, mask, known, cards, faces, played, ace_runs):
    """The better of `best` and the meld `faces` of `cards` and a joker; known: the `_Naturals` of the mask."""
    least = known.floor - 4 * points(cards)
    if least >= best[0] or least > known.limit:
        return best
    # If no bound card is removed, the old melds stay best: removing loose cards lowers the deadwood by their points
    # only.
    if cards & known.bound == EMPTY:
        return least, known.sets, known.runs, faces, played
    count, sets, runs = least_deadwood(mask & ~cards, ace_runs)
    cost = count << 2
    if cost >= best[0]:
        return best
    return cost, sets, runs, faces, played


class _Naturals(NamedTuple):
    """The best arrangement of the natural cards alone, found before melds with a joker are tried."""

    floor: Any  # the cost
    limit: Any  # an upper bound on the least cost with a joker; higher costs do not matter
    sets: Any  # cards in sets
    runs: Any  # cards in runs
    bound: Any  # cards whose removal may change the arrangement of the others


@njit
def _points_of_two(loose, ace_runs):
    """About the most points of two loose cards that form a meld with a joker; 0 without such a pair.

    It ignores aces above the king, and of equally distant pairs takes only the highest ranks.
    """
    line = loose & ~ACES if ace_runs == MELDS_ACE_RUNS_HIGH else loose
    same = rank_pairs(loose)
    one_up = _ranks(line & (line >> ONE))
    two_up = _ranks(line & (line >> U(2)))
    most = np.int64(0)
    if same != EMPTY:
        most = 2 * card_points(highest(same))
    if one_up != EMPTY:
        low = highest(one_up)
        most = max(most, card_points(low) + card_points(low + 1))
    if two_up != EMPTY:
        low = highest(two_up)
        most = max(most, card_points(low) + card_points(low + 2))
    return most


@njit
def _ranks(mask):
    """The ranks (13 bits) of the cards."""
    halves = mask | (mask >> U(32))
    return (halves | (halves >> U(16))) & LANE


@njit
def _ranks_from(least):
    """The ranks (13 bits) of cards that count at least `least` points."""
    return (LANE << U(max(least, np.int64(1)) - 1)) & LANE if least <= 10 else EMPTY


@njit
def _pairs_worth(mask, needed):
    """The ranks (13 bits) with two or three cards that together count `needed` points."""
    return rank_pairs(mask) & (_ranks_from((needed + 1) // 2) | (rank_threes(mask) & _ranks_from((needed + 2) // 3)))


@njit
def _one_joker(mask, loose_cost, ceiling, ace_runs):
    """Arrange natural cards and a joker. A result that costs `ceiling` or more may not be the best, and the caller
    ignores it.
    """
    count, sets, runs = least_deadwood(mask, ace_runs)
    floor = count << 2
    best = (floor + loose_cost, sets, runs, EMPTY, EMPTY)
    two = _points_of_two(mask & ~(sets | runs), ace_runs)
    limit = min(floor - 4 * two if two > 0 else floor + loose_cost, ceiling - 1)
    threes = rank_threes(mask)
    settable = (threes * COLUMN) & mask
    bound = sets | runs
    if ace_runs == MELDS_ACE_RUNS_BOTH:
        settable |= ACES  # the other end of the suit may need the ace
        bound = mask
    torn = EMPTY
    if threes != EMPTY:
        torn = conflicts(threes, mask, run_cover(mask, EMPTY) | run_cover(mask, ACES))
        if torn != EMPTY:
            bound = mask
    known = _Naturals(floor, limit, sets, runs, bound)
    pairs = _pairs_worth(mask, (floor - limit + 3) // 4)
    while pairs != EMPTY:
        rank = lowest(pairs)
        pairs &= pairs - ONE
        conflicting = torn >> U(rank) & ONE != EMPTY
        four = popcount(mask & (COLUMN << U(rank))) == 4
        for option in range(set_options(mask, rank)):
            cards, faces, played = set_option(mask, rank, option)
            # A set that leaves out one of three naturals, or two of four, pays only if a run can use the rest.
            if cards != EMPTY and (conflicting or option == 0 or (four and option <= 4)):
                best = _try_one(best, mask, known, cards, faces, played, ace_runs)
    return _one_joker_runs(best, mask, known, settable, ace_runs)


@njit
def set_options(mask, rank):
    """Number of ways to form a set of two or three naturals of a rank and a joker."""
    size = popcount(mask & (COLUMN << U(rank)))
    if size == 2:
        return 1
    return 4 if size == 3 else 11


@njit
def set_option(mask, rank, option):
    """A way to form the set: (natural cards used, faces shown, the joker's face).

    If the hand has three naturals: all three, then each pair. If it has four: option 0 is empty, then each three, then
    each pair; the joker then stands for a card that is elsewhere (R16).
    """
    whole = COLUMN << U(rank)
    cards = mask & whole
    size = popcount(cards)
    if size == 3 and option > 0:
        cards &= ~nth_bit(cards, option - 1)
    elif size == 4:
        if option == 0:
            return EMPTY, EMPTY, EMPTY
        if option <= 4:
            cards &= ~nth_bit(cards, option - 1)
        else:
            first = (0, 0, 0, 1, 1, 2)[option - 5]
            second = (1, 2, 3, 2, 3, 3)[option - 5]
            cards = nth_bit(whole, first) | nth_bit(whole, second)
    free = whole & ~cards
    outside = free & ~mask
    played = nth_bit(outside if outside != EMPTY else free, 0)
    return cards, cards | played, played


@njit
def run_line(lane, ace_runs):
    """A suit's 13 bits as a line of 14 places, with the ace at either or both ends, as `melds.ace_runs` says."""
    if ace_runs == MELDS_ACE_RUNS_LOW:
        return lane
    line = lane | ((lane & ONE) << U(13))
    return line & ~ONE if ace_runs == MELDS_ACE_RUNS_HIGH else line


@njit
def places(ace_runs):
    """First and last place of a line that a run may use."""
    if ace_runs == MELDS_ACE_RUNS_LOW:
        return 0, 12
    if ace_runs == MELDS_ACE_RUNS_HIGH:
        return 1, 13
    return 0, 13


@njit
def chains(line, place):
    """Numbers of consecutive set bits just below and just above `place`; `place` does not count."""
    below = ~line & ((ONE << U(place)) - ONE)
    return place - highest((below << ONE) | ONE), lowest(~(line >> U(place + 1)))


@njit
def span(first, last):
    """The bits first..last (inclusive)."""
    return ((ONE << U(last - first + 1)) - ONE) << U(first)


@njit
def _points_between(place, left, right):
    """Points of a run's natural cards: `left` below the joker's place and `right` above it."""
    return points(folded(span(place - left, place + right) & ~(ONE << U(place))))


@njit
def _all_lines(mask, ace_runs):
    """The `run_line` of every suit in its lane."""
    if ace_runs == MELDS_ACE_RUNS_LOW:
        return mask
    lines = mask | ((mask & ACES) << U(13))
    return lines & ~ACES if ace_runs == MELDS_ACE_RUNS_HIGH else lines


@njit
def _joker_places(lines, needed, ace_runs):
    """The places of lines (mask) where a joker makes a run with two or more cards that may count `needed` points."""
    first, last = places(ace_runs)
    below = lines << ONE
    above = lines >> ONE  # places whose lower, upper neighbour is there
    lower = lines << U(2)
    upper = lines >> U(2)
    between = below & above
    under = below & lower
    over = above & upper
    three = (between & (lower | upper)) | (under & (lines << U(3))) | (over & (lines >> U(3)))
    # The two cards lie at most at places p + 1 and p + 2 (from 0), so they count at most 2p + 5, which must reach
    # `needed`.
    lowest_place = min(max((needed - 4) // 2, np.int64(0)), np.int64(14))
    enough = span(np.int64(0), np.int64(13)) >> U(lowest_place) << U(lowest_place)
    return (between | under | over) & (three | (enough * COLUMN)) & (span(first, last) * COLUMN)


@njit
def _one_joker_runs(best, mask, known, settable, ace_runs):
    lines = _all_lines(mask, ace_runs)
    near = _joker_places(lines, (known.floor - known.limit + 3) // 4, ace_runs) & ~lines
    while near != EMPTY:
        at = lowest(near)
        near &= near - ONE
        place = at & 15
        shift = U(at & 48)
        line = (lines >> shift) & U(0x3FFF)
        left, right = chains(line, place)
        longest = known.floor - 4 * _points_between(place, left, right)
        if longest >= best[0] or longest > known.limit:
            continue
        played = ONE << U(place)
        stops = run_line((settable >> shift) & LANE, ace_runs)
        shortest = 0 if stops != EMPTY else left
        for a in range(left, shortest - 1, -1):
            if a < left and not stops >> U(place - a - 1) & ONE:
                continue
            for b in range(right, -1 if stops != EMPTY else right - 1, -1):
                if a + b < 2 or (b < right and not stops >> U(place + b + 1) & ONE):
                    continue
                faces = span(place - a, place + b)
                if faces & ONE and faces >> U(13):
                    continue
                cards = folded(faces & ~played) << shift
                best = _try_one(best, mask, known, cards, folded(faces) << shift, folded(played) << shift, ace_runs)
    return best


@njit
def _try_two(best, mask, known, cards, faces, played, loose_cost, ace_runs):
    """The better of `best` and the meld `faces` with the first joker; the second joker joins the rest of the hand.

    known: the cost with a single joker, and a limit as in `_Naturals`.
    """
    least = known[0] - 4 * points(cards)
    if least >= best[0] or least > known[1]:
        return best
    cost, sets, runs, wild, wild_again = _one_joker(mask & ~cards, loose_cost, best[0], ace_runs)
    if cost >= best[0]:
        return best
    return cost, sets, runs, faces, played, wild, wild_again


@njit
def _two_jokers(mask, loose_cost, ace_runs, max_per_meld):
    cost, sets, runs, wild, played = _one_joker(mask, loose_cost, _NO_CEILING, ace_runs)
    best = (cost + loose_cost, sets, runs, wild, played, EMPTY, EMPTY)
    two = _points_of_two(mask & ~(sets | runs | wild), ace_runs)
    known = (cost, cost - 4 * two if two > 0 else cost + loose_cost)
    needed = (known[0] - known[1] + 3) // 4
    if wild != EMPTY:
        best = _try_two(best, mask, known, wild & ~played, wild, played, loose_cost, ace_runs)
    pairs = _pairs_worth(mask, needed)
    while pairs != EMPTY:
        rank = lowest(pairs)
        pairs &= pairs - ONE
        for option in range(set_options(mask, rank)):
            cards, faces, played = set_option(mask, rank, option)
            if cards != EMPTY:
                best = _try_two(best, mask, known, cards, faces, played, loose_cost, ace_runs)
    best = _two_joker_runs(best, mask, known, loose_cost, ace_runs)
    if max_per_meld >= 2:
        best = _double_wild(best, mask, ace_runs)
    return best


@njit
def _two_joker_runs(best, mask, known, loose_cost, ace_runs):
    """Try every wild run of the first joker: any place and length, even in place of a card of the hand, which X2 may
    need.
    """
    lines = _all_lines(mask, ace_runs)
    near = _joker_places(lines, (known[0] - known[1] + 3) // 4, ace_runs)
    while near != EMPTY:
        at = lowest(near)
        near &= near - ONE
        place = at & 15
        shift = U(at & 48)
        left, right = chains((lines >> shift) & U(0x3FFF), place)
        longest = known[0] - 4 * _points_between(place, left, right)
        if longest >= best[0] or longest > known[1]:
            continue
        played = ONE << U(place)
        for a in range(left + 1):
            for b in range(max(0, 2 - a), right + 1):
                faces = span(place - a, place + b)
                if faces & ONE and faces >> U(13):
                    continue
                cards = folded(faces & ~played) << shift
                meld = folded(faces) << shift
                best = _try_two(best, mask, known, cards, meld, folded(played) << shift, loose_cost, ace_runs)
    return best


@njit
def _try_double(best, mask, cards, faces, ace_runs):
    count, sets, runs = least_deadwood(mask & ~cards, ace_runs)
    cost = count << 2
    if cost >= best[0]:
        return best
    return cost, sets, runs, faces, faces & ~cards, EMPTY, EMPTY


@njit
def _double_wild(best, mask, ace_runs):
    """Try both jokers in one meld: a set with two naturals, or a run that lacks two places (R16)."""
    pairs = rank_pairs(mask)
    while pairs != EMPTY:
        rank = lowest(pairs)
        pairs &= pairs - ONE
        whole = COLUMN << U(rank)
        for first in range(3):
            for second in range(first + 1, 4):
                cards = nth_bit(whole, first) | nth_bit(whole, second)
                if cards & ~mask == EMPTY:
                    best = _try_double(best, mask, cards, whole, ace_runs)
    first, last = places(ace_runs)
    for suit in range(4):
        shift = U(16 * suit)
        line = run_line((mask >> shift) & U(0x1FFF), ace_runs)
        for low in range(first, last - 2):
            for high in range(low + 3, last + 1):
                faces = span(low, high)
                if popcount(faces & ~line) > 2:
                    break
                if popcount(faces & ~line) < 2 or (faces & ONE and faces >> U(13)):
                    continue
                cards = folded(faces & line) << shift
                best = _try_double(best, mask, cards, folded(faces) << shift, ace_runs)
    return best


@njit
def wild_pair(mask, max_jokers, ace_runs):
    """Whether two naturals of the mask form a meld with one joker, or (max_jokers = 2) with two (R16)."""
    if rank_pairs(mask) != EMPTY:
        return True
    reach = 3 if max_jokers >= 2 else 2
    for suit in range(4):
        line = run_line((mask >> U(16 * suit)) & U(0x1FFF), ace_runs)
        for step in range(1, reach + 1):
            if line & (line >> U(step)) != EMPTY:
                return True
    return False


@njit
def wild_partners(card, max_jokers, ace_runs):
    """The cards (mask) that form a meld with this natural card and one joker (two, if max_jokers = 2)."""
    partners = COLUMN << U(card & 15)
    shift = U(card & 48)
    line = run_line(ONE << U(card & 15), ace_runs)
    first, last = places(ace_runs)
    reach = 3 if max_jokers >= 2 else 2
    near = EMPTY
    for step in range(1, reach + 1):
        near |= (line << U(step)) | (line >> U(step))
    near &= span(first, last)
    return (partners | (folded(near) << shift)) & ~(ONE << U(card))
