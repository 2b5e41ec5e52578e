"""The record of a position, and its worlds: deals of the cards that a seat cannot see.

A *world* deals every unseen card: to other hands, unnamed discards and the stock, in order. Without regard to the play
of others, all worlds are equally likely. A card that another seat has shown since the start was in its hand at the
start or drawn later; the draws that brought such cards are chosen at random among all possible ways.
"""

from __future__ import annotations

import numpy as np

from tongits_sim.cards import (
    ACES,
    EMPTY,
    NATURALS,
    ONE,
    U,
    bit,
    column,
    high_product,
    lowest,
    nth_bit,
    popcount,
    rank_fours,
    select_bit,
)
from tongits_sim.compile.bits import GOLDEN, mix, stream
from tongits_sim.compile.jit import njit
from tongits_sim.compile.struct_copy import copy_record
from tongits_sim.experiments.fork_branch import CONTROL_DTYPE
from tongits_sim.game.arrangement import rearrange
from tongits_sim.game.log import MAX_ROWS
from tongits_sim.game.state import (
    DECISIONS,
    GAME_DTYPE,
    MATCH_DTYPE,
    MAX_MELDS,
    MAX_STOCK,
    RESULT_DTYPE,
    SEATS,
    VIEW_DTYPE,
)
from tongits_sim.rules.codes import (
    MELDS_ACE_RUNS_HIGH,
    MELDS_ACE_RUNS_LOW,
    SECRETS_KINDS_NONE,
    SECRETS_KINDS_SET4_RUN,
)

MAX_ACTIONS = 128
NO_ROW = -1
IN_DISCARDS, IN_STOCK = 3, 4
"""Groups of places of `order`; the first three are the hands."""

EVERY_DECISION = np.int64((1 << len(DECISIONS)) - 1)
"""`steer.stop` to stop at every decision."""

FLAG_WON, FLAG_BURNED, FLAG_BEATEN = (np.int64(1 << n) for n in range(3))
"""Outcomes of a rollout for the deciding seat: it wins; it is burned; it fights and loses."""

WORLDS_DTYPE = np.dtype(
    [
        ("worlds_of_a_position", "i8"),  # unused, gives the record a unique first name
        # What the seat knows.
        ("start_game", GAME_DTYPE),
        ("start_view", VIEW_DTYPE),
        ("match", MATCH_DTYPE),
        ("seat", "i8"),
        ("decision", "i8"),  # the DECISION_* to make
        ("moves", "i8"),  # rows since the start
        ("rows", "u8", (MAX_ROWS, 3)),
        ("unknown", "u8"),  # cards whose place the seat does not know
        ("n_hidden", "i8", (SEATS,)),  # unknown cards in each hand
        ("left_hand", "u8", (SEATS,)),  # cards that have left each hand since the start
        ("certain_at_start", "u8", (SEATS,)),  # cards known in each hand at the start
        ("unnamed", "i8"),  # unknown discards, which came first
        ("draws", "i8"),  # cards drawn since the start
        ("draw_seat", "i8", (MAX_STOCK + 1,)),
        ("draw_row", "i8", (MAX_STOCK + 1,)),
        ("draw_card", "i8", (MAX_STOCK + 1,)),  # -1: unknown
        ("draw_pool", "u8", (MAX_STOCK + 1,)),  # cards that later left the drawer's hand
        ("secrets", "i8"),  # face-down melds of others
        ("secret_seat", "i8", (MAX_MELDS,)),
        ("secret_size", "i8", (MAX_MELDS,)),
        ("secret_row", "i8", (MAX_MELDS,)),  # NO_ROW: laid before the start
        ("secret_number", "i8", (MAX_MELDS,)),  # its meld number
        # How worlds are weighed.
        ("factor", "f8", (len(DECISIONS),)),  # for each choice of others that their bot would not have made
        ("discards_from", "i8"),  # the first row whose discard counts
        ("burn_in", "i8"),  # steps of a walk before its first world
        ("thin", "i8"),  # steps between two worlds of a walk
        ("per_walk", "i8"),  # worlds of a walk
        ("seed", "u8"),
        # The actions: `decisions` has the decision, `words` the answer; earlier decisions are answered with 0.
        ("n_actions", "i8"),
        ("decisions", "i8", (MAX_ACTIONS,)),
        ("words", "u8", (MAX_ACTIONS,)),
        # The current world.
        ("resume", "i8"),  # address of the compiled `resume`
        ("control", CONTROL_DTYPE),
        ("key", "u8"),  # key of its random words
        ("cards", "i8"),  # cards in `order`
        ("order", "i1", (64,)),  # unknown cards: hands by seat, unnamed discards, the stock
        ("group", "i1", (64,)),  # the group of a place of `order`: a seat, IN_DISCARDS or IN_STOCK
        ("hidden_cards", "u8", (SEATS,)),
        ("draw_now", "i8", (MAX_STOCK + 1,)),  # the card that each draw brought
        ("assigned", "u8", (SEATS,)),  # cards drawn by each seat
        ("secret_faces", "u8", (MAX_MELDS,)),
        # The walk.
        ("weight", "f8"),  # weight of the current world
        ("weight_of", "f8", (SEATS,)),  # factors of `weight` by seat
        ("tried", "f8", (SEATS,)),  # factors of the proposed world
        ("branch_game", GAME_DTYPE),
        ("branch_view", VIEW_DTYPE),
        ("branch_match", MATCH_DTYPE),
        ("branch_result", RESULT_DTYPE),
    ],
    align=True,
)


