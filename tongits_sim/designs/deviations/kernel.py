"""Games in which one slot's alternatives at every decision are played on.

The answer of the deviating player is the game itself. Every other one that it noted is a copy of the position, played
on with the same hidden cards, stock and random words, and from then on with the same plan; hidden cards differ from
game to game and are averaged over, cell by cell.
"""

from __future__ import annotations

import numpy as np

from tongits_sim.any_game.streams import GOLDEN, mix, stream
from tongits_sim.cards import U
from tongits_sim.designs.deviations.layout import MAX_WAITING
from tongits_sim.designs.forks.branch import play_option
from tongits_sim.designs.forks.comparing import comparing_loop
from tongits_sim.jit import njit

EVERY_DECISION = np.int64(63)
DEVIATING = np.int64(0)
"""The slot that deviates."""
EXPLORING = U(0xD3C5_0012)
_LOW = U(0xFFFF_FFFF)


@njit
def note_decision(view, state, plan, chosen):
    """Store the options that the deviating player noted at the decision in the view; returns its number, -1 if there
    are none.
    """
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
    """The option that the game goes on with: the plan's, or in a share of decisions a random one."""
    if state.explore > 0:
        word = mix(stream(match.seed, match.match, U(match.game), EXPLORING) + U(state.waiting) * GOLDEN)
        if word >> U(32) < state.explore:
            return np.int64((word & _LOW) % U(plan.plan_options))
    return plan.plan_chosen


@njit
def compare_here(records, state, plan, action):
    """Play on every noted answer but the one the game goes on with. Returns (whether no rollout failed, the answer the
    game goes on with).
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
def _decide(records, to, decision, action):
    state, plan = to
    _, view, _, _, _, _, table = records
    if table.seating[view.me] != DEVIATING:
        return True, action
    return compare_here(records, state, plan, action)


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


play_deviations = comparing_loop(_decide, count_match)
"""Plays matches and counts the deviating slot's decisions into (a `DEVIATIONS` record, the `PLAN` record of the player
in slot 0).
"""
