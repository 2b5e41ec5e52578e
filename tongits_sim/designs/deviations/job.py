"""Deviations as a value: rules, three players, the plan by which one of them deviates, and which games."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

from tongits_sim.any_game.jobs import MOST_GAMES, JobError
from tongits_sim.designs.batch.job import ROTATED, Job
from tongits_sim.designs.deviations.layout import MOST_CELLS
from tongits_sim.designs.deviations.totals import DeviationTotals
from tongits_sim.designs.work import GameWork
from tongits_sim.rules import RuleSet
from tongits_sim.rules.amounts import largest_payment
from tongits_sim.run.work import Block, described
from tongits_sim.strategy import Player

if TYPE_CHECKING:
    from tongits_sim.designs.deviations.worker import Worker

_SHARES = 16
_MOST_SUM = 2**62
_DECISIONS = 64  # of one seat in a game, generously


@dataclass(frozen=True)
class DeviationJob(GameWork):
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
        if self.rules.match.progressive_target > 0:
            raise JobError(
                f"{self.rules.name} is played for a score, not for money: nothing can be gained; choose other rules, "
                "or set match.progressive_target=0"
            )
        if len(self.others) not in (0, 2):
            raise JobError("there are two other seats")
        if not 1 <= self.cells <= MOST_CELLS or len(self.scores) not in (0, 4 * self.cells):
            raise JobError(f"a plan has 1 to {MOST_CELLS:,} cells, and a score for each of them")
        largest = 2 * max(1, largest_payment(self.rules)) * self.match_games
        if largest**2 * _DECISIONS * self.match_games * self.block_matches > _MOST_SUM:
            raise JobError("these payments are too large to be added up exactly; make the matches shorter")

    @cached_property
    def job(self) -> Job:
        """The job whose games these are."""
        return Job(self.rules, self.players, min(self.games, MOST_GAMES), self.seed, self.match_games)

    @property
    def players(self) -> tuple[Player, ...]:
        """The player, and the two others."""
        return (self.player, *(self.others or (self.player,) * 2))

    @property
    def seatings(self) -> tuple[tuple[int, int, int], ...]:
        """The seatings that follow each other with the match number."""
        return ROTATED

    @cached_property
    def block_matches(self) -> int:
        """Matches in a block."""
        matches = -(-self.games // self.match_games)
        return max(1, -(-matches // _SHARES))

    def blocks(self, size: int | None = None) -> Iterator[Block]:
        """The blocks in order; `size` overrides the number of matches in one."""
        size = size or self.block_matches
        matches = -(-self.games // self.match_games)
        for number, start in enumerate(range(0, matches, size)):
            yield Block(number, self.first + start, min(size, matches - start), self.match_games)

    def worker(self) -> Worker:
        """Records for one thread."""
        from tongits_sim.designs.deviations.worker import Worker

        return Worker(self)

    def empty(self) -> DeviationTotals:
        """Nothing counted yet."""
        return DeviationTotals(self.cells)

    def manifest(self) -> dict[str, Any]:
        """What decides the numbers."""
        from hashlib import sha256

        names = ("deviating", "cells", "games", "seed", "first", "match_games", "explore")
        return {
            "rules": self.rules.knobs(),
            "players": described(self.players),
            "scores": sha256(self.scores).hexdigest()[:16],
        } | {name: getattr(self, name) for name in names}
