"""Features: what a seat sees as a row of whole numbers - the public history, the own hand, the house rules, and what an
action would change.

The trees of `trained` read the row. It holds nothing hidden, because `write_features` gets only the `VIEW`.
"""

from __future__ import annotations

import numpy as np

from strategies.hooks import deadwood_without
from strategies.inference import live_cards, live_fits, live_outs, melds_fed, with_outs
from tongits_sim.cards import EMPTY, JOKERS, NATURALS, card_points, column, lowest, points, popcount
from tongits_sim.compile.jit import njit
from tongits_sim.game.legality import visibly_may_challenge
from tongits_sim.game.state import DECISION_RESPOND
from tongits_sim.rules import KNOBS, RuleSet
from tongits_sim.rules.codes import CALL_TIMING_AFTER_DRAW, CALL_TIMING_START
from tongits_sim.rules.record import RULES_DTYPE, rules_record

OWN = (
    "count",  # own count at a showdown
    "deadwood",
    "cards",  # in the own hand
    "melds",  # own open melds
    "secrets",  # own face-down melds
    "turns",  # own turns begun
    "exposed",  # burned if the game ended now
    "melded",  # cards of the hand in melds
    "loose",  # natural cards outside melds
    "highest",  # points of the highest loose card
    "partials",  # loose cards with live outs
    "fits",  # cards of the hand that fit a meld on the table
    "blocked",  # an opponent added to an own meld
    "sapaws",  # cards added to melds
    "jokers",
    "stock",  # cards left
    "discards",  # of all seats
    "jackpot",  # units
    "streak",  # 0 nobody, 1 this seat, 2 the first opponent, 3 the second
    "offer",  # points of the discard on offer
    "first_is_next",  # whether the first opponent is the next player
    "sum",  # points of the hand
    "waits",  # live cards that make a meld with loose cards
    "alone",  # loose cards without neighbour or pair in the hand
    "hopeless",  # points of the loose cards without live outs
    "unseen",  # mean of the live cards, eighths of a point
    "jokers_unseen",
)
OPPONENT = (
    "hand",  # cards
    "melds",  # open melds
    "secrets",
    "challenges",  # visibly may challenge
    "exposed",
    "answer",  # 0 no answer, 1 folded, 2 challenged
    "sapaws",
    "blocked",
    "discards",  # number of discards
    "last",  # points of the last discard
    "last2",
    "last3",
    "mean",  # of all discards, eighths of a point
    "least",
    "known",  # cards known to be in the hand
    "opened",  # own turn of the first open meld
    "laid",  # running number of the last meld
    "near",  # own cards of the rank of the seat's last discard, or beside it in its suit
    "table",  # points of its open melds
    "quiet",  # own turns since its last meld, or since the deal
    "expected",  # expected points of its hand: known cards, and average live cards
    "ahead",  # `expected` minus the own count
)
OPTION = (
    "points",  # of the cards that leave the hand
    "cards",  # how many leave the hand
    "left",  # deadwood that remains, minus the current deadwood
    "danger",  # live cards that fit the meld; a discard: 1 if it fits a meld on the table
    "fed",  # of a discard: melds that it may give the next player
    "outs",  # of a discard: live outs of the card
    "rank",  # of a discard
    "partners",  # of a discard: own cards of its rank, or within two of it in its suit
    "thrown",  # of a discard: discards of the next player of its rank or beside it
    "refused",  # of a discard: own discards of its rank or beside it that the next player left
    "waits",  # live cards that make a meld with the remaining loose cards
    "hopeless",  # points of the remaining loose cards without live outs
)
"""Features of an action: a row has them for the own answer and for an alternative."""

_HISTORY = len(OWN)
_AFTER_HISTORY = _HISTORY + 2 * len(OPPONENT)
_ALTERNATIVE = _AFTER_HISTORY + len(OPTION)
_RULES = _ALTERNATIVE + len(OPTION)
_KNOBS: tuple[str, ...] = RULES_DTYPE.names or ()
SIGHTS = (
    *OWN,
    *(f"{name}_{seat}" for seat in ("first", "second") for name in OPPONENT),
    *(f"{name}_{option}" for option in ("own", "other") for name in OPTION),
    *_KNOBS,
)
"""The names of the places of a row."""
N_SIGHTS = len(SIGHTS)
MAX_FEATURE = 32_000
"""Larger numbers are clipped to this."""
# Values of knobs that training has not played -> the value to read in their place. Under pagat with a call after the
# draw, `trained` is 1.01 ± 0.09 units a game ahead of `expert` if it reads a call before the draw, else 0.54 ± 0.07
# (`tongits compare trained expert --set call.timing=after_draw --deals 4k --seed 3`).
READ_AS = {"call_timing": {CALL_TIMING_AFTER_DRAW: CALL_TIMING_START}}
_FIRST, _SECOND = np.int64(_HISTORY), np.int64(_HISTORY + len(OPPONENT))
OWN_ANSWER, OTHER_ANSWER = np.int64(_AFTER_HISTORY), np.int64(_ALTERNATIVE)
_NOTHING = np.int64(-1)
_UNIT = np.int64(100)


