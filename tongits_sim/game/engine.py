"""Plays a game as a state machine of decisions: `advance` to the next real choice, `apply` an action.

Batches, records, replay and forks are all built on these two functions. If only one action is legal, the engine gives
it without asking the bot. Phases follow R2: (start call) draw, (call after the draw) lay and sapaw, discard, (end
call).

`log` is the game's log (log.py), which batches switch off.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from tongits_sim.cards import EMPTY, JOKERS, NATURALS, NO_CARD, ONE, U, bit, lowest
from tongits_sim.compile.bits import GOLDEN, mix
from tongits_sim.compile.jit import inline_njit, njit, outlined
from tongits_sim.compile.match_loop import note_fault
from tongits_sim.game import legality, state
from tongits_sim.game.action_codes import EXTEND, FACE_DOWN, TAKE_FREE, meld_number
from tongits_sim.game.arrangement import gain, lose, lose_card
from tongits_sim.game.bot_calls import ask_bot
from tongits_sim.game.illegal_reasons import LEGAL, NOT_AN_ACTION
from tongits_sim.game.log import (
    ACT_CALL,
    ACT_CHALLENGE,
    ACT_DISCARD,
    ACT_DRAW,
    ACT_FOLD,
    ACT_FORCED_FOLD,
    ACT_LAY,
    ACT_SAPAW,
    ACT_SECRET,
    ACT_SPREAD,
    ACT_TAKE,
    ACT_TAKE_FREE,
    ACT_TAKE_ONTO,
    ACT_TONGITS,
    NO_MELD_NUMBER,
    write,
)
from tongits_sim.game.table_melds import NOT_HIDDEN, add_card, add_meld, mark_sapaw, note_exposed
from tongits_sim.hands.melds import SET, meld_kind
from tongits_sim.rules import codes

PHASE_TURN = np.int64(0)
PHASE_CALL = np.int64(1)  # the seat in turn may call
PHASE_DRAW = np.int64(2)
PHASE_LAY = np.int64(3)
PHASE_SAPAW = np.int64(4)
PHASE_DISCARD = np.int64(5)
PHASE_AFTER_DISCARD = np.int64(6)
PHASE_END_TURN = np.int64(7)
PHASE_RESPONSES = np.int64(8)  # a call waits for responses
PHASE_OVER = np.int64(9)
PHASE_WAITING = np.int64(10)  # waiting for the action at `view.decision`
PHASE_FAULT = np.int64(11)  # a bot's fault


@inline_njit
def advance(game, view, rules, log):
    """Run the rules to the next real choice; returns its DECISION_*, or DECISION_OVER when the game is over.

    The deciding seat is `view.me`.
    """
    return _run(game, view, rules, log, None)


@inline_njit
def play_on(game, view, rules, log, table):
    """Run the rules to the end of the game, asking the bots of a `TABLE`; returns 0, or the reason code of a fault."""
    return _run(game, view, rules, log, table)


@inline_njit
def _run(game, view, rules, log, table):
    """The common body of `advance` and `play_on`; the compiler drops the branches of the other.

    Phases stand in the order of a turn and fall through, so a turn runs through the loop once.
    """
    phase = game.phase
    if phase == PHASE_WAITING:  # waiting for an action
        return view.decision if table is None else np.int64(NOT_AN_ACTION)
    seat = np.int64(view.seat)
    while phase != PHASE_OVER:
        if phase == PHASE_TURN:
            phase = _begin_turn(game, view, rules, seat)
        if phase == PHASE_CALL:
            fill_view(game, view, rules, seat, state.DECISION_CALL, EMPTY)
            if table is None:
                return _wait(game, state.DECISION_CALL)
            phase, reason = _ask_and_perform(game, view, rules, log, table, seat, state.DECISION_CALL, EMPTY)
            if phase == PHASE_FAULT:
                return reason
        while phase == PHASE_RESPONSES:
            phase = outlined(_next_response, (game, view, rules, log))
            if phase == PHASE_RESPONSES:
                responder = _responder(game, view)
                fill_view(game, view, rules, responder, state.DECISION_RESPOND, EMPTY)
                if table is None:
                    return _wait(game, state.DECISION_RESPOND)
                phase, reason = _ask_and_perform(
                    game, view, rules, log, table, responder, state.DECISION_RESPOND, EMPTY
                )
                if phase == PHASE_FAULT:
                    return reason
        if phase == PHASE_DRAW:
            if rules.call_timing != codes.CALL_TIMING_AFTER_DRAW:
                _clear_turn_marks(view, seat)
            if legality.may_take(game, view, rules, seat):
                fill_view(game, view, rules, seat, state.DECISION_DRAW, EMPTY)
                if table is None:
                    return _wait(game, state.DECISION_DRAW)
                phase, reason = _ask_and_perform(game, view, rules, log, table, seat, state.DECISION_DRAW, EMPTY)
                if phase == PHASE_FAULT:
                    return reason
            else:
                phase = _draw(game, view, rules, log, seat)
        while phase in (PHASE_LAY, PHASE_SAPAW):
            if phase == PHASE_LAY:
                if _tongits_now(game, rules, seat, False):
                    phase = _end(game, view, log, state.ENDING_TONGITS, seat)
                elif legality.may_lay(game, view, rules, seat):
                    fill_view(game, view, rules, seat, state.DECISION_LAY, EMPTY)
                    if table is None:
                        return _wait(game, state.DECISION_LAY)
                    phase, reason = _ask_and_perform(game, view, rules, log, table, seat, state.DECISION_LAY, EMPTY)
                    if phase == PHASE_FAULT:
                        return reason
                else:
                    phase = PHASE_SAPAW
            if phase == PHASE_SAPAW:
                phase = PHASE_DISCARD
                if legality.may_sapaw(game, view, rules, seat):
                    fits = game.hands[seat] & legality.sapaw_targets(view, rules, seat)
                    fill_view(game, view, rules, seat, state.DECISION_SAPAW, fits)
                    if table is None:
                        return _wait(game, state.DECISION_SAPAW)
                    phase, reason = _ask_and_perform(game, view, rules, log, table, seat, state.DECISION_SAPAW, EMPTY)
                    if phase == PHASE_FAULT:
                        return reason
        if phase == PHASE_DISCARD:
            legal = legality.legal_discards(game, view, rules, seat)
            if legal & (legal - ONE) != EMPTY:
                fill_view(game, view, rules, seat, state.DECISION_DISCARD, legal)
                if table is None:
                    return _wait(game, state.DECISION_DISCARD)
                phase, reason = _ask_and_perform(game, view, rules, log, table, seat, state.DECISION_DISCARD, legal)
                if phase == PHASE_FAULT:
                    return reason
            else:
                phase = _discard(game, view, rules, log, seat, legal)
        if phase == PHASE_AFTER_DISCARD:
            phase = _call_or(game, view, rules, seat, codes.CALL_TIMING_END, PHASE_END_TURN)
        if phase == PHASE_END_TURN:
            phase, seat = _end_turn(game, view, rules, log, seat)
    return state.DECISION_OVER if table is None else np.int64(LEGAL)


@inline_njit
def _wait(game, decision):
    game.phase = PHASE_WAITING
    return decision


@inline_njit
def _ask_and_perform(game, view, rules, log, table, seat, decision, legal):
    """Ask the seat's bot and perform its action; returns (the next phase, or PHASE_FAULT; a reason code).

    legal: for DISCARD the legal discards (mask).
    """
    action, reason = action_of(game, view, rules, log, table, seat, decision)
    if reason == LEGAL:
        reason, phase = _perform(game, view, rules, log, seat, decision, legal, action)
        if reason == LEGAL:
            return phase, reason
    note_fault(table, seat, decision, reason)
    return PHASE_FAULT, reason


@inline_njit
def action_of(game, view, rules, log, table, seat, decision):
    """Ask the seat's bot. The fork engine replaces this function, so that it can play both branches at this point."""
    return ask_bot(table, view, seat, decision)


