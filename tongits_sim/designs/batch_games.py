"""The bases of jobs that play the games of a batch, with branches: both answers of a decision are played on."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from typing import Any

from tongits_sim.designs.batch.job import Job
from tongits_sim.designs.work import GameWork
from tongits_sim.rules.amounts import largest_payment
from tongits_sim.run.work import Block, described

MOST_SUM = 2**62


class BatchGamesJob(GameWork):
    """Jobs that play the games of a batch: the attributes of a frozen dataclass.

    Attributes:
        rules, players, games, seed, match_games: as in `Job`; the house rules have no progressive match.
    """

    games: int

    @cached_property
    def job(self) -> Job:
        """The batch job that plays the same games."""
        return Job(self.rules, self.players, self.games, self.seed, self.match_games)

    @property
    def largest(self) -> int:
        """A bound on the difference of two results of a match, hundredths."""
        return 2 * max(1, largest_payment(self.rules)) * self.match_games

    def blocks(self, size: int | None = None) -> Iterator[Block]:
        """The blocks in order; `size` overrides the number of matches in one."""
        return self.job.blocks(size or self.block_matches)

    def replay(self, seated: tuple[int, ...], match: int, game: int) -> str:
        """See `GameWork`; the seating follows from the match."""
        return self.job.replay_command(match, game)

    def manifest(self) -> dict[str, Any]:
        """Everything that determines the results, as JSON."""
        return {"rules": self.rules.knobs(), "players": described(self.players)} | self.named("games", "seed")
