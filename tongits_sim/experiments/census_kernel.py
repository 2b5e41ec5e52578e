"""What a census counts, and the compiled loop over its matches.

*The row of a match*, `COLUMNS`: sums over its games in all seatings. Sums and products of rows over matches give
intervals for all means, ratios and differences of columns, with matches as clusters.

*The burn clock*, over games: the turn of each player's first open meld, or how the game ended before it (`CAUSES`), by
own turn and by `GROUPS`: everybody, the bot, melds dealt, least deadwood dealt, cards dealt, melds dealt to each bot.
Players of a game are dependent: if k players of a group had an event by some turn of a game, the sum of k * k over
games is the sum of `events` up to this turn plus twice the sum of `pairs`; `weighted` sums k times the group's players.

*Sessions*: a session is a match in one seating, or consecutive matches in rotating seatings. `depth` counts sessions by
the maximum drawdowns of the three players, the deepest first; `leads` counts whether the first slot was ahead of the
second after `marks` games.
"""

from __future__ import annotations

from enum import auto

import numpy as np

from tongits_sim.cards import U, popcount
from tongits_sim.compile.jit import inline_njit, njit
from tongits_sim.compile.match_loop import match_loop
from tongits_sim.compile.row_places import RowPlaces
from tongits_sim.experiments.batch_kernel import TABLE
from tongits_sim.game.bot_calls import call_play
from tongits_sim.game.match import deal, finish
from tongits_sim.game.state import ENDINGS, PART_SUNOG, PARTS, SEATS

CAUSES = ("opened", "burned", "won", "spared")
"""How a player's time without open meld ends: the player lays a meld; or the game ends, and the player is burned, wins
from the hand, or is spared (by a secret or a sapaw, or because nobody wins).
"""
CAUSE_OPENED, CAUSE_BURNED, CAUSE_WON, CAUSE_SPARED = (np.int64(i) for i in range(4))
CLOCK_TURNS = 41
"""Own turns 0 to 40: a game has at most 120 turns of all players together."""

MELD_BANDS = ("0", "1", "2", "3 or more")
DEADWOOD_TOPS = (45, 55, 65, 75)
DEADWOOD_BANDS = ("up to 45", "46 to 55", "56 to 65", "66 to 75", "76 or more")
G_ALL, G_BOT, G_MELDS, G_DEADWOOD, G_CARDS, G_BOT_MELDS = 0, 1, 4, 8, 13, 15
GROUPS = (
    "all",
    *(f"bot {slot}" for slot in range(SEATS)),
    *(f"melds {band}" for band in MELD_BANDS),
    *(f"deadwood {band}" for band in DEADWOOD_BANDS),
    "12 cards",
    "13 cards",
    *(f"bot {slot} melds {band}" for slot in range(SEATS) for band in MELD_BANDS),
)
N_GROUPS = len(GROUPS)


class Grouping(RowPlaces):
    """The kinds of groups: a player belongs to one group of each kind."""

    everybody = auto()
    bot = auto()
    melds = auto()
    deadwood = auto()
    cards = auto()
    bot_melds = auto()


class Dealt(RowPlaces):
    """Hands dealt, over games."""

    games = auto()
    thirteen = auto()  # games with a meld in the 13 cards
    twelve = auto()  # melds in hands of 12 cards: hands with a meld
    twelve_squared = auto()


class Still(RowPlaces):
    """Players of a group without meld after an own turn (after turn 0 everybody), over games."""

    waiting = auto()
    burned = auto()  # of these, the players who are burned in the end
    waiting_squared = auto()
    waiting_burned = auto()
    burned_squared = auto()


class Seated(RowPlaces):
    """Players of a group, over games."""

    players = auto()
    players_squared = auto()


class BurnCost(RowPlaces):
    """Payments of a group for being burned, over games."""

    paid = auto()
    paid_squared = auto()
    paid_players = auto()


class Lead(RowPlaces):
    """Sessions by who led at a mark: the first slot or the second."""

    ahead = auto()
    level = auto()
    behind = auto()


COLUMNS = (
    "games",
    "turns",
    *(f"{name}_{slot}" for name in ("lost", "burned") for slot in range(SEATS)),
    # Payments for being burned, paid and received; payouts of games lost burned, and lost unburned.
    *(f"{name}_{slot}" for name in ("sunog_paid", "sunog_won", "lost_burned", "lost_other") for slot in range(SEATS)),
    # By turn order: 0 the dealer, 1 the seat to the dealer's right, 2 the last.
    *(f"{name}_{place}" for name in ("place", *PARTS) for place in range(SEATS)),
    *(f"moved_{part}" for part in PARTS),  # money moved: the sum of all gains
    *(f"ended_{ending}" for ending in ENDINGS),
    *(f"gained_{ending}" for ending in ENDINGS),  # the winner's payout
    "jackpot_paid_in",
    "jackpots_won",  # jackpots or streaks completed
    "jackpot_won",  # money won by a hit, the hitter's own stake included
    "jackpot_returned",  # distributed at the end of a match
)
C = {name: number for number, name in enumerate(COLUMNS)}
N_COLUMNS = len(COLUMNS)

