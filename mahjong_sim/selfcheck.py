"""The self-check: exact probabilities of deals against the deals of the engine.

Each row is a z-score: the distance of the simulated from the exact value in standard errors. Only one hand of each deal
is counted, because hands of a deal depend on each other: the sixteen tiles of the seat after mano, its flowers as
dealt, and its other tiles after flowers are replaced.
"""

from __future__ import annotations

import math
from fractions import Fraction
from math import comb
from typing import Any

import numpy as np

from mahjong_sim.bots.strategy import Player
from mahjong_sim.experiments.batch import BatchJob
from mahjong_sim.game.match import begin_match, deal
from mahjong_sim.game.state import GAME_DTYPE, MATCH_DTYPE, SEATS, VIEW_DTYPE, game_tables, new_log, new_record
from mahjong_sim.game.wall import U
from mahjong_sim.rules import PRESETS, RuleSet, load
from mahjong_sim.rules.record import rules_record
from mahjong_sim.tiles import COPIES, DRAGONS, FLOWERS, PLAIN, SUITED, TILES, WINDS
from tongits_sim.compile import jit
from tongits_sim.compile.jit import njit
from tongits_sim.experiments.benchmark import Row, check_deals
from tongits_sim.run.job import Run
from tongits_sim.run.run import run_job
from tongits_sim.run.run_options import RunOptions

BONUS = TILES - COPIES * FLOWERS
"""Flowers and seasons."""
MAX_BONUS = TILES - COPIES * SUITED
"""Bonus tiles where winds and dragons are flowers too."""


def flowers_dealt(number: int, tiles: int = 16, bonus: int = BONUS) -> Fraction:
    """The probability of a number of flowers among the tiles dealt to a seat, before any is replaced.

    >>> float(round(flowers_dealt(0), 4))
    0.38
    """
    return Fraction(comb(bonus, number) * comb(TILES - bonus, tiles - number), comb(TILES, tiles))


def all_of(kinds: int, tiles: int = 16, plain: int = COPIES * PLAIN) -> Fraction:
    """The probability that a hand without flowers holds at least one tile of each of `kinds` kinds: 3 beauty, 4 NEWS.

    >>> float(round(all_of(3), 4)), float(round(all_of(4), 4))
    (0.0557, 0.0195)
    """
    signed = (
        (-1) ** without * comb(kinds, without) * comb(plain - COPIES * without, tiles) for without in range(kinds + 1)
    )
    ways = sum(signed)
    return Fraction(ways, comb(plain, tiles))


def four_equal(tiles: int = 16, kinds: int = PLAIN) -> Fraction:
    """The probability that a hand without flowers holds all four tiles of some kind: a secret from the start.

    >>> float(round(four_equal(), 4))
    0.0045
    """
    plain = COPIES * kinds
    ways = sum(
        (-1) ** (fours + 1) * comb(kinds, fours) * comb(plain - COPIES * fours, tiles - COPIES * fours)
        for fours in range(1, tiles // COPIES + 1)
    )
    return Fraction(ways, comb(plain, tiles))


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
    record = rules_record(rules)
    view = new_record(VIEW_DTYPE)
    view["tables"] = game_tables(rules)
    arrays = (new_record(GAME_DTYPE), view, record, new_record(MATCH_DTYPE), new_log(on=False))
    facts = np.zeros(_FACTS, np.int64)
    count_deals(tuple(array[0] for array in arrays), 0, deals, U(seed), facts)
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


def engines() -> str:
    """How a sentence about the measured speed names the engines."""
    return "one engine"


def play(player: Player, preset: str, games: int, seed: int, run_options: RunOptions) -> Run[Any]:
    """Play games of four equal players."""
    return run_job(BatchJob(load(preset), (player,) * SEATS, games, seed), run_options)


def compiled_before(player: Player) -> bool:
    """Whether everything was compiled by an earlier process, so that the peak memory has no compiler in it."""
    return all(map(jit.compiled_before, BatchJob(load(PRESETS[0]), (player,) * SEATS).tags()))


def ready() -> None:
    """Nothing to do: the first games compile everything."""