@inline_njit
def apply(game, view, rules, log, action):
    """Verify and perform an action code; returns LEGAL, or a reason code, which leaves the game unchanged."""
    if game.phase != PHASE_WAITING:
        return NOT_AN_ACTION
    seat = np.int64(view.me)
    legal = legality.legal_discards(game, view, rules, seat)
    reason, phase = _perform(game, view, rules, log, seat, view.decision, legal, action)
    if reason == LEGAL:
        game.phase = phase
    return reason


@inline_njit
def _perform(game, view, rules, log, seat, decision, legal, action):
    """Verify and perform an action; returns (reason code, the next phase)."""
    if decision == state.DECISION_DISCARD:
        reason = legality.check_discard(game, seat, legal, action)
        if reason != LEGAL:
            return reason, PHASE_FAULT
        return reason, _discard(game, view, rules, log, seat, action)
    if decision == state.DECISION_LAY:
        return _apply_lay(game, view, rules, log, seat, action)
    if decision == state.DECISION_SAPAW:
        return _apply_sapaw(game, view, rules, log, seat, action)
    if decision == state.DECISION_DRAW:
        return _apply_draw(game, view, rules, log, seat, action)
    if action > U(1):
        return NOT_AN_ACTION, PHASE_FAULT
    if decision == state.DECISION_CALL:
        return LEGAL, _apply_call(game, view, rules, log, seat, action)
    _respond(
        game,
        view,
        rules,
        log,
        seat,
        state.CHALLENGED if action else state.FOLDED,
        ACT_CHALLENGE if action else ACT_FOLD,
    )
    return LEGAL, PHASE_RESPONSES


