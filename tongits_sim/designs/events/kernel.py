"""The kernel that plays the matches of many tables, each with players of its own."""

from __future__ import annotations

from typing import Any, NamedTuple

from tongits_sim.cards import U
from tongits_sim.designs.batch.kernel import sit_down
from tongits_sim.game.hooks import call_play
from tongits_sim.game.match import begin_match, deal, finish
from tongits_sim.jit import njit

PAID, WON = 0, 1
"""What a table counts of each seat: money, hundredths, or in a progressive match its points, less than 0; games won."""
_UNIT = 100


class Bots(NamedTuple):
    """The bots of an event by number, as `Seats.table` holds them for a slot: addresses of hooks int64[n, 6] and of
    parameters int64[n], whether one uses chance and whether it is guarded, int64[n].
    """

    hooks: Any
    params: Any
    chance: Any
    guard: Any


@njit
def play_tables(records, bots, deals, seats, scores):
    """Play a match at each table, with fixed seats; a progressive one may end before its last game.

    records: `Records`; bots: `Bots`; deals: `Deals`, whose matches are the tables. seats:
    int64[tables, 3], the bot on each seat; scores: int64[tables, 3, 2], added to. Returns the number of the table at
    which a bot failed, or -1.
    """
    game, view, match, result, rules, log, table = records
    for number in range(deals.matches):
        for seat in range(3):
            bot = seats[number, seat]
            table.seating[seat] = seat
            table.params[seat] = bots.params[bot]
            table.chance[seat] = bots.chance[bot]
            table.guard[seat] = bots.guard[bot]
            for decision in range(6):
                table.hooks[seat, decision] = bots.hooks[bot, decision]
        begin_match(match, deals.seed, U(deals.first + number), deals.games)
        table.now_match = deals.first + number
        sit_down(game, table)
        while not match.over:
            table.now_game = match.game
            deal(game, view, rules, match, log)
            if call_play(table.play, game, view, rules, log, table) != 0:
                return number
            finish(game, view, rules, match, result)
            for seat in range(3):
                scores[number, seat, PAID] += result.payout[seat]
            if result.winner >= 0:
                scores[number, result.winner, WON] += 1
            table.now_games += 1
        if rules.match_progressive_target > 0:
            for seat in range(3):
                scores[number, seat, PAID] -= _UNIT * match.scores[seat]
    return -1
