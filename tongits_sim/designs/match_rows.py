"""The base of jobs that count whole matches: three players, seats that rotate, and a row of sums for each match."""

from __future__ import annotations

import math
from functools import cached_property

from tongits_sim.any_game.jobs import JobError
from tongits_sim.designs.batch.job import Job
from tongits_sim.designs.tournament.triples import ROTATIONS, Triple, seatings
from tongits_sim.designs.work import GameWork
from tongits_sim.rules import RuleSet
from tongits_sim.rules.amounts import UNIT, hundredths
from tongits_sim.strategy import Player

BLOCK_MATCHES = 2**13
"""Most matches in a block: blocks are small because each match has a row of its own."""
MOST_SUM = 2**62

_FINE = 50
"""Bins per ordinary loss times the square root of the games of a session."""
_POINTS = 50
"""A typical count of a losing hand."""


class MatchRowsJob(GameWork):
    """Matches of three players: the attributes of a frozen dataclass, which every such job is.

    Attributes:
        rules: the house rules, without a progressive match.
        players: three players; player i is slot i.
        wanted: minimum number of games; rounded up to complete matches, equally many in every seating.
        seed: 0 .. 2**64 - 1.
        match_games: games of a match.
        duplicate: every match is played in every seating, on the same deals; else seats rotate with the match number.
    """

    rules: RuleSet
    players: tuple[Player, ...]
    wanted: int
    seed: int
    match_games: int
    duplicate: bool

    def check_money(self) -> None:
        """Check that matches are played for money, and can be summed exactly.

        Raises:
            JobError: they are played for a score, or the sums could become too large.
        """
        if self.rules.match.progressive_target > 0:
            raise JobError(
                f"{self.rules.name} is played for a score, not for money: choose other rules, or set "
                "match.progressive_target=0"
            )
        if self.block_matches < 1:
            raise JobError(f"matches of {self.match_games:,} games under these rules cannot be summed exactly")

    @cached_property
    def job(self) -> Job:
        """The equivalent batch job, which validates the arguments and names games for a replay."""
        return Job(self.rules, self.players, self.wanted, self.seed, self.match_games)

    @property
    def labels(self) -> tuple[str, ...]:
        """Labels of the players, by slot."""
        return self.job.labels

    @cached_property
    def table(self) -> Triple:
        """The bot in each slot, equal bots with equal numbers."""
        a, b, c = (self.labels.index(label) for label in self.labels)
        return a, b, c

    @cached_property
    def seatings(self) -> tuple[Triple, ...]:
        """All distinct seatings; for three equal bots, the rotations."""
        return seatings(self.table) if len(set(self.table)) > 1 else ROTATIONS

    @property
    def ways(self) -> int:
        """How often each deal is played: once, or in every seating."""
        return len(self.seatings) if self.duplicate else 1

    @cached_property
    def matches(self) -> int:
        """Total number of matches: enough for the games, equally many in every seating."""
        raise NotImplementedError

    @cached_property
    def block_matches(self) -> int:
        """Matches in a block."""
        raise NotImplementedError

    @property
    def games(self) -> int:
        """Total number of games."""
        return self.matches * self.match_games * self.ways

    @property
    def ordinary_loss(self) -> int:
        """A typical loss of a game, in hundredths."""
        money = hundredths(self.rules)
        flat = max(money["pay.tongits"], money["pay.fold"]) + 2 * money["pot.ante"]
        return flat if self.rules.pay.mode == "flat" else _POINTS * UNIT

    def fine_width(self, games: int) -> int:
        """A width, in hundredths, that is small beside a typical result of a session of so many games."""
        return self.ordinary_loss * math.isqrt(games) // _FINE

    def replay_command(self, seated: Triple, match: int, game: int) -> str:
        """The command that replays a game; `seated` is the slot on each seat, which stays fixed."""
        a, b, c = (self.players[slot] for slot in seated)
        job = Job(self.rules, (a, b, c), self.job.games, self.seed, self.match_games, True)
        return job.replay_command(match, game)
