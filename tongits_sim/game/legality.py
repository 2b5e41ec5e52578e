"""Tests which choices exist, and whether an action is legal.

`may_*`: whether a choice exists; only then does the engine ask. `check_*`: LEGAL, or the code of the reason why an
action is illegal.
"""

from __future__ import annotations

import numpy as np

from tongits_sim.cards import EMPTY, JOKERS, NATURALS, ONE, bit, points, popcount
from tongits_sim.compile.jit import inline_njit, njit
from tongits_sim.game.action_codes import EXTEND, FACE_DOWN, meld_number, stray_bits, x1_face, x2_face
from tongits_sim.game.illegal_reasons import (
    CALL_AFTER_DRAW_ONLY,
    CALL_AFTER_LONG_MELD,
    CALL_AFTER_OPPONENT_SAPAW,
    CALL_AFTER_OWN_SAPAW,
    CALL_AT_END_ONLY,
    CALL_AT_START_ONLY,
    CALL_NOT_AT_ZERO,
    CALL_ON_FIRST_TURN,
    CALL_WITHOUT_MELD,
    CARD_NOT_HELD,
    CHALLENGE_WITHOUT_MELD,
    DOES_NOT_FIT,
    EXTEND_NOT_ALLOWED,
    LEGAL,
    MELD_CARDS_NOT_HELD,
    MELD_IS_SECRET,
    NO_CARD_LEFT,
    NO_DISCARD_ON_OFFER,
    NO_SUCH_MELD,
    NOT_A_MELD,
    NOT_A_SECRET,
    NOT_AN_ACTION,
    NOT_OPENED,
    NOT_YOUR_MELD,
    SAPAWABLE_DISCARD,
    SECRET_FROM_DISCARD,
    TAKE_NOT_ALLOWED,
    TAKE_WITHOUT_DISCARD,
    TAKEN_CARD_DISCARDED,
    TARGET_NOT_ALLOWED,
    TOO_MANY_JOKERS,
    TOO_MANY_LAYS,
)
from tongits_sim.hands.bonus import holds_secret
from tongits_sim.hands.jokers import wild_pair, wild_partners
from tongits_sim.hands.melds import NO_MELD, RUN, SET, has_meld, has_meld_with, meld_kind
from tongits_sim.rules import codes

_ONE = np.int64(1)
_TWO = np.int64(2)
_THREE = np.int64(3)
_NONE = np.int64(0)


@inline_njit
def total_points(hand, rules):
    """Points of all cards of a hand (R1); a joker counts `jokers.points`."""
    return points(hand) + popcount(hand & JOKERS) * rules.jokers_points


@inline_njit
def showdown_count(game, rules, seat):
    """The count of a seat's hand for comparison and payment (R3)."""
    if rules.showdown_hand_melds_count_zero:
        return game.deadwood[seat]
    return np.int64(total_points(game.hands[seat], rules))


@inline_njit
def has_privilege(game, view, rules, seat):
    """Whether a seat has a secret with rights (R5.2): laid, or, under `privilege = held`, still in the hand."""
    if view.secrets[seat] > 0:
        return True
    if rules.secrets_privilege == codes.SECRETS_PRIVILEGE_HELD:
        return holds_secret(game.hands[seat], game.taken[seat], rules)
    return False


@inline_njit
def must_keep_one(rules):
    """Whether an action must leave a card to discard (R8, `discard_last`)."""
    return rules.tongits_exit == codes.TONGITS_EXIT_DISCARD_LAST


# ---- call and response -----------------------------------------------------------------------------------------------


@inline_njit
def may_call(game, view, rules, seat, turn):
    """Whether a call is legal at the time of `call.timing` (R9.1 to R9.4); turn: the seat's own turn, from 1."""
    # A single branch, because no single condition is predictable.
    if _first_turn(turn) | _opponent_block(view, rules, seat) | _own_block(view, rules, seat) != 0:
        return False
    return not _misses_zero(game, rules, seat) and _call_needs_met(game, view, rules, seat, turn)


