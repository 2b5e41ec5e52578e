"""Secrets still in the hand (R5.2), and the arrangement of a winner's hand that pays the largest bonus (R3, R14.3).

The arrangement enumerates all arrangements with the least count. It may be slow, because only a winner needs it, and
only if the hand could earn a bonus.
"""

from __future__ import annotations

import numpy as np

from tongits_sim.cards import (
    ACES,
    COLUMN,
    EMPTY,
    JOKERS,
    NATURALS,
    ONE,
    X1,
    X2,
    U,
    bit,
    lowest,
    nth_bit,
    points,
    popcount,
    rank_fours,
    rank_pairs,
    rank_threes,
)
from tongits_sim.compile.jit import njit
from tongits_sim.hands.jokers import arrange, chains, places, run_line, set_option, set_options, span
from tongits_sim.hands.melds import choice_sets, conflicts, folded, least_deadwood, low_and_high, raised, run_cover
from tongits_sim.rules import codes

LONG_RUN = 5  # R14.3

# Bonus so far: with all secrets, without secrets, and what the best secret adds (`_add`).
_NOTHING_YET = (np.int64(0), np.int64(0), np.int64(0))

_SET_CANDIDATES = 13 * 11
_RUN_CANDIDATES = 4 * 14 * 13 * 13
_PAIR_DOUBLES = 13 * 6
_RUN_DOUBLES = 4 * 14 * 14


@njit
def holds_secret(hand, taken, rules):
    """Whether the hand contains a secret whose cards all come from the deal or the stock (R5.2, `held`)."""
    kinds = rules.secrets_kinds
    if kinds == codes.SECRETS_KINDS_NONE:
        return False
    cards = hand & ~taken
    naturals = cards & NATURALS
    jokers = min(popcount(cards & JOKERS), int(rules.jokers_max_per_meld))
    if rank_fours(naturals) != EMPTY:
        return True
    if jokers >= 1 and rank_threes(naturals) != EMPTY:
        return True
    if jokers >= 2 and rank_pairs(naturals) != EMPTY:
        return True
    return kinds == codes.SECRETS_KINDS_SET4_RUN and _holds_run(
        naturals, rules.secrets_run_min, jokers, rules.melds_ace_runs
    )


@njit
def _holds_run(naturals, size, jokers, ace_runs):
    """Whether `size` consecutive places of a suit lack at most `jokers` cards."""
    line = naturals
    if ace_runs != codes.MELDS_ACE_RUNS_LOW:
        line |= (naturals & ACES) << U(13)
    if ace_runs == codes.MELDS_ACE_RUNS_HIGH:
        line &= ~ACES
    starts = line & (line >> ONE) & (line >> U(2)) & (line >> U(3))
    if size == 5:
        starts &= line >> U(4)
    if starts != EMPTY or jokers == 0:
        return starts != EMPTY
    first, last = places(ace_runs)
    for suit in range(4):
        lane = line >> U(16 * suit)
        for low in range(first, last - size + 2):
            if popcount(lane & span(low, low + size - 1)) >= size - jokers:
                return True
    return False


@njit
def meld_bonus(is_set, size, wild, own_cards, rules):
    """What each loser pays for a meld, as a secret and as a long run (R14.3), hundredths.

    own_cards: all cards came from the deal or the stock, and no card was public before the end.
    """
    secret = np.int64(0)
    eligible = own_cards or rules.bonus_meld_scope == codes.BONUS_MELD_SCOPE_ANY_OWN
    if eligible and not (wild and rules.jokers_block_secret_bonus):
        if is_set and size == 4 and rules.secrets_kinds != codes.SECRETS_KINDS_NONE:
            secret = rules.bonus_secret_set
        elif not is_set and size >= rules.secrets_run_min and rules.secrets_kinds == codes.SECRETS_KINDS_SET4_RUN:
            secret = rules.bonus_secret_run
    return secret, rules.bonus_long_run if not is_set and size >= LONG_RUN else np.int64(0)


@njit
def natural_bonus(hand, taken, rules, secrets_pay, laid_best):
    """The bonus of the melds in the winner's hand, arranged for the least count and then the largest bonus (R3).

    The hand holds no joker (else: `wild_bonus`). secrets_pay: secrets earn a bonus with this ending. laid_best: under
    `bonus.secret_once`, the best secret on the table, which the result includes. Returns hundredths from each loser.
    """
    nothing = laid_best if rules.bonus_secret_once else np.int64(0)
    if not could_earn(hand, rules, secrets_pay):
        return nothing
    target = least_deadwood(hand, rules.melds_ace_runs)[0]
    return max(nothing, _best_natural(hand, taken, target, rules, secrets_pay, laid_best, _NOTHING_YET))


