"""A batch of games: totals, job, worker, and the engine that plays a whole block."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from tongits_sim.compile.jit import c_kernel
from tongits_sim.compile.match_loop import MatchRange, Records
from tongits_sim.experiments import batch_kernel as tally
from tongits_sim.experiments.batch_answer import LAST_FIRST_MELD
from tongits_sim.experiments.batch_kernel import (
    HIST_ZERO,
    TALLY_DTYPE,
    play_block,
    play_dealt,
    play_matches,
    play_seated,
)
from tongits_sim.experiments.batch_rows import CHUNK, RowArrays, game_rows, play_rows, take_rows
from tongits_sim.experiments.specialised_engines import Text, house_rules, no_log
from tongits_sim.experiments.worker import ROTATIONS, GameJob, WorkerState
from tongits_sim.game.state import ENDINGS, MATCH_DTYPE, RESULT_DTYPE, SEATS, new_record
from tongits_sim.knobs.house_rules import rules_option as option_of
from tongits_sim.rules import RuleSet, load
from tongits_sim.rules.amounts import UNIT, bin_width, largest_payment
from tongits_sim.run.base_job import BaseBatchJob, JobError, block_length, players_option, runs
from tongits_sim.run.job import Block, BlockResult
from tongits_sim.run.parquet import joined
from tongits_sim.run.totals import Axis, Counts, Rows, Totals
from tongits_sim.strategy import Player

ROLES = ("other", "dealer")
ARRAYS = ("cells", "totals", "hist", "clusters")


def _total_names() -> tuple[str, ...]:
    names = [f"ending_{ending}" for ending in ENDINGS] + ["turns", "turns_sq", "won", "won_sq", "burned"]
    names += [f"games_of_{turns}_turns" for turns in range(tally.T_FIRST_MELD - tally.T_BY_TURNS)]
    for name in ("players", "winners"):
        names += [f"{name}_first_meld_in_turn_{turn}" for turn in range(LAST_FIRST_MELD + 1)]
    return tuple(names)


def _cluster_names() -> tuple[str, ...]:
    names = tally.CLUSTER_NAMES
    columns = ["clusters", "games", "games_sq", *names, *(f"games*{n}" for n in names), *(f"{n}_sq" for n in names)]
    return (*columns, "payout_0*payout_1", "payout_0*payout_2", "payout_1*payout_2")


SLOT = Axis("slot", SEATS)
CELL = (SLOT, Axis("seat", SEATS), Axis("role", ROLES), Axis("key", tuple(tally.FIELDS)))
TOTAL = Axis("key", _total_names())
CLUSTER = Axis("key", _cluster_names())
BIN = Axis("key", tuple(str(place - tally.HIST_ZERO) for place in range(tally.HIST_BINS)))
"""Bins of a histogram; bin 0 begins at 0."""

AXES: dict[str, tuple[Axis, ...]] = {"cells": CELL, "totals": (TOTAL,), "hist": (SLOT, BIN), "clusters": (CLUSTER,)}


class BatchTotals(Totals):
    """A batch's totals: the arrays of `AXES`; money in hundredths.

    Attributes:
        cells: counts, [slot, seat, role, field of `tally.FIELDS`].
        totals: counts of all games: endings, turns, winnings.
        hist: games, [slot, bin of the payout].
        clusters: sums and products over matches.
    """

    def __init__(self) -> None:
        super().__init__(AXES)

    def games_of(self, counts: Counts) -> int:
        return int(counts["totals"][: len(ENDINGS)].sum())

    @property
    def matches(self) -> int:
        """Number of independent clusters: complete matches in all their seatings."""
        return int(self.clusters[tally.K_COUNT])

    def field(self, name: str, **where: int | tuple[int, ...]) -> int:
        """Sum of a field of the cells over all games, or over games of a `slot` (or several), a `seat`, a `role`."""
        axes = [where.get(axis, slice(None)) for axis in ("slot", "seat", "role")]
        part: Any = self.cells[..., tally.F[name]]
        for axis, chosen in enumerate(axes):
            index = [chosen] if isinstance(chosen, int) else chosen
            part = part[(slice(None),) * axis + (list(index) if isinstance(index, tuple) else index,)]
        return int(part.sum())


PROGRESSIVE_MATCH_GAMES = 1000

_GAMES_OF_A_PROGRESSIVE_MATCH = 8
_MAX_SUM = 2**62


@dataclass(frozen=True)
class BatchJob(BaseBatchJob, GameJob):
    """A batch of games between three players."""

    rules: RuleSet  # the house rules
    players: tuple[Player, ...]  # three players; player i is *slot* i
    # games to play. Progressive matches have no fixed length, so whole matches are played until there are at least as
    # many games.
    games: int = 100_000
    seed: int = 1  # 0 .. 2**64 - 1.
    # games of a match, at most in a progressive match; the last match is shorter if `games` is not a multiple
    match_games: int = 1
    # slot i sits on seat i in every match; else seats rotate with the match number, and different players sit in both
    # cyclic orders equally often
    fixed_seats: bool = False
    rules_option: str = ""  # the command-line option that names the rules; empty: derive it from the rules
    keep_rows: bool = False  # whether a block has a row for each game (batch_rows.py)

    def __post_init__(self) -> None:
        if len(self.players) != 3:
            raise JobError(f"Tongits is played by three players, not {len(self.players)}")
        self.check_numbers()
        if (self._largest_match_sum**2) > _MAX_SUM:
            raise JobError(
                f"these rules can move up to {self._largest_match_sum / UNIT:,.0f} units in a match of "
                f"{self.match_games:,} games, too much for exact sums; make the payments smaller or the "
                "matches shorter"
            )

    job_type = "simulate"

    @property
    def progressive(self) -> bool:
        """Whether a match ends when somebody reaches a score (R15.2)."""
        return self.rules.match.progressive_target > 0

    @property
    def ordered(self) -> bool:
        """Whether blocks must be merged in order, because play decides the number of progressive matches."""
        return self.progressive

    @property
    def seatings(self) -> tuple[tuple[int, int, int], ...]:
        return ROTATIONS[:1] if self.fixed_seats else super().seatings

    @cached_property
    def block_matches(self) -> int:
        length = min(self.match_games, _GAMES_OF_A_PROGRESSIVE_MATCH) if self.progressive else self.match_games
        most = _MAX_SUM // self._largest_match_sum**2
        return block_length(self.games // length, length, self.players, most)

    def blocks(self, size: int | None = None) -> Iterator[Block]:
        """Generate the blocks in order; `size` overrides the number of matches in a block.

        A progressive job yields blocks for the most matches that it can need.
        """
        size = size or self.block_matches
        return runs(self.games, size, self.match_games) if self.progressive else super().blocks(size)

    def empty(self) -> BatchTotals:
        return BatchTotals()

    @cached_property
    def _largest_match_sum(self) -> int:
        return max(1, largest_payment(self.rules)) * self.match_games

    def options(self) -> str:
        players = players_option(player.full_spec for player in self.players)
        return f"{self.rules_option or rules_option(self.rules)} {players}"

    def replay(self, seated: tuple[int, ...], match: int, game: int) -> str:
        return self.replay_command(match, game)

    def replay_command(self, match: int, game: int) -> str:
        """The command that plays a match up to a game and records it."""
        return f"tongits records {self.options()} {self.replay_options(match, game)}"

    def worker(self) -> BatchWorker:
        return BatchWorker(self)


def match_length(rules: RuleSet, match_games: int | None) -> int:
    """Games of a match; by default 1, or `PROGRESSIVE_MATCH_GAMES` in a progressive match."""
    if match_games is not None:
        return match_games
    return PROGRESSIVE_MATCH_GAMES if rules.match.progressive_target > 0 else 1


def rules_option(rules: RuleSet) -> str:
    """`--rules pagat --set call.timing=end`, derived from the rules' name; for a rules file only the name."""
    return option_of(rules, load)


