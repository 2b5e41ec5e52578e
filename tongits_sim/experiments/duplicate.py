"""Every three of many bots play the same deals in every seating: tables, totals, job and worker.

A table is a triple of bots by number, in ascending order: `(0, 1, 2)`, `(0, 0, 1)`. Three different bots have six
seatings; with a bot twice there are only three rotations.
"""

from __future__ import annotations

import itertools
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from tongits_sim.compile.match_loop import MatchRange, Records
from tongits_sim.experiments.batch import BIN, CELL, CLUSTER, TOTAL, BatchJob
from tongits_sim.experiments.batch_kernel import HIST_ZERO, TALLY_DTYPE
from tongits_sim.experiments.duplicate_kernel import (
    N_QUANTITIES,
    QUANTITIES,
    Sums,
    play_table,
)
from tongits_sim.experiments.worker import GameJob, Triple, WorkerState, seatings
from tongits_sim.game.state import ENDINGS, SEATS, new_record
from tongits_sim.rules import RuleSet
from tongits_sim.rules.amounts import bin_width, largest_payment
from tongits_sim.run.base_job import JobError, block_length
from tongits_sim.run.job import Block, BlockResult
from tongits_sim.run.totals import Axis, Counts, Totals, as_int64_if_exact
from tongits_sim.strategy import Player


def triples(bots: int, repeats: bool = False) -> tuple[Triple, ...]:
    """All tables of `bots` bots; with `repeats`, or for two bots, also tables with a bot twice.

    A table with a bot three times is left out, because its payouts cancel.

    >>> triples(3), triples(2)
    (((0, 1, 2),), ((0, 0, 1), (0, 1, 1)))
    >>> len(triples(14)), len(triples(14, repeats=True))
    (364, 546)
    """
    if repeats or bots < 3:
        combinations = itertools.combinations_with_replacement(range(bots), 3)
        return tuple((a, b, c) for a, b, c in combinations if a < c)
    return tuple(itertools.combinations(range(bots), 3))


def places(tables: tuple[Triple, ...], bots: int) -> list[int]:
    """Number of places of each bot, over all tables and seatings.

    >>> places(triples(2), 2), places(triples(4), 4)
    ([9, 9], [18, 18, 18, 18])
    """
    counts = [0] * bots
    for table in tables:
        for bot in table:
            counts[bot] += len(seatings(table))
    return counts


_WINS = QUANTITIES.index("wins")
_SAFE = 2**62
_SAFE_FLOAT = 2**53


class DuplicateTotals(Totals):
    """The totals; money in hundredths.

    A *quantity* is one of `QUANTITIES`, of a bot in a deal.

    Attributes:
        cells: counts, [table, slot, seat, role, field of `tally.FIELDS`].
        clusters: sums and products over deals, [table, number of batch_kernel.py].
        singles: products of two slots' payouts in a seating, summed over seatings and deals, [table, slot, other].
        totals: counts of all games: endings, turns, winnings, [number].
        hist: games, [bot, bin of the payout].
        sums: quantities, summed over deals, [bot, quantity].
        products: products of two quantities, summed over deals, [bot, quantity, quantity].
        cross, cross_wins: products of two bots' payouts, and of their wins, in a deal, summed over deals, [bot, bot].
        met, met_sq: payouts of the first bot at tables with the second, and their squares, over deals, [bot, bot].
    """

    def __init__(self, tables: int, bots: int) -> None:
        table = Axis("table", tables)
        bot = Axis("bot", bots)
        opponent = Axis("other", bots)
        key = Axis("key", QUANTITIES)
        axes: dict[str, tuple[int | Axis, ...]] = {
            "deals": (1,),
            "cells": (table, *CELL),
            "clusters": (table, CLUSTER),
            "singles": (table, Axis("slot", SEATS), Axis("other", SEATS)),
            "totals": (TOTAL,),
            "hist": (bot, BIN),
            "sums": (bot, key),
            "products": (bot, key, Axis("times", QUANTITIES)),
            "cross": (bot, opponent),
            "cross_wins": (bot, opponent),
            "met": (bot, opponent),
            "met_sq": (bot, opponent),
        }
        super().__init__(axes)

    @property
    def deals(self) -> int:
        """Deals played at every table in every seating."""
        return int(self["deals"][0])

    def games_of(self, counts: Counts) -> int:
        return int(counts["totals"][: len(ENDINGS)].sum())