PRIVATE_FIELDS = ("hand", "melded", "sets", "runs", "deadwood", "legal", "count", "drawn")
"""The fields of the private part of a view that every game needs, besides `me` and `decision`."""


def view_filler(read: Mapping[str, int]) -> Any:
    """Make a kernel `(game, view, rules, seat, decision, legal)` that fills the private part of the view for the
    deciding seat; legal: the cards to choose from at SAPAW and DISCARD.

    read: by field of `PRIVATE_FIELDS`, the decisions (bits) at which it is read; at others it keeps what it held.
    """
    hand, melded, sets, runs, deadwood, legals, count, drawn = (np.int64(read[name]) for name in PRIVATE_FIELDS)

    @inline_njit
    def fill(game: Any, view: Any, rules: Any, seat: Any, decision: Any, legal: Any) -> None:
        # A caller passes its decision as a constant, so the compiler drops these tests.
        view.me = seat
        view.decision = decision
        if hand >> decision & 1:
            view.hand = game.hands[seat]
        if melded >> decision & 1:
            view.melded = game.melded[seat]
        if sets >> decision & 1:
            view.sets = game.sets[seat]
        if runs >> decision & 1:
            view.runs = game.runs[seat]
        if deadwood >> decision & 1:
            view.deadwood = game.deadwood[seat]
        if legals >> decision & 1:
            view.legal = legal
        if count >> decision & 1:
            view.count = legality.showdown_count(game, rules, seat)
        if drawn >> decision & 1:
            view.drawn = NO_CARD if decision == state.DECISION_RESPOND else game.drawn
        if game.private_fields:
            if game.private_fields == state.PRIVATE_RANDOM:
                _show_word(game, view, seat)
            else:
                outlined(_show_special, (game, view, seat))

    return fill


fill_view = view_filler(dict.fromkeys(PRIVATE_FIELDS, (1 << len(state.DECISIONS)) - 1))
"""Fills every field, because leftovers would show another seat's cards."""


@njit
def _show_special(game, view, seat):
    """Fill the private fields that few games need: jokers, secrets, taken cards, the random word."""
    for i in range(2):
        view.wild[i] = game.wild[seat, i]
        view.wild_as[i] = game.wild_as[seat, i]
    if game.private_fields == state.PRIVATE_ALL:
        view.taken = game.taken[seat]
        for number in range(view.n_melds):
            own = view.meld_owner[number] == seat
            view.own_secrets[number] = game.secret_faces[number] if own else EMPTY
    _show_word(game, view, seat)


@inline_njit
def _show_word(game, view, seat):
    """The random word of this decision, for a bot that uses chance."""
    view.word = EMPTY
    if game.chance[seat]:
        view.word = mix(game.words[seat] + U(game.decisions[seat]) * GOLDEN)
        game.decisions[seat] += 1


# --- the turn ---


