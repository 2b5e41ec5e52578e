"""Sessions as a value: rules, players, seed and games, and how the matches are split into blocks."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

from tongits_sim.designs.match_rows import BLOCK_MATCHES, MOST_SUM, MatchRowsJob
from tongits_sim.designs.sessions.layout import MOST_STOPS, ZERO
from tongits_sim.designs.sessions.totals import SessionsTotals
from tongits_sim.rules import RuleSet
from tongits_sim.rules.amounts import largest_payment
from tongits_sim.run.work import Block, described
from tongits_sim.strategy import Player

if TYPE_CHECKING:
    from tongits_sim.designs.sessions.worker import Worker

_NICE = (1, 2, 5, 10)


@dataclass(frozen=True)
class SessionsJob(MatchRowsJob):
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
        self.check_money()

    @cached_property
    def matches(self) -> int:
        """Total number of matches: enough for the games, equally many in every seating."""
        ways = len(self.seatings)
        each = -(-self.wanted // (self.match_games * ways))
        return each if self.duplicate else each * ways

    @cached_property
    def stops(self) -> tuple[int, ...]:
        """Numbers of games after which totals are noted: every sixteenth of a session, its end the last."""
        parts = min(MOST_STOPS, self.match_games)
        return tuple(self.match_games * part // parts for part in range(1, parts + 1))

    @cached_property
    def block_matches(self) -> int:
        """Matches in a block."""
        most = 3 * max(1, largest_payment(self.rules)) * self.match_games * self.ways
        matches = min(BLOCK_MATCHES, self.job.block_matches, MOST_SUM // most**2)
        return matches if matches < 1 else max(1, matches)

    @cached_property
    def width(self) -> int:
        """Bin width of totals, in hundredths: a round number, small beside a typical result of a session.

        Wide enough that an ordinary loss in every game is not beyond the last bin.
        """
        wanted = max(1, self.fine_width(self.match_games), self.ordinary_loss * self.match_games // ZERO)
        power = 10 ** (len(str(int(wanted))) - 1)
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

    def empty(self) -> SessionsTotals:
        """Totals at zero."""
        return SessionsTotals()
