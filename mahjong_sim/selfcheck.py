"""The self-check: exact probabilities of deals against the deals of the engine.

Each row is a z-score: the distance of the simulated from the exact value in standard errors. It counts one hand of each
deal, so that hands are independent: the sixteen tiles of the seat after mano, its flowers as dealt, its other tiles
after flowers are replaced.
"""

from __future__ import annotations

import math

import numpy as np

from mahjong_sim.game.log import new_log
from mahjong_sim.game.match import begin_match, deal
from mahjong_sim.game.rng import U
from mahjong_sim.game.state import GAME_DTYPE, MATCH_DTYPE, SEATS, VIEW_DTYPE, new_record
from mahjong_sim.game.tables import set_tables
from mahjong_sim.hands.chances import BONUS, all_of, flowers_dealt, four_equal
from mahjong_sim.rules import RuleSet
from mahjong_sim.rules.record import rules_record
from mahjong_sim.tiles import DRAGONS, FLOWERS, PLAIN, WINDS
from tongits_sim.any_game.deal_checks import Row, check_deals
from tongits_sim.jit import njit

_FLOWERS = BONUS + 1
_FACTS = _FLOWERS + 3 + SEATS


@njit
def holds(counts, first, end, number):
    """Whether a hand holds at least `number` tiles of each kind from `first` to `end - 1`."""
    least = np.int64(number)
    for kind in range(first, end):
        least = min(least, np.int64(counts[kind]))
    return least >= number


@njit
def count_deals(records, first, deals, seed, facts):
    """Deal matches first .. first + deals - 1 and count their facts in `facts` (int64[16]).

    The facts: by number of flowers dealt; a beauty, NEWS and four equal tiles in the hand without flowers; mano by
    seat. records: game, view, rules, match and log.
    """
    game, view, rules, match, log = records
    for number in range(first, first + deals):
        begin_match(match, seed, U(number), 1)
        deal(game, view, rules, match, log)
        seat = (match.mano + 1) & 3
        counts = game.counts[seat]
        facts[game.flowers_at_deal[seat]] += 1
        facts[_FLOWERS] += holds(counts, DRAGONS, WINDS, 1)
        facts[_FLOWERS + 1] += holds(counts, WINDS, FLOWERS, 1)
        facts[_FLOWERS + 2] += game.held[seat, 3] != U(0)
        facts[_FLOWERS + 3 + match.mano] += 1


def run(deals: int, seed: int) -> list[Row]:
    """The rows of a self-check with this number of deals.

    Raises:
        TongitsError: the number of deals is outside its bounds.
    """
    check_deals(deals, seed)
    rules = RuleSet()
    record, view = rules_record(rules), new_record(VIEW_DTYPE)
    tables = set_tables(view, rules)
    arrays = (new_record(GAME_DTYPE), view, record, new_record(MATCH_DTYPE), new_log(on=False))
    facts = np.zeros(_FACTS, np.int64)
    count_deals(tuple(array[0] for array in arrays), 0, deals, U(seed), facts)
    del tables  # lives until here: the view holds its addresses
    return rows_of(facts, deals)


def rows_of(facts: np.ndarray, deals: int) -> list[Row]:
    """The rows for the counts of `count_deals`."""
    exact = {f"P({number} flowers dealt)": float(flowers_dealt(number)) for number in range(_FLOWERS)}
    exact |= {
        "P(a beauty, flowers replaced)": float(all_of(WINDS - DRAGONS)),
        "P(NEWS, flowers replaced)": float(all_of(PLAIN - WINDS)),
        "P(four equal tiles, flowers replaced)": float(four_equal()),
    }
    exact |= {f"P(mano on seat {seat})": 1 / SEATS for seat in range(SEATS)}
    return [_row(check, p, int(count), deals) for (check, p), count in zip(exact.items(), facts, strict=True)]


def _row(check: str, p: float, count: int, deals: int) -> Row:
    return Row(check, p, count / deals, (count - deals * p) / math.sqrt(deals * p * (1 - p)))
