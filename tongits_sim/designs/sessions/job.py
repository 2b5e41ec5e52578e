"""Sessions as a value: rules, players, seed and games, and how the matches are split into blocks."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

from tongits_sim.designs.batch.job import Job, JobError
from tongits_sim.designs.sessions.layout import MOST_STOPS, ZERO
from tongits_sim.designs.sessions.totals import SessionsTotals
from tongits_sim.designs.tournament.triples import ROTATIONS, Triple, seatings
from tongits_sim.designs.work import GameWork
from tongits_sim.rules import RuleSet
from tongits_sim.rules.amounts import UNIT, hundredths, largest_payment
from tongits_sim.run.work import Block, described
from tongits_sim.strategy import Player

if TYPE_CHECKING:
    from tongits_sim.designs.sessions.worker import Worker

_BLOCK_MATCHES = 2**13
_MOST_SUM = 2**62
_NICE = (1, 2, 5, 10)
_FINE = 50
"""Bins per ordinary loss times the square root of the games of a session."""
_POINTS = 50
"""A typical count of a losing hand."""


@dataclass(frozen=True)
class SessionsJob(GameWork):
    """Sessions of three players: matches in one seating, which rotates from match to match.

    Attributes:
        rules: the house rules, without a progressive match.
        players: three players; player i is slot i.
        wanted: minimum number of games; rounded up to complete matches, equally many in every seating.
        seed: 0 .. 2**64 - 1.
        match_games: games of a session.
        duplicate: every match is played in every seating, on the same deals; the cluster is then all of them.
    """

    rules: RuleSet
    players: tuple[Player, ...]
    wanted: int = 1_000_000
    seed: int = 1
    match_games: int = 100
    duplicate: bool = False

    kind = "sessions"

    def __post_init__(self) -> None:
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
        return tuple(self.job.labels)

    @cached_property
    def table(self) -> Triple:
        """The bot in each slot, equal bots with equal numbers."""
        a, b, c = (self.labels.index(label) for label in self.labels)
        return a, b, c

    @cached_property
    def seatings(self) -> tuple[Triple, ...]:
        """All distinct seatings; for three equal bots, the rotations."""
        return seatings(self.table) if len(set(self.table)) > 1 else ROTATIONS

    @cached_property
    def matches(self) -> int:
        """Total number of matches: enough for the games, equally many in every seating."""
        ways = len(self.seatings)
        each = -(-self.wanted // (self.match_games * ways))
        return each if self.duplicate else each * ways

    @property
    def games(self) -> int:
        """Total number of games."""
        return self.matches * self.match_games * (len(self.seatings) if self.duplicate else 1)

    @cached_property
    def stops(self) -> tuple[int, ...]:
        """Numbers of games after which totals are noted: every sixteenth of a session, its end the last."""
        parts = min(MOST_STOPS, self.match_games)
        return tuple(self.match_games * part // parts for part in range(1, parts + 1))

    @cached_property
    def block_matches(self) -> int:
        """Matches in a block."""
        ways = len(self.seatings) if self.duplicate else 1
        most = 3 * max(1, largest_payment(self.rules)) * self.match_games * ways
        matches = min(_BLOCK_MATCHES, self.job.block_matches, _MOST_SUM // most**2)
        return matches if matches < 1 else max(1, matches)

    @cached_property
    def width(self) -> int:
        """Bin width of totals, in hundredths: a round number, small beside a typical result of a session.

        Wide enough that an ordinary loss in every game is not beyond the last bin.
        """
        money = hundredths(self.rules)
        ordinary = max(money["pay.tongits"], money["pay.fold"]) + 2 * money["pot.ante"]
        if self.rules.pay.mode != "flat":
            ordinary = _POINTS * UNIT
        fine = ordinary * math.isqrt(self.match_games) // _FINE
        wanted = max(1, fine, ordinary * self.match_games // ZERO)
        power = 10 ** int(math.log10(wanted))
        return int(next(step * power for step in _NICE if step * power >= wanted))

    def blocks(self, size: int | None = None) -> Iterator[Block]:
        """The blocks in order; `size` overrides the number of matches in one."""
        size = size or self.block_matches
        for number, first in enumerate(range(0, self.matches, size)):
            yield Block(number, first, min(size, self.matches - first), self.match_games)

    def worker(self) -> Worker:
        """Records for one thread."""
        from tongits_sim.designs.sessions.worker import Worker

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
        }

    def replay_command(self, seated: Triple, match: int, game: int) -> str:
        """The command that replays a game; `seated` is the slot on each seat, which stays fixed."""
        a, b, c = (self.players[slot] for slot in seated)
        job = Job(self.rules, (a, b, c), self.job.games, self.seed, self.match_games, True)
        return job.replay_command(match, game)

    def empty(self) -> SessionsTotals:
        """Totals at zero."""
        return SessionsTotals()
