"""Compiled rollouts: replay the observed moves in a world, then play every action to the end.

If a seat's bot would have chosen differently in the world, the weight is multiplied by a penalty. A world weighs 0 if a
move would be illegal, or the game already over. The engine itself plays, so no rule is stated twice.

A bot sees its own hand and public facts, which are the same in all worlds. So the weight is a product of a factor for
each seat, and if only one hand has changed, only its bot must be asked again.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from tongits_sim.cards import EMPTY, ONE, U, bit, high_product, lowest, popcount, select_bit
from tongits_sim.compile.bits import GOLDEN, mix, stream
from tongits_sim.compile.jit import njit
from tongits_sim.compile.match_loop import note_fault
from tongits_sim.compile.struct_copy import copy_record
from tongits_sim.experiments.batch_kernel import sit_down
from tongits_sim.experiments.fork_branch import FAULTY, STOP_NEVER, call_continue_game
from tongits_sim.game.action_codes import FACE_DOWN, TAKE_FREE, extend, sapaw_joker
from tongits_sim.game.bot_calls import ask_bot
from tongits_sim.game.log import (
    ACT_CALL,
    ACT_CHALLENGE,
    ACT_DISCARD,
    ACT_DRAW,
    ACT_FOLD,
    ACT_LAY,
    ACT_SAPAW,
    ACT_SECRET,
    ACT_TAKE,
    ACT_TAKE_FREE,
    ACT_TAKE_ONTO,
    Column,
    act_in,
    meld_in,
    seat_in,
)
from tongits_sim.game.match import finish
from tongits_sim.game.state import (
    CHALLENGED,
    DECISION_CALL,
    DECISION_DISCARD,
    DECISION_DRAW,
    DECISION_LAY,
    DECISION_OVER,
    DECISION_RESPOND,
    ENDING_CHALLENGE,
    NOBODY,
)
from tongits_sim.table.worlds import (
    EVERY_DECISION,
    FLAG_BEATEN,
    FLAG_BURNED,
    FLAG_WON,
    IN_DISCARDS,
    STOCK,
    begin_world,
    deal_world,
    next_stock,
    own_since_start,
    place_world,
    possible_draws,
)

EVERYBODY = np.int64(7)
"""Seats whose bots are asked, as bits."""
NO_SEAT = np.int64(0)


@njit
def same_row(observed, row, seat):
    """Whether a row of the world's log equals the observed row, except for cards that others drew or laid face down."""
    head = observed[Column.head]
    if head != row[Column.head]:
        return False
    if act_in(head) in (ACT_DRAW, ACT_SECRET) and seat_in(head) != seat:
        return True
    return observed[Column.cards] == row[Column.cards] and observed[Column.code] == row[Column.code]


@njit
def observed_action(worlds, row, decision, seat):
    """The action that led to a move: (possible, action code); the code is 0 if the move belongs to another decision."""
    head = worlds.rows[row, Column.head]
    cards = worlds.rows[row, Column.cards]
    word = worlds.rows[row, Column.code]
    act = act_in(head)
    if seat_in(head) != seat:
        act = np.int64(0)
    number = meld_in(head)
    if decision == DECISION_CALL:
        return True, ONE if act == ACT_CALL else EMPTY
    if decision == DECISION_RESPOND:
        return act in (ACT_CHALLENGE, ACT_FOLD), ONE if act == ACT_CHALLENGE else EMPTY
    if decision == DECISION_DRAW:
        if act == ACT_TAKE:
            return True, word
        if act == ACT_TAKE_ONTO:
            return True, extend(number, word)
        return True, TAKE_FREE if act == ACT_TAKE_FREE else EMPTY
    if decision == DECISION_LAY:
        if act == ACT_SECRET and seat != worlds.seat:
            for k in range(worlds.secrets):
                if worlds.secret_row[k] == row:
                    return True, worlds.secret_faces[k] | FACE_DOWN
            return False, EMPTY
        return True, word if act in (ACT_LAY, ACT_SECRET) else EMPTY
    if decision == DECISION_DISCARD:
        return act == ACT_DISCARD, cards
    return True, sapaw_joker(lowest(cards), word, number) if act == ACT_SAPAW else EMPTY


