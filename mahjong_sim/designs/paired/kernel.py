"""The kernel of paired arms: what each match brings, all its seatings together."""

from __future__ import annotations

from mahjong_sim.designs.batch.kernel import play_match, take_seats
from mahjong_sim.designs.batch.tally import N_COLUMNS, clear_cluster
from tongits_sim.jit import njit


@njit
def play_matches(records, tally, deals, seatings, out):
    """Play the matches of a block in all seatings; a match that a fault ended brings nothing.

    records: `Records`; tally: a `TALLY` record; deals: `Deals`; seatings: int8[k, 4]. Writes the sums of the columns
    of each match to out (int64[matches, N_COLUMNS + 1]), its games in the last place; 0 games where a fault ended it.
    """
    for number in range(deals.matches):
        clear_cluster(tally)
        whole = True
        for k in range(seatings.shape[0]):
            take_seats(records.game, records.table, seatings, k)
            whole &= play_match(records, tally, deals, deals.first + number)
        for column in range(N_COLUMNS):
            out[number, column] = tally.now[column] if whole else 0
        out[number, N_COLUMNS] = tally.n if whole else 0
