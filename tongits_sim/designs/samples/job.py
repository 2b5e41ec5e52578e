"""Samples as a value: rules, three players, which decisions of the first one are sampled, and which games."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import numpy as np

from tongits_sim.any_game.jobs import MOST_GAMES
from tongits_sim.designs.batch.job import Job
from tongits_sim.designs.batch_games import BatchGamesJob
from tongits_sim.designs.samples.layout import MOST_ROWS
from tongits_sim.designs.work import GameWork
from tongits_sim.game.state import DECISIONS
from tongits_sim.rules import RuleSet
from tongits_sim.run.totals import Counts, Totals
from tongits_sim.run.work import Block
from tongits_sim.strategy import Player

_BLOCK = 2**10
_SHARES = 16


class Samples(Totals):
    """The rows of a job.

    Attributes:
        parts: the rows of each block, in the order of arrival.
    """

    def __init__(self) -> None:
        super().__init__({"games": (1,), "matches": (1,), "branches": (1,)})
        self.parts: list[Counts] = []

    def add(self, counts: Counts) -> None:
        """Add the rows of a block, or other samples."""
        super().add({name: counts[name] for name in self.axes})
        self.parts += counts.parts if isinstance(counts, Samples) else [counts]

    def rows(self) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """Kinds int8[n], rows int16[n, places] and gains int32[n] (hundredths), in the order of matches."""
        order = np.argsort(np.concatenate([each["row_match"] for each in self.parts]), kind="stable")
        kind, row, gain = (
            np.concatenate([each[name] for each in self.parts])[order] for name in ("row_kind", "row", "row_gain")
        )
        return kind, row, gain


@dataclass(frozen=True)
class SampleJob(BatchGamesJob):
    """Games of three players; the first one's options are played on at a share of its decisions.

    Attributes:
        rules: the house rules.
        players: three players; slot 0 weighs options (`strategies/option_trees.py`) and keeps their rows.
        share: share of the decisions that are sampled, by name of the decision.
        games: games of this job, in matches of `match_games`.
        seed: 0 .. 2**64 - 1.
        first: number of the first match.
        match_games: games of a match; an option is valued by the rest of the match.
        explore: share of decisions where the game goes on with any of the options.
    """

    rules: RuleSet
    players: tuple[Player, ...]
    share: Mapping[str, float] = field(default_factory=lambda: dict.fromkeys(DECISIONS, 1.0))
    games: int = 10_000
    seed: int = 1
    first: int = 0
    match_games: int = 1
    explore: float = 0.0

    kind = "samples"

    def __post_init__(self) -> None:
        _ = self.job
        self.check_money("nothing can be gained")

    @cached_property
    def job(self) -> Job:
        """The batch job that plays the same games."""
        return Job(self.rules, self.players, min(self.games, MOST_GAMES), self.seed, self.match_games)

    @property
    def matches(self) -> int:
        """Matches in all, each of full length."""
        return -(-self.games // self.match_games)

    @property
    def block_matches(self) -> int:
        """Matches in a block: as many as its rows have room for."""
        return max(1, min(MOST_ROWS // 64, _BLOCK, -(-self.matches // _SHARES)))

    def blocks(self, size: int | None = None) -> Iterator[Block]:
        """The blocks in order; `size` overrides the number of matches in one."""
        return GameWork.blocks(self, size)

    def empty(self) -> Samples:
        """No rows."""
        return Samples()

    def manifest(self) -> dict[str, Any]:
        """Everything that determines the results, as JSON."""
        return super().manifest() | self.named("first", "match_games", "explore") | {"share": dict(self.share)}
