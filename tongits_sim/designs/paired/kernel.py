"""The kernel that plays one arm's deals in all seatings and sums the quantities of each deal."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from tongits_sim.any_game.match_loop import match_loop
from tongits_sim.designs.batch.kernel import TABLE
from tongits_sim.designs.paired.metric import MOST_COUNT
from tongits_sim.game.hooks import call_hook
from tongits_sim.game.state import ENDINGS, PART_BASE, PART_BONUS, PART_POT, PART_SUNOG
from tongits_sim.jit import inline_njit, njit

QUANTITIES = (
    "turns",
    "burned",
    *(f"ending_{ending}" for ending in ENDINGS),
    "edge",
    "pot",
    *("payout_0", "payout_1", "payout_2"),
    *("square_high", "square_low"),
    *("session_high", "session_low", "ahead", "ruined"),
)
"""The quantities of one deal of one arm, summed over its games in all seatings. Money is in hundredths: `edge` is twice
the dealer's payout less the payouts of the others, `pot` what the winner receives from the others (base, sunog, bonus
and their antes), `payout_*` the payout by slot; the sum of squared payouts is `square_high * 2**20 + square_low`.

A session is a match of several games in one seating; in matches of one game these stay 0: squared results of a session
are `session_high * 2**26 + session_low`, `ahead` counts the players who end it ahead, `ruined` those who are ever down
by the bankroll."""
N_QUANTITIES = len(QUANTITIES)
N_PLAY = QUANTITIES.index("edge")
"""Quantities before this index describe the play, the others payments."""
SQUARE_BITS = 20
SESSION_BITS = 26

_TURNS, _BURNED, _ENDINGS = 0, 1, 2
_EDGE, _POT, _PAYOUT = N_PLAY, N_PLAY + 1, N_PLAY + 2
_HIGH, _LOW = N_PLAY + 5, N_PLAY + 6
_LOW_BITS = np.int64(2**SQUARE_BITS - 1)
_SESSION_HIGH, _SESSION_LOW, _AHEAD, _RUINED = N_PLAY + 7, N_PLAY + 8, N_PLAY + 9, N_PLAY + 10
_SESSION_LOW_BITS = np.int64(2**SESSION_BITS - 1)


@inline_njit
def add_result(row, result, seating):
    """Add a finished game to a deal's row (int64[QUANTITIES]); squares are summed in `square_high`."""
    row[_TURNS] += result.turns
    row[_ENDINGS + result.ending] += 1
    for seat in range(3):
        paid = result.payout[seat]
        row[_BURNED] += result.burned[seat]
        row[_EDGE] += 2 * paid if seat == result.dealer else -paid
        row[_PAYOUT + seating[seat]] += paid
        row[_HIGH] += paid * paid
    winner = result.winner
    if winner >= 0:
        parts = result.parts
        row[_POT] += parts[PART_BASE, winner] + parts[PART_SUNOG, winner]
        row[_POT] += parts[PART_BONUS, winner] + parts[PART_POT, winner]


@inline_njit
def add_player(row, total, lowest, bankroll):
    """Add a player's finished session to a deal's row; squares are summed in `session_high`.

    total, lowest: hundredths at its end, and at its lowest; bankroll: hundredths, 0 for none.
    """
    row[_SESSION_HIGH] += total * total
    row[_AHEAD] += 1 if total > 0 else 0
    row[_RUINED] += 1 if bankroll > 0 and lowest <= -bankroll else 0


@njit
def add_counts(row, view, measures):
    """Add the counts of users' metrics in a finished game to a deal's row, after its QUANTITIES.

    measures: int64[1 + k], the address of the `RESULT` record, then those of the compiled functions. Returns the number
    of the first that failed or counted more than MOST_COUNT, or -1.
    """
    for number in range(1, measures.shape[0]):
        counted, raised = call_hook(measures[number], view, measures[0])
        value = np.int64(counted)
        if raised or value > MOST_COUNT or value < -MOST_COUNT:
            return number - 1
        row[N_QUANTITIES + number - 1] += value
    return -1


class Deal(NamedTuple):
    """The records that count the deals of one arm.

    Attributes:
        out: int64[deals, QUANTITIES and a column for each own metric], added to.
        measures: see `add_counts`.
        purse: int64[2, 3], by slot its total in this session, and the lowest so far.
        bankroll: hundredths, 0 for none.
        failed: int64[3]: the number of the own metric that failed first, -1 if none did; the match and the game.
    """

    out: Any
    measures: Any
    purse: Any
    bankroll: Any
    failed: Any


@njit
def _start_match(records, to, k):
    to.purse[:] = 0


@njit
def _add_game(records, to, at):
    _, view, _, result, _, _, table = records
    row, purse = to.out[at], to.purse
    add_result(row, result, table.seating)
    if to.measures.shape[0] > 1:
        failed = add_counts(row, view, to.measures)
        if failed >= 0 and to.failed[0] < 0:
            to.failed[0], to.failed[1], to.failed[2] = failed, table.now_match, table.now_game
    for seat in range(3):
        purse[0, seat] += result.payout[seat]
        purse[1, seat] = min(purse[0, seat], purse[1, seat])


@njit
def _end_match(records, to, at, whole):
    if whole and records.match.last_game > 1:
        for seat in range(3):
            add_player(to.out[at], to.purse[0, seat], to.purse[1, seat], to.bankroll)


@njit
def _end(records, to, at, whole):
    row = to.out[at]
    row[_LOW] = row[_HIGH] & _LOW_BITS
    row[_HIGH] >>= SQUARE_BITS
    row[_SESSION_LOW] = row[_SESSION_HIGH] & _SESSION_LOW_BITS
    row[_SESSION_HIGH] >>= SESSION_BITS


play_deals = match_loop(TABLE, _add_game, start_match=_start_match, end_match=_end_match, end=_end)
"""Plays deals, every one in each seating, into a `Deal`."""