WORLD = U(0xD3C5_0012)
CHANCE = U(0xD3C5_0013)
STOCK = U(0xD3C5_0016)


@njit
def secret_of(unknown, size, rules, word):
    """A random face-down meld of `size` unknown cards (mask), all equally likely; 0 if no meld is possible."""
    sets = rank_fours(unknown) if size == 4 and rules.secrets_kinds != SECRETS_KINDS_NONE else EMPTY
    starts = aces = EMPTY  # the lowest cards of runs, and the aces above a king
    if rules.secrets_kinds == SECRETS_KINDS_SET4_RUN and size >= rules.secrets_run_min:
        starts = unknown & NATURALS
        for step in range(1, size):
            starts &= unknown >> U(step)
        if rules.melds_ace_runs == MELDS_ACE_RUNS_HIGH:
            starts &= ~ACES
        if rules.melds_ace_runs != MELDS_ACE_RUNS_LOW:
            aces = unknown & ACES
            for step in range(1, size):
                aces &= unknown >> U(13 - step)
    ways = popcount(sets) + popcount(starts) + popcount(aces)
    if ways == 0:
        return EMPTY
    choice = np.int64(high_product(word, U(ways)))
    if choice < popcount(sets):
        return column(lowest(nth_bit(sets, choice)))
    choice -= popcount(sets)
    if choice < popcount(starts):
        return nth_bit(starts, choice) * ((ONE << U(size)) - ONE)
    ace = nth_bit(aces, choice - popcount(starts))
    return ace | (ace << U(14 - size)) * ((ONE << U(size - 1)) - ONE)


@njit
def deal_secrets(worlds, rules, state):
    """Deal the opponents' face-down melds; returns (the stream, used cards), or no cards if impossible."""
    for _ in range(64):
        used = EMPTY
        whole = True
        for k in range(worlds.secrets):
            state += GOLDEN
            faces = secret_of(worlds.unknown, worlds.secret_size[k], rules, mix(state))
            whole = whole and faces != EMPTY and faces & used == EMPTY
            used |= faces
            worlds.secret_faces[k] = faces
        if whole:
            return state, used
    return state, EMPTY


@njit
def shuffle(worlds, unknown, state):
    """Put the unknown cards into `worlds.order` in random order; returns (the stream, their number)."""
    n = np.int64(0)
    while unknown != EMPTY:
        worlds.order[n] = lowest(unknown)
        unknown &= unknown - ONE
        n += 1
    for i in range(n - 1):
        state += GOLDEN
        j = i + np.int64(high_product(mix(state), U(n - i)))
        card = worlds.order[i]
        worlds.order[i] = worlds.order[j]
        worlds.order[j] = card
    return state, n


@njit
def choose_draws(worlds, state):
    """Choose which card each draw since the start brought, the last draw first; False if a draw has no card left.

    An earlier draw may have brought every card that a later draw may, and more. So choosing from the last draw on makes
    all ways equally likely. Sets `draw_now` and `assigned`.
    """
    for seat in range(3):
        worlds.assigned[seat] = EMPTY
    for j in range(worlds.draws - 1, -1, -1):
        card = worlds.draw_card[j]
        if card < 0:
            seat = worlds.draw_seat[j]
            pool = possible_draws(worlds, j) & ~worlds.assigned[seat]
            if pool == EMPTY:
                return False
            state += GOLDEN
            drawn = select_bit(pool, high_product(mix(state), U(popcount(pool))))
            worlds.assigned[seat] |= drawn
            card = lowest(drawn)
        worlds.draw_now[j] = card
    return True


