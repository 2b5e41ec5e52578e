"""A census as a value: rules, players, seed and games, and how the matches are split into blocks.

Blocks are small because each match has a row of its own.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

from tongits_sim.any_game.jobs import JobError
from tongits_sim.designs.census.layout import MOST_MARKS
from tongits_sim.designs.census.totals import CensusTotals
from tongits_sim.designs.match_rows import BLOCK_MATCHES, MOST_SUM, MatchRowsJob
from tongits_sim.rules import RuleSet
from tongits_sim.rules.amounts import largest_payment
from tongits_sim.run.work import Block, described
from tongits_sim.strategy import Player

if TYPE_CHECKING:
    from tongits_sim.designs.census.worker import Worker

_NICE = (1, 2, 5)


@dataclass(frozen=True)
class CensusJob(MatchRowsJob):
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
        if len(self.marks) > MOST_MARKS or any(not 0 < mark <= self.session_games for mark in self.marks):
            raise JobError(f"there can be up to {MOST_MARKS} marks, none later than the end of the session")
        if self.together < 1 or (self.duplicate and self.together > 1):
            raise JobError("a session has at least one match, and exactly one if every seating is played")
        self.check_money()

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

    @cached_property
    def block_matches(self) -> int:
        """Matches in a block."""
        most = max(1, largest_payment(self.rules)) * self.match_games * self.ways
        matches = min(BLOCK_MATCHES, self.job.block_matches, MOST_SUM // (most * self.together) ** 2)
        return matches if matches < 1 else max(1, matches // self.together) * self.together

    @cached_property
    def width(self) -> int:
        """Bin width of session results, in hundredths: a round number, small beside a typical result."""
        wanted = max(1, self.fine_width(self.session_games))
        power = 10 ** (len(str(int(wanted))) - 1)
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

    def empty(self) -> CensusTotals:
        """Totals at zero."""
        return CensusTotals()
