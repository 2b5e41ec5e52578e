"""From a view to a game: everything that the deciding seat knows, and a deal of the cards it cannot see.

Where a game records more than the view shows, the likeliest value is put in: a natural card in an open meld counts as
its owner's own, sagasa payments of the past are left out (they are the same for all options), and the match is taken to
end with this game.
"""

from __future__ import annotations

import numpy as np

from tongits_sim.any_game.memory import copy_record
from tongits_sim.any_game.streams import GOLDEN, mix, stream
from tongits_sim.cards import EMPTY, JOKERS, NATURALS, X1, U, bit, popcount
from tongits_sim.designs.batch.kernel import sit_down
from tongits_sim.game.arrangement import rearrange
from tongits_sim.game.engine import PHASE_ANSWERS, PHASE_ASKED
from tongits_sim.game.legality import may_challenge
from tongits_sim.game.state import (
    DECISION_DISCARD,
    DECISION_LAY,
    DECISION_RESPOND,
    NOBODY,
    UNANSWERED,
)
from tongits_sim.hands.melds import NO_MELD
from tongits_sim.jit import njit
from tongits_sim.thinking.unseen import expect, place_cards
from tongits_sim.worlds.deal import WORLD, deal_secrets, shuffle

_WORDS = U(0xD3C5_0014)


@njit
def take_up(think, view):
    """Set the records by the view; False where its cards do not add up, so that no world can be dealt."""
    game, match = think.game, think.match
    copy_record(think.seen, view)
    _set_game(think, view)
    _set_own_hand(think, view)
    _set_table(think, view)
    match.dealer = view.dealer
    match.game = view.game
    match.last_game = view.game + 1
    match.over = 0
    match.streak_seat = view.streak_seat
    match.streak = view.streak
    seeded = 3 * view.rules.jackpot_seed
    match.jackpot = 0 if view.jackpot == seeded else max(view.jackpot - 3 * view.rules.jackpot_add, np.int64(0))
    for seat in range(3):
        match.scores[seat] = view.scores[seat]
    sit_down(game, think.table)
    think.key = mix(view.word + GOLDEN)
    return _set_unknown(think, view)


@njit
def _set_game(think, view):
    """Set the parts of a game that are the same in every world."""
    game = think.game
    game.special = 1
    game.phase = PHASE_ASKED
    game.drawn = view.drawn
    game.stock_next = 0
    game.stock_size = view.stock_left
    game.winner = NOBODY
    game.ending = 0
    game.responder = 0
    game.taken_now = EMPTY
    if DECISION_LAY <= view.decision <= DECISION_DISCARD and view.offer_taken and view.offer >= 0:
        game.taken_now = bit(view.offer) & view.known[view.me]
    for seat in range(3):
        game.taken[seat] = view.known[seat]
        game.laid[seat] = EMPTY
        game.answers[seat] = UNANSWERED
        game.may_challenge[seat] = 0
        game.sagasa[seat] = 0


@njit
def _set_own_hand(think, view):
    game, me = think.game, np.int64(view.me)
    game.hands[me] = view.hand
    game.melded[me] = view.melded
    game.sets[me] = view.sets
    game.runs[me] = view.runs
    game.deadwood[me] = view.deadwood
    for i in range(2):
        game.wild[me, i] = view.wild[i]
        game.wild_as[me, i] = view.wild_as[i]


@njit
def _set_table(think, view):
    """Set the melds on the table, and note face-down ones of others, to be dealt."""
    game, me = think.game, np.int64(view.me)
    fits = EMPTY
    game.fits_twice = EMPTY
    think.secrets = 0
    for number in range(view.n_melds):
        owner = np.int64(view.meld_owner[number])
        game.secret_faces[number] = EMPTY
        game.secret_jokers[number] = 0
        if view.meld_kind[number] != NO_MELD:
            game.laid[owner] |= view.meld_faces[number]
            game.fits_twice |= fits & view.meld_fits[number]
            fits |= view.meld_fits[number]
        elif owner == me:
            game.laid[me] |= view.own_secrets[number]
            game.secret_faces[number] = view.own_secrets[number]
        else:
            think.secret_number[think.secrets] = number
            think.secret_size[think.secrets] = view.meld_size[number]
            think.secrets += 1


@njit
def _set_unknown(think, view):
    """Set the cards to deal, and how many each hand gets; False where they do not add up."""
    game, me = think.game, np.int64(view.me)
    jokers = view.rules.jokers_count
    unknown = NATURALS | (JOKERS if jokers >= 2 else bit(X1) if jokers == 1 else EMPTY)
    unknown &= ~(view.hand | view.seen)
    for number in range(view.n_melds):
        unknown &= ~game.secret_faces[number]
    needed = view.stock_left
    for seat in range(3):
        unknown &= ~view.known[seat]
        think.held_unknown[seat] = 0 if seat == me else view.hand_size[seat] - popcount(view.known[seat])
        needed += think.held_unknown[seat]
    for k in range(think.secrets):
        needed += think.secret_size[k]
    if popcount(unknown) != needed:
        return False
    think.unknown = unknown
    if think.reads:
        expect(think, view)
    return True


@njit
def deal_world(think, view, number, attempt):
    """Deal the hidden cards of world `number`, the same for the same view and attempt; False where it cannot be done.

    Cards are dealt by where they are likely to be; where nothing is read from the table, all deals are equally likely.
    """
    game, me = think.game, np.int64(view.me)
    state = stream(think.key, U(number), U(attempt), WORLD)
    unknown = think.unknown
    if think.secrets > 0:
        state, used = deal_secrets(think, view.rules, state)
        if used == EMPTY:
            return False
        unknown &= ~used
        for k in range(think.secrets):
            game.secret_faces[think.secret_number[k]] = think.secret_faces[k]
    state, cards = shuffle(think, unknown, state)
    reads = think.reads != 0
    after_me = other = EMPTY
    if reads:
        state, after_me, other = place_cards(think, view, cards, state)
    at = np.int64(0)
    for seat in range(3):
        if seat == me:
            continue
        hand = view.known[seat]
        if reads:
            hand |= after_me if seat == (me + 1) % 3 else other
        else:
            for _ in range(think.held_unknown[seat]):
                hand |= bit(np.int64(think.order[at]))
                at += 1
        game.hands[seat] = hand
        rearrange(game, view.rules, seat)
    for i in range(view.stock_left):
        game.stock[i] = think.order[at + i]
    for seat in range(3):
        game.words[seat] = mix((state ^ _WORDS) + U(seat))
        game.decisions[seat] = 0
    if view.decision == DECISION_RESPOND:
        _set_answers(think, view)
    return True


@njit
def _set_answers(think, view):
    """Set who has answered the call and who may challenge; a first answer that the view hides is asked again."""
    game, me = think.game, np.int64(view.me)
    mine = (me + 2 - view.caller) % 3
    first = (view.caller + 1) % 3
    for seat in range(3):
        game.answers[seat] = view.answers[seat]
        game.may_challenge[seat] = seat != view.caller and (
            seat == me or may_challenge(game, view, view.rules, np.int64(seat))
        )
    game.responder = mine
    game.phase = PHASE_ASKED
    if mine == 1 and view.answers[first] == UNANSWERED:
        game.responder = 0
        game.phase = PHASE_ANSWERS
        copy_record(think.seen, view)
