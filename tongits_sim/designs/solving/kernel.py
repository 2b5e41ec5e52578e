"""Games in which both answers at every decision of a profile are played on.

The answer the bot gives is the game itself; the other one is a copy of the position, played on with the same hidden
cards, stock and random words. The deciding seat's payout to the end of the match by one answer, less that by the other,
is a sample of the counterfactual advantage of saying yes (external sampling: Lanctot et al. 2009, section 4).
"""

from __future__ import annotations

import numpy as np

from tongits_sim.any_game.streams import GOLDEN, mix, stream
from tongits_sim.cards import EMPTY, ONE, U
from tongits_sim.designs.forks.branch import play_option
from tongits_sim.designs.forks.comparing import comparing_loop
from tongits_sim.designs.solving.layout import GLANCE, MAX_WAITING
from tongits_sim.game.hooks import call_hook
from tongits_sim.jit import njit
from tongits_sim.profiles.cells import KIND_RESPOND, cell_of, kind_of

EXPLORING = U(0xD3C5_0011)


@njit
def both_answers(records, solve, action):
    """The actions for yes and no at the decision in the view, which the bot answers with `action`.

    Returns (whether it is a decision between yes and no, the two actions); the engine refuses an action that is no
    answer.
    """
    _, view, _, _, _, _, table = records
    slot, kind = table.seating[view.me], kind_of(view.decision)
    address = solve.yes_hook[slot, kind]
    if address == 0:
        return kind <= KIND_RESPOND and action <= ONE, ONE, EMPTY
    params = table.seat_params[view.me]
    yes, failed = call_hook(address, view, params)
    if failed or yes == EMPTY:
        return False, action, action
    no = EMPTY
    if solve.no_hook[slot, kind] != 0:
        no, failed = call_hook(solve.no_hook[slot, kind], view, params)
    return not failed and yes != no and action in (yes, no), yes, no


@njit
def compare_here(records, solve, action, yes, no):
    """Play both answers at the decision the view shows; returns (whole, the answer the game goes on with).

    In decided cells few decisions are compared.
    """
    _, view, match, _, _, _, _ = records
    number = solve.waiting
    kind = kind_of(view.decision)
    word = mix(stream(match.seed, match.match, U(match.game), EXPLORING) + U(solve.asked) * GOLDEN)
    solve.asked += 1
    if word >> U(32) < solve.explore:
        action = no if action == yes else yes
    cell = cell_of(view, solve, kind)
    if number == MAX_WAITING or (solve.decided[kind, cell] and word & U(GLANCE - 1) != U(0)):
        return True, action
    seat = np.int64(view.me)
    solve.cell[number] = cell
    whole, value = play_option(records, solve.branch, no if action == yes else yes)
    solve.seat[number] = seat
    solve.kind[number] = kind
    solve.said[number] = 1 if action == yes else 0
    solve.before[number] = solve.paid[seat]
    solve.other[number] = value
    solve.waiting += 1
    return whole, action


@njit
def _decide(records, to, decision, action):
    solve = to[0]
    _, view, _, _, _, _, table = records
    if solve.counted[table.seating[view.me]]:
        asked, yes, no = both_answers(records, solve, action)
        if asked:
            return compare_here(records, solve, action, yes, no)
    return True, action


@njit
def count_match(solve):
    """Add the finished match's decisions to their cells."""
    for number in range(solve.waiting):
        own = solve.paid[solve.seat[number]] - solve.before[number]
        other = solve.other[number]
        yes, no = (own, other) if solve.said[number] else (other, own)
        sums = solve.sums[solve.first_cell[solve.kind[number]] + solve.cell[number]]
        sums[0] += 1
        sums[1] += yes - no
        sums[2] += (yes - no) * (yes - no)
        sums[3] += yes
        sums[4] += no
        sums[5] += solve.said[number]


play_solving = comparing_loop(_decide, count_match)
"""Plays matches and counts their decisions into (a `SOLVING` record,)."""
