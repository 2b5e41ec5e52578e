"""The kernel of a census: plays matches and fills the counts of `layout.py`. Nothing is allocated while it plays."""

from __future__ import annotations

import numpy as np

from tongits_sim.any_game.match_loop import match_loop
from tongits_sim.cards import U, popcount
from tongits_sim.designs.batch.kernel import TABLE
from tongits_sim.designs.batch.tally import add_cluster, add_game, clear_cluster
from tongits_sim.designs.census.layout import (
    CAUSE_BURNED,
    CAUSE_OPENED,
    CAUSE_SPARED,
    CAUSE_WON,
    CLOCK_TURNS,
    DEADWOOD_TOPS,
    DEPTHS,
    FINAL_ZERO,
    FINALS,
    G_ALL,
    G_BOT,
    G_BOT_MELDS,
    G_CARDS,
    G_DEADWOOD,
    G_MELDS,
    GROUPINGS,
    MOST_MARKS,
    PAIRS,
    C,
)
from tongits_sim.game.hooks import call_play
from tongits_sim.game.match import deal, finish
from tongits_sim.game.state import PART_SUNOG
from tongits_sim.jit import inline_njit, njit

_LANES = U(0x0001_0001_0001_0001)  # the aces
_KINGS = _LANES << U(12)
_TOPS = np.array(DEADWOOD_TOPS)
_PAIRS = np.array(PAIRS)

_TURNS, _PAYOUT, _WON, _LOST, _BURNED = C["turns"], C["payout_0"], C["won_0"], C["lost_0"], C["burned_0"]
_PAID, _RECEIVED = C["sunog_paid_0"], C["sunog_won_0"]
_LOST_BURNED, _LOST_OTHER = C["lost_burned_0"], C["lost_other_0"]
_SEAT, _PLACE, _PLACE_WON, _PARTS = C["seat_0"], C["place_0"], C["place_won_0"], C["base_0"]
_MOVED, _ENDED, _GAINED = C["moved_base"], C["ended_tongits"], C["gained_tongits"]
_STAKED, _HITS, _TAKEN, _RETURNED = C["staked"], C["hits"], C["taken"], C["returned"]


@inline_njit
def count_melds(sets, runs, wild_0, wild_1):
    """Melds of an arrangement (masks as in a `GAME` record): sets, unbroken runs, melds with a joker."""
    ranks = sets | sets >> U(32)
    ranks = (ranks | ranks >> U(16)) & U(0x1FFF)
    starts = runs & ~((runs & ~_KINGS) << U(1))
    # An ace above its king begins no run.
    high = runs & _LANES & ((runs & _KINGS) >> U(12)) & ~((runs >> U(1)) & _LANES)
    return popcount(ranks) + popcount(starts) - popcount(high) + (wild_0 != U(0)) + (wild_1 != U(0))


@njit
def note_deal(census, game, view, table):
    """Assign the dealt hands to their groups; call after `deal`."""
    twelve = 0
    census.dealt[0] += 1
    for seat in range(3):
        melds = count_melds(game.sets[seat], game.runs[seat], game.wild[seat, 0], game.wild[seat, 1])
        band = 0
        while band < len(_TOPS) and game.deadwood[seat] > _TOPS[band]:
            band += 1
        thirteen = 1 if seat == view.dealer else 0
        census.group[seat, 0] = G_ALL
        bot = census.bot[table.seating[seat]]
        census.group[seat, 1] = G_BOT + bot
        census.group[seat, 2] = G_MELDS + min(melds, 3)
        census.group[seat, 3] = G_DEADWOOD + band
        census.group[seat, 4] = G_CARDS + thirteen
        census.group[seat, 5] = G_BOT_MELDS + 4 * bot + min(melds, 3)
        if game.melded[seat] != U(0):
            census.dealt[1] += thirteen
            twelve += 1 - thirteen
    census.dealt[2] += twelve
    census.dealt[3] += twelve * twelve


@njit
def add_clock(census, view, result):
    """Add how each player's time without an own open meld ended, and what being burned cost."""
    for seat in range(3):
        when = view.turns[seat]
        cause = CAUSE_SPARED
        if view.first_open[seat] > 0:
            cause, when = CAUSE_OPENED, view.first_open[seat]
        elif result.burned[seat]:
            cause = CAUSE_BURNED
        elif seat == result.winner:
            cause = CAUSE_WON
        census.cause[seat] = cause
        census.when[seat] = min(when, CLOCK_TURNS - 1)
    for seat in range(3):
        paid = np.int64(0) if seat == result.winner else -result.parts[PART_SUNOG, seat]
        for kind in range(GROUPINGS):
            group = census.group[seat, kind]
            together = 0
            theirs = np.int64(0)
            for other in range(3):
                if census.group[other, kind] == group:
                    together += 1
                    theirs += np.int64(0) if other == result.winner else -result.parts[PART_SUNOG, other]
                    if other > seat and census.cause[other] == census.cause[seat]:
                        census.pairs[group, census.cause[seat], max(census.when[seat], census.when[other])] += 1
            census.events[group, census.cause[seat], census.when[seat]] += 1
            census.weighted[group, census.cause[seat], census.when[seat]] += together
            census.seats[group, 0] += 1
            census.seats[group, 1] += together
            census.cost[group, 0] += paid
            census.cost[group, 1] += paid * theirs
            census.cost[group, 2] += paid * together
            _add_still(census, seat, kind)


