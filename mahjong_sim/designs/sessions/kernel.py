"""Plays sessions, matches of several games, and sums the payouts of each player."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from mahjong_sim.designs.playing import TABLE, play_next
from mahjong_sim.game.match import stake
from mahjong_sim.game.state import PART_POT, SEATS
from tongits_sim.any_game.match_loop import match_loop
from tongits_sim.jit import njit

OUT = ("final", "lowest", "squares", "pots")
"""The results of a slot: cents at the end; the lowest sum on the way, at most 0; squared payouts; pots taken."""


@njit
def _start(records, to, at):
    to.out[at] = 0


@njit
def _play(records, to):
    to.put_in[0] = stake(records.match, records.rules)
    return play_next(records, to)


@njit
def _add_game(records, to, at):
    sums = to.out[at]
    _, view, _, result, _, _, table = records
    for seat in range(SEATS):
        slot = table.seating[seat]
        payout = np.int64(result.payout[seat])
        sums[slot, 0] += payout
        sums[slot, 1] = min(sums[slot, 1], sums[slot, 0])
        sums[slot, 2] += payout * payout
        # A returned pot gives each player only a part of it.
        sums[slot, 3] += view.pot > 0 and result.parts[PART_POT, seat] + to.put_in[0] > view.pot // 2


@njit
def _end(records, to, at, whole):
    if not whole:
        to.out[at, SEATS - 1, len(OUT) - 1] = -1


class Sums(NamedTuple):
    """The arrays that sessions are written to.

    Attributes:
        out: int64[sessions, slot, OUT]; a session that a fault ended has -1 in its last place.
        put_in: int64[1], the cents that each player put into the pot before this game.
    """

    out: Any
    put_in: Any


play_sessions = match_loop(TABLE, _add_game, start=_start, play=_play, end=_end)
"""Plays sessions, which are matches, into `Sums`."""