@njit
def start(game, view, rules, log):
    """Begin a dealt game: a spread (R1.3) wins at once, else the dealer takes the first turn."""
    game.phase = PHASE_TURN
    view.seat = view.dealer
    if rules.tongits_spread:
        seats = 3 if rules.tongits_spread == 2 else 1
        for step in range(seats):
            seat = (np.int64(view.dealer) + step) % 3
            if game.melded[seat] == game.hands[seat]:
                _end(game, view, log, state.ENDING_SPREAD, seat)
                return


@inline_njit
def _begin_turn(game, view, rules, seat):
    """Start the turn of a seat; returns the next phase."""
    game.drawn = NO_CARD
    game.taken_now = EMPTY
    turn = view.turn + 1
    view.turn = turn
    view.turns[seat] += 1
    if turn > 1:
        return _call_or(game, view, rules, seat, codes.CALL_TIMING_START, PHASE_DRAW)
    # R8.2: thirteen cards in melds win even if the dealer may not lay first; the LAY phase tests for them.
    if rules.deal_dealer_may_lay_first or _tongits_now(game, rules, seat, False):
        return PHASE_LAY
    return PHASE_DISCARD


@inline_njit
def _call_or(game, view, rules, seat, timing, otherwise):
    """PHASE_CALL if the seat in turn may call at this time (R9), else the phase `otherwise`."""
    if rules.call_timing == timing and legality.may_call(game, view, rules, seat, view.turns[seat]):
        return PHASE_CALL
    return otherwise


@inline_njit
def _after_draw(game, view, rules, seat):
    """The phase after a card was drawn or taken."""
    if rules.call_timing != codes.CALL_TIMING_AFTER_DRAW:
        return PHASE_LAY
    return outlined(_call_after_draw, (game, view, rules, seat))


@njit
def _call_after_draw(game, view, rules, seat):
    """PHASE_CALL if the seat may call with the card just drawn, else PHASE_LAY; Tongits comes first (R8.2)."""
    if not _tongits_now(game, rules, seat, False) and legality.may_call(game, view, rules, seat, view.turns[seat]):
        return PHASE_CALL
    _clear_turn_marks(view, seat)
    return PHASE_LAY


@inline_njit
def _clear_turn_marks(view, seat):
    """R9.3: clear the marks of the seat's last turn once its next turn is under way."""
    view.own_sapaw[seat] = 0
    view.long_meld[seat] = 0


@inline_njit
def _draw(game, view, rules, log, seat):
    """Draw the top of the stock; returns the next phase."""
    if view.stock_left == 0:
        return _end(game, view, log, state.ENDING_STOCK_OUT, state.NOBODY)
    card = np.int64(game.stock[game.stock_next])
    game.stock_next += 1
    view.stock_left -= 1
    view.last_drawer = seat
    view.last_draw[seat] = view.turn
    game.drawn = card
    write(log, ACT_DRAW, seat, bit(card), EMPTY, NO_MELD_NUMBER)
    gain(game, view, rules, seat, bit(card))
    if view.stock_left == 0 and rules.stock_out_moment == codes.STOCK_OUT_MOMENT_AT_DRAW:
        return _end(game, view, log, state.ENDING_STOCK_OUT, state.NOBODY)
    return _after_draw(game, view, rules, seat)


@inline_njit
def _tongits_now(game, rules, seat, after_discard):
    """R8, R8.2: whether the seat wins now by having no loose cards left."""
    hand = game.hands[seat]
    if hand & ~game.melded[seat] != EMPTY:  # nearly always, so test it before the rules
        return False
    if rules.tongits_exit != codes.TONGITS_EXIT_ANY and after_discard != (
        rules.tongits_exit == codes.TONGITS_EXIT_DISCARD_LAST
    ):
        return False
    return hand == EMPTY or rules.tongits_hand_melds != 0


@inline_njit
def _discard(game, view, rules, log, seat, card):
    """Discard a card (mask); returns the next phase."""
    index = lowest(card)
    write(log, ACT_DISCARD, seat, card, EMPTY, NO_MELD_NUMBER)
    lose_card(game, view, rules, seat, card)
    number = U(view.n_discards)
    view.discards[number] = index
    view.n_discards = number + ONE
    view.discarded[seat] |= card
    view.seen |= card
    view.offer = index
    view.offer_taken = 0
    if _tongits_now(game, rules, seat, True):
        return _end(game, view, log, state.ENDING_TONGITS, seat)
    return PHASE_AFTER_DISCARD


