"""Playing and counting games of mahjong: its records, its kernels and the counts of a batch."""

from __future__ import annotations

import math
from typing import Any

from mahjong_sim.designs import tally
from mahjong_sim.game import state
from mahjong_sim.game.asking import TABLE_DTYPE, failure
from mahjong_sim.game.engine import play_on
from mahjong_sim.game.log import new_log
from mahjong_sim.game.match import begin_match, deal, finish
from mahjong_sim.game.rng import U
from mahjong_sim.game.state import DECISIONS, ENDINGS, SEATS
from mahjong_sim.game.tables import set_tables
from mahjong_sim.melds import BAHAY
from mahjong_sim.rules import KNOBS, RuleSet
from mahjong_sim.rules.record import rules_record
from mahjong_sim.rules.words import WORDS
from mahjong_sim.tiles import TILES
from tongits_sim.any_game.counts import Column, Counts
from tongits_sim.any_game.kernel_arguments import Records
from tongits_sim.any_game.match_loop import TableKernels
from tongits_sim.any_game.memory import keep_alive
from tongits_sim.jit import inline_njit, njit, outlined
from tongits_sim.run.totals import Axis

__all__ = ["COUNTS", "DECISIONS", "TABLE", "asked", "effective", "failure", "largest_payment", "new_records"]


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
    """Begin match `number` of `Deals`."""
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
    add=tally.add_game,
    own=(
        Column("mano", "money", 2),
        Column("mano_wins", "share"),
        Column("void", "share"),
        Column("bunot", "share"),
        Column("discards", "number", TILES),
        Column("moved", "money", SEATS - 1),
    ),
    fields=tally.FIELDS,
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
    layouts = (state.GAME_DTYPE, state.VIEW_DTYPE, state.MATCH_DTYPE, state.RESULT_DTYPE, TABLE_DTYPE)
    game, view, match, result, table = (state.new_record(each) for each in layouts)
    own = rules_record(rules)
    view["rules"] = own
    keep_alive(view, set_tables(view, rules))
    return Records(game, view, match, result, own, new_log(on=False), table)


def asked(view: Any) -> tuple[int, int]:
    """The deciding seat and the decision of a view."""
    return int(view["mahjong_me"]), int(view["decision"])


def largest_payment(rules: RuleSet) -> float:
    """An upper bound on a seat's win or loss in a game, in units; the pot is included (V10, V11, V12)."""
    knobs = rules.knobs()
    hand = math.fsum(float(value) for name, value in knobs.items() if name.startswith("hand."))
    pay, instant = rules.pay, rules.instant
    melds = max(instant.beauty, instant.news, instant.kang, instant.secret) + instant.sagasa
    flowers = instant.no_flowers + instant.winner_no_flowers + instant.many_flowers
    each = max(pay.discarder, pay.others, pay.bunot) * hand + BAHAY * melds + flowers
    return (SEATS - 1) * ((rules.doubles.factor if rules.doubles.play else 1) * each + rules.jai_alai.share)


def effective(rules: RuleSet) -> dict[str, Any]:
    """The knobs that have an effect under these rules."""
    knobs = rules.knobs()
    return {name: knobs[name] for name in KNOBS if not WORDS.idle_reason(rules, name)}