MAX_MARKS = 8
DEPTHS = 4097

ARRAYS: dict[str, tuple[int, ...]] = {
    "events": (N_GROUPS, len(CAUSES), CLOCK_TURNS),  # players by the cause and own turn that ended their time
    "weighted": (N_GROUPS, len(CAUSES), CLOCK_TURNS),  # `events` times the players of the group in the game
    "pairs": (N_GROUPS, len(CAUSES), CLOCK_TURNS),  # pairs of players with one cause, by the turn of the later player
    "still": (N_GROUPS, CLOCK_TURNS, len(Still)),
    "seats": (N_GROUPS, len(Seated)),
    "cost": (N_GROUPS, len(BurnCost)),
    "dealt": (len(Dealt),),
    "depth": (SEATS, DEPTHS),  # sessions, by the drawdown of the deepest, the second and the third player
    "leads": (MAX_MARKS, len(Lead)),
}
"""Names and shapes of the summed arrays."""

CENSUS_DTYPE = np.dtype(
    [
        *((name, "i8", shape) for name, shape in ARRAYS.items()),
        ("width", "i8"),  # width of the bins of `depth`
        ("marks", "i8", (MAX_MARKS,)),  # numbers of games; 0: unused
        ("matches_per_session", "i8"),
        ("bot", "i8", (SEATS,)),  # by slot, the first slot with the same bot, whose group it shares
        # Scratch.
        ("group", "i8", (SEATS, len(Grouping))),
        ("cause", "i8", (SEATS,)),
        ("when", "i8", (SEATS,)),
        ("total", "i8", (SEATS,)),
        ("lowest", "i8", (SEATS,)),
        ("pool", "i8"),
        ("played", "i8"),  # games of the session so far
    ],
    align=True,
)


_LANES = U(0x0001_0001_0001_0001)  # the aces
_KINGS = _LANES << U(12)
_TOPS = np.array(DEADWOOD_TOPS)
_GROUPINGS = len(Grouping)

_GAMES = C["games"]
_TURNS = C["turns"]
_LOST = C["lost_0"]
_BURNED = C["burned_0"]
_PAID = C["sunog_paid_0"]
_RECEIVED = C["sunog_won_0"]
_LOST_BURNED = C["lost_burned_0"]
_LOST_OTHER = C["lost_other_0"]
_PLACE = C["place_0"]
_PARTS = C["base_0"]
_MOVED = C["moved_base"]
_ENDED = C["ended_tongits"]
_GAINED = C["gained_tongits"]
_PAID_IN, _HITS, _WON, _RETURNED = (
    C[name] for name in ("jackpot_paid_in", "jackpots_won", "jackpot_won", "jackpot_returned")
)


@inline_njit
def count_melds(sets, runs, wild_0, wild_1):
    """Melds of an arrangement (masks as in a `GAME` record): sets, unbroken runs, melds with a joker."""
    ranks = sets | sets >> U(32)
    ranks = (ranks | ranks >> U(16)) & U(0x1FFF)
    starts = runs & ~((runs & ~_KINGS) << U(1))
    # An ace above its king does not begin a run.
    high = runs & _LANES & ((runs & _KINGS) >> U(12)) & ~((runs >> U(1)) & _LANES)
    return popcount(ranks) + popcount(starts) - popcount(high) + (wild_0 != U(0)) + (wild_1 != U(0))


@njit
def note_deal(census, game, view, table):
    """Assign the dealt hands to groups; call after `deal`."""
    twelve = 0
    census.dealt[Dealt.games] += 1
    for seat in range(3):
        melds = count_melds(game.sets[seat], game.runs[seat], game.wild[seat, 0], game.wild[seat, 1])
        band = 0
        while band < len(_TOPS) and game.deadwood[seat] > _TOPS[band]:
            band += 1
        thirteen = 1 if seat == view.dealer else 0
        census.group[seat, Grouping.everybody] = G_ALL
        bot = census.bot[table.seating[seat]]
        census.group[seat, Grouping.bot] = G_BOT + bot
        census.group[seat, Grouping.melds] = G_MELDS + min(melds, 3)
        census.group[seat, Grouping.deadwood] = G_DEADWOOD + band
        census.group[seat, Grouping.cards] = G_CARDS + thirteen
        census.group[seat, Grouping.bot_melds] = G_BOT_MELDS + 4 * bot + min(melds, 3)
        if game.melded[seat] != U(0):
            census.dealt[Dealt.thirteen] += thirteen
            twelve += 1 - thirteen
    census.dealt[Dealt.twelve] += twelve
    census.dealt[Dealt.twelve_squared] += twelve * twelve


