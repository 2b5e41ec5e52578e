"""Worlds drawn by how the others have played, and played on with every option.

A world is weighed by playing the game again from the start with the moves that were seen: wherever another seat had a
choice in that world, its bot is asked, and where it would have chosen otherwise the weight is multiplied by a factor. A
world in which a move would have been illegal, or the game over before, weighs nothing. The engine itself plays, so no
rule is stated twice.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from tongits_sim.actions import FACE_DOWN, TAKE_FREE, extend, sapaw_joker
from tongits_sim.any_game.memory import copy_record
from tongits_sim.any_game.streams import GOLDEN, mix, stream
from tongits_sim.cards import EMPTY, ONE, U, high_product, lowest
from tongits_sim.designs.batch.kernel import sit_down
from tongits_sim.designs.forks.layout import FAULTY, STOP_NEVER
from tongits_sim.designs.forks.resume import call_resume
from tongits_sim.designs.worlds.deal import (
    STOCK,
    WALK,
    begin_world,
    deal_world,
    group_of,
    next_stock,
    place_world,
    swap_cards,
)
from tongits_sim.designs.worlds.layout import EVERY_DECISION, FLAG_BEATEN, FLAG_BURNED, FLAG_WON
from tongits_sim.game.asking import ask_bot, note_fault
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
from tongits_sim.jit import njit

ATTEMPTS = 256
"""Random worlds that a walk may begin at; impossible ones are passed over."""
LEGAL_ATTEMPTS = 20_000
ASK_ALL, ASK_NONE = np.int64(0b111), np.int64(0)
"""Masks of the seats whose bots are asked what they would have done."""
FLATTEST, WARMING = 0.2, 0.6
"""The power of the weights that a walk begins with, and the share of its steps after which the power is 1."""

_FIRST_BITS = U(0xFF)
_TO_UNIT_INTERVAL = 1.0 / 9007199254740992.0  # 2**-53


class Outcomes(NamedTuple):
    """What rollouts bring the deciding seat, passed to kernels as one argument.

    Attributes:
        numbers: int64[worlds], which worlds to play.
        weights: float64[worlds, orders], set to 1, or to 0 where no world was found.
        wanted: int64[options], 1 for the options to play.
        payout: int32[worlds, orders, options], hundredths.
        flags: uint8[worlds, orders, options], FLAG_*.
    """

    numbers: Any
    weights: Any
    wanted: Any
    payout: Any
    flags: Any


@njit
def same_row(seen, row, seat):
    """Whether a row of the world's log is the one that was seen; what others drew or laid face down was not."""
    if seen[0] != row[0]:
        return False
    act = np.int64(seen[0] & _FIRST_BITS)
    if act in (ACT_DRAW, ACT_SECRET) and np.int64(seen[0] >> U(8) & _FIRST_BITS) != seat:
        return True
    return seen[1] == row[1] and seen[2] == row[2]


@njit
def answer_seen(worlds, row, decision, seat):
    """The answer to a decision by which a move came about: (possible, action word); no other answer than 0 if the move
    answers another decision."""
    head, cards, word = worlds.rows[row, 0], worlds.rows[row, 1], worlds.rows[row, 2]
    act = np.int64(head & _FIRST_BITS)
    if np.int64(head >> U(8) & _FIRST_BITS) != seat:
        act = np.int64(0)
    number = np.int64(head >> U(16))
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
def replay_world(records, worlds, asked, weight, least):
    """Play the moves that were seen in the world on the records, up to the decision; returns its weight.

    0 if that is impossible or the weight falls below `least`; -1 after a fault of a bot. `weight` is that of the seats
    whose bots are not `asked` (a mask), 1 if there is none to count; the others' weights are left in
    `new_seat_weight`. Where another seat has answered a call without being seen, its bot answers in any case.
    """
    game, view, _, _, rules, log, table = records
    steer = worlds.steer
    steer.pending = 0
    steer.stop = EVERY_DECISION
    log.on = 1
    log.n = 0
    for other in range(3):
        worlds.new_seat_weight[other] = 1.0
    compared = np.int64(0)
    while True:
        decision = call_resume(worlds.resume, game, view, rules, log, table, steer)
        if decision == FAULTY:  # a move that the rules forbid in this world
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
        if compared >= worlds.moves:
            if seat == worlds.seat:
                if decision == worlds.decision:
                    log.on = 0
                    return weight
            else:
                action, reason = ask_bot(table, view, seat, decision)
                if reason != 0:
                    note_fault(table, seat, decision, reason)
                    return -1.0
        else:
            possible, action = answer_seen(worlds, compared, decision, seat)
            if not possible:
                return 0.0
            if asked >> seat & 1 and seat != worlds.seat:
                said, reason = ask_bot(table, view, seat, decision)
                if reason != 0:
                    note_fault(table, seat, decision, reason)
                    return -1.0
                if said != action and (decision != DECISION_DISCARD or compared >= worlds.discards_from):
                    weight *= worlds.factor[decision]
                    worlds.new_seat_weight[seat] *= worlds.factor[decision]
                    if weight < least:
                        return 0.0
        steer.pending = 1
        steer.action = action


