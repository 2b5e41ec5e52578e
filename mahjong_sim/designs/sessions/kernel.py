"""Plays sessions, matches of some games, and follows what each player has won so far."""

from __future__ import annotations

import numpy as np

from mahjong_sim.designs.batch.kernel import play_game, take_seats
from mahjong_sim.game.match import begin_match, deal, finish, stake
from mahjong_sim.game.rng import U
from mahjong_sim.game.state import PART_POT, SEATS
from tongits_sim.jit import njit, outlined

OUT = ("final", "lowest", "squares", "pots")
"""What a slot brings: cents at the end; the lowest sum on the way, at most 0; squared payouts; pots it took."""


@njit
def play_sessions(records, deals, seatings, out):
    """Play the sessions of a block; one that a fault ended has -1 in its last place.

    Args:
        records: `Records`.
        deals: `Deals`; a match is a session.
        seatings: int8[k, 4]; session m is played in seating m mod k.
        out: int64[sessions, slot, OUT].
    """
    game, view, match, result, rules, log, table = records
    for number in range(deals.first, deals.first + deals.matches):
        sums = out[number - deals.first]
        sums[:] = 0
        take_seats(game, table, seatings, number % seatings.shape[0])
        begin_match(match, deals.seed, U(number), deals.games)
        table.now_match = number
        while not match.over:
            table.now_game = match.game
            put_in = stake(match, rules)
            deal(game, view, rules, match, log)
            if outlined(play_game, (game, view, rules, log, table)) != 0:
                sums[SEATS - 1, len(OUT) - 1] = -1
                break
            finish(game, view, rules, match, result)
            table.now_games += 1
            for seat in range(SEATS):
                slot = table.seating[seat]
                payout = np.int64(result.payout[seat])
                sums[slot, 0] += payout
                sums[slot, 1] = min(sums[slot, 1], sums[slot, 0])
                sums[slot, 2] += payout * payout
                # A pot that is given back brings nobody more than a part of it.
                sums[slot, 3] += view.pot > 0 and result.parts[PART_POT, seat] + put_in > view.pot // 2