@njit
def replay_world(records, worlds, seats_to_replay, least):
    """Replay the observed moves in the current world, up to the decision; returns the world's weight.

    The weight is 0 if the moves are impossible or if it falls below `least`; it is -1 after a bot's fault. `tried` gets
    the weight of each seat. Only the bots of `seats_to_replay` (bits) are asked; the other seats keep their weights in
    `weight_of`. A bot is always asked for an answer to a call that was given unseen. The position has arisen, so a
    world in which the moves are possible weighs more than 0, whatever the bots say.
    """
    game, view, _, _, rules, log, table = records
    control = worlds.control
    control.pending = 0
    control.stop = EVERY_DECISION
    log.on = 1
    log.n = 0
    weight = 1.0
    for player in range(3):
        worlds.tried[player] = 1.0 if seats_to_replay >> player & 1 else worlds.weight_of[player]
        weight *= worlds.tried[player]
    compared = np.int64(0)
    while True:
        decision = call_continue_game(worlds.resume, game, view, rules, log, table, control)
        if decision == FAULTY:  # the rules forbid a move in this world
            table.faults -= 1
            return 0.0
        while compared < min(np.int64(log.n), worlds.moves):
            if not same_row(worlds.rows[compared], log.rows[compared], worlds.seat):
                return 0.0
            compared += 1
        if decision == DECISION_OVER:
            return 0.0
        seat = np.int64(view.me)
        action = EMPTY
        seen = compared < worlds.moves
        if not seen and seat == worlds.seat:
            if decision == worlds.decision:
                log.on = 0
                return weight
        elif not seen and decision == DECISION_RESPOND:
            action, reason = ask_bot(table, view, seat, decision)
            if reason != 0:
                note_fault(table, seat, decision, reason)
                return -1.0
        else:
            if seen:
                possible, action = observed_action(worlds, compared, decision, seat)
                if not possible:
                    return 0.0
            # After the last move a seat can only have passed a call, which leaves no row: its bot may disagree.
            if seats_to_replay >> seat & 1 and seat != worlds.seat:
                said, reason = ask_bot(table, view, seat, decision)
                if reason != 0:
                    note_fault(table, seat, decision, reason)
                    return -1.0
                if said != action and (decision != DECISION_DISCARD or compared >= worlds.discards_from):
                    worlds.tried[seat] *= worlds.factor[decision]
                    weight *= worlds.factor[decision]
                    if weight < least:
                        return 0.0
        control.pending = 1
        control.action = action


ATTEMPTS = 256
"""How many random worlds a walk tries as its beginning, because worlds may be impossible."""
START_POWER, TEMPERED_SHARE = 0.2, 0.6
"""A walk begins with this power of the weights; after this share of its first steps the power is 1."""

_WALK = U(0xD3C5_0014)
_SHUFFLE = U(0xD3C5_0015)
_TO_UNIT_INTERVAL = 1.0 / 9007199254740992.0  # 2**-53


@njit
def swap_cards(worlds, i, j):
    """Exchange the cards in two places of different groups, and their draws; calling it again undoes it."""
    here = np.int64(worlds.order[i])
    there = np.int64(worlds.order[j])
    worlds.order[i], worlds.order[j] = there, here
    for place, gone, come in ((i, here, there), (j, there, here)):
        seat = np.int64(worlds.group[place])
        if seat < 3:
            worlds.hidden_cards[seat] ^= bit(gone) | bit(come)
            if worlds.assigned[seat] & bit(gone) != EMPTY:
                worlds.assigned[seat] ^= bit(gone) | bit(come)
                for draw in range(worlds.draws):
                    if worlds.draw_seat[draw] == seat and worlds.draw_now[draw] == gone:
                        worlds.draw_now[draw] = come