def deal_counts(per_deal: np.ndarray, met: np.ndarray) -> dict[str, np.ndarray]:
    """Exact counts of some deals; per_deal: int64[deals, bots, QUANTITIES], met: int64[deals, bots, bots]."""
    values = multipliable(per_deal)
    meetings = multipliable(met)
    bots = values.shape[1]
    products = np.zeros((bots, N_QUANTITIES, N_QUANTITIES), object if values.dtype == object else np.int64)
    for bot in range(bots):
        products[bot] = _whole(values[:, bot].T @ values[:, bot])
    return {
        "deals": np.array([len(per_deal)]),
        "sums": _column_sums(per_deal),
        "met": _column_sums(met),
        "met_sq": _whole((meetings * meetings).sum(axis=0)),
        "cross": _whole(values[:, :, 0].T @ values[:, :, 0]),
        "cross_wins": _whole(values[:, :, _WINS].T @ values[:, :, _WINS]),
        "products": as_int64_if_exact(products) if products.dtype == object else products,
    }


def _column_sums(values: np.ndarray) -> np.ndarray:
    safe = int(np.abs(values).max(initial=0)) * max(len(values), 1) < _SAFE
    return values.sum(axis=0) if safe else as_int64_if_exact(values.astype(object).sum(axis=0))


def multipliable(values: np.ndarray) -> np.ndarray:
    """Convert values to the fastest type in which sums of their products are exact."""
    most = int(np.abs(values).max(initial=0)) ** 2 * max(len(values), 1)
    return values.astype(np.float64 if most < _SAFE_FLOAT else np.int64 if most < _SAFE else object)


def _whole(sums: np.ndarray) -> np.ndarray:
    """Convert integers to int64, or to Python integers if they do not fit."""
    return as_int64_if_exact(sums) if sums.dtype == object else sums.astype(np.int64)


MAX_PLAYERS = 40
# A block takes about a second; a small job still has enough blocks for several workers. The cut depends on the job
# alone, because interim looks happen between blocks.
_MAX_SUM = 2**62


