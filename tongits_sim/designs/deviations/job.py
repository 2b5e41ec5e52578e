"""Deviations as a value: rules, three players, the plan by which one of them deviates, and which games."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from tongits_sim.any_game.jobs import JobError
from tongits_sim.designs.batch_games import MOST_SUM, CellTotals, ComparedJob
from tongits_sim.designs.deviations.layout import MOST_CELLS, SUMS
from tongits_sim.rules import RuleSet
from tongits_sim.strategy import Player

_DECISIONS = 64  # of one seat in a game, generously


@dataclass(frozen=True)
class DeviationJob(ComparedJob):
    """Games of three players, one of whom deviates by a plan; its alternatives at every decision are played on.

    Attributes:
        rules: the house rules.
        player: who deviates, and sits on the other seats too unless `others` do.
        deviating: `module:name` of the function that makes a player deviate, given the player and scores.
        cells: cells of a plan.
        scores: float32[cells], the score of each cell in units, as bytes; nothing: zeros, so that nobody deviates.
        games: games of this job, in matches of `match_games`.
        seed: 0 .. 2**64 - 1.
        first: number of the first match.
        match_games: games of a match; a value is what the rest of the match brings.
        explore: share of decisions where the game goes on with any of the options, so that what follows rare ones is
            learned too.
        others: who sits on the two other seats; empty: the player.
    """

    rules: RuleSet
    player: Player
    deviating: str
    cells: int
    scores: bytes = b""
    games: int = 100_000
    seed: int = 1
    first: int = 0
    match_games: int = 1
    explore: float = 0.0
    others: tuple[Player, ...] = ()

    kind = "deviations"

    def __post_init__(self) -> None:
        _ = self.job
        self.check_money("nothing can be gained")
        if len(self.others) not in (0, 2):
            raise JobError("there are two other seats")
        if not 1 <= self.cells <= MOST_CELLS or len(self.scores) not in (0, 4 * self.cells):
            raise JobError(f"a plan has 1 to {MOST_CELLS:,} cells, and a score for each of them")
        if self.largest**2 * _DECISIONS * self.match_games * self.block_matches > MOST_SUM:
            raise JobError("these payments are too large to be added up exactly; make the matches shorter")

    @property
    def players(self) -> tuple[Player, ...]:
        """The player, and the two others."""
        return (self.player, *(self.others or (self.player,) * 2))

    def empty(self) -> CellTotals:
        """Totals at zero."""
        return CellTotals(self.cells, SUMS)

    def manifest(self) -> dict[str, Any]:
        """Everything that determines the results, as JSON."""
        from hashlib import sha256

        return super().manifest() | {"scores": sha256(self.scores).hexdigest()[:16]} | self.named("deviating", "cells")
