"""Possible games for a bot that searches: its record, and random deals of the cards that it cannot see.

The record is the player's parameter record, so every seat has its own record, and playing allocates nothing.
"""

from __future__ import annotations

import numpy as np

from tongits_sim.bots.tree_ensembles import TREE_FIELDS
from tongits_sim.cards import EMPTY, JOKERS, NATURALS, X1, U, bit, popcount
from tongits_sim.compile.bits import GOLDEN, mix, stream
from tongits_sim.compile.jit import njit
from tongits_sim.compile.struct_copy import copy_record
from tongits_sim.experiments.batch_kernel import sit_down
from tongits_sim.experiments.fork_branch import BRANCH_DTYPE, CONTROL_DTYPE
from tongits_sim.game.arrangement import rearrange
from tongits_sim.game.bot_calls import PLAYERS_DTYPE
from tongits_sim.game.engine import PHASE_RESPONSES, PHASE_WAITING
from tongits_sim.game.legality import may_challenge
from tongits_sim.game.log import LOG_DTYPE
from tongits_sim.game.state import (
    DECISION_RESPOND,
    DECISIONS,
    GAME_DTYPE,
    MATCH_DTYPE,
    MAX_MELDS,
    NO_RESPONSE,
    NOBODY,
    RESULT_DTYPE,
    SEATS,
    VIEW_DTYPE,
)
from tongits_sim.hands.melds import NO_MELD
from tongits_sim.table.card_locations import N_FEATURES, ODDS, PLACES, expect, place_cards
from tongits_sim.table.worlds import WORLD, deal_secrets, shuffle

MAX_ACTIONS = 64
"""Most actions to compare at a decision, including the own action; more are left out."""

SEARCH_DTYPE = np.dtype(
    [
        ("searching", "i8"),  # a unique first name, because numba confuses records that begin alike
        ("entry", "i8"),  # address of the compiled `_search`
        # Settings (search_memory.py).
        ("worlds", "i8"),  # most worlds of a decision
        ("first_round_worlds", "i8"),  # worlds of the first round; each round doubles them
        ("attempts", "i8"),  # deals tried for a world; 0: all deals are equally likely
        ("accept_z", "f8"),  # an action is chosen if it leads the own action by this many standard errors
        ("drop_z", "f8"),  # an action is dropped if it is this many standard errors behind the own action
        ("mismatch_weight", "f8", (len(DECISIONS),)),  # a world's weight for each choice that the field would not make
        ("searched", "i8", (len(DECISIONS),)),  # 1: search at this decision; 0: act as the field does
        ("table", PLAYERS_DTYPE),  # the field: the players who play on, on all seats
        # The current world.
        ("game", GAME_DTYPE),
        ("world_view", VIEW_DTYPE),
        ("match", MATCH_DTYPE),
        ("result", RESULT_DTYPE),
        ("log", LOG_DTYPE),
        ("key", "u8"),  # key of the worlds of this decision
        ("unknown", "u8"),  # cards to deal
        ("n_hidden", "i8", (SEATS,)),  # how many unknown cards each hand gets
        ("order", "i1", (64,)),
        # Probabilities of the unseen cards' places (card_locations.py).
        ("card_model", "i8"),  # 1: deal worlds by the model; 0: all deals are equally likely
        ("places", "f8", (64, len(PLACES))),
        ("card_row", "i4", (N_FEATURES + 1,)),  # ends with LOWEST
        ("odds", "f8", (len(ODDS),)),
        *TREE_FIELDS,
        ("secrets", "i8"),  # face-down melds of others
        ("secret_number", "i8", (MAX_MELDS,)),  # their meld numbers
        ("secret_size", "i8", (MAX_MELDS,)),
        ("secret_faces", "u8", (MAX_MELDS,)),
        ("control", CONTROL_DTYPE),
        ("branch", BRANCH_DTYPE),
        # The actions, the own action first, and each action's gain over the own action: sums over worlds, hundredths.
        ("n_actions", "i8"),
        ("words", "u8", (MAX_ACTIONS,)),
        ("active", "i8", (MAX_ACTIONS,)),  # 1: still in the race
        ("ahead", "i8", (MAX_ACTIONS,)),
        ("ahead_sq", "i8", (MAX_ACTIONS,)),
        # Counts.
        ("decisions", "i8"),  # decisions searched
        ("changed", "i8"),  # decisions whose action differs from the field's
        ("played", "i8"),  # worlds
    ],
    align=True,
)
"""The parameters of a player who searches."""


_WORDS = U(0xD3C5_0014)


@njit
def take_up(search, view):
    """Set the records by the view; False if its cards do not add up, so that no world can be dealt."""
    game, match = search.game, search.match
    copy_record(search.world_view, view)
    _set_game(search, view)
    _set_own_hand(search, view)
    _set_table(search, view)
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
    sit_down(game, search.table)
    search.key = mix(view.word + GOLDEN)
    return _set_unknown(search, view)


