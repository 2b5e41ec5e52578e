"""Worlds drawn by how the others have played, and played on with every option."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from tongits_sim.any_game.memory import copy_record
from tongits_sim.any_game.streams import stream
from tongits_sim.cards import EMPTY, U
from tongits_sim.designs.batch.kernel import sit_down
from tongits_sim.designs.forks.layout import FAULTY, STOP_NEVER
from tongits_sim.designs.forks.resume import call_resume
from tongits_sim.game.match import finish
from tongits_sim.game.state import CHALLENGED, DECISION_DISCARD, DECISION_OVER, ENDING_CHALLENGE, NOBODY
from tongits_sim.jit import njit
from tongits_sim.worlds.deal import STOCK, deal_world, next_stock, place_world
from tongits_sim.worlds.layout import EVERY_DECISION, FLAG_BEATEN, FLAG_BURNED, FLAG_WON
from tongits_sim.worlds.replay import EVERYBODY, NO_SEAT, replay_world
from tongits_sim.worlds.walk import walk_to

LEGAL_ATTEMPTS = 20_000


class Outcomes(NamedTuple):
    """The outcomes of rollouts for the deciding seat, passed to kernels as one argument.

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
def weigh_worlds(records, worlds, first, weights):
    """Weigh random worlds from number `first` on, as they are dealt; False after a fault of a bot.

    weights: float64[worlds], set to the weight of each.
    """
    sit_down(worlds.start_game, records.table)
    for i in range(len(weights)):
        weights[i] = 0.0
        if deal_world(records, worlds, first + i):
            weights[i] = replay_world(records, worlds, EVERYBODY, 0.0)
            if weights[i] < 0:
                return False
    return True


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
    """Settle the copy of the position and store the deciding seat's outcome as element 0 of both arrays."""
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

    Worlds of one walk with consecutive numbers are met on the way.

    records: `Records`; worlds: a `WORLDS_DTYPE` record; outcomes: `Outcomes`, its weights all 0.
    """
    sit_down(worlds.start_game, records.table)
    for i in range(len(outcomes.numbers)):
        number = outcomes.numbers[i]
        weight = walk_to(records, worlds, number, i > 0 and outcomes.numbers[i - 1] == number - 1)
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
    """Mark the options that are legal, tried in some world; False where none can be dealt.

    legal: int64[options].
    """
    sit_down(worlds.start_game, records.table)
    worlds.steer.rule_seat = NOBODY
    worlds.steer.hold_seat = NOBODY
    for number in range(LEGAL_ATTEMPTS):
        if deal_world(records, worlds, number) and replay_world(records, worlds, NO_SEAT, 0.0) > 0.0:
            for option in range(worlds.options):
                faults = records.table.faults
                legal[option] = 0 if play_option(records, worlds, option, False) == FAULTY else 1
                records.table.faults = faults
            return True
    return False