def rule_places(rules: RuleSet) -> np.ndarray:
    """The places of the rules in a row, int32[knobs]: payments in hundredths of a fold, choices as codes."""
    record = rules_record(rules)
    fold = max(1, int(record["pay_fold"][0]))
    values = []
    for name, knob in zip(_KNOBS, KNOBS.values(), strict=True):
        value = int(record[name][0])
        value = READ_AS.get(name, {}).get(value, value)
        values.append(100 * value // fold if knob.kind == "units" else value)
    return np.clip(np.array(values, np.int64), -MAX_FEATURE, MAX_FEATURE).astype(np.int32)


def fill_rules(row: np.ndarray, rules: RuleSet) -> dict[int, int]:
    """Write the rules into a row, int32[N_SIGHTS or more], once. Returns the values by place."""
    values = rule_places(rules)
    row[_RULES:N_SIGHTS] = values
    return dict(zip(range(_RULES, N_SIGHTS), values.tolist(), strict=True))


@njit
def write_features(view, row):
    """Fill the state part of a row (int32[N_SIGHTS]); `fill_rules` and `*_option` fill the rest."""
    me = np.int64(view.me)
    hand = view.hand & NATURALS
    loose = hand & ~view.melded
    row[0] = view.count
    row[1] = view.deadwood
    row[2] = view.hand_size[me]
    row[3] = view.open_melds[me]
    row[4] = view.secrets[me]
    row[5] = view.turns[me]
    row[6] = view.sunog_risk[me]
    row[7] = popcount(view.hand & view.melded)
    row[8] = popcount(loose)
    row[9] = _highest(loose)
    live = live_cards(view)
    outs = with_outs(hand & ~view.sets, live)
    row[10] = popcount(outs & loose)
    row[11] = popcount(view.fits & hand)
    row[12] = view.sapawed_on[me]
    row[13] = view.sapaws[me]
    row[14] = popcount(view.hand & ~NATURALS)
    row[15] = view.stock_left
    row[16] = view.n_discards
    row[17] = min(view.jackpot // _UNIT, np.int64(MAX_FEATURE))
    first = (me + 1) % 3
    if view.decision == DECISION_RESPOND:
        first = np.int64(view.caller)
    second = 3 - me - first
    row[18] = 0
    if view.streak > 0 and view.streak_seat >= 0:
        row[18] = 1 if view.streak_seat == me else 2 if view.streak_seat == first else 3
    row[19] = card_points(view.offer) if view.offer >= 0 and view.offer & 15 < 13 else 0
    row[20] = 1 if first == (me + 1) % 3 else 0
    row[21] = points(hand)
    row[22] = popcount(live & completing(loose))
    row[23] = popcount(loose & ~beside_all(hand))
    row[24] = points(loose & ~outs)
    unseen = 8 * points(live) // max(popcount(live), np.int64(1))
    row[25] = unseen
    row[26] = view.rules.jokers_count - popcount((view.hand | view.seen) & JOKERS)
    _opponent(view, row, _FIRST, first, hand, unseen)
    _opponent(view, row, _SECOND, second, hand, unseen)


@njit
def _highest(cards):
    best = np.int64(0)
    while cards != EMPTY:
        card = lowest(cards)
        cards &= cards - np.uint64(1)
        best = max(best, np.int64(card_points(card)))
    return best


@njit
def _opponent(view, row, at, seat, hand, unseen):
    row[at] = view.hand_size[seat]
    row[at + 1] = view.open_melds[seat]
    row[at + 2] = view.secrets[seat]
    row[at + 3] = 1 if visibly_may_challenge(view, seat) else 0
    row[at + 4] = view.sunog_risk[seat]
    row[at + 5] = view.answers[seat]
    row[at + 6] = view.sapaws[seat]
    row[at + 7] = view.sapawed_on[seat]
    last = view.n_discards - 1
    place = last - (np.int64(view.dealer) + last - seat) % 3  # the seat's last discard
    thrown = place
    number = total = np.int64(0)
    least, latest = np.int64(11), _NOTHING
    second, third = _NOTHING, _NOTHING
    while place >= 0:
        card = np.int64(view.discards[place])
        worth = card_points(card) if card & 15 < 13 else view.rules.jokers_points
        latest = worth if number == 0 else latest
        second = worth if number == 1 else second
        third = worth if number == 2 else third
        least = min(least, worth)
        total += worth
        number += 1
        place -= 3
    row[at + 8] = number
    row[at + 9] = latest
    row[at + 10] = second
    row[at + 11] = third
    row[at + 12] = 8 * total // max(number, np.int64(1))
    row[at + 13] = least
    row[at + 14] = popcount(view.known[seat])
    row[at + 15] = view.first_open[seat]
    row[at + 16] = view.last_meld[seat]
    row[at + 17] = 0
    if thrown >= 0 and view.discards[thrown] & 15 < 13:
        row[at + 17] = popcount(hand & neighbours(np.int64(view.discards[thrown])))
    table = latest_turn = np.int64(0)
    for number in range(view.n_melds):  # type: ignore[assignment]
        if view.meld_owner[number] == seat:
            table += points(view.meld_faces[number])
            latest_turn = max(latest_turn, np.int64(view.meld_turn[number]))
    row[at + 18] = table
    row[at + 19] = view.turns[seat] - latest_turn
    hidden = view.hand_size[seat] - popcount(view.known[seat])
    expected = (hidden * unseen >> 3) + points(view.known[seat])
    row[at + 20] = expected
    row[at + 21] = expected - view.count


@njit
def neighbours(card):
    """The cards (mask) of a card's rank, or within two places in its suit."""
    one = np.uint64(1) << np.uint64(card)
    suit = np.uint64(0x1FFF) << np.uint64(card & 48)
    near = one << np.uint64(1) | one >> np.uint64(1) | one << np.uint64(2) | one >> np.uint64(2)
    return (column(card) | near & suit) & ~one


@njit
def beside_all(cards):
    """`neighbours` of any card of a mask."""
    near = cards << np.uint64(1) | cards >> np.uint64(1) | cards << np.uint64(2) | cards >> np.uint64(2)
    a, b, c = _suits_on(cards)
    return (near | a | b | c) & NATURALS


@njit
def completing(cards):
    """The cards that make a meld of three with two of a mask (mask)."""
    above, below = cards >> np.uint64(1), cards << np.uint64(1)
    runs = above & below | above & cards >> np.uint64(2) | below & cards << np.uint64(2)
    a, b, c = _suits_on(cards)
    return (runs | a & b | c & (a | b)) & NATURALS


@njit
def _suits_on(cards):
    """Rotate cards by one, two and three suits."""
    a, c = cards << np.uint64(16) | cards >> np.uint64(48), cards << np.uint64(48) | cards >> np.uint64(16)
    return a, cards << np.uint64(32) | cards >> np.uint64(32), c


@njit
def no_option(row, at):
    """Clear the features of the action at a place of the row (OWN_ANSWER, OTHER_ANSWER): it changes nothing."""
    for place in range(at, at + len(OPTION)):
        row[place] = 0


@njit
def lay_option(view, row, at, word):
    """Write what laying or taking a meld (word), or adding a card to a meld, changes; word 0: nothing."""
    no_option(row, at)
    cards = word & NATURALS & view.hand
    if word == EMPTY:
        return
    row[at] = points(cards)
    row[at + 1] = popcount(cards)
    row[at + 2] = deadwood_without(view, cards) - view.deadwood
    faces = word & NATURALS
    row[at + 3] = live_fits(view, faces) if popcount(faces) >= 3 else 0


@njit
def discard_option(view, row, at, card, live):
    """Write what discarding a card (mask) changes; live: the live cards (mask)."""
    no_option(row, at)
    cards = card & NATURALS
    if cards == EMPTY:
        return
    number = lowest(cards)
    near = neighbours(np.int64(number))
    row[at] = points(cards)
    row[at + 1] = 1
    row[at + 2] = deadwood_without(view, cards) - view.deadwood
    row[at + 3] = 1 if view.fits & cards != EMPTY else 0
    row[at + 4] = melds_fed(number, live)
    row[at + 5] = live_outs(view.hand & NATURALS & ~view.sets, number, live)
    row[at + 6] = np.int64(number) & 15
    row[at + 7] = popcount(view.hand & near)
    follower = (np.int64(view.me) + 1) % 3
    row[at + 8] = popcount(view.discarded[follower] & near)
    row[at + 9] = popcount(view.discarded[view.me] & near)
    stays = view.hand & NATURALS & ~cards
    row[at + 10] = popcount(live & completing(stays & ~view.melded))
    row[at + 11] = points(stays & ~view.melded & ~with_outs(stays & ~view.sets, live))
