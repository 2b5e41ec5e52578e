"""Deals played by equal players, and again with one seat that is shown hidden cards and thinks."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from tongits_sim.any_game.match_loop import match_loop
from tongits_sim.any_game.memory import copy_record
from tongits_sim.designs.batch.kernel import TABLE
from tongits_sim.designs.forks.branch import steered_game
from tongits_sim.game.match import deal, finish
from tongits_sim.jit import inline_njit, njit
from tongits_sim.thinking.race import answer


@njit
def _decide(records, to, decision, action):
    game, view, _, _, _, _, _ = records
    if view.me != to.shown[0]:
        return True, action
    copy_record(to.think.truth, game)
    return True, answer(view, to.think, decision)


_play_steered = steered_game(_decide)


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
def play_shown(records, to):
    """Deal a game and play it with one seat that is shown hidden cards; False after a fault. to: a `Shown`."""
    game, view, match, result, rules, log, _ = records
    deal(game, view, rules, match, log)
    stop = np.int64(0)
    for decision in range(6):
        stop |= to.think.thinks[decision] << decision
    if not _play_steered(records, to, to.think, stop):
        return False
    finish(game, view, rules, match, result)
    return True


@njit
def _note_gain(records, to, at):
    seat = to.shown[0]
    to.gains[at] += records.result.payout[seat] - to.paid[at, seat]


class Shown(NamedTuple):
    """The records that an arm is played with.

    Attributes:
        think: a `THINKING` record.
        paid: int64[deals, 3] of `play_plain`.
        gains: int64[deals], the gains of the seats, hundredths; added to.
        shown: int64[1], the seat that is shown hidden cards.
    """

    think: Any
    paid: Any
    gains: Any
    shown: Any


play_plain = match_loop(TABLE, _note_paid, start_match=_give_words)
"""Plays deals with equal players, and sets paid (int64[deals, 3]) to the payouts by seat."""

play_arm = match_loop(TABLE, _note_gain, start_match=_show, play=play_shown)
"""Plays deals, each in three equal seatings with one seat after the other shown hidden cards, into a `Shown`."""
