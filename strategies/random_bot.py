"""Random legal actions: a fuzzer for the engine, and the baseline of every comparison.

It proposes random actions and validates them with the engine's rules, so all cases occur: short and long melds, jokers
in any place, secrets, takes onto melds, calls with terrible hands.
"""

from __future__ import annotations

from tongits_sim.cards import EMPTY, JOKERS, NATURALS, ONE, U, bit, deposit, lowest, nth_bit, popcount
from tongits_sim.compile.bits import GOLDEN, mix
from tongits_sim.compile.jit import njit
from tongits_sim.game.action_codes import FACE_DOWN, TAKE_FREE, extend, meld, sapaw, sapaw_joker
from tongits_sim.game.illegal_reasons import LEGAL
from tongits_sim.game.legality import check_meld_action, must_keep_one, secret_shape
from tongits_sim.hands.melds import NO_MELD
from tongits_sim.rules.codes import (
    DRAW_TAKE_DISCARD_EXTEND_OWN,
    DRAW_TAKE_DISCARD_FREE,
    DRAW_TAKE_DISCARD_NEW_MELD,
    SAPAW_TARGETS_ANY,
)
from tongits_sim.strategy import Hooks, Param, Strategy

TRIES = 12


@njit
def pick(word, mask):
    """A random card (mask) of a mask that is not empty."""
    return deposit(ONE << random_index(word, popcount(mask)), mask)


@njit
def random_index(word, size):
    """A random index below `size` (int64)."""
    return (word >> U(33)) % U(size)


@njit
def propose_meld(word, hand):
    """The code of a random meld around a random card of the hand, legal or not; 0 if the jokers cannot fill its
    gaps.
    """
    if hand & NATURALS == EMPTY:
        return EMPTY
    card = lowest(pick(word, hand & NATURALS))
    word = mix(word + GOLDEN)
    if word & ONE:
        faces = (U(0x0001_0001_0001_0001) << U(card & 15)) & ~(
            bit(16 * ((word >> U(1)) & U(3)) + (card & 15)) * (word >> U(3) & ONE)
        )
    else:
        size = 3 + random_index(word, 5) // U(2)
        start = random_index(mix(word), 14)
        faces = (((ONE << size) - ONE) << start) & U(0x3FFF)
        faces = ((faces & U(0x1FFF)) | (faces >> U(13))) << U(card & 48)
    lacking = faces & ~hand
    jokers = hand & JOKERS
    if popcount(lacking) > popcount(jokers):
        return EMPTY
    word = mix(word + GOLDEN)
    if popcount(lacking) < popcount(jokers) and word & U(7) == EMPTY and faces != EMPTY:
        lacking |= pick(word, faces)
    first = nth_bit(lacking, 0)
    second = nth_bit(lacking, 1)
    if jokers == JOKERS and word & U(8):
        return meld(faces, second, first)
    return meld(faces, first, second) if jokers & bit(14) else meld(faces, EMPTY, first)


@njit
def call(view, params):
    """Call with probability `call_rate`."""
    return ONE if unit(view.word) < params.call_rate else EMPTY


@njit
def unit(word):
    """A random number in [0, 1)."""
    return float(word >> U(11)) / 9007199254740992.0


@njit
def respond(view, params):
    """Challenge with probability 1/2."""
    return view.word >> U(63)


@njit
def draw(view, params):
    """Take the discard in a random way, or draw from the stock."""
    word = view.word
    if word & U(3) == EMPTY:
        return EMPTY
    mode = view.rules.draw_take_discard
    if mode == DRAW_TAKE_DISCARD_FREE and word & U(12) == EMPTY:
        return TAKE_FREE
    if mode != DRAW_TAKE_DISCARD_NEW_MELD and word & U(16):
        action = _extend(view, mode)
        if action != EMPTY:
            return action
    offer = bit(view.offer)
    for _ in range(2 * TRIES):
        word = mix(word + GOLDEN)
        action = propose_meld(word, view.hand | offer)
        if action == EMPTY:
            continue
        reason, _, cards, _ = check_meld_action(action, view.hand | offer, view.rules)
        spare = view.hand_size[view.me] + 1 - popcount(cards)
        if reason == LEGAL and cards & offer != EMPTY and (spare >= 1 or not must_keep_one(view.rules)):
            return action
    return EMPTY


@njit
def _extend(view, mode):
    offer = bit(view.offer)
    for number in range(view.n_melds):
        if view.meld_kind[number] == NO_MELD or (
            mode == DRAW_TAKE_DISCARD_EXTEND_OWN and view.meld_owner[number] != view.me
        ):
            continue
        if view.meld_fits[number] & offer != EMPTY:
            return extend(number, EMPTY)
        room = view.meld_jokers[number] < view.rules.jokers_max_per_meld
        if offer & JOKERS != EMPTY and view.meld_fits[number] != EMPTY and room:
            return extend(number, pick(view.word, view.meld_fits[number]))
    return EMPTY


@njit
def lay(view, params):
    """Lay a random meld, at random face down if that is allowed."""
    word = view.word
    if word & U(1):
        return EMPTY
    may_open = view.rules.melds_max_voluntary == 0 or view.voluntary[view.me] < view.rules.melds_max_voluntary
    for _ in range(TRIES):
        word = mix(word + GOLDEN)
        action = propose_meld(word, view.hand)
        if action == EMPTY:
            continue
        reason, kind, cards, _ = check_meld_action(action, view.hand, view.rules)
        if reason != LEGAL or (must_keep_one(view.rules) and cards == view.hand):
            continue
        secret = secret_shape(kind, popcount(cards), view.rules) and cards & view.taken == EMPTY
        if secret and (word & U(6) != EMPTY or not may_open):
            return action | FACE_DOWN
        if may_open:
            return action
    return EMPTY


@njit
def add(view, params):
    """Sapaw a random card that fits, or stop."""
    word = view.word
    if word & U(1):
        return EMPTY
    start = random_index(mix(word), view.n_melds)
    for step in range(view.n_melds):
        number = (start + U(step)) % U(view.n_melds)
        if view.rules.sapaw_targets != SAPAW_TARGETS_ANY and view.meld_owner[number] == view.me:
            continue
        fits = view.meld_fits[number]
        if fits & view.hand != EMPTY and (word & U(6) or view.hand & JOKERS == EMPTY):
            return sapaw(lowest(pick(word, fits & view.hand)), number)
        if view.hand & JOKERS != EMPTY and fits != EMPTY and view.meld_jokers[number] < view.rules.jokers_max_per_meld:
            return sapaw_joker(lowest(pick(word, view.hand & JOKERS)), pick(mix(word), fits), number)
    return EMPTY


@njit
def discard(view, params):
    """Discard any legal card."""
    return pick(view.word, view.legal)


RANDOM = Strategy(
    name="random",
    summary="Plays random legal actions.",
    hooks=Hooks(call, respond, draw, lay, add, discard),
    params=(Param("call_rate", 0.2, 0, 1, "probability of a call when it may call"),),
    uses_random=True,
)
