"""The base of jobs that count whole matches: three players, seats that rotate, and a row of sums for each match."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any, ClassVar

from tongits_sim.any_game.jobs import JobError
from tongits_sim.designs.batch.job import Job
from tongits_sim.designs.tournament.triples import ROTATIONS, Triple, seatings
from tongits_sim.designs.work import GameWork
from tongits_sim.rules import RuleSet
from tongits_sim.rules.amounts import UNIT, hundredths, largest_payment
from tongits_sim.run.totals import Axis, Counts, Totals
from tongits_sim.run.work import Block
from tongits_sim.strategy import Player

BLOCK_MATCHES = 2**13
"""Most matches in a block."""
MOST_SUM = 2**62

_FINE = 50
"""Bins per ordinary loss times the square root of the games of a session."""
_POINTS = 50
"""A typical count of a losing hand."""


@dataclass(frozen=True)
class MatchRowsJob(GameWork):
    """Matches of three players, the base of the jobs that count them.

    Attributes:
        rules: the house rules, without a progressive match.
        players: three players; player i is slot i.
        wanted: minimum number of games; rounded up to complete matches, equally many in every seating.
        seed: 0 .. 2**64 - 1.
        match_games: games of a match, which carries over dealer, jackpot and streak.
        duplicate: every match is played in every seating, on the same deals; else seats rotate with the match number.
        together: matches of a session; seats rotate between them. 1 if every seating is played.
        columns: the columns of the row of a match, `games` first.
    """

    rules: RuleSet
    players: tuple[Player, ...]
    wanted: int = 100_000
    seed: int = 1
    match_games: int = 1
    duplicate: bool = False
    together = 1
    columns: ClassVar[tuple[str, ...]]

    def __post_init__(self) -> None:
        self.check_money()
        if self.block_matches < 1:
            raise JobError(f"matches of {self.match_games:,} games under these rules cannot be summed exactly")

    @cached_property
    def job(self) -> Job:
        """The equivalent batch job, which validates the arguments and names games for a replay."""
        return Job(self.rules, self.players, self.wanted, self.seed, self.match_games)

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
        """Total number of matches: enough for the games, equally many in every seating and whole sessions."""
        ways = len(self.seatings)
        whole = 1 if self.duplicate else math.lcm(ways, self.together)
        return -(-self.wanted // (self.match_games * (ways if self.duplicate else whole))) * whole

    @property
    def largest_sum(self) -> int:
        """A bound on the sums of a match or session."""
        return max(1, largest_payment(self.rules)) * self.match_games * self.ways * self.together

    @cached_property
    def block_matches(self) -> int:
        """Matches in a block, whole sessions; 0 if their sums cannot be exact. Blocks are small because each match has
        a row of its own.
        """
        matches = min(BLOCK_MATCHES, self.job.block_matches, MOST_SUM // self.largest_sum**2)
        return matches if matches < 1 else max(1, matches // self.together) * self.together

    def blocks(self, size: int | None = None) -> Iterator[Block]:
        """The blocks in order; `size` overrides the number of matches in one."""
        return super().blocks(-(-(size or self.block_matches) // self.together) * self.together)

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
        """A width, in hundredths, that is small beside a typical result of a session of `games` games."""
        return self.ordinary_loss * math.isqrt(games) // _FINE

    def empty(self) -> RowTotals:
        """Totals at zero: the arrays of the design, and the number, sums and products of the matches' rows."""
        return RowTotals(self.columns, self.axes)

    def manifest(self) -> dict[str, Any]:
        """Everything that determines the results, as JSON."""
        return self.rules_and_players() | {"games": self.wanted} | self.named("seed", "match_games", "duplicate")

    def replay(self, seated: tuple[int, ...], match: int, game: int) -> str:
        """The command that replays a game; `seated` is the slot on each seat, which stays fixed."""
        a, b, c = (self.players[slot] for slot in seated)
        job = Job(self.rules, (a, b, c), self.job.games, self.seed, self.match_games, True)
        return job.replay_command(match, game)


class RowTotals(Totals):
    """The merged counts of matches: arrays of the design, and the number, sums and products of the matches' rows.

    Args:
        columns: the columns of a row, `games` first.
        axes: the axes of the arrays of the design.
    """

    def __init__(self, columns: tuple[str, ...], axes: Mapping[str, tuple[int | Axis, ...]]) -> None:
        column = Axis("key", columns)
        super().__init__({**axes, "matches": (1,), "sums": (column,), "products": (column, Axis("other", columns))})

    def games_of(self, counts: Counts) -> int:
        """Number of games in some counts."""
        return int(counts["sums"][0])