@njit
def swap_draws(worlds, j, card):
    """Let draw j bring another card of its seat in exchange for its current card; False if impossible."""
    seat = worlds.draw_seat[j]
    old = worlds.draw_now[j]
    if possible_draws(worlds, j) & bit(card) == EMPTY:
        return False
    if worlds.assigned[seat] & bit(card) != EMPTY:
        for k in range(worlds.draws):
            if worlds.draw_seat[k] == seat and worlds.draw_now[k] == card:
                if possible_draws(worlds, k) & bit(old) == EMPTY:
                    return False
                worlds.draw_now[k] = old
                break
    else:
        worlds.assigned[seat] ^= bit(old) | bit(card)
    worlds.draw_now[j] = card
    return True


@njit
def begin_walk(records, worlds, walk):
    """Deal the first world of a walk; returns its weight: 0 if no world was found, -1 after a fault."""
    for attempt in range(ATTEMPTS):
        if begin_world(worlds, records.rules, walk, attempt):
            place_world(records, worlds)
            weight = replay_world(records, worlds, EVERYBODY, 0.0)
            if weight != 0.0:
                for seat in range(3):
                    worlds.weight_of[seat] = worlds.tried[seat]
                return weight
    return 0.0


@njit
def metropolis_step(records, worlds, weight, power, state):
    """Propose a step from a world of weight `weight`; returns (the stream, the new weight, or -1 after a fault)."""
    game = worlds.start_game
    hands = worlds.n_hidden[0] + worlds.n_hidden[1] + worlds.n_hidden[2] + worlds.unnamed
    state += GOLDEN
    # A mixture of symmetric proposals, as the acceptance rule needs: 2 of 8 swap two draws of a seat, 1 of 8 draws
    # new random words if a bot uses them, the others swap two hidden cards.
    kind = mix(state) >> U(61)
    state += GOLDEN
    first = mix(state)
    state += GOLDEN
    second = mix(state)
    state += GOLDEN
    chance = (mix(state) >> U(11)) * _TO_UNIT_INTERVAL
    i = np.int64(-1)
    j = np.int64(-1)
    card = np.int64(0)
    key = worlds.key
    seats_to_replay = EVERYBODY
    words = kind == U(2) and game.chance[0] + game.chance[1] + game.chance[2] > 0
    if words:
        worlds.key = first
    elif kind < U(2) and worlds.draws > 0:
        j = np.int64(high_product(first, U(worlds.draws)))
        if worlds.draw_card[j] >= 0:
            return state, weight
        seat = worlds.draw_seat[j]
        card = worlds.draw_now[j]
        others = own_since_start(worlds, seat) & ~bit(card)
        if others == EMPTY:
            return state, weight
        if not swap_draws(worlds, j, lowest(select_bit(others, high_product(second, U(popcount(others)))))):
            return state, weight
        seats_to_replay = np.int64(1) << seat
    else:
        if hands == 0:
            return state, weight
        i = np.int64(high_product(first, U(hands)))
        j = np.int64(high_product(second, U(worlds.cards)))
        if worlds.group[i] == worlds.group[j]:
            return state, weight
        swap_cards(worlds, i, j)
        if worlds.group[i] != IN_DISCARDS and worlds.group[j] != IN_DISCARDS:
            seats_to_replay = np.int64(1) << np.int64(worlds.group[i])
            if worlds.group[j] < 3:
                seats_to_replay |= np.int64(1) << np.int64(worlds.group[j])
    # The step is accepted if (new / old)**power > chance. Solved for `new`: the replay may stop below `least`.
    least = (chance if power >= 1.0 else chance ** (1.0 / power)) * weight
    place_world(records, worlds)
    reached = replay_world(records, worlds, seats_to_replay, least)
    if reached > 0.0:
        for seat in range(3):
            worlds.weight_of[seat] = worlds.tried[seat]
        return state, reached
    if words:
        worlds.key = key
    elif i < 0:
        swap_draws(worlds, j, card)
    else:
        swap_cards(worlds, i, j)
    return state, reached if reached < 0.0 else weight