@njit
def possible_draws(worlds, j):
    """The cards (mask) that draw j of another seat may have brought: cards still in the hand, and cards that left the
    hand later.
    """
    seat = worlds.draw_seat[j]
    pool = worlds.hidden_cards[seat] | worlds.draw_pool[j]
    for k in range(worlds.secrets):
        if worlds.secret_seat[k] == seat and worlds.secret_row[k] > worlds.draw_row[j]:
            pool |= worlds.secret_faces[k]
    return pool


@njit
def own_since_start(worlds, seat):
    """The cards (mask) that were dealt to another seat or drawn by it, and were not known at the start."""
    cards = worlds.hidden_cards[seat] | worlds.left_hand[seat]
    for k in range(worlds.secrets):
        if worlds.secret_seat[k] == seat and worlds.secret_row[k] != NO_ROW:
            cards |= worlds.secret_faces[k]
    return cards


@njit
def name_discards(worlds, view, first):
    """Fill the unnamed discards with the cards of `worlds.order` from `first` on."""
    for i in range(worlds.unnamed):
        card = np.int64(worlds.order[first + i])
        view.discards[i] = card
        view.discarded[(np.int64(view.dealer) + i) % 3] |= bit(card)
        view.seen |= bit(card)


@njit
def begin_world(worlds, rules, number, attempt):
    """Attempt world `number` by a random order of the unknown cards; False if impossible."""
    state = stream(worlds.seed, U(number), U(attempt), WORLD)
    unknown = worlds.unknown
    if worlds.secrets > 0:
        state, used = deal_secrets(worlds, rules, state)
        if used == EMPTY:
            return False
        unknown &= ~used
    state, worlds.cards = shuffle(worlds, unknown, state)
    worlds.key = mix(state + GOLDEN)
    at = np.int64(0)
    for seat in range(3):
        worlds.hidden_cards[seat] = EMPTY
        for _ in range(worlds.n_hidden[seat]):
            worlds.hidden_cards[seat] |= bit(np.int64(worlds.order[at]))
            at += 1
    return choose_draws(worlds, worlds.key)


@njit
def arrange_own(records, worlds):
    """Arrange the deciding seat's first hand, which is the same in all worlds, for `place_world`."""
    game, _, _, _, rules, _, _ = records
    copy_record(game, worlds.start_game)
    rearrange(game, rules, worlds.seat)
    copy_record(worlds.start_game, game)


@njit
def place_world(records, worlds):
    """Set game and view to the start of the current world."""
    game, view, _, _, rules, _, _ = records
    copy_record(game, worlds.start_game)
    copy_record(view, worlds.start_view)
    at = worlds.n_hidden[0] + worlds.n_hidden[1] + worlds.n_hidden[2]
    name_discards(worlds, view, at)
    at += worlds.unnamed
    for j in range(worlds.draws):
        game.stock[game.stock_next + j] = worlds.draw_now[j]
    after = game.stock_next + worlds.draws
    for i in range(at, worlds.cards):
        game.stock[after + i - at] = worlds.order[i]
    for seat in range(3):
        if seat != worlds.seat:
            game.hands[seat] = (own_since_start(worlds, seat) & ~worlds.assigned[seat]) | worlds.certain_at_start[seat]
            rearrange(game, rules, seat)
    for k in range(worlds.secrets):
        if worlds.secret_row[k] == NO_ROW:
            game.secret_faces[worlds.secret_number[k]] = worlds.secret_faces[k]
            game.laid[worlds.secret_seat[k]] |= worlds.secret_faces[k]
    if game.chance[0] + game.chance[1] + game.chance[2] > 0:
        for seat in range(3):
            game.words[seat] = mix((worlds.key ^ CHANCE) + U(seat))
        game.private_fields = 1


@njit
def deal_world(records, worlds, number):
    """Set game and view to the start of a random world; False if the cards cannot be dealt."""
    if not begin_world(worlds, records.rules, number, np.int64(0)):
        return False
    place_world(records, worlds)
    return True


@njit
def next_stock(game, state, turn):
    """Put the rest of the stock into order number `turn` (from 1); returns the stream.

    All orders are equally likely. The cards rotate, one by one, and are shuffled after each round. So every card comes
    first once before a card comes first twice, which makes the mean over orders more precise.
    """
    first = game.stock_next
    left = game.stock_size - first
    if left < 2:
        return state
    if turn % left > 0:
        card = game.stock[first]
        for i in range(first, first + left - 1):
            game.stock[i] = game.stock[i + 1]
        game.stock[first + left - 1] = card
        return state
    for i in range(left - 1):
        state += GOLDEN
        j = i + np.int64(high_product(mix(state), U(left - i)))
        card = game.stock[first + i]
        game.stock[first + i] = game.stock[first + j]
        game.stock[first + j] = card
    return state