@njit
def check_call(game, view, rules, seat, turn, timing):
    """Check a call (R9); timing: a CALL_TIMING_*; another number means between the first lay and the discard."""
    if timing != rules.call_timing:
        if rules.call_timing == codes.CALL_TIMING_AFTER_DRAW:
            return CALL_AFTER_DRAW_ONLY
        return CALL_AT_START_ONLY if rules.call_timing == codes.CALL_TIMING_START else CALL_AT_END_ONLY
    if may_call(game, view, rules, seat, turn):
        return LEGAL
    if _first_turn(turn) != 0:
        return CALL_ON_FIRST_TURN
    if _opponent_block(view, rules, seat) != 0:
        return CALL_AFTER_OPPONENT_SAPAW
    if _sapaw_block(view, rules, seat) != 0:
        return CALL_AFTER_OWN_SAPAW
    if _own_block(view, rules, seat) != 0:
        return CALL_AFTER_LONG_MELD
    return CALL_NOT_AT_ZERO if _misses_zero(game, rules, seat) else CALL_WITHOUT_MELD


@inline_njit
def _first_turn(turn):
    """R9.1: negative before the second own turn, else 0."""
    return (turn - 2) >> 63


@inline_njit
def _misses_zero(game, rules, seat):
    """R9.4: whether a call needs a count of 0 and the seat has more."""
    at_zero = rules.call_zero_count_fight == codes.CALL_ZERO_COUNT_FIGHT_ONLY_AT_ZERO
    return at_zero and showdown_count(game, rules, seat) != 0


@inline_njit
def _call_needs_met(game, view, rules, seat, turn):
    """R9.2: whether the seat has the meld that a call needs."""
    if rules.call_needs == codes.CALL_NEEDS_NOTHING:
        return True
    grants = rules.secrets_grants == codes.SECRETS_GRANTS_CALL_AND_CHALLENGE
    if rules.call_needs == codes.CALL_NEEDS_ANY_TABLE_MELD:
        if view.open_melds[seat] + view.secrets[seat] > 0:
            return True
    else:
        newest = turn - rules.call_meld_age
        if (view.open_melds[seat] - 1 | newest - view.first_open[seat]) >= 0:  # both at least 0
            return True
        if grants and view.secrets[seat] > 0 and view.first_secret[seat] <= newest:
            return True
    if grants and rules.secrets_privilege == codes.SECRETS_PRIVILEGE_HELD:
        return holds_secret(game.hands[seat], game.taken[seat], rules)
    return False


@inline_njit
def _opponent_block(view, rules, seat):
    """R9.3: nonzero if an opponent's sapaw keeps the seat from calling."""
    blocked = np.int64(0)
    if rules.call_block_opponent_sapaw != codes.CALL_BLOCK_OPPONENT_SAPAW_OFF:
        blocked |= view.sapawed_on[seat]
    return blocked


@inline_njit
def _own_block(view, rules, seat):
    """R9.3: nonzero if the seat's own sapaw or long meld keeps it from calling."""
    blocked = _sapaw_block(view, rules, seat)
    if rules.call_block_long_meld != 0:
        blocked |= view.long_meld[seat]
    return blocked


@inline_njit
def _sapaw_block(view, rules, seat):
    """R9.3: nonzero if the seat's own sapaw keeps it from calling."""
    blocked = np.int64(0)
    if rules.call_block_own_sapaw == codes.CALL_BLOCK_OWN_SAPAW_ANY_MELD:
        blocked |= view.own_sapaw[seat]
    elif rules.call_block_own_sapaw == codes.CALL_BLOCK_OWN_SAPAW_OWN_MELD:
        blocked |= view.own_sapaw[seat] >> 1
    return blocked


@njit
def may_challenge(game, view, rules, seat):
    """Whether the seat may challenge a call (R10)."""
    if view.open_melds[seat] > 0 or rules.response_needs == codes.RESPONSE_NEEDS_NOTHING:
        return True
    if rules.response_needs != codes.RESPONSE_NEEDS_OPEN_OR_SECRET or rules.secrets_grants == codes.SECRETS_GRANTS_NONE:
        return False
    return has_privilege(game, view, rules, seat)


@njit
def check_challenge(game, view, rules, seat):
    """Check a challenge (R10)."""
    return LEGAL if may_challenge(game, view, rules, seat) else CHALLENGE_WITHOUT_MELD


