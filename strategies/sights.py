"""Features: what a seat sees as a row of whole numbers - the public history, the own hand, the house rules, and what an
action would change.

The trees of `trained` read the row. It holds nothing hidden, because `write_features` gets only the `VIEW`.
"""

from __future__ import annotations

from enum import auto

import numpy as np

from strategies.helpers import deadwood_without
from strategies.inference import live_cards, live_fits, live_outs, melds_fed, with_outs
from tongits_sim.cards import EMPTY, JOKERS, NATURALS, card_points, column, lowest, points, popcount
from tongits_sim.compile.jit import njit
from tongits_sim.compile.row_places import RowPlaces
from tongits_sim.game.rivals import visibly_may_challenge
from tongits_sim.game.state import DECISION_RESPOND
from tongits_sim.rules import KNOBS, RuleSet
from tongits_sim.rules.codes import CALL_TIMING_AFTER_DRAW, CALL_TIMING_START
from tongits_sim.rules.record import RULES_DTYPE, rules_record


class Own(RowPlaces):
    """What the seat sees of itself and of the table."""

    count = auto()  # own count at a showdown
    deadwood = auto()
    cards = auto()  # in the own hand
    melds = auto()  # own open melds
    secrets = auto()  # own face-down melds
    turns = auto()  # own turns begun
    exposed = auto()  # burned if the game ended now
    melded = auto()  # cards of the hand in melds
    loose = auto()  # natural cards outside melds
    highest = auto()  # points of the highest loose card
    partials = auto()  # loose cards with live outs
    fits = auto()  # cards of the hand that fit a meld on the table
    blocked = auto()  # an opponent added to an own meld
    sapaws = auto()  # cards added to melds
    jokers = auto()
    stock = auto()  # cards left
    discards = auto()  # of all seats
    jackpot = auto()  # units
    streak = auto()  # 0 nobody, 1 this seat, 2 the first opponent, 3 the second
    offer = auto()  # points of the discard on offer
    first_is_next = auto()  # whether the first opponent is the next player
    sum = auto()  # points of the hand
    waits = auto()  # live cards that make a meld with loose cards
    alone = auto()  # loose cards without neighbour or pair in the hand
    hopeless = auto()  # points of the loose cards without live outs
    unseen = auto()  # mean of the live cards, eighths of a point
    jokers_unseen = auto()


class Opponent(RowPlaces):
    """What the seat sees of an opponent; the last seven are of the earlier games of the match."""

    hand = auto()  # cards
    melds = auto()  # open melds
    secrets = auto()
    challenges = auto()  # visibly may challenge
    exposed = auto()
    answer = auto()  # 0 no answer, 1 folded, 2 challenged
    sapaws = auto()
    blocked = auto()
    discards = auto()  # number of discards
    last = auto()  # points of the last discard
    last2 = auto()
    last3 = auto()
    mean = auto()  # of all discards, eighths of a point
    least = auto()
    known = auto()  # cards known to be in the hand
    opened = auto()  # own turn of the first open meld
    laid = auto()  # running number of the last meld
    near = auto()  # own cards of the rank of the seat's last discard, or beside it in its suit
    table = auto()  # points of its open melds
    quiet = auto()  # own turns since its last meld, or since the deal
    expected = auto()  # expected points of its hand: known cards, and average live cards
    ahead = auto()  # `expected` minus the own count
    challenges_taken = auto()  # calls that it challenged
    chances = auto()  # calls that it challenged or visibly could have challenged
    daring = auto()  # hundredths of its chances that it took, as if it had taken one of two more
    calls = auto()
    call_rate = auto()  # calls in a hundred own turns after it opened
    call_mean = auto()  # mean count that its calls showed; -1: none
    shown_mean = auto()  # mean count that it showed in comparisons; -1: none


class Option(RowPlaces):
    """What an action changes: a row has these places for the own action and for an alternative."""

    points = auto()  # of the cards that leave the hand
    cards = auto()  # how many leave the hand
    left = auto()  # deadwood that remains, minus the current deadwood
    danger = auto()  # live cards that fit the meld; a discard: 1 if it fits a meld on the table
    fed = auto()  # of a discard: melds that it may give the next player
    outs = auto()  # of a discard: live outs of the card
    rank = auto()  # of a discard
    partners = auto()  # of a discard: own cards of its rank, or within two of it in its suit
    thrown = auto()  # of a discard: discards of the next player of its rank or beside it
    refused = auto()  # of a discard: own discards of its rank or beside it that the next player left
    waits = auto()  # live cards that make a meld with the remaining loose cards
    hopeless = auto()  # points of the remaining loose cards without live outs


