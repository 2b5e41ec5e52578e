"""A fork job as a value: rules, players, seed and games, the forked decision, the bins and table of forks."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from tongits_sim.any_game.designs.binned import Binning as Binning
from tongits_sim.any_game.designs.binned import Bins, moment_names
from tongits_sim.any_game.jobs import MOST_MATCH_GAMES, JobError
from tongits_sim.designs.batch_games import MOST_SUM, BatchGamesJob
from tongits_sim.designs.forks import layout
from tongits_sim.designs.forks.rows import NO_PAYOUT
from tongits_sim.game.state import DECISIONS
from tongits_sim.rules import RuleSet
from tongits_sim.rules.amounts import UNIT
from tongits_sim.run.row_table import Column
from tongits_sim.run.totals import Axis
from tongits_sim.strategy import Player

FORKED = ("call", "respond", "lay", "discard")
"""Decisions that can be forked."""

_BLOCK_GAMES = 2**14
_MOST_BLOCKS = 100_000
_SHARES = 64
_MOST_CELLS = 2**20
_MOST_ROW_GAMES = 1000

Rule = tuple[tuple[float, ...], ...]
"""Largest counts: 18 rows by stock left, 3 columns by number of opponents with an open meld."""


class BinnedFeature(Bins):
    """A feature of a decision, divided into bins; see `Bins`."""

    FEATURES = layout.FEATURES

    def __post_init__(self) -> None:
        super().__post_init__()
        if not 0 <= self.edges[0] <= self.edges[-1] <= layout.MOST:
            raise JobError(f"the bins of {self.feature} must begin at numbers from 0 to {layout.MOST}")


def unit_bins(feature: str, low: int, high: int) -> BinnedFeature:
    """A feature with one bin for each value from `low` to `high`; the last bin also takes larger values."""
    return BinnedFeature(feature, tuple(range(low, high + 1)))


@dataclass(frozen=True)
class ForkJob(BatchGamesJob):
    """Games between three players with a fork at every decision of one kind.

    Attributes:
        rules, players, games, seed, match_games: as in `Job`; intervals treat matches as independent.
        decision: one of `FORKED`.
        binnings: each sorts all forks into its cells.
        slots: the slots whose decisions are forked.
        rule: CALL: the largest counts with which arm c calls later.
        hold_turns: LAY: number of own turns for which arm b holds its melds.
        proposal: LAY: `module:name` of a hook that proposes a meld when the bot lays none.
        placebo: force the bot's own answer in both arms: every difference must be 0.
        keep_rows: whether a block has a row for each fork (rows.py); it changes no number.
        also: rules that differ in payments alone; the rows settle both arms under them too. For matches of one game.
    """

    rules: RuleSet
    players: tuple[Player, ...]
    decision: str
    binnings: tuple[Binning, ...] = ()
    games: int = 100_000
    seed: int = 1
    match_games: int = 1
    slots: tuple[int, ...] = (0, 1, 2)
    rule: Rule | None = None
    hold_turns: int = 1
    proposal: str = ""
    placebo: bool = False
    keep_rows: bool = False
    also: tuple[RuleSet, ...] = ()

    kind = "forks"

    def __post_init__(self) -> None:
        _ = self.job  # checks rules, players, games and seed
        if self.decision not in FORKED:
            raise JobError(f"the decision to fork must be one of {', '.join(FORKED)}, not {self.decision!r}")
        self.check_money("forks have no payoff")
        if not 1 <= self.match_games <= MOST_MATCH_GAMES:
            raise JobError(f"the number of games in a match must lie between 1 and {MOST_MATCH_GAMES:,}")
        if any(not 1 <= len(each.axes) <= layout.MAX_AXES for each in self.binnings):
            raise JobError(f"a binning has 1 to {layout.MAX_AXES} axes")
        if len(self.binnings) > layout.MAX_BINNINGS or self.cells > _MOST_CELLS:
            raise JobError(f"at most {layout.MAX_BINNINGS} binnings with {_MOST_CELLS:,} cells in all can be counted")
        if self.decision == "lay" and not self.proposal:
            raise JobError("forks at LAY need a hook that proposes a meld")
        if self.also and self.match_games > 1:
            raise JobError("forks can be settled under other payments only in matches of one game")
        if self.keep_rows and self.match_games > _MOST_ROW_GAMES:
            raise JobError(f"rows of forks can be kept only for matches of at most {_MOST_ROW_GAMES:,} games")
        if self._largest_sum**2 > MOST_SUM:
            raise JobError("these payments are too large for exact sums; make the matches shorter")

    @cached_property
    def cells(self) -> int:
        """Cells of all binnings."""
        return sum(each.cells for each in self.binnings)

    @property
    def code(self) -> int:
        """DECISION_* of the decision."""
        return DECISIONS.index(self.decision)

    @cached_property
    def _largest_sum(self) -> int:
        """A bound on the sum of one cluster."""
        forks = 60 if self.decision == "discard" else 30  # a seat's turns; discards weigh up to 12
        weight = 12 if self.decision == "discard" else 1
        return self.largest * forks * weight

    @cached_property
    def block_matches(self) -> int:
        """Matches in a block."""
        games = max(_BLOCK_GAMES, -(-self.games // _MOST_BLOCKS))
        games = max(1, min(games, -(-self.games // _SHARES)))
        return max(1, min(games // self.match_games, MOST_SUM // self._largest_sum**2))

    def manifest(self) -> dict[str, Any]:
        """Everything that determines the results, as JSON."""
        names = ("decision", "match_games", "slots", "rule", "hold_turns", "proposal", "placebo")
        binnings = {each.name: [[axis.feature, list(axis.edges)] for axis in each.axes] for each in self.binnings}
        return super().manifest() | {"maps": binnings} | self.named(*names)

    @property
    def axes(self) -> dict[str, tuple[int | Axis, ...]]:
        """The arrays of the FORK record under their names there, and `cells`, the moments of all cells."""
        moment = Axis("moment", moment_names(layout.VALUES))
        return {
            **dict.fromkeys(("games", "matches", "branches"), (1,)),
            "cells": (Axis("cell", self.cells), moment),
            "groups": (Axis("group", layout.GROUPS), moment),
            "naive": (layout.N_NAIVE,),
        }


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
    yield Column("payout_wait", "f8", parts=UNIT, none=int(NO_PAYOUT))
    yield from (Column(name, "?") for name in ("burned_yes", "burned_no", "fought_yes", "fought_no"))
    yield from (Column(name, "f8", parts=UNIT) for name in ("next_payout_yes", "next_payout_no"))
