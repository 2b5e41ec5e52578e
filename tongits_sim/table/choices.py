"""Takes a decision in steps, with the numbered actions of `action_numbers`: the legal actions of a step, and the action
code that the steps make.

If an action leaves open the meld to add to, or the face of a joker, the decision takes a further step.
"""

from __future__ import annotations

import numpy as np

from tongits_sim.cards import EMPTY, JOKERS, ONE, X1, X2, U, bit, lowest, popcount
from tongits_sim.compile.jit import inline_njit, njit
from tongits_sim.game import legality, state
from tongits_sim.game.action_codes import FACE_DOWN, TAKE_FREE, extend, meld, sapaw, sapaw_joker
from tongits_sim.game.illegal_reasons import LEGAL
from tongits_sim.table.action_numbers import (
    CARDS,
    MELDS,
    MELDS_FROM,
    N_ACTIONS,
    N_MELDS,
    NO,
    SECRETS_FROM,
    TAKE,
    TARGETS,
    YES,
    card_number,
    card_of,
    run_number,
    set_number,
)

STEP_FIRST = np.int64(0)
STEP_TARGET = np.int64(1)
STEP_FACE = np.int64(2)
STEP_X1 = np.int64(3)
STEP_X2 = np.int64(4)
N_STEPS = 5

ILLEGAL = np.int64(-1)
MORE = np.int64(0)
DONE = np.int64(1)

CHOICE_DTYPE = np.dtype(
    [
        ("choice_step", "i8"),  # STEP_*
        ("card", "i8"),  # the card to add to a meld; -1: not yet chosen
        ("target", "i8"),  # the meld to add to; -1: not yet chosen
        ("faces", "u8"),  # faces of the chosen meld; 0: not yet chosen
        ("hidden", "u8"),  # FACE_DOWN for a meld to lay face down
        ("first", "u8"),  # the face that X1 stands for
        ("word", "u8"),  # the action code after the last step
    ],
    align=True,
)
"""The choices so far at a decision."""

OWN_DTYPE = np.dtype(
    [("own_hands", "u8"), ("hands", "u8", (state.SEATS,)), ("taken", "u8", (state.SEATS,))], align=True
)
"""The fields of a `GAME` that tests of legality read, for the deciding seat."""

MASK_DTYPE = np.dtype([("action_mask", "i1", (N_ACTIONS,))])
"""A row of an array int8[n, N_ACTIONS], as a record."""


@njit
def begin_choice(choice):
    """Clear the choices, for a new decision."""
    choice.choice_step = STEP_FIRST
    choice.card = -1
    choice.target = -1
    choice.faces = EMPTY
    choice.hidden = EMPTY
    choice.first = EMPTY
    choice.word = EMPTY


@inline_njit
def _take_up(view, own):
    """Copy the deciding seat's hand into `own`."""
    own.hands[view.me] = view.hand
    own.taken[view.me] = view.taken


# ---- the legal actions -----------------------------------------------------------------------------------------------


@njit
def fill_mask(view, own, choice, out):
    """Set `out.action_mask` (a `MASK` record) to 1 for the legal actions of this step, else 0.

    Call `begin_choice` first at every decision.
    """
    clear_mask(out)
    _take_up(view, own)
    mask = out.action_mask
    step = choice.choice_step
    decision = view.decision
    if step == STEP_TARGET:
        for number in range(view.n_melds):
            mask[TARGETS + number] = _may_add(view, own, choice.card, number)
    elif step == STEP_FACE:
        _mark_cards(out, view.meld_fits[choice.target])
    elif step == STEP_X1:
        mask[NO] = _second_exists(view, own, choice.faces, choice.hidden, EMPTY)
        _mark_cards(out, _first_faces(view, own, choice.faces, choice.hidden))
    elif step == STEP_X2:
        mask[NO] = _legal_meld(view, own, choice.hidden | meld(choice.faces, choice.first, EMPTY))
        _mark_cards(out, _second_faces(view, own, choice.faces, choice.hidden, choice.first))
    elif decision == state.DECISION_DISCARD:
        _mark_cards(out, view.legal)
    elif decision in (state.DECISION_CALL, state.DECISION_RESPOND):
        mask[NO] = 1
        mask[YES] = 1
    elif decision == state.DECISION_DRAW:
        mask[NO] = 1
        _mark_takes(view, own, out)
    elif decision == state.DECISION_LAY:
        mask[NO] = 1
        _mark_melds(view, own, out, view.hand)
    elif decision == state.DECISION_SAPAW:
        mask[NO] = 1
        _mark_additions(view, own, out)


