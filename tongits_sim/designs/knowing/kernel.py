"""Deals played by equal players, and again with one seat that is shown hidden cards and thinks."""

from __future__ import annotations

import numpy as np

from tongits_sim.any_game.memory import copy_record
from tongits_sim.cards import U
from tongits_sim.designs.batch.kernel import sit_down
from tongits_sim.designs.forks.branch import begin_steer, next_answer, perform
from tongits_sim.designs.forks.layout import FAULTY
from tongits_sim.designs.thinking.race import answer
from tongits_sim.game.hooks import call_play
from tongits_sim.game.match import begin_match, deal, finish
from tongits_sim.game.state import DECISION_OVER
from tongits_sim.jit import njit


@njit
def begin(records, seed, number):
    """Deal the only game of match `number`; every seat gets random words, whether its bot uses them or not."""
    game, view, match, _, rules, log, table = records
    begin_match(match, seed, U(number), 1)
    table.now_match = number
    table.now_game = 0
    sit_down(game, table)
    for seat in range(3):
        game.chance[seat] = 1
    deal(game, view, rules, match, log)


@njit
def play_shown(records, think, seat):
    """Play a dealt game with one seat that is shown hidden cards; False after a fault."""
    game, view, match, result, rules, _, _ = records
    stop = np.int64(0)
    for decision in range(6):
        stop |= think.thinks[decision] << decision
    begin_steer(think.main, stop)
    shown = np.int64(seat)
    while True:
        decision, action = next_answer(records, think.branch.resume, think.main)
        if decision == DECISION_OVER:
            break
        if decision == FAULTY:
            return False
        if view.me == shown:
            copy_record(think.truth, game)
            action = answer(view, think, decision)
        perform(think.main, action)
    finish(game, view, rules, match, result)
    return True


@njit
def play_plain(records, deals, paid):
    """Play deals with equal players; paid: int64[deals, 3], set to the payouts by seat. False after a fault."""
    game, view, match, result, rules, log, table = records
    for at in range(deals.matches):
        begin(records, deals.seed, deals.first + at)
        if call_play(table.play, game, view, rules, log, table) != 0:
            return False
        finish(game, view, rules, match, result)
        for seat in range(3):
            paid[at, seat] = result.payout[seat]
    return True


@njit
def play_arm(records, think, deals, paid, gains):
    """Play deals with each seat in turn shown hidden cards.

    records: `Records`; think: a `THINKING` record; paid: int64[deals, 3] of `play_plain`; gains:
    int64[deals], set to what the seats gained, hundredths. Returns False after a fault.
    """
    for at in range(deals.matches):
        gains[at] = 0
        for seat in range(3):
            begin(records, deals.seed, deals.first + at)
            if not play_shown(records, think, seat):
                return False
            gains[at] += records.result.payout[seat] - paid[at, seat]
        records.table.now_games += 1
    return True
