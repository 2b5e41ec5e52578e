"""Inference from the table: live cards, outs, the risk of a discard, the value of taking it, safe melds.

It uses only the view. A *live* card is neither in the own hand nor public, so it is in the stock or a hidden hand.
"""

from __future__ import annotations

import numpy as np

from strategies.helpers import (
    arranged_meld,
    deadwood_without,
    highest_points,
    if_laid_openly,
    natural_meld_with,
    run_at,
    run_with,
)
from tongits_sim.cards import (
    ACES,
    COLUMN,
    EMPTY,
    KINGS,
    LANE,
    NATURALS,
    ONE,
    U,
    bit,
    card_points,
    column,
    highest,
    lowest,
    popcount,
)
from tongits_sim.compile.jit import inline_njit, njit
from tongits_sim.game.action_codes import extend, sapaw
from tongits_sim.hands.melds import meld_fits, meld_kind, run_cover
from tongits_sim.rules.codes import (
    DRAW_TAKE_DISCARD_EXTEND_ANY,
    DRAW_TAKE_DISCARD_EXTEND_OWN,
    DRAW_TAKE_DISCARD_NEW_MELD,
    SAPAW_TARGETS_ANY,
    TONGITS_EXIT_DISCARD_LAST,
)

_NOTHING = -1.0e9
_MAX_FED = 6  # most melds of a card with pairs of live cards
_WEAK = 0.5  # points for each meld fed; from here on hardly any card can be ruled out without counting


@njit
def live_cards(view):
    """Natural cards that are neither in the own hand nor public (mask)."""
    return NATURALS & ~(view.hand | view.seen)


@njit
def next_seat(view):
    """The seat that may take the own discard."""
    return (np.int64(view.me) + 1) % 3


@njit
def open_opponents(view):
    """Number of opponents with an open meld, who may challenge."""
    right = (np.int64(view.me) + 1) % 3
    left = (np.int64(view.me) + 2) % 3
    return (1 if view.open_melds[right] > 0 else 0) + (1 if view.open_melds[left] > 0 else 0)


@njit
def fewest_cards(view):
    """The smallest hand size of an opponent with an open meld; 12 without such an opponent."""
    fewest = np.int64(12)
    for step in range(1, 3):
        seat = (np.int64(view.me) + step) % 3
        if view.open_melds[seat] > 0:
            fewest = min(fewest, view.hand_size[seat])
    return fewest


# The next two functions count without branches for all cards of the deck at once: masks hold the cards that fit, and
# the card is looked up last. So a loop over cards makes the masks only once.


@njit
def live_outs(hand, card, live):
    """Outs: the number of live cards that form a meld with a card (int) and another card of the hand (mask)."""
    same = column(card)
    outs = popcount(live & same) if popcount(hand & same) >= 2 else np.int64(0)
    hand &= NATURALS
    live &= NATURALS
    above = hand >> ONE
    below = hand << ONE  # cards whose next higher, lower card is in the hand
    outs += _at(live << ONE & (above | hand << U(2)), card) + _at(live >> ONE & (below | hand >> U(2)), card)
    return outs + _at(live >> U(2) & above, card) + _at(live << U(2) & below, card)


@inline_njit
def with_outs(hand, live):
    """The cards (mask) of the deck that have live outs, as counted by `live_outs`."""
    hand &= NATURALS
    live &= NATURALS
    above = hand >> ONE
    below = hand << ONE
    low = live >> ONE
    high = live << ONE
    runs = (high & (above | hand << U(2))) | (low & (below | hand >> U(2)))
    runs |= (live >> U(2) & above) | (live << U(2) & below)
    return runs | (_other_suits(hand) & _other_suits(live))


@inline_njit
def _other_suits(cards):
    """The cards whose rank the mask contains in another suit."""
    a = cards << U(16) | cards >> U(48)
    b = cards << U(32) | cards >> U(32)
    c = cards << U(48) | cards >> U(16)
    return a | b | c