@njit
def wild_bonus(hand, taken, rules, secrets_pay, laid_best):
    """`natural_bonus` of a hand with jokers."""
    best = laid_best if rules.bonus_secret_once else np.int64(0)
    if not could_earn(hand, rules, secrets_pay):
        return best
    naturals = hand & NATURALS
    target = arrange(hand, rules)[0] >> 2
    others_loose = (popcount(hand & JOKERS) - 1) * np.int64(rules.jokers_points)
    jokers = hand & JOKERS
    while jokers != EMPTY:
        joker = nth_bit(jokers, 0)
        jokers &= ~joker
        with_this_joker = _best_one(
            naturals, joker, taken, target - others_loose, rules, secrets_pay, laid_best, _NOTHING_YET
        )
        best = max(best, with_this_joker)
    if hand & JOKERS == JOKERS:
        best = max(best, _best_two(naturals, taken, target, rules, secrets_pay, laid_best))
    return best


@njit
def could_earn(hand, rules, secrets_pay):
    """Quick test whether melds in the hand could earn a bonus."""
    sets = secrets_pay and rules.bonus_secret_set > 0 and rules.secrets_kinds != codes.SECRETS_KINDS_NONE
    runs = secrets_pay and rules.bonus_secret_run > 0 and rules.secrets_kinds == codes.SECRETS_KINDS_SET4_RUN
    long_runs = rules.bonus_long_run > 0
    naturals = hand & NATURALS
    if hand & JOKERS != EMPTY and (long_runs or ((sets or runs) and not rules.jokers_block_secret_bonus)):
        return True
    if sets and rank_fours(naturals) != EMPTY:
        return True
    shortest = np.int64(rules.secrets_run_min) if runs else np.int64(LONG_RUN)
    return (runs or long_runs) and _holds_run(naturals, shortest, np.int64(0), rules.melds_ace_runs)


@njit
def _add(sofar, everything, plain, one_secret):
    """Add a group of melds: its bonus with all secrets, without secrets, and with only the best secret."""
    return sofar[0] + everything, sofar[1] + plain, max(sofar[2], one_secret - plain)


@njit
def _total(sofar, rules, laid_best):
    if rules.bonus_secret_once:
        return sofar[1] + max(laid_best, sofar[2])
    return sofar[0]


@njit
def _best_natural(mask, taken, target, rules, secrets_pay, laid_best, sofar):
    """Largest bonus of natural cards arranged so that exactly `target` points are left over; -1 if impossible."""
    best = np.int64(-1)
    low, high = low_and_high(mask)
    if rules.melds_ace_runs == codes.MELDS_ACE_RUNS_LOW:
        low, high = EMPTY, EMPTY
    elif rules.melds_ace_runs == codes.MELDS_ACE_RUNS_HIGH:
        low, high = EMPTY, ACES
    torn = low & high
    up = torn
    while True:
        best = max(best, _best_placed(mask, (high & ~low) | up, taken, target, rules, secrets_pay, laid_best, sofar))
        if up == EMPTY:
            return best
        up = (up - ONE) & torn  # the next smaller subset of `torn`


@njit
def _best_placed(mask, high, taken, target, rules, secrets_pay, laid_best, sofar):
    """`_best_natural` for a choice of aces above the king."""
    best = np.int64(-1)
    threes = rank_threes(mask)
    runs = run_cover(mask, high)
    torn = conflicts(threes, mask, runs)
    settled = ((threes & ~torn) * COLUMN) & mask
    number = 0
    while True:
        sets, left = choice_sets(mask, torn, runs, number)
        if left != 0:
            return best
        number += 1
        sets |= settled
        cover = run_cover(mask & ~sets, high)
        if points(mask & ~sets & ~cover) == target:
            earned = _add_runs(
                _add_sets(sofar, sets, taken, rules, secrets_pay), cover, high, taken, rules, secrets_pay
            )
            best = max(best, _total(earned, rules, laid_best))


