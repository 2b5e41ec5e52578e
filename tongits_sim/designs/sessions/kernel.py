"""The kernel of sessions: plays matches and fills the counts of `layout.py`. Nothing is allocated while it plays."""

from __future__ import annotations

from tongits_sim.any_game.match_loop import match_loop
from tongits_sim.designs.batch.kernel import TABLE
from tongits_sim.designs.sessions.layout import DEPTHS, MOST_STOPS, ZERO, C
from tongits_sim.game.state import PART_FEES
from tongits_sim.jit import inline_njit, njit

_TURNS, _SESSIONS, _MOVED, _PAYOUT = C["turns"], C["sessions"], C["moved"], C["payout_0"]
_FEES, _WON, _AHEAD, _ENDED_AHEAD = C["fees_0"], C["won_0"], C["ahead_0"], C["ended_ahead_0"]
_PLACE, _PLACE_SQ = C["place_0"], C["place_sq_0"]


@inline_njit
def place_of(sessions, slot):
    """The bin of a slot's running total, from -ZERO to ZERO; the outermost bins are open."""
    return min(max(sessions.total[slot] // sessions.width, -ZERO), ZERO)


@inline_njit
def rank(sessions, values, slot):
    """Which row of a histogram a slot is counted in: its bot's slots in the order of `values` (int64[3]), rising."""
    before = 0
    for other in range(3):
        if sessions.bot[other] == sessions.bot[slot]:
            lower = values[other] < values[slot] or (values[other] == values[slot] and other < slot)
            before += 1 if lower else 0
    for row in range(3):
        if sessions.bot[row] == sessions.bot[slot]:
            if before == 0:
                return row
            before -= 1
    return slot


@njit
def start_session(sessions):
    """Reset the running totals."""
    sessions.played = 0
    sessions.next = 0
    for slot in range(3):
        sessions.total[slot] = 0
        sessions.lowest[slot] = 0


@njit
def add_game(row, sessions, result, seating):
    """Add a finished game to its match's row (int64[COLUMNS]) and to the session; seating: the slot on each seat."""
    row[0] += 1
    row[_TURNS] += result.turns
    for seat in range(3):
        slot = seating[seat]
        payout = result.payout[seat]
        row[_PAYOUT + slot] += payout
        row[_FEES + slot] -= result.parts[PART_FEES, seat]
        row[_WON + slot] += 1 if seat == result.winner else 0
        for part in range(7):
            if part != PART_FEES:
                row[_MOVED] += max(result.parts[part, seat], 0)
        sessions.squares[slot] += payout * payout
        sessions.total[slot] += payout
        sessions.lowest[slot] = min(sessions.lowest[slot], sessions.total[slot])
        row[_AHEAD + slot] += 1 if sessions.total[slot] > 0 else 0
    sessions.played += 1
    if sessions.next < MOST_STOPS and sessions.stops[sessions.next] == sessions.played:
        for slot in range(3):
            line = rank(sessions, sessions.total, slot)
            sessions.path[sessions.next, line, place_of(sessions, slot) + ZERO] += 1
        sessions.next += 1


@njit
def end_session(row, sessions):
    """Count a finished session."""
    row[_SESSIONS] += 1
    for slot in range(3):
        row[_ENDED_AHEAD + slot] += 1 if sessions.total[slot] > 0 else 0
        place = place_of(sessions, slot)
        row[_PLACE + slot] += place
        row[_PLACE_SQ + slot] += place * place
        down = min(-sessions.lowest[slot] // sessions.width, DEPTHS - 1)
        sessions.depth[rank(sessions, sessions.lowest, slot), down] += 1
        for other in range(3):
            sessions.singles[slot, other] += sessions.total[slot] * sessions.total[other]


@inline_njit
def _start_match(records, to, k):
    start_session(to[0])


@njit
def _add_game(records, to, at):
    sessions, rows = to
    add_game(rows[at], sessions, records.result, records.table.seating)


@njit
def _end_match(records, to, at, whole):
    sessions, rows = to
    if whole:
        end_session(rows[at], sessions)


play_sessions = match_loop(TABLE, _add_game, start_match=_start_match, end_match=_end_match)
"""Plays matches into (a `SESSIONS` record, rows: int64[matches, COLUMNS], zeroed).

A match ended by a fault leaves a partial row.
"""
