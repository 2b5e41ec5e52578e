"""Playing and counting games of mahjong: its records, its kernels and the counts of a batch."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from mahjong_sim.experiments.counts import Column, Counts
from mahjong_sim.game import state
from mahjong_sim.game.engine import play_on
from mahjong_sim.game.legality import PLAYERS_DTYPE, failure
from mahjong_sim.game.match import begin_match, deal, finish
from mahjong_sim.game.state import DECISIONS, ENDINGS, PARTS, SEATS, game_tables, new_log
from mahjong_sim.game.wall import U
from mahjong_sim.hands.value import ITEMS
from mahjong_sim.rules import KNOBS, RuleSet
from mahjong_sim.rules.record import rules_record
from mahjong_sim.rules.ruleset import WORDS
from mahjong_sim.tiles import BAHAY, MELDS, TILES
from tongits_sim.compile.jit import inline_njit, njit, outlined
from tongits_sim.compile.match_loop import Records, TableKernels
from tongits_sim.run.totals import Axis

# Own columns, after the payouts and wins by slot and the payouts by seat.
C_MANO, C_MANO_WINS, C_VOID, C_BUNOT, C_DISCARDS, C_MOVED = range(3 * SEATS, 3 * SEATS + 6)

FIELDS = (
    "games",
    "mano",
    "payout",
    "payout_sq",
    "wins",
    "discarded",
    "waiting",
    "opened",
    "flowers",
    "value",
    *(f"ends_{ending}" for ending in ENDINGS),
    *(f"part_{part}" for part in PARTS),
    *(f"meld_{meld}" for meld in MELDS[1:]),
    *(f"item_{item}" for item in ITEMS),
)
F_GAMES, F_MANO, F_PAYOUT, F_PAYOUT_SQ, F_WINS, F_DISCARDED, F_WAITING, F_OPENED, F_FLOWERS, F_VALUE = range(10)
F_ENDS = 10
F_PART = F_ENDS + len(ENDINGS)
F_MELD = F_PART + len(PARTS)
F_ITEM = F_MELD + len(MELDS) - 1

N_ITEMS = len(ITEMS)
N_PARTS = len(PARTS)


@njit
def add_game(tally, records):
    """Count mahjong's own columns and fields of a finished game."""
    game, view, _, result, _, _, table = records
    now = tally.now
    ending = result.mahjong_ending
    tally.endings[ending] += 1
    tally.turns[0] += result.turns
    now[C_MANO] += result.payout[result.mano]
    now[C_MANO_WINS] += result.wins[result.mano] != 0
    now[C_VOID] += ending == 0
    now[C_BUNOT] += ending == 2
    now[C_DISCARDS] += result.discards
    for seat in range(SEATS):
        now[C_MOVED] += max(result.payout[seat], 0)
        _add_seat(tally.fields[table.seating[seat]], game, view, result, seat)


@njit
def _add_seat(fields, game, view, result, seat):
    """Count a seat's game in the fields of its slot."""
    fields[F_MANO] += seat == result.mano
    fields[F_DISCARDED] += seat == result.discarder
    fields[F_WAITING] += game.waits[seat] != np.uint64(0)
    fields[F_FLOWERS] += view.n_flowers[seat]
    opened = False
    for number in range(view.n_melds[seat]):
        kind = view.meld_kind[seat, number]
        fields[F_MELD + kind - 1] += 1
        opened |= kind != 4
    fields[F_OPENED] += opened
    for part in range(N_PARTS):
        fields[F_PART + part] += result.parts[part, seat]
    if result.wins[seat]:
        fields[F_VALUE] += result.value[seat]
        fields[F_ENDS + result.mahjong_ending] += 1
        for item in range(N_ITEMS):
            fields[F_ITEM + item] += np.int64(result.items[seat] >> np.uint64(item)) & 1


__all__ = ["COUNTS", "DECISIONS", "TABLE", "effective", "failure", "largest_payment", "new_records", "pending_decision"]


@njit
def play_game(game, view, rules, log, table):
    """Play a dealt game to its end; returns the reason code of an illegal action, or 0."""
    return play_on(game, view, rules, log, table)


@inline_njit
def take_seats(records, seatings, k):
    """Seat the slots by row k of seatings (int8[n, 4], the slot on each seat)."""
    game, table = records.game, records.table
    for seat in range(SEATS):
        table.seating[seat] = seatings[k, seat]
        game.chance[seat] = table.chance[table.seating[seat]]


@inline_njit
def start_match(records, deals, number):
    """Begin match `number` of `MatchRange`."""
    begin_match(records.match, deals.seed, U(number), deals.games)


@inline_njit
def play_next(records, to):
    """Deal the match's next game, play it and settle it; False after a fault."""
    game, view, match, result, rules, log, table = records
    deal(game, view, rules, match, log)
    if outlined(play_game, (game, view, rules, log, table)) != 0:
        return False
    finish(game, view, rules, match, result)
    return True


TABLE = TableKernels(take_seats, start_match, play_next)
"""The kernels of matches at a table of four."""

COUNTS = Counts(
    seats=SEATS,
    add=add_game,
    own=(
        Column("mano", "money", 2),
        Column("mano_wins", "share"),
        Column("void", "share"),
        Column("bunot", "share"),
        Column("discards", "number", TILES),
        Column("moved", "money", SEATS - 1),
    ),
    fields=FIELDS,
    arrays={"endings": (Axis("ending", ENDINGS),), "turns": (1,)},
    measures={
        "moved": "units that change hands",
        "void": "void games",
        "bunot": "wins by draw",
        "discards": "discards",
        "mano": "units that mano makes",
        "mano_wins": "games that mano wins",
    },
    payments=("hand", "quick", "concealed", "wait", "pay", "instant", "doubles", "jai_alai"),
)


def new_records(rules: RuleSet) -> Records:
    """Records to play on, each a recarray of length 1."""
    layouts = (state.GAME_DTYPE, state.VIEW_DTYPE, state.MATCH_DTYPE, state.RESULT_DTYPE, PLAYERS_DTYPE)
    game, view, match, result, table = (state.new_record(layout) for layout in layouts)
    own = rules_record(rules)
    view["rules"] = own
    view["tables"] = game_tables(rules)
    return Records(game, view, match, result, own, new_log(on=False), table)


def pending_decision(view: np.record) -> tuple[int, int]:
    """The deciding seat and the decision of a view."""
    return int(view["mahjong_me"]), int(view["decision"])


def largest_payment(rules: RuleSet) -> float:
    """An upper bound on a seat's win or loss in a game, in units; of a pot, what one game adds (V10, V11, V12)."""
    knobs = rules.knobs()
    hand = math.fsum(float(value) for name, value in knobs.items() if name.startswith("hand."))
    pay, instant = rules.pay, rules.instant
    melds = max(instant.beauty, instant.news, instant.kang, instant.secret) + instant.sagasa
    flowers = instant.no_flowers + instant.winner_no_flowers + instant.many_flowers
    one_loser = max(pay.discarder, pay.others, pay.bunot) * hand + BAHAY * melds + flowers
    put_in = max(rules.jai_alai.share, rules.jai_alai.growth)
    most = max(1, rules.doubles.factor) if rules.doubles.play else 1  # the factor may be below 1
    return (SEATS - 1) * (most * one_loser + put_in)


def effective(rules: RuleSet) -> dict[str, Any]:
    """The knobs that have an effect under these rules."""
    knobs = rules.knobs()
    return {name: knobs[name] for name in KNOBS if not WORDS.idle_reason(rules, name)}