@njit
def add_clock(census, view, result):
    """Add how each player's time without open meld ended, and the cost of being burned."""
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
        for kind in range(_GROUPINGS):
            group = census.group[seat, kind]
            together = 0
            theirs = np.int64(0)
            for player in range(3):
                if census.group[player, kind] == group:
                    together += 1
                    theirs += np.int64(0) if player == result.winner else -result.parts[PART_SUNOG, player]
                    if player > seat and census.cause[player] == census.cause[seat]:
                        census.pairs[group, census.cause[seat], max(census.when[seat], census.when[player])] += 1
            census.events[group, census.cause[seat], census.when[seat]] += 1
            census.weighted[group, census.cause[seat], census.when[seat]] += together
            census.seats[group, Seated.players] += 1
            census.seats[group, Seated.players_squared] += together
            census.cost[group, BurnCost.paid] += paid
            census.cost[group, BurnCost.paid_squared] += paid * theirs
            census.cost[group, BurnCost.paid_players] += paid * together
            _add_still(census, seat, kind)


@inline_njit
def _add_still(census, seat, kind):
    """Add, for each group and own turn, the players still without meld, and how many of them are burned in the end."""
    group = census.group[seat, kind]
    latest = np.int64(0)
    for player in range(3):
        if census.group[player, kind] == group:
            if player < seat:
                return
            latest = max(latest, census.when[player])
    for turn in range(latest + 1):
        waiting = burned = 0
        for player in range(seat, 3):
            if census.group[player, kind] == group and _waits(census, player, turn):
                waiting += 1
                burned += 1 if census.cause[player] == CAUSE_BURNED else 0
        if waiting > 0:
            still = census.still[group, turn]
            still[Still.waiting] += waiting
            still[Still.burned] += burned
            still[Still.waiting_squared] += waiting * waiting
            still[Still.waiting_burned] += waiting * burned
            still[Still.burned_squared] += burned * burned


@inline_njit
def _waits(census, seat, turn):
    """Whether the player took this turn (0: the deal) and still had no open meld after it."""
    if census.cause[seat] == CAUSE_OPENED:
        return census.when[seat] > turn
    return census.when[seat] >= turn


@njit
def add_row(row, census, match, result, table):
    """Add a finished game to its match's row (int64[COLUMNS])."""
    winner = result.winner
    row[_GAMES] += 1
    row[_TURNS] += result.turns
    row[_ENDED + result.ending] += 1
    if winner >= 0:
        row[_GAINED + result.ending] += result.payout[winner]
    for seat in range(3):
        slot = table.seating[seat]
        place = (seat - result.dealer + 3) % 3
        payout = result.payout[seat]
        row[_PLACE + place] += payout
        if seat == winner:
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
    row[_PAID_IN] += 3 * result.stake
    if winner >= 0 and match.streak_seat < 0:
        row[_HITS] += 1
        row[_WON] += census.pool
    elif match.over:
        row[_RETURNED] += 3 * (census.pool // 3)


@njit
def add_session_game(census, result, table):
    """Add a finished game to its session: totals, lowest totals, and the leader at the marks."""
    census.played += 1
    for seat in range(3):
        slot = table.seating[seat]
        census.total[slot] += result.payout[seat]
        census.lowest[slot] = min(census.lowest[slot], census.total[slot])
    for number in range(MAX_MARKS):
        if census.marks[number] == census.played:
            ahead = census.total[0] - census.total[1]
            if ahead > 0:
                census.leads[number, Lead.ahead] += 1
            elif ahead == 0:
                census.leads[number, Lead.level] += 1
            else:
                census.leads[number, Lead.behind] += 1


@njit
def end_session(census):
    """Count a session by its three drawdowns, the deepest first, and start the next."""
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
    start_session(census)


@inline_njit
def start_session(census):
    """Set the totals of a session to zero."""
    census.played = 0
    for slot in range(3):
        census.total[slot] = 0
        census.lowest[slot] = 0


@inline_njit
def _start_match(records, to, k):
    census = to[0]
    if np.int64(records.match.match) % census.matches_per_session == 0:
        start_session(census)


@njit
def _play(records, to):
    """`play_next`, and note the groups of the dealt hands."""
    game, view, match, result, rules, log, table = records
    census = to[0]
    deal(game, view, rules, match, log)
    note_deal(census, game, view, table)
    census.pool = view.jackpot
    if call_play(table.play, game, view, rules, log, table) != 0:
        return False
    finish(game, view, rules, match, result)
    return True


@njit
def _add_game(records, to, at):
    census, rows = to
    _, view, match, result, _, _, table = records
    add_clock(census, view, result)
    add_row(rows[at], census, match, result, table)
    add_session_game(census, result, table)


@inline_njit
def _end_match(records, to, at, whole):
    census = to[0]
    if whole and (np.int64(records.match.match) + 1) % census.matches_per_session == 0:
        end_session(census)


play_census = match_loop(TABLE, _add_game, start_match=_start_match, play=_play, end_match=_end_match)
"""Plays matches into (a `CENSUS` record, rows: int64[matches, COLUMNS], zeroed).

A faulted match leaves a partial row.
"""
