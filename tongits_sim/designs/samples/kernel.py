"""Games in which one slot's options are played on at a share of its decisions.

The answer of the sampled player is the game itself. Every other option that it noted is a copy of the position, played
on with the same hidden cards, stock and random words; the gain of an option over the own answer is an unbiased sample
of its advantage against this field (rollout classification: Lagoudakis and Parr 2003; Lazaric et al. 2010).
"""

from __future__ import annotations

import numpy as np

from tongits_sim.any_game.match_loop import match_loop
from tongits_sim.any_game.streams import GOLDEN, mix, stream
from tongits_sim.cards import ONE, U
from tongits_sim.designs.batch.kernel import TABLE
from tongits_sim.designs.forks.branch import note_failed, play_option, steered_game
from tongits_sim.designs.samples.layout import MOST_ROWS, MOST_WAITING
from tongits_sim.game.match import deal, finish
from tongits_sim.game.state import DECISION_RESPOND
from tongits_sim.jit import njit

EVERY_DECISION = np.int64(63)
SAMPLED = np.int64(0)
"""The slot that is sampled."""
_CHOOSING, _EXPLORING = U(0xD3C5_0031), U(0xD3C5_0032)
_LOW = U(0xFFFF_FFFF)


@njit
def _word(match, state, which):
    return mix(stream(match.seed, match.match, U(match.game), which) + U(state.asked) * GOLDEN)


@njit
def _decide(records, to, decision, action):
    state, plan = to
    _, view, match, _, _, _, table = records
    if table.seating[view.me] != SAMPLED or plan.options < 2:
        return True, action
    state.asked += 1
    chosen = plan.chosen
    word = _word(match, state, _EXPLORING)
    if word >> U(32) < state.explore:
        chosen = np.int64((word & _LOW) % U(plan.options))
    a, b, c, d = plan.actions[0], plan.actions[1], plan.actions[2], plan.actions[3]
    action = a if chosen == 0 else b if chosen == 1 else c if chosen == 2 else d
    number = state.waiting
    if number == MOST_WAITING or _word(match, state, _CHOOSING) >> U(32) >= state.share[decision]:
        return True, action
    seat = np.int64(view.me)
    options = plan.options
    state.waiting += 1
    state.seat[number] = seat
    state.options[number] = options
    state.chosen[number] = chosen
    state.yes[number] = 1 if decision <= DECISION_RESPOND and a == ONE else 0
    state.before[number] = state.paid[seat]
    for option in range(1, options):
        state.kind[number, option] = plan.kinds[option]
        for place in range(state.places):
            state.sight[number, option, place] = plan.rows[option, place]
    for option in range(options):
        if option != chosen:
            word = a if option == 0 else b if option == 1 else c if option == 2 else d
            whole, value = play_option(records, state.branch, word)
            if not whole:
                return False, action
            state.value[number, option] = value
    return True, action


@njit
def _keep_rows(state):
    """Write the rows of the finished match."""
    for number in range(state.waiting):
        chosen = state.chosen[number]
        state.value[number, chosen] = state.paid[state.seat[number]] - state.before[number]
        for option in range(1, state.options[number]):
            if state.rows == MOST_ROWS:
                return
            gain = state.value[number, option] - state.value[number, 0]
            at = state.rows
            state.row_match[at] = state.match_number
            state.row_kind[at] = state.kind[number, option]
            state.row_gain[at] = -gain if state.yes[number] else gain
            for place in range(state.places):
                state.row[at, place] = state.sight[number, option, place]
            state.rows += 1
    state.match_number += 1


_play_steered = steered_game(_decide)


@njit
def _start_match(records, to, k):
    state = to[0]
    for seat in range(3):
        state.paid[seat] = 0
    state.waiting = 0
    state.asked = 0


@njit
def _play(records, to):
    game, view, match, result, rules, log, _ = records
    deal(game, view, rules, match, log)
    if not _play_steered(records, to, to[0], to[0].stops):
        return False
    finish(game, view, rules, match, result)
    return True


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
        _keep_rows(state)
        state.whole += 1
    else:
        note_failed(state.branch, records.table)


play_samples = match_loop(TABLE, _add_game, start_match=_start_match, play=_play, end_match=_end_match)
"""Plays matches and keeps the sampled rows in (a `SAMPLES` record, the parameters of the player in slot 0)."""