@njit
def _add_sets(sofar, sets, taken, rules, secrets_pay):
    fours = rank_fours(sets)
    for rank in range(13):
        if fours >> U(rank) & ONE:
            clean = (COLUMN << U(rank)) & taken == EMPTY
            secret = meld_bonus(True, 4, False, clean, rules)[0] if secrets_pay else 0
            sofar = _add(sofar, secret, 0, secret)
    return sofar


@njit
def _add_runs(sofar, cover, high, taken, rules, secrets_pay):
    line = raised(cover, high)
    tainted = raised(taken & cover, high)
    for suit in range(4):
        lane = line >> U(16 * suit) & U(0x3FFF)
        foul = tainted >> U(16 * suit) & U(0x3FFF)
        place = 0
        while place < 14:
            size = lowest(~(lane >> U(place)))
            if size >= 3:
                everything, plain, one_secret = _best_split(place, size, foul, rules, secrets_pay)
                sofar = _add(sofar, everything, plain, one_secret)
            place += size + 1
    return sofar


@njit
def _best_split(first, size, foul, rules, secrets_pay):
    """The best bonus of splitting `size` consecutive cards into runs: counting all secrets, no secret, a single
    secret.
    """
    everything = plain = one_secret = np.int64(0)
    for cuts in range(1 << (size - 1) if size >= 6 else 1):
        all_secrets = longs = largest = np.int64(0)
        start = 0
        valid = True
        for end in range(1, size + 1):
            if end < size and not cuts >> (end - 1) & 1:
                continue
            if end - start < 3:
                valid = False
                break
            clean = foul & span(first + start, first + end - 1) == EMPTY
            secret, long = meld_bonus(False, end - start, False, clean, rules)
            if not secrets_pay:
                secret = 0
            all_secrets += secret
            longs += long
            largest = max(largest, secret)
            start = end
        if valid:
            everything = max(everything, all_secrets + longs)
            plain = max(plain, longs)
            one_secret = max(one_secret, longs + largest)
    return everything, plain, one_secret