@inline_njit
def _end_turn(game, view, rules, log, seat):
    """Pass the turn on, or end the game (R12); returns (the next phase, the seat in turn)."""
    if rules.call_block_opponent_sapaw != codes.CALL_BLOCK_OPPONENT_SAPAW_REST_OF_GAME:
        view.sapawed_on[seat] = 0
    empty = view.stock_left == 0 and rules.stock_out_moment == codes.STOCK_OUT_MOMENT_AFTER_TURN
    # Free takes of discards do not use up the stock, so a game could go on for ever: MAX_TURNS ends it as an empty
    # stock would.
    if empty or view.turn >= state.MAX_TURNS:
        return _end(game, view, log, state.ENDING_STOCK_OUT, state.NOBODY), seat
    following = (np.int64(0) if seat == 2 else seat + 1) & np.int64(3)  # lets the compiler see that it is not negative
    view.seat = following
    return PHASE_TURN, following


@njit
def _end(game, view, log, ending, winner):
    """End the game; the winner is NOBODY if counts decide. Returns PHASE_OVER."""
    game.phase = PHASE_OVER
    game.ending = ending
    game.winner = winner
    if ending == state.ENDING_TONGITS:
        write(log, ACT_TONGITS, winner, game.hands[winner], EMPTY, NO_MELD_NUMBER)
    elif ending == state.ENDING_SPREAD:
        write(log, ACT_SPREAD, winner, game.hands[winner], EMPTY, NO_MELD_NUMBER)
    return PHASE_OVER


# --- actions ---


@inline_njit
def _apply_draw(game, view, rules, log, seat, action):
    if action == EMPTY:
        return LEGAL, _draw(game, view, rules, log, seat)
    reason = outlined(_take, (game, view, rules, log, seat, action))
    if reason != LEGAL:
        return reason, PHASE_FAULT
    view.offer_taken = 1
    return reason, _after_draw(game, view, rules, seat)


@njit
def _take(game, view, rules, log, seat, action):
    """Take the discard (R4); returns a reason code."""
    offer = bit(view.offer)
    if action == TAKE_FREE:
        return _take_free(game, view, rules, log, seat, offer)
    if action & EXTEND != EMPTY:
        return _take_onto(game, view, rules, log, seat, action, offer)
    reason, kind, cards, _ = legality.check_take_meld(game, view, rules, seat, action)
    if reason == LEGAL:
        write(log, ACT_TAKE, seat, cards, action, NO_MELD_NUMBER)
        rest = cards & ~offer
        lose(game, view, rules, seat, rest, meld_kind(rest, rules.melds_ace_runs))
        add_meld(game, view, rules, seat, kind, action & NATURALS, cards, NOT_HIDDEN)
    return reason


@njit
def _take_free(game, view, rules, log, seat, offer):
    reason = legality.check_take_free(rules)
    if reason != LEGAL:
        return reason
    write(log, ACT_TAKE_FREE, seat, offer, EMPTY, NO_MELD_NUMBER)
    gain(game, view, rules, seat, offer)
    game.private_fields = state.PRIVATE_ALL
    game.taken[seat] |= offer
    game.taken_now = offer
    view.known[seat] |= offer
    return LEGAL


@njit
def _take_onto(game, view, rules, log, seat, action, offer):
    reason = legality.check_extend(view, rules, seat, action)
    if reason == LEGAL:
        number = np.int64(meld_number(action))
        face = action & NATURALS if offer & JOKERS != EMPTY else offer
        write(log, ACT_TAKE_ONTO, seat, offer, face, number)
        _add_to_meld(game, view, rules, seat, offer, face, number)
    return reason