@inline_njit
def worth_scoring(cards, hand, live, fined, out_cost, feed):
    """The cards (mask) that may have the best score; all cards if no card can be ruled out.

    A card without outs and fines scores its points minus its fed melds, at most `_MAX_FED`. Cards with fewer points
    than this score cannot be better; nor can cards with outs, if an out costs enough.

    Args:
        cards: the cards to choose from (mask).
        hand: the cards (mask) with which outs are counted.
        live: the live cards (mask).
        fined: cards (mask) that may lose points for other reasons.
        out_cost: points deducted for an out.
        feed: points deducted for each meld fed.
    """
    outs = with_outs(hand, live)
    free = cards & ~outs & ~fined
    if free == EMPTY or cards & ~hand != EMPTY or feed >= _WEAK or feed < 0.0 or out_cost < 0.0:
        return cards
    halves = free | free >> U(32)
    least = float(card_points(highest((halves | halves >> U(16)) & LANE))) - _MAX_FED * feed
    lowest_rank = U(max(np.int64(np.floor(least)) - 1, np.int64(0)))
    cards &= (LANE >> lowest_rank << lowest_rank) * COLUMN
    return cards & ~outs if 10.0 - out_cost < least else cards


@njit
def melds_fed(card, live):
    """Number of pairs of live cards that form a meld with a card (int): the melds that its discard may give away."""
    same = popcount(live & column(card))
    live &= NATURALS
    up = live >> ONE
    down = live << ONE  # cards whose next higher, lower card is live
    runs = _at(up & down, card) + _at(down & live << U(2), card) + _at(up & live >> U(2), card)
    return (same * (same - 1) >> 1) + runs


@inline_njit
def _at(mask, card):
    """1 if the card (int) is in the mask, else 0."""
    return np.int64(mask >> U(card) & ONE)


@njit
def discard_candidates(view, candidates):
    """The candidates (mask) for a discard: cards outside melds, else cards whose loss costs the least deadwood."""
    loose = candidates & ~view.melded
    if loose != EMPTY:
        return loose
    best = EMPTY
    least = np.int64(1 << 40)
    rest = candidates & NATURALS
    while rest != EMPTY:
        card = rest & (~rest + ONE)
        rest &= rest - ONE
        left = deadwood_without(view, card)
        if left < least:
            least = left
            best = EMPTY
        if left == least:
            best |= card
    return best if best != EMPTY else candidates


@njit
def discard_by_score(view, keep, feed, bonus):
    """The card (mask) to discard: the most points minus its value in the hand minus what it may give the next player.

    keep: points for each live out; feed: points for each meld that the next player could make; bonus: points for a card
    whose bonus equals the payment of a fold (R14.3).
    """
    rest = discard_candidates(view, view.legal)
    if rest & NATURALS == EMPTY:
        return rest & (~rest + ONE)
    rest &= NATURALS
    live = live_cards(view)
    partners = view.hand & NATURALS & ~view.sets
    fits = EMPTY
    if view.rules.draw_take_discard == DRAW_TAKE_DISCARD_EXTEND_OWN:
        fits = view.fits_of[next_seat(view)]
    elif view.rules.draw_take_discard != DRAW_TAKE_DISCARD_NEW_MELD:
        fits = view.fits
    fade = min(1.0, view.stock_left / 8.0)  # outs are worth less as the draws run out
    unit = bonus / max(view.rules.pay_fold, np.int64(1))
    fined = fits
    if bonus != 0.0:
        fined |= ACES | KINGS
    rest = worth_scoring(rest, partners, live, fined, keep * fade, feed if bonus >= 0.0 else -1.0)
    if rest & (rest - ONE) == EMPTY:
        return rest
    choice = EMPTY
    best = _NOTHING
    while rest != EMPTY:
        card = lowest(rest)
        rest &= rest - ONE
        card_bit = bit(card)
        score = float(card_points(card)) - feed * melds_fed(card, live) - keep * fade * live_outs(partners, card, live)
        if fits & card_bit != EMPTY:
            score -= 5.0 * feed
        if card & 15 == 0:
            score -= unit * view.rules.bonus_ace
        elif card & 15 == 12:
            score -= unit * view.rules.bonus_king
        choice = card_bit if score > best else choice
        best = score if score > best else best
    return choice