@njit
def burn_in(records, worlds, walk):
    """Begin a walk and take its first steps, to the first world; returns the weight: 0 if no world was found, -1 after
    a fault.
    """
    weight = begin_walk(records, worlds, walk)
    if weight > 0.0 and worlds.moves > 0:
        state = stream(worlds.seed, U(walk), U(0), _WALK)
        for at in range(worlds.burn_in):
            power = START_POWER + (1.0 - START_POWER) * at / (TEMPERED_SHARE * worlds.burn_in)
            state, weight = metropolis_step(records, worlds, weight, power, state)
            if weight < 0.0:
                break
    worlds.weight = weight
    return weight


@njit
def continue_game(records, worlds, walk, world):
    """Walk from the previous world to world `world` (from 1) of the walk; returns as `burn_in`."""
    weight = worlds.weight
    if weight > 0.0:
        state = stream(worlds.seed, U(walk), U(world), _WALK)
        for _ in range(worlds.thin):
            state, weight = metropolis_step(records, worlds, weight, 1.0, state)
            if weight < 0.0:
                break
        worlds.weight = weight
    return weight


@njit
def advance_to(records, worlds, number, follows):
    """Set `order`, `draw_now` and `key` to world `number`; returns its weight: 0 if no world was found, -1 after a
    fault.

    follows: the current world is the previous world.
    """
    walk = number // worlds.per_walk
    world = number % worlds.per_walk
    if world > 0 and follows:
        weight = continue_game(records, worlds, walk, world)
    else:
        weight = burn_in(records, worlds, walk)
        for at in range(1, world + 1):
            _shuffle_stock(worlds, number - world + at - 1)
            weight = continue_game(records, worlds, walk, at)
    if weight > 0.0:
        _shuffle_stock(worlds, number)
    return weight


@njit
def _shuffle_stock(worlds, number):
    state = stream(worlds.seed, U(number), U(0), _SHUFFLE)
    first = worlds.n_hidden[0] + worlds.n_hidden[1] + worlds.n_hidden[2] + worlds.unnamed
    for i in range(first, worlds.cards - 1):
        state += GOLDEN
        j = i + np.int64(high_product(mix(state), U(worlds.cards - i)))
        card = worlds.order[i]
        worlds.order[i] = worlds.order[j]
        worlds.order[j] = card


LEGAL_ATTEMPTS = 20_000


class Outcomes(NamedTuple):
    """The outcomes of rollouts for the deciding seat, as one argument of kernels."""

    numbers: Any  # int64[worlds], which worlds to play
    weights: Any  # float64[worlds, orders], set to 1, or 0 if no world was found
    active: Any  # int64[actions], 1: play the action
    payout: Any  # int32[worlds, orders, actions], hundredths
    flags: Any  # uint8[worlds, orders, actions], FLAG_*


@njit
def weigh_worlds(records, worlds, first, weights):
    """Weigh random worlds from number `first` on; fills weights (float64[worlds]); False after a bot's fault."""
    sit_down(worlds.start_game, records.table)
    for i in range(len(weights)):
        weights[i] = 0.0
        if deal_world(records, worlds, first + i):
            weights[i] = replay_world(records, worlds, EVERYBODY, 0.0)
            if weights[i] < 0:
                return False
    return True


@njit
def play_action(records, worlds, action, to_the_end):
    """Take an action in a copy of the position, and play on to the end of the game, or to the next decision.

    Returns as `resume`; FAULTY for an illegal action.
    """
    game, view, _, _, rules, log, table = records
    control = worlds.control
    copy_record(worlds.branch_game, game)
    copy_record(worlds.branch_view, view)
    act, word = worlds.decisions[action], worlds.words[action]
    seat = worlds.seat
    turn = np.int64(view.turn)
    at = worlds.decision
    while True:
        last = at == act
        control.pending = 1
        control.action = word if last else EMPTY
        control.stop = STOP_NEVER if last and to_the_end else EVERY_DECISION
        decision = call_continue_game(worlds.resume, worlds.branch_game, worlds.branch_view, rules, log, table, control)
        if last or decision == FAULTY:
            return decision
        done = act == DECISION_DISCARD and worlds.branch_view.discarded[seat] & word != EMPTY
        passed = decision == DECISION_OVER or worlds.branch_view.me != seat or worlds.branch_view.turn != turn
        # Codes of decisions rise in the order of a turn. A larger code means that the engine skipped the action's own
        # decision, because it offered no choice.
        if done or passed or decision > act:
            if not done and word != EMPTY:
                table.faults += 1
                return FAULTY
            if decision == DECISION_OVER or not to_the_end:
                return decision
            control.pending = 0
            control.stop = STOP_NEVER
            return call_continue_game(worlds.resume, worlds.branch_game, worlds.branch_view, rules, log, table, control)
        at = decision