class BatchWorker(WorkerState):
    """The records take about 300 kB."""

    same_players = True

    def __init__(self, job: BatchJob) -> None:
        super().__init__(job.rules, job.players, job.seed, job.replay)
        self.job = job
        self.seating = self.sit((0, 1, 2), job.seatings)
        if not job.keep_rows:
            self.specialise(GAMES, self.table, "games", only=True)
        self._unit = bin_width(job.rules, HIST_ZERO)
        self._rows: RowArrays | None = None

    def play(self, block: Block) -> BlockResult:
        tally = new_record(TALLY_DTYPE)
        tally["unit"] = self._unit
        rows = None
        with self.playing():
            if self.job.keep_rows:
                rows = self._play_rows(block, tally)
            else:
                play_block(self.records, tally[0], self.deals(block), self.seating, True)
        return BlockResult(block, {name: np.array(tally[name][0]) for name in ARRAYS}, self.fault(), rows)

    def _play_rows(self, block: Block, tally: np.recarray) -> Rows:
        """Play a block in pieces; returns a row for each game."""
        step = max(1, CHUNK // block.games)
        if self._rows is None or len(self._rows.match) < step * block.games:
            self._rows = game_rows(self.job.rules, self.job.match_games, step * block.games)
        parts = []
        for some in block.pieces(step):
            play_rows(self.records, (tally[0], self._rows), self.deals(some), self.seating, True)
            parts.append(take_rows(self._rows))
        return joined(parts)


GAMES = "tongits_sim.experiments.batch:GAMING"
"""Plays all matches of `table.block`; its address goes into `table.games`."""


@c_kernel
def _games(game, view, rules, log, table, match, result, tally):
    records = Records(game, view, match, result, house_rules(), no_log(), table)
    block = table.block
    deals = MatchRange(block.of_seed, block.first, block.matches, block.games)
    play_matches(records, tally, deals, block.seatings[: block.n_seatings], block.rotate != 0)
    return np.int64(0)


GAMING = Text(_games, (MATCH_DTYPE, RESULT_DTYPE, TALLY_DTYPE), ((play_dealt, (), play_seated),), whole_view=False)
