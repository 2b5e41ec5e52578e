"""The batch kernel: play a block of matches between three bots into integer accumulators.

Nothing is allocated while games are played. Accumulators are int64 sums, so blocks merge by addition and any order gives the same
digits. A *cluster* is what is independent of the rest: a match, with all its seatings when a deal is played in several.
"""

from __future__ import annotations

from tongits_sim.cards import U
from tongits_sim.engine import advance, apply
from tongits_sim.hooks import call_hook
from tongits_sim.jit import njit
from tongits_sim.match import begin_match, deal, finish
from tongits_sim.state import DECISION_OVER
from tongits_sim.tally import add_cluster, add_game, clear_cluster

# What a fault holds: how many, then where the first one happened.
FAULT_COUNT, FAULT_MATCH, FAULT_GAME, FAULT_SEAT, FAULT_SLOT, FAULT_DECISION, FAULT_REASON, FAULT_SEATING = range(8)
FAULT_SIZE = 8
REASON_RAISED = 100
REASON_CHANGED_VIEW = 101

# What a worker is doing, for a watchdog.
NOW_MATCH, NOW_GAME, NOW_SLOT, NOW_DECISION, NOW_GAMES = range(5)
NOW_SIZE = 5


@njit
def play_game(game, view, rules, log, seating, hooks, params, guard, view_bytes, scratch, alarm, fault, now):
    """Play a dealt game to its end; returns the reason code of an illegal action, 0 when all was legal.

    seating: int8[3], the slot that sits on each seat. hooks: int64[3, 6] addresses by slot and decision. params: int64[3] addresses.
    guard: int64[3] by slot, 1 to check that a hook leaves its view as it was.
    """
    while True:
        decision = advance(game, view, rules, log)
        if decision == DECISION_OVER:
            return 0
        slot = seating[view.me]
        now[NOW_DECISION] = decision
        now[NOW_SLOT] = slot
        if guard[slot]:
            action, reason = _guarded_call(view, hooks[slot, decision], params[slot], view_bytes, scratch)
        else:
            action = call_hook(hooks[slot, decision], view, params[slot])
            reason = 0
        if alarm[0] != 0:
            reason = REASON_RAISED
            alarm[0] = 0
        if reason == 0:
            reason = apply(game, view, rules, log, action)
        if reason != 0:
            _note_fault(fault, view, slot, decision, reason)
            return reason


@njit
def _guarded_call(view, address, params, view_bytes, scratch):
    for i in range(view_bytes.shape[0]):
        scratch[i] = view_bytes[i]
    action = call_hook(address, view, params)
    changed = False
    for i in range(view_bytes.shape[0]):
        if scratch[i] != view_bytes[i]:
            view_bytes[i] = scratch[i]
            changed = True
    return action, REASON_CHANGED_VIEW if changed else 0


@njit
def _note_fault(fault, view, slot, decision, reason):
    fault[FAULT_COUNT] += 1
    if fault[FAULT_COUNT] == 1:
        fault[FAULT_SEAT] = view.me
        fault[FAULT_SLOT] = slot
        fault[FAULT_DECISION] = decision
        fault[FAULT_REASON] = reason


@njit
def play_match(state, rules, seed, number, games, seating, players, tally, work):
    """Play one match; adds each finished game to the accumulators. Returns False when a fault ended it."""
    game, view, match, result = state
    hooks, params, chance, guard = players
    cells, totals, hist, unit = tally
    log, view_bytes, scratch, alarm, fault, now, cluster = work
    begin_match(match, seed, U(number), games)
    now[NOW_MATCH] = number
    while not match.over:
        for seat in range(3):
            game.chance[seat] = chance[seating[seat]]
        now[NOW_GAME] = match.game
        deal(game, view, rules, match, log)
        if (
            play_game(game, view, rules, log, seating, hooks, params, guard, view_bytes, scratch, alarm, fault, now)
            != 0
        ):
            if fault[FAULT_COUNT] == 1:
                fault[FAULT_MATCH] = number
                fault[FAULT_GAME] = match.game
            return False
        finish(game, view, rules, match, result)
        add_game(cells, totals, hist, unit, cluster, view, result, seating)
        now[NOW_GAMES] += 1
    return True


@njit
def play_block(state, rules, seed, first, matches, games, seatings, rotate, players, tally, clusters, work):
    """Play matches first .. first + matches - 1 (int64) of at most `games` games.

    seatings: int8[k, 3]. With `rotate`, match m is played once, in seating m mod k; else it is played in every seating, and the
    cluster is the match with all of them. state, players, tally, work: tuples of records and arrays (see `Block` in runner.py).
    """
    fault = work[4]
    cluster = work[6]
    for number in range(first, first + matches):
        clear_cluster(cluster)
        whole = True
        for k in range(seatings.shape[0]):
            if rotate and k != number % seatings.shape[0]:
                continue
            if not play_match(state, rules, seed, number, games, seatings[k], players, tally, work):
                whole = False
                if fault[FAULT_COUNT] == 1:
                    fault[FAULT_SEATING] = k
        if whole:
            add_cluster(clusters, cluster)