@njit
def finish_action(records, worlds, payout, flags):
    """Settle the copy of the position and store the deciding seat's outcome in element 0 of both arrays."""
    result = worlds.branch_result
    seat = worlds.seat
    copy_record(worlds.branch_match, worlds.match)
    finish(worlds.branch_game, worlds.branch_view, records.rules, worlds.branch_match, result)
    payout[0] = result.payout[seat]
    won = result.winner == seat
    fought = result.caller == seat or result.responses[seat] == CHALLENGED
    marks = FLAG_WON if won else np.int64(0)
    if result.burned[seat]:
        marks |= FLAG_BURNED
    if not won and fought and result.ending == ENDING_CHALLENGE:
        marks |= FLAG_BEATEN
    flags[0] = marks


@njit
def play_here(records, worlds, active, payout, flags):
    """Play the active actions from the current position; False after a fault.

    active: int64[actions]; payout: int32[actions]; flags: uint8[actions].
    """
    worlds.control.hold_seat = NOBODY
    records.log.on = 0
    for action in range(worlds.n_actions):
        if active[action]:
            if play_action(records, worlds, action, True) != DECISION_OVER:
                return False
            finish_action(records, worlds, payout[action:], flags[action:])
    return True


@njit
def play_orders(records, worlds, i, outcomes):
    """Play the active actions in the current world with every order of its stock, into element i of the outcomes; False
    after a fault.

    No choice has depended on the order of the stock, so all orders are equally likely.
    """
    state = stream(worlds.seed, U(outcomes.numbers[i]), U(0), STOCK)
    for turn in range(outcomes.weights.shape[1]):
        if turn > 0:
            state = next_stock(records.game, state, turn)
        outcomes.weights[i, turn] = 1.0
        if not play_here(records, worlds, outcomes.active, outcomes.payout[i, turn], outcomes.flags[i, turn]):
            return False
    return True


@njit
def play_worlds(records, worlds, outcomes):
    """Play the active actions in each world; False after a bot's fault.

    A walk passes through worlds with consecutive numbers.

    records: `Records`; worlds: a `WORLDS_DTYPE` record; outcomes: `Outcomes`, its weights all 0.
    """
    sit_down(worlds.start_game, records.table)
    for i in range(len(outcomes.numbers)):
        number = outcomes.numbers[i]
        weight = advance_to(records, worlds, number, i > 0 and outcomes.numbers[i - 1] == number - 1)
        if weight < 0.0:
            return False
        if weight == 0.0:
            continue
        place_world(records, worlds)
        if replay_world(records, worlds, NO_SEAT, 0.0) > 0.0:
            records.table.now_games += 1
            if not play_orders(records, worlds, i, outcomes):
                return False
    return True


@njit
def legal_options(records, worlds, legal):
    """Mark the legal actions, tried in a world; False if no world can be dealt.

    legal: int64[actions].
    """
    sit_down(worlds.start_game, records.table)
    worlds.control.hold_seat = NOBODY
    for number in range(LEGAL_ATTEMPTS):
        if deal_world(records, worlds, number) and replay_world(records, worlds, NO_SEAT, 0.0) > 0.0:
            for action in range(worlds.n_actions):
                faults = records.table.faults
                legal[action] = 0 if play_action(records, worlds, action, False) == FAULTY else 1
                records.table.faults = faults
            return True
    return False