@njit
def weigh_worlds(records, worlds, first, weights):
    """Weigh random worlds from number `first` on, as they are dealt; False after a fault of a bot.

    weights: float64[worlds], set to the weight of each.
    """
    sit_down(worlds.start_game, records.table)
    for i in range(len(weights)):
        weights[i] = 0.0
        if deal_world(records, worlds, first + i):
            weights[i] = replay_world(records, worlds, ASK_ALL, 1.0, 0.0)
            if weights[i] < 0:
                return False
    return True


@njit
def asked_after_swap(worlds, one, other):
    """The seats whose choices may change when cards of two groups are exchanged: (mask, weight of all others).

    A bot sees its own hand and what everybody sees, so only those whose hands change are asked again; unnamed discards
    are seen by all.
    """
    if one == 3 or other == 3:
        return ASK_ALL, 1.0
    asked = (np.int64(1) << one | np.int64(1) << other) & ASK_ALL
    weight = 1.0
    for seat in range(3):
        if not asked >> seat & 1:
            weight *= worlds.seat_weight[seat]
    return asked, weight


@njit
def keep_weights(worlds, asked):
    """Keep the weights of the seats that were asked: the step is taken."""
    for seat in range(3):
        if asked >> seat & 1:
            worlds.seat_weight[seat] = worlds.new_seat_weight[seat]


@njit
def walk_world(records, worlds, number):
    """Walk from a random world to one drawn by weight; returns its weight: 0 if there is none, -1 after a fault.

    A Metropolis walk: two cards in different places are exchanged, or the draws and random words are chosen anew, and
    the step is taken with the ratio of the weights as its probability (Metropolis et al. 1953). At first a power of the
    ratio below 1 is used, so that the walk gets about. It leaves the world in `order` and `key`; each world is the end
    of a walk of its own, so worlds are independent of each other.
    """
    weight = 0.0
    for attempt in range(ATTEMPTS):
        if begin_world(worlds, records.rules, number, attempt) and place_world(records, worlds):
            weight = replay_world(records, worlds, ASK_ALL, 1.0, 0.0)
            if weight != 0.0:
                break
    if weight <= 0.0 or worlds.moves == 0:
        return weight
    keep_weights(worlds, ASK_ALL)
    state = stream(worlds.seed, U(number), U(0), WALK)
    held = worlds.unnamed + worlds.held_unknown[0] + worlds.held_unknown[1] + worlds.held_unknown[2]
    for step in range(worlds.steps):
        power = min(1.0, FLATTEST + (1.0 - FLATTEST) * step / (WARMING * worlds.steps))
        state += GOLDEN
        i = np.int64(high_product(mix(state), U(held)))
        state += GOLDEN
        j = np.int64(high_product(mix(state), U(worlds.cards)))
        state += GOLDEN
        least = ((mix(state) >> U(11)) * _TO_UNIT_INTERVAL) ** (1.0 / power) * weight
        state += GOLDEN
        word = mix(state)
        key = worlds.key
        anew = word & U(3) == U(0)
        asked, others = ASK_ALL, 1.0
        if anew:
            worlds.key = mix(word)
        else:
            one, two = group_of(worlds, i), group_of(worlds, j)
            if one == two:
                continue
            asked, others = asked_after_swap(worlds, one, two)
            swap_cards(worlds, i, j)
        other = replay_world(records, worlds, asked, others, least) if place_world(records, worlds) else 0.0
        if other < 0.0:
            return other
        if other > 0.0:
            weight = other
            keep_weights(worlds, asked)
        elif anew:
            worlds.key = key
        else:
            swap_cards(worlds, i, j)
    return weight


