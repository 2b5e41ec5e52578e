"""Forks: both actions of a decision are played from the same position, with the same hidden cards and random words."""

from __future__ import annotations

import functools
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any, ClassVar

import numpy as np
from numba import types

from tongits_sim.cards import EMPTY
from tongits_sim.compile.jit import c_kernel, inline_njit, njit, outlined
from tongits_sim.compile.match_loop import Records, note_fault
from tongits_sim.compile.specialised import record_at
from tongits_sim.experiments import fork_branch as layout
from tongits_sim.experiments.batch_kernel import play_seated
from tongits_sim.experiments.batch_rows import RowArrays, take_rows
from tongits_sim.experiments.branches import MAX_SUM, BatchGamesJob, BranchWorker
from tongits_sim.experiments.fork_branch import CONTROL_DTYPE, FAULTY, FORK_DTYPE, STOP_NEVER, continue_game, overridden
from tongits_sim.experiments.fork_kernel import Cells, fork_here, play_forks
from tongits_sim.experiments.fork_rows import CHUNK, SMALL, WIDE, fork_rows
from tongits_sim.experiments.specialised_engines import Text, house_rules, no_log
from tongits_sim.game.bot_calls import ask_bot, compile_hook
from tongits_sim.game.engine import action_of, apply
from tongits_sim.game.illegal_reasons import LEGAL, NOT_AN_ACTION
from tongits_sim.game.match import deal, finish
from tongits_sim.game.state import DECISION_OVER, DECISIONS, MATCH_DTYPE, NOBODY, RESULT_DTYPE, SEATS, new_record
from tongits_sim.imports import load
from tongits_sim.rules import RuleSet
from tongits_sim.rules.amounts import UNIT
from tongits_sim.run.base_job import MAX_MATCH_GAMES, JobError, block_length
from tongits_sim.run.estimates import Binned, Bins, moment_names
from tongits_sim.run.estimates import Binning as Binning
from tongits_sim.run.faults import Fault
from tongits_sim.run.job import Block, BlockResult
from tongits_sim.run.parquet import Column, joined
from tongits_sim.run.totals import Axis, Rows, Totals
from tongits_sim.stats import Interval
from tongits_sim.strategy import Player

FORKED = ("call", "respond", "lay", "discard", "draw", "sapaw")
"""Decisions that can be forked."""
_PROPOSED = ("lay", "draw", "sapaw")
"""Decisions with more than one yes: a hook proposes one if the bot says no."""
_OFTEN = ("discard", "sapaw")
"""Decisions that a seat may have more than 30 times in a game."""

_GAMES_OF_A_GAME = 16
"""Roughly the time of a game with its branches, in games without branches."""
_CELLS_A_GAME = 100
"""Cells for each game of a block, at most: with more, adding up the cells would take longer than playing."""
_MAX_CELLS = 2**20
_MAX_ROW_GAMES = 1000


class BinnedFeature(Bins):
    """A feature of a decision, divided into bins; see `Bins`."""

    FEATURES = layout.FEATURES

    def __post_init__(self) -> None:
        super().__post_init__()
        if not 0 <= self.edges[0] <= self.edges[-1] <= layout.MOST:
            raise JobError(f"the bins of {self.feature} must begin at numbers from 0 to {layout.MOST}")


def unit_bins(feature: str, low: int, high: int) -> BinnedFeature:
    """A feature with a bin for each value from `low` to `high`; the last bin also takes larger values."""
    return BinnedFeature(feature, tuple(range(low, high + 1)))