# ---- draw ------------------------------------------------------------------------------------------------------------


@inline_njit
def may_take(game, view, rules, seat):
    """Whether the discard on offer may be taken (R4)."""
    mode = rules.draw_take_discard
    if mode == codes.DRAW_TAKE_DISCARD_FREE:
        return True
    offer = view.offer
    if mode != codes.DRAW_TAKE_DISCARD_NEW_MELD:
        owner = seat if mode == codes.DRAW_TAKE_DISCARD_EXTEND_OWN else -1
        if _offer_extends(view, rules, offer, owner):
            return True
    used = _cards_for_take(game.hands[seat], offer, rules)
    return used > 0 and (not must_keep_one(rules) or view.hand_size[seat] > used)


@njit
def _offer_extends(view, rules, offer, owner):
    if bit(offer) & JOKERS != EMPTY:
        for number in range(view.n_melds):
            if (owner < 0 or view.meld_owner[number] == owner) and has_joker_slot(view, rules, number):
                return True
        return False
    fits = view.fits if owner < 0 else view.fits_of[owner]
    return fits & bit(offer) != EMPTY


@njit
def has_joker_slot(view, rules, number):
    """Whether one more joker may be added to meld `number` (R16)."""
    return view.meld_fits[number] != EMPTY and view.meld_jokers[number] < rules.jokers_max_per_meld


@inline_njit
def _cards_for_take(hand, offer, rules):
    """The fewest hand cards that make a new meld with the discard: 2, 3 (with both jokers), or 0 if no cards do."""
    if (hand | bit(offer)) & JOKERS != EMPTY:
        return _cards_for_wild_take(hand, offer, rules)
    return _TWO if has_meld_with(hand, offer, rules.melds_ace_runs) else _NONE


@njit
def _cards_for_wild_take(hand, offer, rules):
    """`_cards_for_take` if the discard or a card of the hand is a joker."""
    jokers = popcount(hand & JOKERS)
    naturals = hand & NATURALS
    ace_runs = rules.melds_ace_runs
    if bit(offer) & JOKERS != EMPTY:
        if wild_pair(naturals, _ONE, ace_runs):
            return _TWO
        shared = jokers > 0 and rules.jokers_max_per_meld >= 2
        return _THREE if shared and wild_pair(naturals, _TWO, ace_runs) else _NONE
    if has_meld_with(naturals, offer, ace_runs):
        return _TWO
    if naturals & wild_partners(offer, _ONE, ace_runs) != EMPTY:
        return _TWO
    double = jokers >= 2 and rules.jokers_max_per_meld >= 2
    return _THREE if double and naturals & wild_partners(offer, _TWO, ace_runs) != EMPTY else _NONE


@inline_njit
def check_meld_action(word, hand, rules):
    """Check that cards of `hand` make the meld of an action code (R3, R16).

    Returns (reason, kind, mask of the used cards with jokers, number of jokers).
    """
    faces = word & NATURALS
    first = x1_face(word)
    second = x2_face(word)
    used = word & JOKERS
    jokers = popcount(used)
    kind = meld_kind(faces, rules.melds_ace_runs)
    if kind == NO_MELD or (word & ~(EXTEND | FACE_DOWN) != faces and stray_bits(word) != EMPTY):
        return NOT_A_MELD, kind, EMPTY, jokers
    if jokers > 0:
        played = first | second
        if popcount(played) != jokers:
            return NOT_A_MELD, kind, EMPTY, jokers
        if jokers > rules.jokers_max_per_meld or popcount(faces & ~played) < 2:
            return TOO_MANY_JOKERS, kind, EMPTY, jokers
        faces &= ~played
    cards = faces | used
    if cards & ~hand != EMPTY:
        return MELD_CARDS_NOT_HELD, kind, EMPTY, jokers
    return LEGAL, kind, cards, jokers