@inline_njit
def clear_mask(out):
    """Set all of `out.action_mask` to 0."""
    mask = out.action_mask
    for number in range(N_ACTIONS):
        mask[number] = 0


@inline_njit
def _mark_cards(out, cards):
    mask = out.action_mask
    while cards != EMPTY:
        mask[CARDS + card_number(lowest(cards))] = 1
        cards &= cards - ONE


@njit
def _mark_takes(view, own, out):
    """Mark the ways to take the discard (R4)."""
    mask = out.action_mask
    mask[TAKE] = legality.check_take_free(view.rules) == LEGAL
    for number in range(view.n_melds):
        mask[TARGETS + number] = _may_extend(view, number)
    _mark_melds(view, own, out, view.hand | bit(view.offer))


@njit
def _may_extend(view, number):
    """Whether the discard may be taken onto meld `number`."""
    face = EMPTY
    if bit(view.offer) & JOKERS != EMPTY:
        face = view.meld_fits[number] & (~view.meld_fits[number] + ONE)
    return legality.check_extend(view, view.rules, np.int64(view.me), extend(number, face)) == LEGAL


@njit
def _mark_additions(view, own, out):
    """Mark the cards that may be added to a meld (R6)."""
    mask = out.action_mask
    _mark_cards(out, view.legal)
    for joker in (X1, X2):
        if view.hand & bit(joker) != EMPTY:
            for number in range(view.n_melds):
                if _may_add(view, own, joker, number):
                    mask[CARDS + card_number(joker)] = 1


@njit
def _may_add(view, own, card, number):
    """Whether a card (int) may be added to meld `number`."""
    word = sapaw(card, number)
    if bit(card) & JOKERS != EMPTY:
        word = sapaw_joker(card, view.meld_fits[number] & (~view.meld_fits[number] + ONE), number)
    return legality.check_sapaw(own, view, view.rules, np.int64(view.me), word) == LEGAL


@njit
def _mark_melds(view, own, out, cards):
    """Mark the melds of these cards (mask) that may be laid, or that the discard may be taken for."""
    if cards & JOKERS != EMPTY:
        for number in range(N_MELDS):
            _mark_meld(view, own, out, number, cards)
        return
    for rank in range(13):
        same = (cards >> U(rank)) & U(0x0001_0001_0001_0001)
        if popcount(same) >= 3:
            for lacking in range(5):
                _mark_meld(view, own, out, set_number(rank, lacking), cards)
    for suit in range(4):
        lane = (cards >> U(16 * suit)) & U(0x1FFF)
        line = lane | (lane & ONE) << U(13)
        starts = line & (line >> ONE) & (line >> U(2))
        while starts != EMPTY:
            first = lowest(starts)
            starts &= starts - ONE
            last = first + 2
            while last < 14 and line >> U(last) & ONE != EMPTY:
                if last < 13 or first >= 2:
                    _mark_meld(view, own, out, run_number(suit, first, last), cards)
                last += 1


@njit
def _mark_meld(view, own, out, number, cards):
    """Mark a meld, open and face down, if cards of the mask make it and laying it is legal."""
    faces = MELDS[number]
    if popcount(faces & ~cards) > popcount(cards & JOKERS):
        return
    mask = out.action_mask
    mask[MELDS_FROM + number] = _first_exists(view, own, faces, EMPTY)
    if view.decision == state.DECISION_LAY and popcount(faces) >= 4:
        mask[SECRETS_FROM + number] = _first_exists(view, own, faces, FACE_DOWN)