@njit
def wild_candidate(mask, index, ace_runs):
    """Meld number `index` of a joker and cards of the mask: (cards, faces, the joker's face), or EMPTY."""
    if index < _SET_CANDIDATES:
        rank = index // 11
        option = index % 11
        if popcount(mask & (COLUMN << U(rank))) >= 2 and option < set_options(mask, rank):
            return set_option(mask, rank, option)
        return EMPTY, EMPTY, EMPTY
    index -= _SET_CANDIDATES
    shift = U(16 * (index // (14 * 169)))
    place = index // 169 % 14
    a = index // 13 % 13
    b = index % 13
    line = run_line(mask >> shift & U(0x1FFF), ace_runs)
    first, last = places(ace_runs)
    if a + b < 2 or place - a < first or place + b > last or place < first or place > last:
        return EMPTY, EMPTY, EMPTY
    faces = span(place - a, place + b)
    played = ONE << U(place)
    if faces & ~played & ~line != EMPTY or (faces & ONE and faces >> U(13)):
        return EMPTY, EMPTY, EMPTY
    return folded(faces & ~played) << shift, folded(faces) << shift, folded(played) << shift


@njit
def next_candidate(mask, index, ace_runs):
    """The first number from `index` on that may give a `wild_candidate`."""
    if index < _SET_CANDIDATES:
        rank = index // 11
        while rank < 13 and popcount(mask & (COLUMN << U(rank))) < 2:
            rank += 1
            index = rank * 11
        if rank < 13:
            return index
    index -= _SET_CANDIDATES
    while index < _RUN_CANDIDATES:
        place = index // 169 % 14
        a = index // 13 % 13
        line = run_line(mask >> U(16 * (index // (14 * 169))) & U(0x1FFF), ace_runs)
        left, right = chains(line, place)
        if a <= left and left + right >= 2:
            break
        index += 169 - index % 169
    return index + _SET_CANDIDATES


@njit
def double_ways(mask, index, ace_runs):
    """Number of ways of `double_candidate` for this index."""
    if index < _PAIR_DOUBLES:
        return 1
    index -= _PAIR_DOUBLES
    low = index // 14 % 14
    high = index % 14
    first, last = places(ace_runs)
    if low < first or high > last or high - low < 3 or high - low == 13:
        return 0
    line = run_line(mask >> U(16 * (index // 196)) & U(0x1FFF), ace_runs)
    return 196 if popcount(span(low, high) & ~line) <= 2 else 0


@njit
def double_candidate(mask, index, way, ace_runs):
    """Meld number `index` of two jokers and cards, in way `way`; like `wild_candidate`."""
    if index < _PAIR_DOUBLES:
        whole = COLUMN << U(index // 6)
        pair = index % 6
        first = (0, 0, 0, 1, 1, 2)[pair]
        second = (1, 2, 3, 2, 3, 3)[pair]
        cards = (U(1) << U(16 * first) | U(1) << U(16 * second)) << U(index // 6)
        if cards & ~mask != EMPTY:
            return EMPTY, EMPTY, EMPTY
        return cards, whole, whole & ~cards
    index -= _PAIR_DOUBLES
    shift = U(16 * (index // 196))
    low = index // 14 % 14
    high = index % 14
    first = way // 14
    second = way % 14
    if not low <= first < second <= high:
        return EMPTY, EMPTY, EMPTY
    line = run_line(mask >> shift & U(0x1FFF), ace_runs)
    faces = span(low, high)
    played = ONE << U(first) | ONE << U(second)
    if faces & ~line & ~played != EMPTY:
        return EMPTY, EMPTY, EMPTY
    return folded(faces & ~played) << shift, folded(faces) << shift, folded(played) << shift


@njit
def _add_wild(sofar, cards, faces, taken, rules, secrets_pay):
    is_set = popcount(faces & (COLUMN << U(_low_rank(faces)))) == popcount(faces)
    secret, long = meld_bonus(is_set, popcount(faces), True, cards & taken == EMPTY, rules)
    if not secrets_pay:
        secret = np.int64(0)
    return _add(sofar, secret + long, long, secret + long)


@njit
def _low_rank(faces):
    rank = 0
    while not faces >> U(rank) & COLUMN:
        rank += 1
    return rank


@njit
def _best_one(mask, joker, taken, target, rules, secrets_pay, laid_best, sofar):
    """Largest bonus if `joker` (mask) may be placed or loose and `target` points are left over in all."""
    best = np.int64(-1)
    if target >= rules.jokers_points:
        best = _best_natural(mask, taken, target - rules.jokers_points, rules, secrets_pay, laid_best, sofar)
    index = next_candidate(mask, 0, rules.melds_ace_runs)
    while index < _SET_CANDIDATES + _RUN_CANDIDATES:
        cards, faces, _ = wild_candidate(mask, index, rules.melds_ace_runs)
        index = next_candidate(mask, index + 1, rules.melds_ace_runs)
        if cards != EMPTY:
            with_meld = _add_wild(sofar, cards | joker, faces, taken, rules, secrets_pay)
            best = max(best, _best_natural(mask & ~cards, taken, target, rules, secrets_pay, laid_best, with_meld))
    return best


@njit
def _best_two(mask, taken, target, rules, secrets_pay, laid_best):
    """Largest bonus with two jokers: X1 in a meld; X2 loose, in another meld, or in the meld of X1."""
    best = np.int64(-1)
    index = next_candidate(mask, 0, rules.melds_ace_runs)
    while index < _SET_CANDIDATES + _RUN_CANDIDATES:
        cards, faces, _ = wild_candidate(mask, index, rules.melds_ace_runs)
        index = next_candidate(mask, index + 1, rules.melds_ace_runs)
        if cards != EMPTY and arrange((mask & ~cards) | bit(X2), rules)[0] >> 2 == target:
            with_meld = _add_wild(_NOTHING_YET, cards | bit(X1), faces, taken, rules, secrets_pay)
            rest = _best_one(mask & ~cards, bit(X2), taken, target, rules, secrets_pay, laid_best, with_meld)
            best = max(best, rest)
    if rules.jokers_max_per_meld >= 2:
        best = max(best, _best_double(mask, taken, target, rules, secrets_pay, laid_best))
    return best


@njit
def _best_double(mask, taken, target, rules, secrets_pay, laid_best):
    """Largest bonus with both jokers in one meld."""
    best = np.int64(-1)
    for index in range(_PAIR_DOUBLES + _RUN_DOUBLES):
        for way in range(double_ways(mask, index, rules.melds_ace_runs)):
            cards, faces, _ = double_candidate(mask, index, way, rules.melds_ace_runs)
            if cards != EMPTY:
                with_meld = _add_wild(_NOTHING_YET, cards | JOKERS, faces, taken, rules, secrets_pay)
                rest = _best_natural(mask & ~cards, taken, target, rules, secrets_pay, laid_best, with_meld)
                best = max(best, rest)
    return best