@njit
def check_take_meld(game, view, rules, seat, word):
    """Check taking the discard for a new meld (R4); returns as `check_meld_action`."""
    offer = bit(view.offer)
    reason, kind, cards, jokers = check_meld_action(word, game.hands[seat] | offer, rules)
    if reason == LEGAL and cards & offer == EMPTY:
        reason = TAKE_WITHOUT_DISCARD
    if reason == LEGAL and must_keep_one(rules) and view.hand_size[seat] - popcount(cards) + 1 < 1:
        reason = NO_CARD_LEFT
    return reason, kind, cards, jokers


@inline_njit
def check_take_free(rules):
    """Check taking the discard into the hand (R4)."""
    return LEGAL if rules.draw_take_discard == codes.DRAW_TAKE_DISCARD_FREE else TAKE_NOT_ALLOWED


@njit
def check_offer(view):
    """Check that there is a discard to take (R4)."""
    return NO_DISCARD_ON_OFFER if view.offer < 0 or view.offer_taken != 0 else LEGAL


@njit
def check_extend(view, rules, seat, word):
    """Check taking the discard onto an open meld (R4)."""
    mode = rules.draw_take_discard
    if mode == codes.DRAW_TAKE_DISCARD_NEW_MELD:
        return EXTEND_NOT_ALLOWED
    offer = bit(view.offer)
    face = word & NATURALS
    if offer & JOKERS == EMPTY:
        if face != EMPTY and face != offer:
            return DOES_NOT_FIT
        face = offer
    number = np.int64(meld_number(word))
    reason = _check_addition(view, rules, number, face, offer)
    if reason == LEGAL and mode == codes.DRAW_TAKE_DISCARD_EXTEND_OWN and view.meld_owner[number] != seat:
        return NOT_YOUR_MELD
    return reason


@njit
def _check_addition(view, rules, number, face, card):
    """Check adding `card` (mask), which stands for `face` (mask), to meld `number`."""
    if number >= view.n_melds:
        return NO_SUCH_MELD
    if view.meld_kind[number] == NO_MELD:
        return MELD_IS_SECRET
    if popcount(face) != 1 or view.meld_fits[number] & face == EMPTY:
        return DOES_NOT_FIT
    if card & JOKERS != EMPTY and view.meld_jokers[number] >= rules.jokers_max_per_meld:
        return TOO_MANY_JOKERS
    return LEGAL


# ---- lay and sapaw ---------------------------------------------------------------------------------------------------


@inline_njit
def may_lay(game, view, rules, seat):
    """Whether the hand holds a meld that may be laid (R5)."""
    # If the hand has a meld, so has the best arrangement, because any meld leaves fewer points or fewer loose jokers.
    if game.melded[seat] == EMPTY:
        return False
    hand = game.hands[seat]
    limit = rules.melds_max_voluntary
    if limit > 0 and view.voluntary[seat] >= limit:
        spare = popcount(hand) > 4 or not must_keep_one(rules)
        return spare and holds_secret(hand, game.taken[seat], rules)
    return not must_keep_one(rules) or view.hand_size[seat] > _smallest_meld(hand, rules)


@njit
def _smallest_meld(hand, rules):
    """Size of the smallest meld in a hand with melds: 3, or 4 (two jokers between two naturals)."""
    naturals = hand & NATURALS
    ace_runs = rules.melds_ace_runs
    if has_meld(naturals, ace_runs) or (hand & JOKERS != EMPTY and wild_pair(naturals, _ONE, ace_runs)):
        return 3
    return 4


@inline_njit
def check_lay(game, view, rules, seat, word):
    """Check laying a meld, open or face down (R5, R5.2); returns as `check_meld_action`."""
    hand = game.hands[seat]
    reason, kind, cards, jokers = check_meld_action(word, hand, rules)
    if word & EXTEND != EMPTY:
        reason = NOT_A_MELD
    if reason == LEGAL and must_keep_one(rules) and cards == hand:
        reason = NO_CARD_LEFT
    if reason != LEGAL:
        return reason, kind, cards, jokers
    if word & FACE_DOWN == EMPTY:
        if rules.melds_max_voluntary > 0 and view.voluntary[seat] >= rules.melds_max_voluntary:
            reason = TOO_MANY_LAYS
    elif not secret_shape(kind, popcount(cards), rules):
        reason = NOT_A_SECRET
    elif cards & game.taken[seat] != EMPTY:
        reason = SECRET_FROM_DISCARD
    return reason, kind, cards, jokers