@inline_njit
def _add_still(census, seat, kind):
    """Add, once for each group and own turn, the players still without a meld, and those of them burned in the end."""
    group = census.group[seat, kind]
    latest = np.int64(0)
    for other in range(3):
        if census.group[other, kind] == group:
            if other < seat:
                return
            latest = max(latest, census.when[other])
    for turn in range(latest + 1):
        waiting = burned = 0
        for other in range(seat, 3):
            if census.group[other, kind] == group and _waits(census, other, turn):
                waiting += 1
                burned += 1 if census.cause[other] == CAUSE_BURNED else 0
        if waiting > 0:
            still = census.still[group, turn]
            still[0] += waiting
            still[1] += burned
            still[2] += waiting * waiting
            still[3] += waiting * burned
            still[4] += burned * burned


@inline_njit
def _waits(census, seat, turn):
    """Whether a player had this own turn (turn 0: the deal) and no open meld after it."""
    if census.cause[seat] == CAUSE_OPENED:
        return census.when[seat] > turn
    return census.when[seat] >= turn


@njit
def add_row(row, census, match, result, table):
    """Add a finished game to its match's row (int64[COLUMNS])."""
    winner = result.winner
    row[0] += 1
    row[_TURNS] += result.turns
    row[_ENDED + result.ending] += 1
    if winner >= 0:
        row[_GAINED + result.ending] += result.payout[winner]
    for seat in range(3):
        slot = table.seating[seat]
        place = (seat - result.dealer + 3) % 3
        payout = result.payout[seat]
        row[_PAYOUT + slot] += payout
        row[_SEAT + seat] += payout
        row[_PLACE + place] += payout
        if seat == winner:
            row[_WON + slot] += 1
            row[_PLACE_WON + place] += 1
            row[_RECEIVED + slot] += result.parts[PART_SUNOG, seat]
        elif winner >= 0:
            row[_LOST + slot] += 1
            row[_PAID + slot] -= result.parts[PART_SUNOG, seat]
            row[_BURNED + slot] += result.burned[seat]
            row[(_LOST_BURNED if result.burned[seat] else _LOST_OTHER) + slot] += payout
        for part in range(7):
            amount = result.parts[part, seat]
            row[_PARTS + 3 * part + place] += amount
            if amount > 0:
                row[_MOVED + part] += amount
    _add_jackpot(row, census, match, result)


@inline_njit
def _add_jackpot(row, census, match, result):
    """Add stakes, hits and their amounts; call after `finish`, which resets a completed streak to nobody."""
    winner = result.winner
    row[_STAKED] += 3 * result.stake
    if winner >= 0 and match.streak_seat < 0:
        row[_HITS] += 1
        row[_TAKEN] += census.pool
    elif match.over:
        row[_RETURNED] += 3 * (census.pool // 3)


@njit
def add_session_game(census, result, table):
    """Update a session with a game: running totals, drawdowns, and the leader at the marks."""
    census.played += 1
    for seat in range(3):
        slot = table.seating[seat]
        census.total[slot] += result.payout[seat]
        census.lowest[slot] = min(census.lowest[slot], census.total[slot])
    for number in range(MOST_MARKS):
        if census.marks[number] == census.played:
            _mark(census, number)


@njit
def _mark(census, number):
    """Count who leads at a mark."""
    total = census.total
    for pair in range(3):
        ahead = total[_PAIRS[pair, 0]] - total[_PAIRS[pair, 1]]
        census.leads[number, pair, 0 if ahead > 0 else 1 if ahead == 0 else 2] += 1


@njit
def end_session(census):
    """Count a finished session and start the next."""
    for one in range(3):
        for other in range(3):
            census.singles[one, other] += census.total[one] * census.total[other]
    a = min(-census.lowest[0] // census.width, DEPTHS - 1)
    b = min(-census.lowest[1] // census.width, DEPTHS - 1)
    c = min(-census.lowest[2] // census.width, DEPTHS - 1)
    if a < b:
        a, b = b, a
    if b < c:
        b, c = c, b
    if a < b:
        a, b = b, a
    census.depth[0, a] += 1
    census.depth[1, b] += 1
    census.depth[2, c] += 1
    for slot in range(3):
        place = census.total[slot] // census.width + FINAL_ZERO
        census.final[min(max(place, 0), FINALS - 1)] += 1
    start_session(census)


@inline_njit
def start_session(census):
    """Reset the running totals of the three players."""
    census.played = 0
    for slot in range(3):
        census.total[slot] = 0
        census.lowest[slot] = 0


@inline_njit
def _start(records, to, at):
    clear_cluster(to[0])


@inline_njit
def _start_match(records, to, k):
    census = to[1]
    if np.int64(records.match.match) % census.together == 0:
        start_session(census)


@njit
def _play(records, to):
    """As `play_next`, and notes the groups of the hands dealt."""
    game, view, match, result, rules, log, table = records
    census = to[1]
    deal(game, view, rules, match, log)
    note_deal(census, game, view, table)
    census.pool = view.jackpot
    if call_play(table.play, game, view, rules, log, table) != 0:
        return False
    finish(game, view, rules, match, result)
    return True


@njit
def _add_game(records, to, at):
    tally, census, rows = to
    _, view, match, result, _, _, table = records
    add_game(tally, view, result, table.seating)
    add_clock(census, view, result)
    add_row(rows[at], census, match, result, table)
    add_session_game(census, result, table)


@inline_njit
def _end_match(records, to, at, whole):
    census = to[1]
    if whole and (np.int64(records.match.match) + 1) % census.together == 0:
        end_session(census)


@inline_njit
def _end(records, to, at, whole):
    if whole:
        add_cluster(to[0])


play_census = match_loop(
    TABLE, _add_game, start=_start, start_match=_start_match, play=_play, end_match=_end_match, end=_end
)
"""Plays matches into (a `TALLY` record, a `CENSUS` record, rows: int64[matches, COLUMNS], zeroed).

A match ended by a fault leaves a partial row.
"""