@njit
def whole_run_with(hand, card, ace_runs):
    """The longest run (action code) with `card` (int), ace low; 0 if no run is possible."""
    shift = U(card & 48)
    lane = (hand | bit(card)) >> shift & LANE
    cover = run_cover(lane, EMPTY)
    rank_bit = ONE << U(card & 15)
    if ace_runs != 0 or cover & rank_bit == EMPTY:
        return EMPTY
    low = rank_bit
    while cover & low >> ONE != EMPTY:
        low >>= ONE
    run = low
    while cover & low << ONE != EMPTY:
        low <<= ONE
        run |= low
    return run << shift


@njit
def best_take(view):
    """The natural new meld (action code) with the discard that leaves the least deadwood, and the deadwood; (0, huge)
    if impossible.
    """
    best = EMPTY
    least = np.int64(1 << 40)
    card = view.offer
    if card & 15 > 12:
        return best, least
    hand = view.hand & NATURALS
    ace_runs = view.rules.melds_ace_runs
    keep_one = view.rules.tongits_exit == TONGITS_EXIT_DISCARD_LAST
    for option in range(3):
        if option == 0:
            word = natural_meld_with(hand, card, ace_runs)
        elif option == 1:
            word = run_with(hand, card, ace_runs)
        else:
            word = whole_run_with(hand, card, ace_runs)
        cards = word & ~bit(card)
        if word == EMPTY or (keep_one and popcount(cards) >= view.hand_size[view.me]):
            continue
        left = deadwood_without(view, cards)
        if left < least:
            least = left
            best = word
    return best, least


@njit
def take_onto_meld(view):
    """Take the discard onto an open meld (action code) if the rules allow it, preferably an opponent's; else 0."""
    mode = view.rules.draw_take_discard
    if mode == DRAW_TAKE_DISCARD_NEW_MELD or view.offer & 15 > 12:
        return EMPTY
    mine = EMPTY
    for number in range(view.n_melds):
        if view.meld_fits[number] & bit(view.offer) == EMPTY:
            continue
        if view.meld_owner[number] == view.me:
            mine = extend(number, EMPTY)
        elif mode >= DRAW_TAKE_DISCARD_EXTEND_ANY:
            return extend(number, EMPTY)
    return mine


@njit
def live_fits(view, word):
    """Number of live cards that could be added to a natural meld (action code) once it is on the table."""
    kind = meld_kind(word, view.rules.melds_ace_runs)
    return popcount(meld_fits(word, kind, view.rules.melds_ace_runs) & live_cards(view))


@njit
def safest_meld(view):
    """The natural meld (action code) of the own arrangement that the fewest live cards fit; any meld if no meld is
    natural.
    """
    best = EMPTY
    fewest = np.int64(1 << 20)
    sets = view.sets
    runs = view.runs
    while sets != EMPTY or runs != EMPTY:
        if sets != EMPTY:
            word = sets & column(lowest(sets))
            sets &= ~word
        else:
            word = run_at(runs, lowest(runs), view.rules.melds_ace_runs)
            runs &= ~word
        # Long melds, such as sets of four, may be worth more face down, so they come last.
        danger = 16 * popcount(word) + live_fits(view, word)
        if danger < fewest:
            fewest = danger
            best = word
    return best if best != EMPTY else arranged_meld(view)


@njit
def lay_safest(view):
    """The safest own meld to lay open now (action code); 0 if no meld may be laid."""
    return if_laid_openly(view, safest_meld(view))


@njit
def sapaw_on(view, cards, seat):
    """Add one of `cards` (mask) to an open meld of a seat (action code), the highest points first; 0 if no card
    fits.
    """
    if view.fits_of[seat] & cards == EMPTY or (view.rules.sapaw_targets != SAPAW_TARGETS_ANY and seat == view.me):
        return EMPTY
    for number in range(view.n_melds):
        fits = view.meld_fits[number] & cards
        if view.meld_owner[number] == seat and fits != EMPTY:
            return sapaw(lowest(highest_points(fits)), number)
    return EMPTY


@njit
def spare_cards(view):
    """Cards (mask) whose loss does not increase the deadwood: loose cards and ends of long melds."""
    hand = view.hand & NATURALS
    rest = hand & view.melded & view.fits
    spare = hand & ~view.melded
    while rest != EMPTY:
        card = rest & (~rest + ONE)
        rest &= rest - ONE
        if deadwood_without(view, card) <= view.deadwood:
            spare |= card
    return spare
