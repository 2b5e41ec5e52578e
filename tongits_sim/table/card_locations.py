"""Estimates where unseen cards are: with the next player, with the player after, or in the stock.

Every unseen card has a row of public facts: its rank, near cards in the own hand and on the table, and what each
opponent threw, could have taken, and laid. Trees say how much likelier each place is than if all deals were equally
likely; `tools/card_head.py` trains and scores them on the true cards of other games. Iterative proportional fitting
scales the odds to the known sizes of hands and stock. Then cards are dealt one by one, in random order, by these odds
and the remaining room.
"""

from __future__ import annotations

from enum import auto

import numpy as np

from tongits_sim.bots.tree_ensembles import LEAF, score_of
from tongits_sim.cards import EMPTY, NATURALS, ONE, U, bit, card_points, column, lowest, popcount
from tongits_sim.compile.bits import GOLDEN, mix
from tongits_sim.compile.jit import njit
from tongits_sim.compile.row_places import RowPlaces
from tongits_sim.game.state import DECISION_RESPOND


class AboutCard(RowPlaces):
    """Public facts of an unseen card."""

    rank = auto()
    points = auto()
    stock = auto()  # cards left
    unseen = auto()  # cards
    own_rank = auto()  # own cards of its rank
    own_run = auto()  # own cards within two places in its suit
    unseen_rank = auto()
    unseen_run = auto()
    fits = auto()  # a meld on the table
    discards = auto()  # all discards


class AboutSeat(RowPlaces):
    """Public facts of an opponent, and of the opponent's cards near the unseen card."""

    hand = auto()  # unknown cards
    melds = auto()  # open melds
    discards = auto()
    last = auto()  # points of the last discard
    last2 = auto()
    least = auto()
    mean = auto()  # of all discards, eighths of a point
    threw_rank = auto()  # discards of the card's rank
    threw_run = auto()  # discards within two places in its suit
    ago = auto()  # the seat's discards since the last of these
    left_rank = auto()  # discards of its rank that the seat could have taken
    left_run = auto()
    laid_rank = auto()  # cards of its rank in the seat's melds
    laid_run = auto()
    fits = auto()  # fits a meld of the seat
    secrets = auto()
    called = auto()


PLACES = ("next", "after", "stock")
FEATURES = (
    *(place.name for place in AboutCard),
    *(f"{place.name}_{seat}" for seat in PLACES[:2] for place in AboutSeat),
)
N_FEATURES = len(FEATURES)
_NEXT = np.int64(len(AboutCard))  # where the facts of the next player begin
_AFTER = np.int64(_NEXT + len(AboutSeat))
_STEPS = 16
_FINE, _WIDE = 64, 8  # the table of odds: e to the power of n / _FINE, for n up to _FINE * _WIDE
_MOST = _FINE * _WIDE
ODDS = np.round(np.exp(np.arange(-_MOST, _MOST + 1) / _FINE) * 2.0**20) / 2.0**20
"""A table, because the last digit of exp depends on the machine."""
_TO_UNIT_INTERVAL = 1.0 / 9007199254740992.0  # 2**-53
_LITTLE = 1e-9


@njit
def unseen(view):
    """Natural cards that the deciding seat cannot place (mask)."""
    return NATURALS & ~(view.hand | view.seen | view.known[0] | view.known[1] | view.known[2])


@njit
def _about_seat(view, row, at, seat, card, same, run):
    """Write public facts of an opponent, and of the opponent's cards near this card."""
    thrown = before = laid = EMPTY
    number = np.int64(0)
    total = np.int64(0)
    least = np.int64(20)
    last = np.int64(0)
    second = np.int64(0)
    ago = np.int64(99)
    for back in range(view.n_discards):
        place = view.n_discards - 1 - back
        older = np.int64(view.discards[place])
        who = (np.int64(view.dealer) + place) % 3
        if who == (seat + 2) % 3:
            before |= ONE << U(older)
        if who != seat:
            continue
        worth = np.int64(card_points(older))
        last = worth if number == 0 else last
        second = worth if number == 1 else second
        number += 1
        total += worth
        least = min(least, worth)
        thrown |= ONE << U(older)
        if ONE << U(older) & (same | run) != EMPTY and ago == 99:
            ago = number
    for meld in range(view.n_melds):
        if view.meld_owner[meld] == seat:
            laid |= view.meld_faces[meld]
    row[at + AboutSeat.hand] = view.hand_size[seat] - popcount(view.known[seat])
    row[at + AboutSeat.melds] = view.open_melds[seat]
    row[at + AboutSeat.discards] = number
    row[at + AboutSeat.last] = last
    row[at + AboutSeat.last2] = second
    row[at + AboutSeat.least] = least
    row[at + AboutSeat.mean] = 8 * total // max(number, np.int64(1))
    row[at + AboutSeat.threw_rank] = popcount(thrown & same)
    row[at + AboutSeat.threw_run] = popcount(thrown & run)
    row[at + AboutSeat.ago] = ago
    row[at + AboutSeat.left_rank] = popcount(before & same)  # what the opponent could have taken
    row[at + AboutSeat.left_run] = popcount(before & run)
    row[at + AboutSeat.laid_rank] = popcount(laid & same)
    row[at + AboutSeat.laid_run] = popcount(laid & run)
    row[at + AboutSeat.fits] = view.fits_of[seat] & bit(card) != EMPTY
    row[at + AboutSeat.secrets] = view.secrets[seat]
    row[at + AboutSeat.called] = view.decision == DECISION_RESPOND and view.caller == seat


