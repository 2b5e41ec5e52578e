"""The batch kernel: play a block of matches between four bots into integer accumulators. Nothing is allocated."""

from __future__ import annotations

from mahjong_sim.designs.batch.tally import add_cluster, add_game, clear_cluster
from mahjong_sim.game.engine import play_on
from mahjong_sim.game.match import begin_match, deal, finish
from mahjong_sim.game.rng import U
from mahjong_sim.game.state import SEATS
from tongits_sim.jit import njit, outlined


@njit
def play_game(game, view, rules, log, table):
    """Play a dealt game to its end; returns the reason code of an illegal action, or 0."""
    return play_on(game, view, rules, log, table)


@njit
def take_seats(game, table, seatings, k):
    """Seat the slots by row k of seatings (int8[n, 4], the slot on each seat)."""
    for seat in range(SEATS):
        table.seating[seat] = seatings[k, seat]
        game.chance[seat] = table.chance[table.seating[seat]]


@njit
def play_match(records, tally, deals, number):
    """Play match `number` and add each finished game to the tally. Returns False if a fault ended it.

    records: `Records`; deals: `Deals`.
    """
    game, view, match, result, rules, log, table = records
    begin_match(match, deals.seed, U(number), deals.games)
    table.now_match = number
    while not match.over:
        table.now_game = match.game
        deal(game, view, rules, match, log)
        if outlined(play_game, (game, view, rules, log, table)) != 0:
            return False
        finish(game, view, rules, match, result)
        add_game(tally, game, view, result, table.seating)
        table.now_games += 1
    return True


@njit
def play_block(records, tally, deals, seatings, rotate):
    """Play a block of matches.

    records: `Records`; tally: a `TALLY` record; deals: `Deals`; seatings: int8[k, 4], the slot on each seat. With
    `rotate`, match m is played once, in seating m mod k; else in all k seatings, which form one cluster.
    """
    for number in range(deals.first, deals.first + deals.matches):
        clear_cluster(tally)
        whole = True
        for k in range(seatings.shape[0]):
            if rotate and k != number % seatings.shape[0]:
                continue
            take_seats(records.game, records.table, seatings, k)
            whole &= play_match(records, tally, deals, number)
        if whole:
            add_cluster(tally)
