"""Games in which one slot's alternatives at every decision are played on.

The answer of the deviating player is the game itself. Every other one that it noted is a copy of the position, played
on with the same hidden cards, stock and random words, and from then on with the same plan; hidden cards differ from
game to game and are averaged over, cell by cell.
"""

from __future__ import annotations

import numpy as np

from tongits_sim.any_game.match_loop import match_loop
from tongits_sim.any_game.streams import GOLDEN, mix, stream
from tongits_sim.cards import U
from tongits_sim.designs.batch.kernel import TABLE
from tongits_sim.designs.deviations.layout import MAX_WAITING
from tongits_sim.designs.forks.branch import begin_steer, next_answer, note_failed, perform, play_option
from tongits_sim.designs.forks.layout import FAULTY
from tongits_sim.game.match import deal, finish
from tongits_sim.game.state import DECISION_OVER
from tongits_sim.jit import njit

EVERY_DECISION = np.int64(63)
DEVIATING = np.int64(0)
"""The slot that deviates."""
EXPLORING = U(0xD3C5_0012)
_LOW = U(0xFFFF_FFFF)


@njit
def note_decision(view, state, plan, chosen):
    """Keep what the deviating player noted at the decision the view shows; returns its number, -1 for nothing."""
    number = state.waiting
    if number == MAX_WAITING or plan.plan_options < 2:
        return np.int64(-1)
    seat = np.int64(view.me)
    state.waiting += 1
    state.seat[number] = seat
    state.options[number] = plan.plan_options
    state.chosen[number] = chosen
    state.before[number] = state.paid[seat]
    for option in range(plan.plan_options):
        state.cell[number, option] = plan.plan_cells[option]
    return number


@njit
def explored(match, state, plan):
    """The option that the game goes on with: the plan's, but in a share of decisions any of them by chance."""
    if state.explore > 0:
        word = mix(stream(match.seed, match.match, U(match.game), EXPLORING) + U(state.waiting) * GOLDEN)
        if word >> U(32) < state.explore:
            return np.int64((word & _LOW) % U(plan.plan_options))
    return plan.plan_chosen


@njit
def compare_here(records, state, plan, action):
    """Play all answers on that the deviating player noted, but the one the game goes on with.

    Returns whether nothing failed, and the answer the game goes on with.
    """
    _, view, match, _, _, _, _ = records
    chosen = explored(match, state, plan)
    number = note_decision(view, state, plan, chosen)
    if number < 0:
        return True, action
    a, b, c, d = plan.plan_actions[0], plan.plan_actions[1], plan.plan_actions[2], plan.plan_actions[3]
    for option in range(state.options[number]):  # rollouts write their own notes over those of this decision
        word = a if option == 0 else b if option == 1 else c if option == 2 else d
        if option == chosen:
            action = word
            continue
        whole, value = play_option(records, state.branch, word)
        if not whole:
            return False, action
        state.value[number, option] = value
    return True, action


@njit
def play_game(records, state, plan):
    """Play a dealt game with its rollouts and settle it; False after a fault."""
    game, view, match, result, rules, _, table = records
    steer = state.main
    begin_steer(steer, EVERY_DECISION)
    while True:
        decision, action = next_answer(records, state.branch.resume, steer)
        if decision == DECISION_OVER:
            break
        if decision == FAULTY:
            return False
        if table.seating[view.me] == DEVIATING:
            whole, action = compare_here(records, state, plan, action)
            if not whole:
                return False
        perform(steer, action)
    finish(game, view, rules, match, result)
    return True


@njit
def count_match(state):
    """Add the finished match's alternatives to their cells."""
    for number in range(state.waiting):
        chosen = state.chosen[number]
        state.value[number, chosen] = state.paid[state.seat[number]] - state.before[number]
        for option in range(1, state.options[number]):
            advantage = state.value[number, option] - state.value[number, 0]
            sums = state.sums[state.cell[number, option]]
            sums[0] += 1
            sums[1] += advantage
            sums[2] += advantage * advantage


@njit
def _start_match(records, to, k):
    state = to[0]
    for seat in range(3):
        state.paid[seat] = 0
    state.waiting = 0


@njit
def _play(records, to):
    game, view, match, _, rules, log, _ = records
    deal(game, view, rules, match, log)
    return play_game(records, to[0], to[1])


@njit
def _add_game(records, to, at):
    state = to[0]
    for seat in range(3):
        state.paid[seat] += records.result.payout[seat]
    state.finished += 1


@njit
def _end_match(records, to, at, whole):
    state = to[0]
    if whole:
        count_match(state)
        state.whole += 1
    else:
        note_failed(state.branch, records.table)


play_deviations = match_loop(TABLE, _add_game, start_match=_start_match, play=_play, end_match=_end_match)
"""Plays matches and counts the deviating slot's decisions into (a `DEVIATIONS` record, the `PLAN` record of the player
in slot 0).
"""