# ---- jokers in melds -------------------------------------------------------------------------------------------------


@njit
def _legal_meld(view, own, word):
    """Whether a meld (action code) may be laid, or the discard taken for it."""
    if view.decision == state.DECISION_DRAW:
        return legality.check_take_meld(own, view, view.rules, np.int64(view.me), word)[0] == LEGAL
    return legality.check_lay(own, view, view.rules, np.int64(view.me), word)[0] == LEGAL


@inline_njit
def _jokers_at_hand(view):
    """The jokers (mask) that a meld at this decision may use."""
    return (view.hand | (bit(view.offer) if view.decision == state.DECISION_DRAW else EMPTY)) & JOKERS


@njit
def _second_faces(view, own, faces, hidden, first):
    """The faces (mask) that X2 may stand for in a meld where X1 stands for `first` (mask; 0: unused)."""
    fine = EMPTY
    if _jokers_at_hand(view) & bit(X2) == EMPTY:
        return fine
    rest = faces & ~first
    while rest != EMPTY:
        face = rest & (~rest + ONE)
        rest ^= face
        if _legal_meld(view, own, hidden | meld(faces, first, face)):
            fine |= face
    return fine


@njit
def _second_exists(view, own, faces, hidden, first):
    """Whether a meld in which X1 stands for `first` (mask; 0: unused) is legal for some use of X2."""
    return _legal_meld(view, own, hidden | meld(faces, first, EMPTY)) or (
        _second_faces(view, own, faces, hidden, first) != EMPTY
    )


@njit
def _first_faces(view, own, faces, hidden):
    """The faces (mask) that X1 may stand for in a meld, for some use of X2."""
    fine = EMPTY
    if _jokers_at_hand(view) & bit(X1) == EMPTY:
        return fine
    rest = faces
    while rest != EMPTY:
        face = rest & (~rest + ONE)
        rest ^= face
        if _second_exists(view, own, faces, hidden, face):
            fine |= face
    return fine


@njit
def _first_exists(view, own, faces, hidden):
    """Whether a meld is legal for some use of the jokers at hand."""
    return _second_exists(view, own, faces, hidden, EMPTY) or _first_faces(view, own, faces, hidden) != EMPTY


# ---- choosing --------------------------------------------------------------------------------------------------------


@njit
def choose(view, own, choice, action):
    """Take a step with an action (int64); returns DONE with `choice.word` set, MORE, or ILLEGAL.

    DONE does not mean that the action is legal: the engine verifies it.
    """
    step = choice.choice_step
    decision = view.decision
    if action < 0 or action >= N_ACTIONS:
        return ILLEGAL
    _take_up(view, own)
    if step == STEP_TARGET:
        return _add_onto(view, choice, action - TARGETS)
    if step != STEP_FIRST:
        return _choose_face(view, own, choice, action)
    if decision in (state.DECISION_CALL, state.DECISION_RESPOND):
        choice.word = U(action)
        return DONE if action in (NO, YES) else ILLEGAL
    if action == NO and decision != state.DECISION_DISCARD:
        choice.word = EMPTY
        return DONE
    if CARDS <= action < TARGETS:
        card = card_of(action - CARDS)
        if decision == state.DECISION_DISCARD:
            choice.word = bit(card)
            return DONE
        return _add(view, own, choice, card) if decision == state.DECISION_SAPAW else ILLEGAL
    if action == TAKE and decision == state.DECISION_DRAW:
        choice.word = TAKE_FREE
        return DONE
    if TARGETS <= action < MELDS_FROM and decision == state.DECISION_DRAW:
        return _add_onto(view, choice, action - TARGETS)
    if action >= MELDS_FROM and decision in (state.DECISION_DRAW, state.DECISION_LAY):
        return _choose_meld(view, own, choice, action)
    return ILLEGAL