@dataclass(frozen=True)
class ForkJob(BatchGamesJob):
    """Games of three players with a fork at every decision of a kind.

    Attributes:
        rules, players, games, seed, match_games: as in `BatchJob`; intervals treat matches as independent.
        decision: one of `FORKED`.
        binnings: each sorts all forks into its cells.
        slots: the slots whose decisions are forked.
        hold_turns: LAY: for how many own turns arm b holds its melds.
        proposal: LAY, DRAW, SAPAW: `module:name` of a hook that proposes arm a if the bot chooses arm b.
        placebo: force the bot's own action in both arms: every difference must be 0.
        keep_rows: whether a block has a row for each fork (fork_rows.py).
    """

    rules: RuleSet
    players: tuple[Player, ...]
    decision: str
    binnings: tuple[Binning, ...] = ()
    games: int = 100_000
    seed: int = 1
    match_games: int = 1
    slots: tuple[int, ...] = (0, 1, 2)
    hold_turns: int = 1
    proposal: str = ""
    placebo: bool = False
    keep_rows: bool = False

    job_type = "forks"

    def __post_init__(self) -> None:
        _ = self.job  # checks rules, players, games and seed
        if self.decision not in FORKED:
            raise JobError(f"the decision to fork must be one of {', '.join(FORKED)}, not {self.decision!r}")
        self.check_money("forks have no payoff")
        if not 1 <= self.match_games <= MAX_MATCH_GAMES:
            raise JobError(f"the number of games in a match must lie between 1 and {MAX_MATCH_GAMES:,}")
        if any(not 1 <= len(binning.axes) <= layout.MAX_AXES for binning in self.binnings):
            raise JobError(f"a binning has 1 to {layout.MAX_AXES} axes")
        if len(self.binnings) > layout.MAX_BINNINGS or self.cells > _MAX_CELLS:
            raise JobError(f"at most {layout.MAX_BINNINGS} binnings with {_MAX_CELLS:,} cells in all can be counted")
        if self.decision in _PROPOSED and not self.proposal:
            raise JobError(f"forks at {self.decision.upper()} need a hook that proposes an action")
        if self.keep_rows and self.match_games > _MAX_ROW_GAMES:
            raise JobError(f"rows of forks can be kept only for matches of at most {_MAX_ROW_GAMES:,} games")
        if self._largest_sum**2 > MAX_SUM:
            raise JobError("these payments are too large for exact sums; make the matches shorter")

    @cached_property
    def cells(self) -> int:
        """The number of cells of all binnings."""
        return sum(binning.cells for binning in self.binnings)

    @property
    def code(self) -> int:
        """The DECISION_* of `decision`."""
        return DECISIONS.index(self.decision)

    @cached_property
    def _largest_sum(self) -> int:
        forks = 60 if self.decision in _OFTEN else 30  # a seat's turns; discards weigh up to 12
        weight = 12 if self.decision == "discard" else 1
        return self.largest * forks * weight

    @cached_property
    def block_matches(self) -> int:
        games = self.match_games * _GAMES_OF_A_GAME
        matches = block_length(self.games // self.match_games, games, self.players)
        few = self.cells // (_CELLS_A_GAME * self.match_games)  # so that counts take less room than games take time
        return max(1, min(max(matches, few), MAX_SUM // self._largest_sum**2))

    def manifest(self) -> dict[str, Any]:
        names = ("decision", "match_games", "slots", "hold_turns", "proposal", "placebo")
        binnings = {
            binning.name: [[axis.feature, list(axis.edges)] for axis in binning.axes] for binning in self.binnings
        }
        return super().manifest() | {"maps": binnings} | self.named(*names)

    @property
    def axes(self) -> dict[str, tuple[int | Axis, ...]]:
        """The arrays of the FORK record by their names, and `cells`, the moments of all cells."""
        moment = Axis("moment", moment_names(layout.VALUES))
        return {
            **dict.fromkeys(("games", "matches", "branches"), (1,)),
            "cells": (Axis("cell", self.cells), moment),
            "groups": (Axis("group", layout.GROUPS), moment),
            "naive": (layout.N_NAIVE,),
        }

    def worker(self) -> ForkWorker:
        return ForkWorker(self)


def columns(decision: str, seed: int, labels: tuple[str, ...]) -> Iterator[Column]:
    """The columns of a table of decisions (docs/reference/tables.md); labels: the players by slot."""
    yield Column("seed", "u8", constant=seed)
    yield Column("match", "i8")
    yield Column("game", "i4")
    yield Column("decision", "i1", labels=DECISIONS, constant=DECISIONS.index(decision))
    yield Column("seat", "i1")
    yield Column("slot", "i1")
    yield Column("player", "i1", source="slot", labels=labels)
    yield Column("dealer", "i1")
    yield from (Column(feature, "i2") for feature in layout.FEATURES)
    yield Column("chose_yes", "?")
    yield Column("weight", "i2")
    yield from (Column(name, "f8", parts=UNIT) for name in ("payout_yes", "payout_no"))
    yield from (Column(name, "?") for name in ("burned_yes", "burned_no", "fought_yes", "fought_no"))
    yield from (Column(name, "f8", parts=UNIT) for name in ("next_payout_yes", "next_payout_no"))


RESUME = "tongits_sim.experiments.forks:RESUMING"
"""Continues a game from any decision; for `branch.resume`."""


@c_kernel
def _resume(game, view, rules, log, table, control):
    """`resume`. If nothing stops or steers the game, the engine of batches plays it, because this engine asks bots
    without returning.
    """
    if control.stop != STOP_NEVER or control.hold_seat != NOBODY or control.pending == 0:
        return continue_game(game, view, house_rules(), no_log(), table, control)
    control.pending = 0
    decision = np.int64(view.decision)
    reason = apply(game, view, house_rules(), no_log(), control.action)
    if reason != 0:
        note_fault(table, np.int64(view.me), decision, reason)
        return FAULTY
    return DECISION_OVER if play_seated(game, view, house_rules(), no_log(), table) == 0 else FAULTY


RESUMING = Text(_resume, (CONTROL_DTYPE,))


FORK = "tongits_sim.experiments.forks:FORKING"
"""Plays games with their forks and branches; for `fork.play`."""

_fork_at = record_at(FORK_DTYPE)
_match_at = record_at(MATCH_DTYPE)


@c_kernel
def _play(game, view, rules, log, table, match, result):
    """Deal a game, or perform the action of a branch; then play to the end and settle. Returns 0 after a fault, else
    1.
    """
    rules = house_rules()
    log = no_log()
    control = _fork_at(table.forking).branch.control
    if control.pending:
        control.pending = 0
        reason = apply(game, view, rules, log, control.action)
        if reason != LEGAL:
            note_fault(table, np.int64(view.me), np.int64(view.decision), reason)
            return 0
    else:
        deal(game, view, rules, match, log)
    if play_seated(game, view, rules, log, table) != LEGAL:
        return 0
    finish(game, view, rules, match, result)
    return 1


@inline_njit
def _action(game, view, rules, log, table, seat, decision):
    """`action_of` with the forks and the control of watched decisions."""
    if table.watched >> decision & 1:
        return outlined(_watched_action, (game, view, rules, log, table, seat, decision))
    return ask_bot(table, view, seat, decision)


@njit
def _watched_action(game, view, rules, log, table, seat, decision):
    fork = _fork_at(table.forking)
    branch = fork.branch
    if branch.branching:
        if overridden(view, branch.control, decision):
            return EMPTY, np.int64(LEGAL)
        return ask_bot(table, view, seat, decision)
    action, reason = ask_bot(table, view, seat, decision)
    if reason == LEGAL and fork.slots[table.seating[seat]]:
        # Uses the branch's result, because the game has no result before its end.
        records = Records(game, view, _match_at(fork.match), branch.result, rules, log, table)
        if not fork_here(records, fork, action, None):
            reason = NOT_AN_ACTION
    return action, reason


FORKING = Text(_play, (MATCH_DTYPE, RESULT_DTYPE), ((action_of, (types.int64, types.int64), _action),))


_NO_PARAMS = np.dtype([("params", "f8")], align=True)


@functools.cache
def proposal_address(path: str) -> int:
    """Compile the hook `module:name` for a bot without parameters, and return its address."""
    return compile_hook(load(path), _NO_PARAMS, path, "lay")


def moments_of(rows: np.ndarray) -> np.ndarray:
    """Convert kernels' rows of sums, int64[k, 3 * ROW], to moments, int64[k, N_MOMENTS]."""
    parts = rows.reshape(len(rows), 3, layout.ROW)
    moments = np.empty((len(rows), layout.N_MOMENTS), np.int64)
    moments[:, :2] = parts[:, :2, 0]
    for part in range(3):
        moments[:, 2 + part :: 3] = parts[:, part, 1:]
    return moments


class ForkWorker(BranchWorker[ForkJob]):
    """Plays blocks of games with their forks."""

    def __init__(self, job: ForkJob) -> None:
        super().__init__(job)
        self._no_params = np.zeros(1, _NO_PARAMS)
        self._rows: RowArrays | None = None
        self.take(self._new_fork())
        if job.keep_rows:
            self.specialise(RESUME, self.state["branch"], "resume", only=True)
        else:
            self.specialise(FORK, self.state, "play", only=True)
        self.table["forking"] = self.state.ctypes.data
        self._cells = Cells(
            moments=np.zeros((job.cells, 3 * layout.ROW), np.int64),
            touched=np.zeros(job.cells, np.int64),
            sums=np.zeros((job.cells, layout.ROW), np.int64),
            place=np.zeros(job.cells, np.int32),
        )

    def _new_fork(self) -> np.recarray:
        job = self.job
        record = new_record(layout.FORK_DTYPE)
        record["kind"] = job.code
        record["placebo"] = job.placebo
        record["hold_turns"] = job.hold_turns
        record["slots"] = [slot in job.slots for slot in range(SEATS)]
        record["branch"]["branch_view"]["rules"] = self.view["rules"]
        record["match"] = self._match.ctypes.data
        if job.proposal:
            record["proposal"] = proposal_address(job.proposal)
            record["proposal_params"] = self._no_params.ctypes.data
        record["binnings"] = len(job.binnings)
        offset = 0
        for number, binning in enumerate(job.binnings):
            record["axes"][0, number] = len(binning.axes)
            record["offset"][0, number] = offset
            stride = binning.cells
            for place, axis in enumerate(binning.axes):
                stride //= axis.bins
                record["feature"][0, number, place] = layout.FEATURE[axis.feature]
                record["stride"][0, number, place] = stride
                bins = np.searchsorted(axis.edges, np.arange(layout.MOST + 1), side="right") - 1
                record["bins"][0, number, place] = bins
            offset += binning.cells
        return record

    def play(self, block: Block) -> BlockResult:
        fork = self.state
        self._cells.moments[...] = 0
        self.clear("group_moments", "naive_moments", "clusters", "games")
        rows = None
        with self.playing():
            if self.job.keep_rows:
                rows = self._play_rows(block)
            else:
                play_forks(self.records, (fork[0], self._cells, None), self.deals(block), self.seating, True)
        counts = {
            "games": fork["games"].copy(),
            "matches": fork["clusters"].copy(),
            "branches": fork["branch"]["played"].copy(),
            "cells": moments_of(self._cells.moments),
            "groups": moments_of(fork["group_moments"][0]),
            "naive": fork["naive_moments"][0].copy(),
        }
        return BlockResult(block, counts, self.fault(), rows)

    def _play_rows(self, block: Block) -> Rows:
        """Play a block in pieces; returns a row for each fork."""
        step = max(1, CHUNK // block.games)
        if self._rows is None or len(self._rows.match) < step * block.games * layout.MAX_FORKS:
            self._rows = fork_rows(step * block.games * layout.MAX_FORKS)
        parts = []
        for some in block.pieces(step):
            play_forks(self.records, (self.state[0], self._cells, self._rows), self.deals(some), self.seating, True)
            parts.append(take_rows(self._rows, (*WIDE, *SMALL)))
        return joined(parts)

    def with_place(self, fault: Fault, branching: bool) -> Fault:
        """A fault in a branch has no replay command, because the game itself took another course."""
        where = f"in a branch of this game, where another {self.job.decision} was forced"
        return fault.without_replay(where) if branching else fault


@dataclass(frozen=True)
class ForkEstimates(Binned):
    """Estimates from the totals of a fork job; elapsed: seconds of play."""

    VALUES: ClassVar[tuple[str, ...]] = layout.VALUES
    SHARES: ClassVar[tuple[str, ...]] = ("burned", "fought", "chose", "bluff", "highest")
    CLUSTERS: ClassVar[str] = "matches"
    job: ForkJob
    totals: Totals
    elapsed: float = 0.0

    @property
    def forks(self) -> int:
        """The number of forks."""
        return int(self.totals["groups"][0, 0])

    def group(self, name: str, value: str = "payout") -> Interval:
        """Mean of a value per fork in one of `layout.GROUPS`."""
        return self.mean(self.totals["groups"][layout.GROUPS.index(name)], value)