@inline_njit
def secret_shape(kind, size, rules):
    """Whether a meld of this kind and size may be a secret (R5.2)."""
    if kind == SET:
        return size == 4 and rules.secrets_kinds != codes.SECRETS_KINDS_NONE
    return kind == RUN and size >= rules.secrets_run_min and rules.secrets_kinds == codes.SECRETS_KINDS_SET4_RUN


@inline_njit
def sapaw_targets(view, rules, seat):
    """Natural cards that this seat may add to some open meld (R6)."""
    if rules.sapaw_targets == codes.SAPAW_TARGETS_ANY:
        return view.fits
    right = np.int64(0) if seat == 2 else seat + 1
    left = np.int64(2) if seat == 0 else seat - 1
    return view.fits_of[right & 3] | view.fits_of[left & 3]


@inline_njit
def may_sapaw(game, view, rules, seat):
    """Whether some card of the hand may be added to an open meld (R6)."""
    hand = game.hands[seat]
    if hand & (sapaw_targets(view, rules, seat) | JOKERS) == EMPTY:
        return False
    if not rules.sapaw_before_open and view.open_melds[seat] + view.secrets[seat] == 0:
        return False
    if must_keep_one(rules) and view.hand_size[seat] < 2:
        return False
    if hand & sapaw_targets(view, rules, seat) != EMPTY:
        return True
    for number in range(view.n_melds):
        if _is_target(view, rules, seat, number) and has_joker_slot(view, rules, number):
            return True
    return False


@inline_njit
def _is_target(view, rules, seat, number):
    return rules.sapaw_targets == codes.SAPAW_TARGETS_ANY or view.meld_owner[number] != seat


@inline_njit
def sapaw_card(word):
    """The card (mask) that an action code at SAPAW adds: its joker, else its face."""
    joker = word & JOKERS
    return joker if joker != EMPTY else word & NATURALS


@njit
def check_sapaw(game, view, rules, seat, word):
    """Check a sapaw (R6, R16)."""
    card = sapaw_card(word)
    if popcount(card) != 1 or word & (EXTEND | FACE_DOWN) != EMPTY:
        return NOT_AN_ACTION
    if card & ~game.hands[seat] != EMPTY:
        return CARD_NOT_HELD
    number = np.int64(meld_number(word))
    reason = _check_addition(view, rules, number, word & NATURALS, card)
    if reason != LEGAL:
        return reason
    if not _is_target(view, rules, seat, number):
        return TARGET_NOT_ALLOWED
    if not rules.sapaw_before_open and view.open_melds[seat] + view.secrets[seat] == 0:
        return NOT_OPENED
    if must_keep_one(rules) and view.hand_size[seat] < 2:
        return NO_CARD_LEFT
    return LEGAL


# ---- discard ---------------------------------------------------------------------------------------------------------


@inline_njit
def legal_discards(game, view, rules, seat):
    """The legal discards, as a mask (R4 `free`, R7)."""
    hand = game.hands[seat]
    allowed = hand & ~game.taken_now
    if allowed == EMPTY:
        allowed = hand
    if rules.discard_restriction == codes.DISCARD_RESTRICTION_NOT_SAPAWABLE:
        fitting = allowed & view.fits
        if allowed & JOKERS != EMPTY:
            for number in range(view.n_melds):
                if has_joker_slot(view, rules, number):
                    fitting |= allowed & JOKERS
        if allowed & ~fitting != EMPTY:
            allowed &= ~fitting
    return allowed


@inline_njit
def check_discard(game, seat, legal, word):
    """Check a discard (R7); legal: the mask from `legal_discards`."""
    if word & (word - ONE) != EMPTY or word & legal == EMPTY:
        return _why_no_discard(game, seat, word)
    return LEGAL


@njit
def _why_no_discard(game, seat, word):
    if popcount(word) != 1:
        return NOT_AN_ACTION
    if word & ~game.hands[seat] != EMPTY:
        return CARD_NOT_HELD
    return TAKEN_CARD_DISCARDED if word & game.taken_now != EMPTY else SAPAWABLE_DISCARD
