"""What a batch counts, and the compiled loop over its matches.

A `TALLY` record holds

* `cells` [3 slots, 3 seats, 2 roles (other, dealer), FIELDS]: sums over games for a player.
* `totals` [TOTALS]: sums over games for the whole table.
* `hist` [3 slots, HIST_BINS]: payouts, in bins of `unit` hundredths around 0; the end bins are open.
* `clusters` [CLUSTERS]: first and second moments over clusters, for intervals.

and `cluster`, the sums of the current cluster. Money is in hundredths of a unit.
"""

from __future__ import annotations

import functools

import numba
import numpy as np
from numba import types

from tongits_sim.cards import ONE, U
from tongits_sim.compile.intrinsics import call_at
from tongits_sim.compile.jit import c_address, c_kernel, inline_njit, njit, outlined
from tongits_sim.compile.match_loop import MatchRange, Records, TableKernels, match_loop
from tongits_sim.experiments.batch_answer import LAST_FIRST_MELD
from tongits_sim.game import state
from tongits_sim.game.bot_calls import MAX_SEATINGS, PLAYERS_DTYPE, call_play
from tongits_sim.game.engine import play_on
from tongits_sim.game.log import LOG_DTYPE
from tongits_sim.game.match import begin_match, deal, finish
from tongits_sim.game.state import CHALLENGED, ENDINGS, GAME_DTYPE, MAX_TURNS, PARTS, PRIVATE_RANDOM, SEATS, VIEW_DTYPE
from tongits_sim.rules.record import RULES_DTYPE

FIELDS = (
    "games",
    "payout",
    "payout_sq",
    *(f"wins_{ending}" for ending in ENDINGS),
    *(f"payout_{ending}" for ending in ENDINGS),
    *(f"part_{part}" for part in PARTS),
    "burned",
    "calls",
    "asked",
    "challenges",
    "challenges_won",
    "calls_won",
    "second_halves",
    "opened",
    "count_sum",
    "sapaws",
    *(f"won_{ending}" for ending in ENDINGS),  # payouts in games won
)
F = {name: number for number, name in enumerate(FIELDS)}
N_FIELDS = len(FIELDS)

ROLES = ("other", "dealer")
R_OTHER = ROLES.index("other")
R_DEALER = ROLES.index("dealer")

_GAMES = F["games"]
_PAYOUT = F["payout"]
_PAYOUT_SQ = F["payout_sq"]
_WINS = F["wins_tongits"]
_BY_ENDING = F["payout_tongits"]
_PARTS = F["part_base"]
_N_PARTS = len(PARTS)
_WON = F["won_tongits"]
_BURNED = F["burned"]
_CALLS = F["calls"]
_ASKED = F["asked"]
_CHALLENGES = F["challenges"]
_CHALLENGES_WON = F["challenges_won"]
_CALLS_WON = F["calls_won"]
_SECOND = F["second_halves"]
_OPENED = F["opened"]
_COUNT = F["count_sum"]
_SAPAWS = F["sapaws"]

# Totals: games by ending, turns, turns squared, base + sunog + bonus won (the mean pot), dealers' wins, games by
# number of turns; players by the own turn in which they laid their first meld (0: never), and those who won.
T_ENDINGS = 0
T_TURNS = T_ENDINGS + len(ENDINGS)
T_TURNS_SQ = T_TURNS + 1
T_WON = T_TURNS + 2
T_WON_SQ = T_TURNS + 3
T_BURNED = T_TURNS + 4
T_BY_TURNS = T_TURNS + 5
T_FIRST_MELD = T_BY_TURNS + MAX_TURNS + 1
T_FIRST_MELD_WON = T_FIRST_MELD + LAST_FIRST_MELD + 1
N_TOTALS = T_FIRST_MELD_WON + LAST_FIRST_MELD + 1

HIST_BINS = 4097
HIST_ZERO = 2048

# A cluster: games, then by slot payout, wins, burned, then payout by seat and of the dealer.
CLUSTER_NAMES = (
    "payout_0",
    "payout_1",
    "payout_2",
    "wins_0",
    "wins_1",
    "wins_2",
    "burned_0",
    "burned_1",
    "burned_2",
    "seat_0",
    "seat_1",
    "seat_2",
    "dealer",
)
N_CLUSTER = len(CLUSTER_NAMES)
CLUSTER_SIZE = 1 + N_CLUSTER
C_GAMES = 0
C_VALUES = 1  # the values of CLUSTER_NAMES follow
C_PAYOUT = C_VALUES + CLUSTER_NAMES.index("payout_0")
C_WINS = C_VALUES + CLUSTER_NAMES.index("wins_0")
C_BURNED = C_VALUES + CLUSTER_NAMES.index("burned_0")
C_SEAT = C_VALUES + CLUSTER_NAMES.index("seat_0")
C_DEALER = C_VALUES + CLUSTER_NAMES.index("dealer")
# Over clusters: number, sum n, sum n*n, then sum x, sum n*x, sum x*x, then the slots' cross products 01, 02, 12.
K_COUNT = 0
K_N = 1
K_NN = 2
K_X = 3
K_NX = K_X + N_CLUSTER
K_XX = K_NX + N_CLUSTER
K_CROSS = K_XX + N_CLUSTER
N_CLUSTERS = K_CROSS + 3

