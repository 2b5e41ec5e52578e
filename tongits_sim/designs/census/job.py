"""A census as a value: rules, players, seed and games, and how the matches are split into blocks.

Blocks are small because each match has a row of its own.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

from tongits_sim.designs.batch.job import Job, JobError
from tongits_sim.designs.census.layout import MOST_MARKS
from tongits_sim.designs.census.totals import CensusTotals
from tongits_sim.designs.tournament.triples import ROTATIONS, Triple, seatings
from tongits_sim.designs.work import GameWork
from tongits_sim.rules import RuleSet
from tongits_sim.rules.amounts import UNIT, hundredths, largest_payment
from tongits_sim.run.work import Block, described
from tongits_sim.strategy import Player

if TYPE_CHECKING:
    from tongits_sim.designs.census.worker import Worker

_BLOCK_MATCHES = 2**13
_MOST_SUM = 2**62
_NICE = (1, 2, 5)
_FINE = 50
"""Bins per ordinary loss times the square root of the games of a session."""
_POINTS = 50
"""A typical count of a losing hand."""


@dataclass(frozen=True)
class CensusJob(GameWork):
    """Matches of three players, counted in detail.

    Attributes:
        rules: the house rules, without a progressive match.
        players: three players; player i is slot i.
        wanted: minimum number of games; rounded up to complete matches, equally many in every seating.
        seed: 0 .. 2**64 - 1.
        match_games: games of a match, which carries over dealer, jackpot and streak.
        duplicate: every match is played in every seating, on the same deals; else seats rotate with the match number.
        marks: numbers of games of a session after which the leader is noted; up to eight.
        together: matches of a session; seats rotate between them. 1 in a duplicate census.
    """

    rules: RuleSet
    players: tuple[Player, ...]
    wanted: int = 100_000
    seed: int = 1
    match_games: int = 1
    duplicate: bool = False
    marks: tuple[int, ...] = ()
    together: int = 1

    kind = "census"

    def __post_init__(self) -> None:
        if self.rules.match.progressive_target > 0:
            raise JobError(
                f"{self.rules.name} is played for a score, not for money: choose other rules, or set "
                "match.progressive_target=0"
            )
        if len(self.marks) > MOST_MARKS or any(not 0 < mark <= self.session_games for mark in self.marks):
            raise JobError(f"there can be up to {MOST_MARKS} marks, none later than the end of the session")
        if self.together < 1 or (self.duplicate and self.together > 1):
            raise JobError("a session has at least one match, and exactly one if every seating is played")
        if self.block_matches < 1:
            raise JobError(f"matches of {self.match_games:,} games under these rules cannot be summed exactly")

    @cached_property
    def job(self) -> Job:
        """The equivalent batch job, which validates the arguments and names games for a replay."""
        return Job(self.rules, self.players, self.wanted, self.seed, self.match_games)

    @cached_property
    def table(self) -> Triple:
        """The bot in each slot, equal bots with equal numbers."""
        labels = self.job.labels
        a, b, c = (labels.index(label) for label in labels)
        return a, b, c

    @cached_property
    def seatings(self) -> tuple[Triple, ...]:
        """All distinct seatings; for three equal bots, the rotations."""
        return seatings(self.table) if len(set(self.table)) > 1 else ROTATIONS

    @cached_property
    def matches(self) -> int:
        """Total number of matches: enough for the games, equally many in every seating."""
        ways = len(self.seatings)
        if self.duplicate:
            return -(-self.wanted // (self.match_games * ways))
        whole = math.lcm(ways, self.together)
        return -(-self.wanted // (self.match_games * whole)) * whole

    @property
    def session_games(self) -> int:
        """Games of a session."""
        return self.match_games * self.together

    @property
    def games(self) -> int:
        """Total number of games."""
        return self.matches * self.match_games * (len(self.seatings) if self.duplicate else 1)

    @cached_property
    def block_matches(self) -> int:
        """Matches in a block."""
        most = max(1, largest_payment(self.rules)) * self.match_games * (len(self.seatings) if self.duplicate else 1)
        matches = min(_BLOCK_MATCHES, self.job.block_matches, _MOST_SUM // (most * self.together) ** 2)
        return matches if matches < 1 else max(1, matches // self.together) * self.together

    @cached_property
    def width(self) -> int:
        """Bin width of session results, in hundredths: a round number, small beside a typical result."""
        money = hundredths(self.rules)
        ordinary = max(money["pay.tongits"], money["pay.fold"]) + 2 * money["pot.ante"]
        if self.rules.pay.mode != "flat":
            ordinary = _POINTS * UNIT
        wanted = max(1, ordinary * math.isqrt(self.session_games) // _FINE)
        power = 10 ** int(math.log10(wanted))
        return int(max(step * power for step in _NICE if step * power <= wanted))

    def blocks(self, size: int | None = None) -> Iterator[Block]:
        """The blocks in order; `size` overrides the number of matches in one."""
        size = -(-(size or self.block_matches) // self.together) * self.together
        for number, first in enumerate(range(0, self.matches, size)):
            yield Block(number, first, min(size, self.matches - first), self.match_games)

    def worker(self) -> Worker:
        """Records for one thread."""
        from tongits_sim.designs.census.worker import Worker

        return Worker(self)

    def manifest(self) -> dict[str, Any]:
        """Everything that determines the results, as JSON."""
        return {
            "rules": {"name": self.rules.name, "knobs": self.rules.knobs()},
            "players": described(self.players),
            "games": self.wanted,
            "seed": self.seed,
            "match_games": self.match_games,
            "duplicate": self.duplicate,
            "marks": list(self.marks),
            "together": self.together,
        }

    def replay_command(self, seated: Triple, match: int, game: int) -> str:
        """The command that replays a game; `seated` is the slot on each seat, which stays fixed."""
        a, b, c = (self.players[slot] for slot in seated)
        job = Job(self.rules, (a, b, c), self.job.games, self.seed, self.match_games, True)
        return job.replay_command(match, game)

    def empty(self) -> CensusTotals:
        """Totals at zero."""
        return CensusTotals()
