"""A solving job as a value: rules, players, their profiles, the slots whose decisions are compared, and the games."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from tongits_sim.any_game.jobs import JobError
from tongits_sim.designs.batch_games import MOST_SUM, ComparedJob
from tongits_sim.designs.solving.layout import MOST_IN_ALL, SUMS
from tongits_sim.profiles.profile import Grid
from tongits_sim.rules import RuleSet
from tongits_sim.run.totals import Axis
from tongits_sim.strategy import Player

if TYPE_CHECKING:
    from tongits_sim.run.work import Notice

_LEAST_BLOCK = 2_500  # games: a block counts into every cell, which takes as long as a thousand games
_PREPARED: set[tuple[object, ...]] = set()  # what this process has compiled


@dataclass(frozen=True)
class SolvingJob(ComparedJob):
    """Games in which both answers at the decisions of some slots are played on.

    Attributes:
        rules: the house rules.
        players: three players; those of the slots in `plays` answer by a profile instead of their own hooks.
        answering: `module:name` of the function that makes a strategy answer by a profile; its module
            also has `both_answers`, which says what yes and no mean.
        profiles: each has a grid for each kind of decision; all have the same axes.
        plays: the profile of each slot, -1 for a slot that plays as it is.
        counted: whether the decisions of each slot are compared.
        games: games of this job, in matches of `match_games`.
        seed: 0 .. 2**64 - 1.
        first: number of the first match.
        match_games: games of a match; an answer is valued by the rest of the match.
        explore: share of decisions where the game goes on with the other answer.
        decided: for each grid a byte for each cell, 1 where few decisions are compared (`layout.GLANCE`); () for none.
    """

    rules: RuleSet
    players: tuple[Player, ...]
    answering: str
    profiles: tuple[tuple[Grid, ...], ...]
    plays: tuple[int, ...] = (0, 0, 0)
    counted: tuple[bool, ...] = (True, True, True)
    games: int = 100_000
    seed: int = 1
    first: int = 0
    match_games: int = 1
    explore: float = 0.0
    decided: tuple[bytes, ...] = ()

    kind = "solving"

    def __post_init__(self) -> None:
        _ = self.job
        self.check_money("nothing can be solved")
        if len({tuple((grid.kind, grid.axes) for grid in profile) for profile in self.profiles}) != 1:
            raise JobError("all profiles of a job must have the same grids")
        if sum(grid.cells for grid in self.grids) > MOST_IN_ALL:
            raise JobError(f"all grids together may have {MOST_IN_ALL:,} cells")
        if self.decided and [len(each) for each in self.decided] != [grid.cells for grid in self.grids]:
            raise JobError("the decided cells need an entry for every cell of every grid")
        if self.largest**2 * 64 * self.block_matches > MOST_SUM:
            raise JobError("these payments are too large to be added up exactly; make the matches shorter")

    @property
    def grids(self) -> tuple[Grid, ...]:
        """The grids of the first profile, whose cells are counted."""
        return self.profiles[0]

    @property
    def block_matches(self) -> int:
        """Matches in a block."""
        return max(super().block_matches, min(_LEAST_BLOCK // self.match_games, -(-self.matches // 2)))

    def prepare(self, notice: Notice) -> None:
        """Load or compile everything the job needs; once in a process for bots that cannot change."""
        bots = tuple(player.strategy.name for player in self.players)
        key = (self.rules.name, self.answering, tuple(grid.kind for grid in self.grids), bots)
        if key in _PREPARED:
            return
        super().prepare(notice)
        if not any(player.origin for player in self.players):
            _PREPARED.add(key)

    @property
    def axes(self) -> dict[str, tuple[int | Axis, ...]]:
        """Sums by cell; the cells of the grids follow each other."""
        cells = Axis("cell", sum(grid.cells for grid in self.grids)), Axis("sum", SUMS)
        return {**dict.fromkeys(("games", "matches", "branches"), (1,)), "cells": cells}

    def manifest(self) -> dict[str, Any]:
        """Everything that determines the results, as JSON."""
        from hashlib import sha256

        digests = [sha256(b"".join(grid.yes for grid in profile)).hexdigest()[:16] for profile in self.profiles]
        axes = [[grid.kind, [[feature, list(edges)] for feature, edges in grid.axes]] for grid in self.grids]
        decided = sha256(b"".join(self.decided)).hexdigest()[:16]
        own = {"grids": axes, "profiles": digests, "decided": decided}
        return super().manifest() | own | self.named("plays", "counted", "answering")