TALLY_DTYPE = np.dtype(
    [
        ("unit", "i8"),  # width of a histogram bin, hundredths; not summed
        ("cells", "i8", (3, 3, len(ROLES), N_FIELDS)),
        ("totals", "i8", (N_TOTALS,)),
        ("clusters", "i8", (N_CLUSTERS,)),
        ("hist", "i8", (3, HIST_BINS)),
        ("cluster", "i8", (CLUSTER_SIZE,)),
        ("single_games", "i8"),  # 1: each cluster is a single game; not summed
    ],
    align=True,
)


@njit
def add_game(tally, view, result, seating):
    """Add a finished game to the cells, totals, histograms and the current cluster."""
    totals = tally.totals
    totals[T_ENDINGS + result.ending] += 1
    totals[T_TURNS] += result.turns
    totals[T_TURNS_SQ] += result.turns * result.turns
    totals[T_BY_TURNS + result.turns] += 1
    won = np.int64(0)
    unit = tally.unit
    zero = HIST_ZERO * unit
    top = (HIST_BINS - 1) * unit
    seat = np.int64(2) if result.winner < 0 else result.winner + 2
    # winner + 2, then - 2 or + 1 visits the winner, the next and the last seat without a division; 0, 1, 2 in a void
    # game. The winner comes first, because its branch cannot be predicted.
    for _ in range(3):
        seat = seat - 2 if seat >= 2 else seat + 1
        slot = seating[seat] & 3  # tells the compiler that the number is not negative
        role = R_DEALER if seat == result.dealer else R_OTHER
        _add_seat(tally.cells[slot, seat, role], view, result, seat)
        payout = result.payout[seat]
        first_meld = _first_meld(view, seat)
        totals[T_FIRST_MELD + first_meld] += 1
        amount = min(max(payout + zero, 0), top)
        tally.hist[slot, U(amount) // U(unit)] += 1  # unsigned division is much faster
        if seat == result.winner:
            totals[T_FIRST_MELD_WON + first_meld] += 1
            won = result.parts[0, seat] + result.parts[1, seat] + result.parts[2, seat]
        totals[T_BURNED] += result.burned[seat]
    totals[T_WON] += won
    totals[T_WON_SQ] += won * won


@inline_njit
def _first_meld(view, seat):
    """The own turn in which a seat laid its first meld, open or secret, at most LAST_FIRST_MELD; 0: it laid none."""
    # Unsigned, 0 - 1 is the largest number, so "never" comes after every turn.
    turn = min(U(view.first_open[seat]) - ONE, U(view.first_secret[seat]) - ONE) + ONE
    return np.int64(min(turn, U(LAST_FIRST_MELD)))


@inline_njit
def _add_seat(cell, view, result, seat):
    payout = result.payout[seat]
    winner = result.winner
    cell[_GAMES] += 1
    cell[_PAYOUT] += payout
    cell[_PAYOUT_SQ] += payout * payout
    cell[_BY_ENDING + result.ending] += payout
    for part in range(_N_PARTS):
        cell[_PARTS + part] += result.parts[part, seat]
    cell[_BURNED] += result.burned[seat]
    cell[_OPENED] += 1 if view.open_melds[seat] > 0 else 0
    cell[_COUNT] += result.counts[seat]
    cell[_SAPAWS] += view.sapaws[seat]
    if seat == winner:
        cell[_WINS + result.ending] += 1
        cell[_WON + result.ending] += payout
    elif winner >= 0:
        cell[_SECOND] += _second(result, seat, 3 - seat - winner)
    if result.caller >= 0:
        _add_response(cell, result, seat)


@inline_njit
def _add_response(cell, result, seat):
    """Calls and challenges of a game that was called."""
    if seat == result.caller:
        cell[_CALLS] += 1
        cell[_CALLS_WON] += 1 if seat == result.winner else 0
    else:
        cell[_ASKED] += 1 if result.may_challenge[seat] else 0
        if result.responses[seat] == CHALLENGED:
            cell[_CHALLENGES] += 1
            cell[_CHALLENGES_WON] += 1 if seat == result.winner else 0


@inline_njit
def _second(result, seat, rival):
    """Placement points of a loser: 2 second, 1 tied, 0 last. The second pays less, or else has the lower count."""
    mine = result.payout[seat]
    theirs = result.payout[rival]
    if mine == theirs:
        mine = -result.counts[seat]
        theirs = -result.counts[rival]
    if mine == theirs:
        return 1
    return 2 if mine > theirs else 0


# --- clusters ---


@njit
def clear_cluster(tally):
    """Set the sums of the current cluster to zero."""
    for i in range(CLUSTER_SIZE):
        tally.cluster[i] = 0


@njit
def add_to_cluster(tally, result, seating):
    """Add a game to the current cluster."""
    cluster = tally.cluster
    cluster[C_GAMES] += 1
    for seat in range(SEATS):
        slot, payout = seating[seat], result.payout[seat]
        cluster[C_PAYOUT + slot] += payout
        cluster[C_WINS + slot] += 1 if seat == result.winner else 0
        cluster[C_BURNED + slot] += result.burned[seat]
        cluster[C_SEAT + seat] += payout
    cluster[C_DEALER] += result.payout[result.dealer]


@njit
def add_cluster(tally):
    """Add the current cluster, with its squares and products, to the sums over clusters."""
    cluster = tally.cluster
    clusters = tally.clusters
    n = cluster[C_GAMES]
    clusters[K_COUNT] += 1
    clusters[K_N] += n
    clusters[K_NN] += n * n
    for i in range(N_CLUSTER):
        x = cluster[C_VALUES + i]
        clusters[K_X + i] += x
        clusters[K_NX + i] += n * x
        clusters[K_XX + i] += x * x
    first = cluster[C_PAYOUT]
    second = cluster[C_PAYOUT + 1]
    third = cluster[C_PAYOUT + 2]
    clusters[K_CROSS] += first * second
    clusters[K_CROSS + 1] += first * third
    clusters[K_CROSS + 2] += second * third


@inline_njit
def _add_products(tally, result, seating):
    """Add the products of a cluster that is a single game: the cells know everything else of it."""
    for seat in range(SEATS):
        next_seat = seat + 1 if seat < 2 else 0
        # The products of slots 0 and 1, 0 and 2, 1 and 2 stand in this order.
        place = K_CROSS + seating[seat] + seating[next_seat] - 1
        tally.clusters[place] += result.payout[seat] * result.payout[next_seat]


@njit
def _set_single_games(tally):
    """Set all other sums over clusters, each a single game, from the cells, as `add_cluster` would have added them."""
    clusters = tally.clusters
    for i in range(K_CROSS):
        clusters[i] = 0
    for slot in range(3):
        for seat in range(SEATS):
            for role in range(len(ROLES)):
                cell = tally.cells[slot, seat, role]
                wins = np.int64(0)
                for ending in range(len(ENDINGS)):
                    wins += cell[_WINS + ending]
                clusters[K_COUNT] += cell[_GAMES]
                _add_column(clusters, C_PAYOUT + slot, cell[_PAYOUT], cell[_PAYOUT_SQ])
                _add_column(clusters, C_WINS + slot, wins, wins)
                _add_column(clusters, C_BURNED + slot, cell[_BURNED], cell[_BURNED])
                _add_column(clusters, C_SEAT + seat, cell[_PAYOUT], cell[_PAYOUT_SQ])
                if role == R_DEALER:
                    _add_column(clusters, C_DEALER, cell[_PAYOUT], cell[_PAYOUT_SQ])
    clusters[K_COUNT] //= 3  # each game has three cells
    clusters[K_N] = clusters[K_NN] = clusters[K_COUNT]


@inline_njit
def _add_column(clusters, column, total, squares):
    """Add the sum and the sum of squares of a column of `cluster` over clusters of one game."""
    i = column - C_VALUES
    clusters[K_X + i] += total
    clusters[K_NX + i] += total
    clusters[K_XX + i] += squares


# --- play ---


@c_kernel
def _play_game(game, view, rules, log, table):
    return play_seated(game, view, rules, log, table)


@inline_njit
def play_seated(game, view, rules, log, table):
    """`play_game` after `sit_down`, as the engine runs it."""
    if game.private_fields == 0 and game.chance[0] + game.chance[1] + game.chance[2] > 0:
        game.private_fields = PRIVATE_RANDOM
    return play_on(game, view, rules, log, table)


@functools.cache
def play_address() -> int:
    """Compile `play_game` as a C function for `table.play`, unless cached, and return its address.

    A call by address keeps every kernel that plays games from optimising the engine again.
    """
    records = (GAME_DTYPE, VIEW_DTYPE, RULES_DTYPE, LOG_DTYPE, PLAYERS_DTYPE)
    signature = types.int64(*(numba.from_dtype(record) for record in records))
    return c_address(signature, _play_game, engine=True, noalias=True)


def new_table() -> np.recarray:
    """An empty `TABLE` recarray of length 1 that holds the engine's address."""
    table = np.zeros(1, PLAYERS_DTYPE).view(np.recarray)
    table["play"] = play_address()
    return table


@njit
def sit_down(game, table):
    """Note on which seats bots use chance, as `table.seating` says."""
    for seat in range(3):
        game.chance[seat] = table.chance[table.seating[seat]]


@njit
def play_game(game, view, rules, log, table):
    """Play a dealt game to its end; returns the reason code of an illegal action, or 0."""
    sit_down(game, table)
    return play_dealt(game, view, rules, log, table)


@inline_njit
def play_dealt(game, view, rules, log, table):
    """Play a dealt game with the players already seated. Specialised builds replace this call by the inlined engine."""
    return call_play(table.play, game, view, rules, log, table)


@inline_njit
def take_seats(records, seatings, k):
    """Seat the slots by row k of seatings (int8[n, 3], the slot on each seat)."""
    table = records.table
    for seat in range(3):
        table.seating[seat] = seatings[k, seat]
    sit_down(records.game, table)


@inline_njit
def start_match(records, deals, number):
    """Begin match `number` of `MatchRange`."""
    begin_match(records.match, deals.seed, U(number), deals.games)


@inline_njit
def play_next(records, to):
    """Deal, play and settle the next game of the match; False after a fault."""
    game, view, match, result, rules, log, table = records
    deal(game, view, rules, match, log)
    if play_dealt(game, view, rules, log, table) != 0:
        return False
    finish(game, view, rules, match, result)
    return True


TABLE = TableKernels(take_seats, start_match, play_next)
"""How matches are played at a table of three."""


@inline_njit
def _start(records, tally, at):
    if not tally.single_games:
        clear_cluster(tally)


@inline_njit
def _add_game(records, tally, at):
    _, view, _, result, _, _, table = records
    add_game(tally, view, result, table.seating)
    if tally.single_games:
        _add_products(tally, result, table.seating)
    else:
        add_to_cluster(tally, result, table.seating)


@inline_njit
def _end(records, tally, at, whole):
    if whole and not tally.single_games:
        add_cluster(tally)


# Forced inline, so that specialised kernels optimise it under their promise that records do not overlap.
_play_all = match_loop(TABLE, _add_game, start=_start, end=_end, inline=True)


@inline_njit
def play_matches(records, tally, deals, seatings, rotate):
    """Play matches into an empty `TALLY` record; a deal in all its seatings is a cluster."""
    single_games = deals.games == 1 and (rotate or seatings.shape[0] == 1)
    tally.single_games = 1 if single_games else 0
    _play_all(records, tally, deals, seatings, rotate)
    if single_games:
        outlined(_set_single_games, (tally,))


@njit
def play_block(records, tally, deals, seatings, rotate):
    """Play a block, by a specialised engine if available; arguments as for `play_matches`."""
    game, view, match, result, rules, log, table = records
    if table.games == 0 or seatings.shape[0] > MAX_SEATINGS:
        play_matches(records, tally, deals, seatings, rotate)
        return
    block = table.block
    block.of_seed, block.first, block.matches, block.games = deals
    block.rotate = 1 if rotate else 0
    block.n_seatings = seatings.shape[0]
    for k in range(seatings.shape[0]):
        for seat in range(3):
            block.seatings[k, seat] = seatings[k, seat]
    call_at(table.games, (game, view, rules, log, table, match, result, tally))


def compile_block() -> None:
    """Compile `play_block`. The engine is not included, because it is called by address."""
    layouts = (GAME_DTYPE, VIEW_DTYPE, state.MATCH_DTYPE, state.RESULT_DTYPE, RULES_DTYPE, LOG_DTYPE, PLAYERS_DTYPE)
    records = Records(*(np.zeros(1, layout).view(np.recarray)[0] for layout in layouts))
    seatings = np.zeros((1, 3), np.int8)
    play_block(records, state.new_record(TALLY_DTYPE)[0], MatchRange(np.uint64(0), 0, 0, 1), seatings, True)