@njit
def about_card(view, row, cards, card):
    """Write public facts of an unseen card (int) into a row, int32[N_FEATURES]; cards: all unseen cards."""
    me = np.int64(view.me)
    card_bit = bit(card)
    suit = U(0x1FFF) << U(card & 48)
    same = column(card) & ~card_bit
    run = (card_bit << ONE | card_bit >> ONE | card_bit << U(2) | card_bit >> U(2)) & suit
    row[AboutCard.rank] = card & 15
    row[AboutCard.points] = card_points(card)
    row[AboutCard.stock] = view.stock_left
    row[AboutCard.unseen] = popcount(cards)
    row[AboutCard.own_rank] = popcount(view.hand & same)
    row[AboutCard.own_run] = popcount(view.hand & run)
    row[AboutCard.unseen_rank] = popcount(cards & same)
    row[AboutCard.unseen_run] = popcount(cards & run)
    row[AboutCard.fits] = view.fits & card_bit != EMPTY
    row[AboutCard.discards] = view.n_discards
    _about_seat(view, row, _NEXT, (me + 1) % 3, card, same, run)
    _about_seat(view, row, _AFTER, (me + 2) % 3, card, same, run)


@njit
def expect(search, view):
    """Write into `search.places` the probability of each of PLACES for each card to deal (`search.unknown`)."""
    me = np.int64(view.me)
    first, second, stock = search.n_hidden[(me + 1) % 3], search.n_hidden[(me + 2) % 3], view.stock_left
    cards = unseen(view)
    rest = search.unknown
    while rest != EMPTY:
        card = np.int64(lowest(rest))
        rest &= rest - ONE
        places = search.places[card]
        places[0], places[1], places[2] = first, second, stock
        if cards & bit(card) != EMPTY:
            about_card(view, search.card_row, cards, card)
            for place in range(3):
                score = score_of(search, search.card_row, np.int64(place)) * _FINE // LEAF
                places[place] *= search.odds[min(max(score, -_MOST), _MOST) + _MOST]
    _fit(search, np.float64(first), np.float64(second), np.float64(stock))


@njit
def _fit(search, first, second, stock):
    """Scale so that each card's places sum to 1, and all cards' places to the sizes of hands and stock."""
    for _ in range(_STEPS):
        a = b = c = 0.0
        rest = search.unknown
        while rest != EMPTY:
            places = search.places[np.int64(lowest(rest))]
            rest &= rest - ONE
            total = max(places[0] + places[1] + places[2], _LITTLE)
            places[0] /= total
            places[1] /= total
            places[2] /= total
            a += places[0]
            b += places[1]
            c += places[2]
        a = first / max(a, _LITTLE)
        b = second / max(b, _LITTLE)
        c = stock / max(c, _LITTLE)
        rest = search.unknown
        while rest != EMPTY:
            places = search.places[np.int64(lowest(rest))]
            rest &= rest - ONE
            places[0] *= a
            places[1] *= b
            places[2] *= c


@njit
def place_cards(search, view, number, state):
    """Deal the first `number` cards of `search.order`, which are in random order; the stock stays in `search.order`.

    Returns the stream, and the cards (masks) of the next player and of the player after.
    """
    me = np.int64(view.me)
    first = search.n_hidden[(me + 1) % 3]
    second = search.n_hidden[(me + 2) % 3]
    stock = np.int64(view.stock_left)
    share_first = 1.0 / max(first, np.int64(1))
    share_second = 1.0 / max(second, np.int64(1))
    share_stock = 1.0 / max(stock, np.int64(1))
    after_me = before_me = EMPTY
    left = np.int64(0)
    for i in range(number):
        card = np.int64(search.order[i])
        places = search.places[card]
        # Each place is scaled by its free share: cards are dealt one by one, so the first cards would else fill a
        # likely hand. The dealt cards thus approximate the trees' odds.
        a = (places[0] + _LITTLE) * first * share_first
        b = (places[1] + _LITTLE) * second * share_second
        c = (places[2] + _LITTLE) * stock * share_stock
        state += GOLDEN
        word = (mix(state) >> U(11)) * _TO_UNIT_INTERVAL * (a + b + c)
        if first > 0 and (word < a or second + stock == 0):
            after_me |= bit(card)
            first -= 1
        elif second > 0 and (word < a + b or stock == 0):
            before_me |= bit(card)
            second -= 1
        else:
            search.order[left] = card
            left += 1
            stock -= 1
    return state, after_me, before_me