@njit
def play_option(records, worlds, option, to_the_end):
    """Take an option in a copy of the position, and play it on to the end of the game, or to the next decision.

    Returns what `resume` returns; FAULTY for an option that is not legal.
    """
    game, view, _, _, rules, log, table = records
    steer = worlds.steer
    copy_record(worlds.branch_game, game)
    copy_record(worlds.branch_view, view)
    act, word = worlds.acts[option], worlds.words[option]
    seat = worlds.seat
    turn = np.int64(view.turn)
    at = worlds.decision
    while True:
        last = at == act
        steer.pending = 1
        steer.action = word if last else EMPTY
        steer.stop = STOP_NEVER if last and to_the_end else EVERY_DECISION
        decision = call_resume(worlds.resume, worlds.branch_game, worlds.branch_view, rules, log, table, steer)
        if last or decision == FAULTY:
            return decision
        done = act == DECISION_DISCARD and worlds.branch_view.discarded[seat] & word != EMPTY
        passed = decision == DECISION_OVER or worlds.branch_view.me != seat or worlds.branch_view.turn != turn
        if done or passed or decision > act:  # the engine has made the choice, or there is none
            if not done and word != EMPTY:
                table.faults += 1
                return FAULTY
            if decision == DECISION_OVER or not to_the_end:
                return decision
            steer.pending = 0
            steer.stop = STOP_NEVER
            return call_resume(worlds.resume, worlds.branch_game, worlds.branch_view, rules, log, table, steer)
        at = decision


@njit
def finish_option(records, worlds, payout, flags):
    """Settle the copy of the position and store what it brings the deciding seat as element 0 of both arrays."""
    result = worlds.branch_result
    seat = worlds.seat
    copy_record(worlds.branch_match, worlds.match)
    finish(worlds.branch_game, worlds.branch_view, records.rules, worlds.branch_match, result)
    payout[0] = result.payout[seat]
    won = result.winner == seat
    fought = result.caller == seat or result.answers[seat] == CHALLENGED
    marks = FLAG_WON if won else np.int64(0)
    if result.burned[seat]:
        marks |= FLAG_BURNED
    if not won and fought and result.ending == ENDING_CHALLENGE:
        marks |= FLAG_BEATEN
    flags[0] = marks


@njit
def play_here(records, worlds, wanted, payout, flags):
    """Play the wanted options from the position on the records; False after a fault.

    wanted: int64[options]; payout: int32[options]; flags: uint8[options].
    """
    worlds.steer.rule_seat = NOBODY
    worlds.steer.hold_seat = NOBODY
    records.log.on = 0
    for option in range(worlds.options):
        if wanted[option]:
            if play_option(records, worlds, option, True) != DECISION_OVER:
                return False
            finish_option(records, worlds, payout[option:], flags[option:])
    return True


@njit
def play_orders(records, worlds, i, outcomes):
    """Play the wanted options in the world on the records, with every order of its stock, into element i of the
    outcomes; False after a fault.

    Nobody's choice has depended on the order of the stock, so each order is as likely as the others.
    """
    state = stream(worlds.seed, U(outcomes.numbers[i]), U(0), STOCK)
    for turn in range(outcomes.weights.shape[1]):
        if turn > 0:
            state = next_stock(records.game, state, turn)
        outcomes.weights[i, turn] = 1.0
        if not play_here(records, worlds, outcomes.wanted, outcomes.payout[i, turn], outcomes.flags[i, turn]):
            return False
    return True


@njit
def play_worlds(records, worlds, outcomes):
    """Play the wanted options in each of the worlds; False after a fault of a bot.

    records: `Records`; worlds: a `WORLDS_DTYPE` record; outcomes: `Outcomes`, its weights all 0.
    """
    sit_down(worlds.start_game, records.table)
    for i in range(len(outcomes.numbers)):
        weight = walk_world(records, worlds, outcomes.numbers[i])
        if weight < 0.0:
            return False
        if weight > 0.0 and place_world(records, worlds) and replay_world(records, worlds, ASK_NONE, 1.0, 0.0) > 0.0:
            records.table.now_games += 1
            if not play_orders(records, worlds, i, outcomes):
                return False
    return True


@njit
def legal_options(records, worlds, legal):
    """Mark the options that are legal, tried in some world; False where none can be dealt.

    legal: int64[options].
    """
    sit_down(worlds.start_game, records.table)
    worlds.steer.rule_seat = NOBODY
    worlds.steer.hold_seat = NOBODY
    for number in range(LEGAL_ATTEMPTS):
        if deal_world(records, worlds, number) and replay_world(records, worlds, ASK_NONE, 1.0, 0.0) > 0.0:
            for option in range(worlds.options):
                faults = records.table.faults
                legal[option] = 0 if play_option(records, worlds, option, False) == FAULTY else 1
                records.table.faults = faults
            return True
    return False
