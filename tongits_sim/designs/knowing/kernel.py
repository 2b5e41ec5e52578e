"""Deals played by equal players, and again with one seat that is shown hidden cards and thinks."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from tongits_sim.any_game.match_loop import match_loop
from tongits_sim.any_game.memory import copy_record
from tongits_sim.designs.batch.kernel import TABLE
from tongits_sim.designs.forks.branch import begin_steer, next_answer, perform
from tongits_sim.designs.forks.layout import FAULTY
from tongits_sim.designs.thinking.race import answer
from tongits_sim.game.match import deal, finish
from tongits_sim.game.state import DECISION_OVER
from tongits_sim.jit import inline_njit, njit


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


@inline_njit
def _give_words(records, to, k):
    """Every seat gets random words, whether its bot uses them or not."""
    for seat in range(3):
        records.game.chance[seat] = 1


@njit
def _note_paid(records, paid, at):
    for seat in range(3):
        paid[at, seat] = records.result.payout[seat]


@njit
def _show(records, to, k):
    _give_words(records, to, k)
    to.shown[0] = k


@njit
def _play_shown(records, to):
    game, view, match, _, rules, log, _ = records
    deal(game, view, rules, match, log)
    return play_shown(records, to.think, to.shown[0])


@njit
def _note_gain(records, to, at):
    seat = to.shown[0]
    to.gains[at] += records.result.payout[seat] - to.paid[at, seat]


class Shown(NamedTuple):
    """What an arm is played with.

    Attributes:
        think: a `THINKING` record.
        paid: int64[deals, 3] of `play_plain`.
        gains: int64[deals], what the seats gained, hundredths; added to.
        shown: int64[1], the seat that is shown hidden cards.
    """

    think: Any
    paid: Any
    gains: Any
    shown: Any


play_plain = match_loop(TABLE, _note_paid, start_match=_give_words)
"""Plays deals with equal players, and sets paid (int64[deals, 3]) to the payouts by seat."""

play_arm = match_loop(TABLE, _note_gain, start_match=_show, play=_play_shown)
"""Plays deals, each in three equal seatings with one seat after the other shown hidden cards, into a `Shown`."""