_FIRST = np.int64(len(Own))
_SECOND = np.int64(_FIRST + len(Opponent))
OWN_ACTION = np.int64(_SECOND + len(Opponent))
OTHER_ACTION = np.int64(OWN_ACTION + len(Option))
_RULES = int(OTHER_ACTION) + len(Option)
_OPTION_PLACES = len(Option)
_KNOBS: tuple[str, ...] = RULES_DTYPE.names or ()
SIGHTS = (
    *(place.name for place in Own),
    *(f"{place.name}_{seat}" for seat in ("first", "second") for place in Opponent),
    *(f"{place.name}_{option}" for option in ("own", "other") for place in Option),
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
    row[Own.count] = view.count
    row[Own.deadwood] = view.deadwood
    row[Own.cards] = view.hand_size[me]
    row[Own.melds] = view.open_melds[me]
    row[Own.secrets] = view.secrets[me]
    row[Own.turns] = view.turns[me]
    row[Own.exposed] = view.sunog_risk[me]
    row[Own.melded] = popcount(view.hand & view.melded)
    row[Own.loose] = popcount(loose)
    row[Own.highest] = _highest(loose)
    live = live_cards(view)
    outs = with_outs(hand & ~view.sets, live)
    row[Own.partials] = popcount(outs & loose)
    row[Own.fits] = popcount(view.fits & hand)
    row[Own.blocked] = view.sapawed_on[me]
    row[Own.sapaws] = view.sapaws[me]
    row[Own.jokers] = popcount(view.hand & ~NATURALS)
    row[Own.stock] = view.stock_left
    row[Own.discards] = view.n_discards
    row[Own.jackpot] = min(view.jackpot // _UNIT, np.int64(MAX_FEATURE))
    first = (me + 1) % 3
    if view.decision == DECISION_RESPOND:
        first = np.int64(view.caller)
    second = 3 - me - first
    row[Own.streak] = 0
    if view.streak > 0 and view.streak_seat >= 0:
        row[Own.streak] = 1 if view.streak_seat == me else 2 if view.streak_seat == first else 3
    row[Own.offer] = card_points(view.offer) if view.offer >= 0 and view.offer & 15 < 13 else 0
    row[Own.first_is_next] = 1 if first == (me + 1) % 3 else 0
    row[Own.sum] = points(hand)
    row[Own.waits] = popcount(live & completing(loose))
    row[Own.alone] = popcount(loose & ~beside_all(hand))
    row[Own.hopeless] = points(loose & ~outs)
    unseen = 8 * points(live) // max(popcount(live), np.int64(1))
    row[Own.unseen] = unseen
    row[Own.jokers_unseen] = view.rules.jokers_count - popcount((view.hand | view.seen) & JOKERS)
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
    row[at + Opponent.hand] = view.hand_size[seat]
    row[at + Opponent.melds] = view.open_melds[seat]
    row[at + Opponent.secrets] = view.secrets[seat]
    row[at + Opponent.challenges] = 1 if visibly_may_challenge(view, seat) else 0
    row[at + Opponent.exposed] = view.sunog_risk[seat]
    row[at + Opponent.answer] = view.responses[seat]
    row[at + Opponent.sapaws] = view.sapaws[seat]
    row[at + Opponent.blocked] = view.sapawed_on[seat]
    last = view.n_discards - 1
    place = last - (np.int64(view.dealer) + last - seat) % 3  # the seat's last discard
    thrown = place
    number = total = np.int64(0)
    least = np.int64(11)
    latest = _NOTHING
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
    row[at + Opponent.discards] = number
    row[at + Opponent.last] = latest
    row[at + Opponent.last2] = second
    row[at + Opponent.last3] = third
    row[at + Opponent.mean] = 8 * total // max(number, np.int64(1))
    row[at + Opponent.least] = least
    row[at + Opponent.known] = popcount(view.known[seat])
    row[at + Opponent.opened] = view.first_open[seat]
    row[at + Opponent.laid] = view.last_meld[seat]
    row[at + Opponent.near] = 0
    if thrown >= 0 and view.discards[thrown] & 15 < 13:
        row[at + Opponent.near] = popcount(hand & neighbours(np.int64(view.discards[thrown])))
    table = latest_turn = np.int64(0)
    for number in range(view.n_melds):  # type: ignore[assignment]
        if view.meld_owner[number] == seat:
            table += points(view.meld_faces[number])
            latest_turn = max(latest_turn, np.int64(view.meld_turn[number]))
    row[at + Opponent.table] = table
    row[at + Opponent.quiet] = view.turns[seat] - latest_turn
    hidden = view.hand_size[seat] - popcount(view.known[seat])
    expected = (hidden * unseen >> 3) + points(view.known[seat])
    row[at + Opponent.expected] = expected
    row[at + Opponent.ahead] = expected - view.count
    _earlier_games(view, row, at, seat)


@njit
def _earlier_games(view, row, at, seat):
    """What the earlier games of the match showed of an opponent."""
    taken = view.past_challenges[seat]
    chances = taken + view.past_folds[seat]
    row[at + Opponent.challenges_taken] = taken
    row[at + Opponent.chances] = chances
    row[at + Opponent.daring] = 100 * (taken + 1) // (chances + 2)
    calls, shown, compared = view.past_calls[seat], view.past_shown[seat], view.past_showdowns[seat]
    row[at + Opponent.calls] = calls
    row[at + Opponent.call_rate] = 100 * calls // max(view.past_call_turns[seat], np.int64(1))
    row[at + Opponent.call_mean] = view.past_call_points[seat] // shown if shown > 0 else -1
    row[at + Opponent.shown_mean] = view.past_showdown_points[seat] // compared if compared > 0 else -1


@njit
def neighbours(card):
    """The cards (mask) of a card's rank, or within two places in its suit."""
    card_bit = np.uint64(1) << np.uint64(card)
    suit = np.uint64(0x1FFF) << np.uint64(card & 48)
    near = card_bit << np.uint64(1) | card_bit >> np.uint64(1) | card_bit << np.uint64(2) | card_bit >> np.uint64(2)
    return (column(card) | near & suit) & ~card_bit


@njit
def beside_all(cards):
    """`neighbours` of any card of a mask."""
    near = cards << np.uint64(1) | cards >> np.uint64(1) | cards << np.uint64(2) | cards >> np.uint64(2)
    a, b, c = _suits_on(cards)
    return (near | a | b | c) & NATURALS


@njit
def completing(cards):
    """The cards that make a meld of three with two of a mask (mask)."""
    above = cards >> np.uint64(1)
    below = cards << np.uint64(1)
    runs = above & below | above & cards >> np.uint64(2) | below & cards << np.uint64(2)
    a, b, c = _suits_on(cards)
    return (runs | a & b | c & (a | b)) & NATURALS


@njit
def _suits_on(cards):
    """Rotate cards by one, two and three suits."""
    a = cards << np.uint64(16) | cards >> np.uint64(48)
    c = cards << np.uint64(48) | cards >> np.uint64(16)
    return a, cards << np.uint64(32) | cards >> np.uint64(32), c


@njit
def no_option(row, at):
    """Clear the features of the action at a place of the row (OWN_ACTION, OTHER_ACTION): it changes nothing."""
    for place in range(at, at + _OPTION_PLACES):
        row[place] = 0


@njit
def lay_option(view, row, at, word):
    """Write what laying or taking a meld (action code), or adding a card to a meld, changes; 0: nothing."""
    no_option(row, at)
    cards = word & NATURALS & view.hand
    if word == EMPTY:
        return
    row[at + Option.points] = points(cards)
    row[at + Option.cards] = popcount(cards)
    row[at + Option.left] = deadwood_without(view, cards) - view.deadwood
    faces = word & NATURALS
    row[at + Option.danger] = live_fits(view, faces) if popcount(faces) >= 3 else 0


@njit
def discard_option(view, row, at, card, live):
    """Write what discarding a card (mask) changes; live: the live cards (mask)."""
    no_option(row, at)
    cards = card & NATURALS
    if cards == EMPTY:
        return
    number = lowest(cards)
    near = neighbours(np.int64(number))
    row[at + Option.points] = points(cards)
    row[at + Option.cards] = 1
    row[at + Option.left] = deadwood_without(view, cards) - view.deadwood
    row[at + Option.danger] = 1 if view.fits & cards != EMPTY else 0
    row[at + Option.fed] = melds_fed(number, live)
    row[at + Option.outs] = live_outs(view.hand & NATURALS & ~view.sets, number, live)
    row[at + Option.rank] = np.int64(number) & 15
    row[at + Option.partners] = popcount(view.hand & near)
    follower = (np.int64(view.me) + 1) % 3
    row[at + Option.thrown] = popcount(view.discarded[follower] & near)
    row[at + Option.refused] = popcount(view.discarded[view.me] & near)
    stays = view.hand & NATURALS & ~cards
    row[at + Option.waits] = popcount(live & completing(stays & ~view.melded))
    row[at + Option.hopeless] = points(stays & ~view.melded & ~with_outs(stays & ~view.sets, live))