@dataclass(frozen=True)
class DuplicateJob(GameJob):
    """All bots play each other at every table of three."""

    rules: RuleSet  # the house rules
    players: tuple[Player, ...]  # two or more; a player listed twice counts as two players
    # most deals (matches, if `match_games` is not 1) that every table plays in every seating
    deals: int = 20_000
    seed: int = 1  # 0 .. 2**64 - 1.
    match_games: int = 1  # games of a match, which carries over dealer, jackpot and streak
    repeats: bool = False  # include tables with a bot twice; always True for two players
    first_match: int = 0  # number of the first deal
    # numbers of the players whose tables are played, in order; the others sit at these tables too; empty: all players
    staying: tuple[int, ...] = ()

    def __post_init__(self) -> None:
        if not 2 <= len(self.players) <= MAX_PLAYERS:
            raise JobError(f"a comparison needs 2 to {MAX_PLAYERS} players, not {len(self.players)}")
        self.check_money("there are no payouts to compare")
        job = self.table_job(self.tables[0])
        most = (max(1, largest_payment(self.rules)) * self.match_games) ** 2 * 6 * job.games
        if most > _MAX_SUM:
            raise JobError(
                f"{self.deals:,} deals under these rules cannot be summed exactly; play at most "
                f"{max(1, self.deals * _MAX_SUM // most):,}"
            )

    job_type = "field"

    @cached_property
    def labels(self) -> tuple[str, ...]:
        """The players' labels; players with the same label get numbers."""
        labels: list[str] = []
        for player in self.players:
            before = sum(name == player.label or name.startswith(f"{player.label} #") for name in labels)
            labels.append(player.label if not before else f"{player.label} #{before + 1}")
        return tuple(labels)

    @cached_property
    def tables(self) -> tuple[Triple, ...]:
        """The line-ups: every three players (for two A,A,B and A,B,B), with `repeats` also a bot twice."""
        return triples(len(self.players), self.repeats)

    @cached_property
    def played_tables(self) -> tuple[int, ...]:
        """The numbers of the tables that are played."""
        staying = set(self.staying or range(len(self.players)))
        return tuple(number for number, table in enumerate(self.tables) if staying & set(table))

    @cached_property
    def places(self) -> tuple[int, ...]:
        """Places of each player in a deal, over all tables and seatings."""
        return tuple(places(self.tables, len(self.players)))

    @cached_property
    def games_per_deal(self) -> int:
        """Games of a deal, over all tables that are played and their seatings."""
        return self.match_games * sum(len(seatings(self.tables[number])) for number in self.played_tables)

    @property
    def games(self) -> int:
        return self.deals * self.games_per_deal

    @property
    def matches(self) -> int:
        return self.deals

    @cached_property
    def block_matches(self) -> int:
        return block_length(self.deals, self.games_per_deal, self.players)

    def empty(self) -> DuplicateTotals:
        return DuplicateTotals(len(self.tables), len(self.players))

    def manifest(self) -> dict[str, Any]:
        part = self.named("first_match", "staying") if self.first_match else {}
        return self.rules_and_players() | self.named("deals", "seed", "match_games", "repeats") | part

    def replay(self, seated: tuple[int, ...], match: int, game: int) -> str:
        """The command that replays a game; `seated` is the bot on each seat, which stays fixed."""
        return self.table_job(seated).replay_command(match, game)

    def table_job(self, table: tuple[int, ...]) -> BatchJob:
        """The batch job of a table, which gives the command of a replay."""
        a, b, c = (self.players[bot] for bot in table)
        return BatchJob(self.rules, (a, b, c), self.deals * self.match_games, self.seed, self.match_games, True)

    def worker(self) -> DuplicateWorker:
        return DuplicateWorker(self)


Arrays = dict[str, np.ndarray]
_BY_TABLE = ("cells", "clusters", "singles", "totals", "hist")


class DuplicateWorker(WorkerState):
    """Plays blocks of deals at all tables of the staying players."""

    def __init__(self, job: DuplicateJob) -> None:
        super().__init__(job.rules, job.players, job.seed, job.replay)
        self.job = job
        self._shapes = job.empty()
        tally = new_record(TALLY_DTYPE)
        tally["unit"] = bin_width(job.rules, HIST_ZERO)
        self._tally = tally[0]
        self._counts = {name: tally[name][0] for name in ("cells", "totals", "clusters", "hist")}
        self._before = np.zeros(SEATS, np.int64)

    def play(self, block: Block) -> BlockResult:
        """Play a block at all tables; tables after a fault are skipped."""
        bots = len(self.job.players)
        arrays = {name: np.zeros(self._shapes.shape(name), np.int64) for name in _BY_TABLE}
        per_deal = np.zeros((block.matches + 1, bots, N_QUANTITIES), np.int64)  # the kernel borrows the last row
        met = np.zeros((block.matches, bots, bots), np.int64)
        records = self.records
        deals = self.deals(block)
        with self.playing():
            for number in self.job.played_tables:
                sums = Sums(per_deal, met, arrays["singles"][number], self._before)
                self._play_table(number, records, deals, sums, arrays)
                if self.table["faults"][0]:
                    break
        per_deal = per_deal[:-1]
        return BlockResult(block, arrays | deal_counts(per_deal, met), self.fault())

    def _play_table(self, number: int, records: Records, deals: MatchRange, sums: Sums, arrays: Arrays) -> None:
        counted, table = self._counts, self.job.tables[number]
        for counts in counted.values():
            counts.fill(0)
        seats = self.sit(table, seatings(table))
        who = np.array(table, np.int64)
        play_table(records, (self._tally, who, sums), deals, seats, False)
        arrays["cells"][number] = counted["cells"]
        arrays["clusters"][number] = counted["clusters"]
        arrays["totals"] += counted["totals"]
        for slot, bot in enumerate(table):
            arrays["hist"][bot] += counted["hist"][slot]
