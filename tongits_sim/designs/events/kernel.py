"""The kernel that plays the matches of many tables, each with players of its own."""

from __future__ import annotations

from typing import Any, NamedTuple

from tongits_sim.any_game.match_loop import match_loop
from tongits_sim.designs.batch.kernel import TABLE
from tongits_sim.jit import njit

PAID, WON = 0, 1
"""The counts of a seat at a table: money in hundredths, or in a progressive match its points, below 0; games won."""
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
def _start(records, to, at):
    """Put the bots of a table into the slots."""
    table = records.table
    bots, seats, _ = to
    for seat in range(3):
        bot = seats[at, seat]
        table.params[seat] = bots.params[bot]
        table.chance[seat] = bots.chance[bot]
        table.guard[seat] = bots.guard[bot]
        for decision in range(6):
            table.hooks[seat, decision] = bots.hooks[bot, decision]


@njit
def _add_game(records, to, at):
    scores, result = to[2], records.result
    for seat in range(3):
        scores[at, seat, PAID] += result.payout[seat]
    if result.winner >= 0:
        scores[at, result.winner, WON] += 1


@njit
def _end(records, to, at, whole):
    if whole and records.rules.match_progressive_target > 0:
        for seat in range(3):
            to[2][at, seat, PAID] -= _UNIT * records.match.scores[seat]


play_tables = match_loop(TABLE, _add_game, start=_start, end=_end)
"""Plays a match at each table, with fixed seats, into (`Bots`, seats: int64[tables, 3], the bot on each seat, scores:
int64[tables, 3, 2], added to); a progressive match may end before its last game. The matches are the tables.
"""