@inline_njit
def _apply_lay(game, view, rules, log, seat, action):
    if action == EMPTY:
        return LEGAL, PHASE_SAPAW
    reason, kind, cards, _ = legality.check_lay(game, view, rules, seat, action)
    if reason != LEGAL:
        return reason, PHASE_FAULT
    hidden = action & FACE_DOWN != EMPTY
    write(log, ACT_SECRET if hidden else ACT_LAY, seat, cards, action, NO_MELD_NUMBER)
    lose(game, view, rules, seat, cards, kind)
    add_meld(game, view, rules, seat, kind, action & NATURALS, cards, hidden)
    if not hidden:
        view.voluntary[seat] += 1
    return LEGAL, PHASE_LAY


@inline_njit
def _apply_sapaw(game, view, rules, log, seat, action):
    if action == EMPTY:
        return LEGAL, PHASE_DISCARD
    reason = legality.check_sapaw(game, view, rules, seat, action)
    if reason != LEGAL:
        return reason, PHASE_FAULT
    number = np.int64(meld_number(action))
    card = legality.sapaw_card(action)
    own_three = view.meld_owner[number] == seat and view.meld_kind[number] == SET and view.meld_size[number] == 3
    write(log, ACT_SAPAW, seat, card, action & NATURALS, number)
    lose_card(game, view, rules, seat, card)
    _add_to_meld(game, view, rules, seat, card, action & NATURALS, number)
    if own_three and rules.secrets_sagasa == codes.SECRETS_SAGASA_PAY and lowest(card) == game.drawn:
        _pay_sagasa(game, rules, seat)
    # Back to LAY, not to SAPAW: the smaller hand may now be Tongits, and a further meld may be laid (R2).
    return LEGAL, PHASE_LAY


@njit
def _add_to_meld(game, view, rules, seat, card, face, number):
    add_card(game, view, rules, seat, card, face, number)
    mark_sapaw(view, seat, view.meld_owner[number])
    note_exposed(view, rules, seat)


@njit
def _pay_sagasa(game, rules, seat):
    """R5.3: both opponents pay at once; nothing in a progressive match (R15.2)."""
    if rules.match_progressive_target > 0:
        return
    for player in range(3):
        game.sagasa[player] += 2 * rules.pay_sagasa if player == seat else -rules.pay_sagasa


@njit
def _apply_call(game, view, rules, log, seat, action):
    """Perform the action at CALL; returns the next phase."""
    if action == EMPTY:
        if rules.call_timing == codes.CALL_TIMING_AFTER_DRAW:
            _clear_turn_marks(view, seat)
            return PHASE_LAY
        return PHASE_DRAW if rules.call_timing == codes.CALL_TIMING_START else PHASE_END_TURN
    write(log, ACT_CALL, seat, EMPTY, EMPTY, NO_MELD_NUMBER)
    view.caller = seat
    game.responder = 0
    for opponent in range(3):
        if opponent != seat:
            game.may_challenge[opponent] = legality.may_challenge(game, view, rules, opponent)
    return PHASE_RESPONSES


@inline_njit
def _responder(game, view):
    """The seat that responds next (R10: the right of the caller first)."""
    return (view.caller + 1 + game.responder) % 3


@njit
def _next_response(game, view, rules, log):
    """Give the forced responses (R10); returns PHASE_RESPONSES if a player has a choice."""
    everyone = rules.showdown_who == codes.SHOWDOWN_WHO_EVERYONE
    while game.responder < 2:
        seat = _responder(game, view)
        if everyone:
            game.responses[seat] = state.CHALLENGED if game.may_challenge[seat] else state.FOLDED
            game.responder += 1
        elif game.may_challenge[seat]:
            return PHASE_RESPONSES
        else:
            _respond(game, view, rules, log, seat, state.FOLDED, ACT_FORCED_FOLD)
    challenged = False
    for seat in range(3):
        challenged = challenged or game.responses[seat] == state.CHALLENGED
    return _end(game, view, log, state.ENDING_CHALLENGE if challenged else state.ENDING_DRAW, state.NOBODY)


@njit
def _respond(game, view, rules, log, seat, response, act):
    write(log, act, seat, EMPTY, EMPTY, NO_MELD_NUMBER)
    game.responses[seat] = response
    if rules.response_order == codes.RESPONSE_ORDER_SEQUENTIAL:
        view.responses[seat] = response
    game.responder += 1