@njit
def _set_game(search, view):
    """Set the parts of a game that are the same in every world."""
    game = search.game
    game.private_fields = 1
    game.phase = PHASE_WAITING
    game.drawn = view.drawn
    game.stock_next = 0
    game.stock_size = view.stock_left
    game.winner = NOBODY
    game.ending = 0
    game.responder = 0
    game.taken_now = EMPTY
    if view.offer_taken and view.offer >= 0:
        game.taken_now = bit(view.offer) & view.known[view.me]
    for seat in range(3):
        game.taken[seat] = view.known[seat]
        game.laid[seat] = EMPTY
        game.responses[seat] = NO_RESPONSE
        game.may_challenge[seat] = 0
        game.sagasa[seat] = 0


@njit
def _set_own_hand(search, view):
    game = search.game
    me = np.int64(view.me)
    game.hands[me] = view.hand
    game.melded[me] = view.melded
    game.sets[me] = view.sets
    game.runs[me] = view.runs
    game.deadwood[me] = view.deadwood
    for i in range(2):
        game.wild[me, i] = view.wild[i]
        game.wild_as[me, i] = view.wild_as[i]


@njit
def _set_table(search, view):
    """Set the melds on the table, and note opponents' face-down melds, which must be dealt."""
    game = search.game
    me = np.int64(view.me)
    fits = EMPTY
    game.fits_twice = EMPTY
    search.secrets = 0
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
            search.secret_number[search.secrets] = number
            search.secret_size[search.secrets] = view.meld_size[number]
            search.secrets += 1


@njit
def _set_unknown(search, view):
    """Set the cards to deal, and how many each hand gets; False if they do not add up."""
    game = search.game
    me = np.int64(view.me)
    jokers = view.rules.jokers_count
    unknown = NATURALS | (JOKERS if jokers >= 2 else bit(X1) if jokers == 1 else EMPTY)
    unknown &= ~(view.hand | view.seen)
    for number in range(view.n_melds):
        unknown &= ~game.secret_faces[number]
    needed = view.stock_left
    for seat in range(3):
        unknown &= ~view.known[seat]
        search.n_hidden[seat] = 0 if seat == me else view.hand_size[seat] - popcount(view.known[seat])
        needed += search.n_hidden[seat]
    for k in range(search.secrets):
        needed += search.secret_size[k]
    if popcount(unknown) != needed:
        return False
    search.unknown = unknown
    if search.card_model:
        expect(search, view)
    return True


@njit
def deal_world(search, view, number, attempt):
    """Deal the hidden cards of world `number`; returns False if no deal is possible. Equal views and attempts give
    equal deals.

    Cards are dealt by the card model; without a model all deals are equally likely.
    """
    game = search.game
    me = np.int64(view.me)
    state = stream(search.key, U(number), U(attempt), WORLD)
    unknown = search.unknown
    if search.secrets > 0:
        state, used = deal_secrets(search, view.rules, state)
        if used == EMPTY:
            return False
        unknown &= ~used
        for k in range(search.secrets):
            game.secret_faces[search.secret_number[k]] = search.secret_faces[k]
    state, cards = shuffle(search, unknown, state)
    card_model = search.card_model != 0
    after_me = before_me = EMPTY
    if card_model:
        state, after_me, before_me = place_cards(search, view, cards, state)
    at = np.int64(0)
    for seat in range(3):
        if seat == me:
            continue
        hand = view.known[seat]
        if card_model:
            hand |= after_me if seat == (me + 1) % 3 else before_me
        else:
            for _ in range(search.n_hidden[seat]):
                hand |= bit(np.int64(search.order[at]))
                at += 1
        game.hands[seat] = hand
        rearrange(game, view.rules, seat)
    for i in range(view.stock_left):
        game.stock[i] = search.order[at + i]
    for seat in range(3):
        game.words[seat] = mix((state ^ _WORDS) + U(seat))
        game.decisions[seat] = 0
    if view.decision == DECISION_RESPOND:
        _set_responses(search, view)
    return True


@njit
def _set_responses(search, view):
    """Set who has answered the call and who may challenge; a first response that the view hides is asked again."""
    game = search.game
    me = np.int64(view.me)
    mine = (me + 2 - view.caller) % 3
    first = (view.caller + 1) % 3
    for seat in range(3):
        game.responses[seat] = view.responses[seat]
        game.may_challenge[seat] = seat != view.caller and (
            seat == me or may_challenge(game, view, view.rules, np.int64(seat))
        )
    game.responder = mine
    game.phase = PHASE_WAITING
    if mine == 1 and view.responses[first] == NO_RESPONSE:
        game.responder = 0
        game.phase = PHASE_RESPONSES
        copy_record(search.world_view, view)