@njit
def _add(view, own, choice, card):
    """Choose the card to add; also chooses the meld if only one fits."""
    choice.card = card
    only = -1
    for number in range(view.n_melds):
        if _may_add(view, own, card, number):
            if only >= 0:
                choice.choice_step = STEP_TARGET
                return MORE
            only = number
    return _add_onto(view, choice, only)


@njit
def _add_onto(view, choice, number):
    """Choose the meld for the card to add, or for the discard; also chooses the face of a joker if only one fits."""
    if number < 0 or number >= view.n_melds:
        return ILLEGAL
    choice.target = number
    card = choice.card if view.decision == state.DECISION_SAPAW else view.offer
    fits = view.meld_fits[number]
    if bit(card) & JOKERS == EMPTY:
        choice.word = sapaw(card, number) if view.decision == state.DECISION_SAPAW else extend(number, EMPTY)
        return DONE
    if popcount(fits) > 1:
        choice.choice_step = STEP_FACE
        return MORE
    return _stand_for(view, choice, fits)


@inline_njit
def _stand_for(view, choice, face):
    """Choose the face (mask) of a joker that is added to a meld."""
    if view.decision == state.DECISION_SAPAW:
        choice.word = sapaw_joker(choice.card, face, choice.target)
    else:
        choice.word = extend(choice.target, face)
    return DONE


@njit
def _choose_face(view, own, choice, action):
    """Choose a face at STEP_FACE, STEP_X1 or STEP_X2; NO leaves the joker in the hand."""
    step = choice.choice_step
    if action != NO and not CARDS <= action < CARDS + 52:
        return ILLEGAL
    face = EMPTY if action == NO else bit(card_of(action - CARDS))
    if step == STEP_FACE:
        return _stand_for(view, choice, face) if face & view.meld_fits[choice.target] != EMPTY else ILLEGAL
    if face & ~choice.faces != EMPTY:
        return ILLEGAL
    if step == STEP_X1:
        choice.first = face
        return _choose_second(view, own, choice)
    choice.word = choice.hidden | meld(choice.faces, choice.first, face)
    return DONE


@njit
def _choose_meld(view, own, choice, action):
    """Choose a meld; also chooses its jokers' faces if only one way is legal."""
    choice.hidden = FACE_DOWN if action >= SECRETS_FROM else EMPTY
    choice.faces = MELDS[(action - MELDS_FROM) % N_MELDS]
    choice.word = choice.hidden | choice.faces
    if _jokers_at_hand(view) == EMPTY:
        return DONE
    fine = _first_faces(view, own, choice.faces, choice.hidden)
    unused = _second_exists(view, own, choice.faces, choice.hidden, EMPTY)
    ways = popcount(fine) + (1 if unused else 0)
    if ways == 0:
        return ILLEGAL
    if ways > 1:
        choice.choice_step = STEP_X1
        return MORE
    choice.first = fine
    return _choose_second(view, own, choice)


@njit
def _choose_second(view, own, choice):
    """Choose X2's face if only one way is legal; else take a further step."""
    fine = _second_faces(view, own, choice.faces, choice.hidden, choice.first)
    unused = _legal_meld(view, own, choice.hidden | meld(choice.faces, choice.first, EMPTY))
    ways = popcount(fine) + (1 if unused else 0)
    if ways == 0:
        return ILLEGAL
    if ways > 1:
        choice.choice_step = STEP_X2
        return MORE
    choice.word = choice.hidden | meld(choice.faces, choice.first, fine)
    return DONE


def new_choice() -> np.recarray:
    """A `CHOICE` recarray of length 1."""
    return np.zeros(1, CHOICE_DTYPE).view(np.recarray)


def new_own() -> np.recarray:
    """An `OWN` recarray of length 1."""
    return np.zeros(1, OWN_DTYPE).view(np.recarray)


def new_mask() -> tuple[np.ndarray, np.ndarray]:
    """A mask of actions, int8[N_ACTIONS], and a view of its memory as a `MASK` array of length 1 for kernels."""
    mask = np.zeros(N_ACTIONS, np.int8)
    return mask, mask.view(MASK_DTYPE)
