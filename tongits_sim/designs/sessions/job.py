"""Sessions as a value: rules, players, seed and games, and how the matches are split into blocks."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from tongits_sim.designs.match_rows import MatchRowsJob
from tongits_sim.designs.sessions.layout import COLUMNS, DEPTHS, MOST_STOPS, PLACES, ZERO
from tongits_sim.game.state import SEATS
from tongits_sim.run.totals import Axis

_NICE = (1, 2, 5, 10)


@dataclass(frozen=True)
class SessionsJob(MatchRowsJob):
    """Sessions of three players: matches in one seating, which rotates from match to match."""

    wanted: int = 1_000_000
    match_games: int = 100

    kind = "sessions"
    columns = COLUMNS

    @cached_property
    def stops(self) -> tuple[int, ...]:
        """Numbers of games after which totals are noted: every sixteenth of a session, its end the last."""
        parts = min(MOST_STOPS, self.match_games)
        return tuple(self.match_games * part // parts for part in range(1, parts + 1))

    @property
    def largest_sum(self) -> int:
        """A bound on the sums of a match: what three players win."""
        return 3 * super().largest_sum

    @cached_property
    def width(self) -> int:
        """Bin width of totals, in hundredths: a round number, small beside a typical result of a session.

        Wide enough that an ordinary loss in every game is not beyond the last bin.
        """
        wanted = max(1, self.fine_width(self.match_games), self.ordinary_loss * self.match_games // ZERO)
        power = 10 ** (len(str(int(wanted))) - 1)
        return int(next(step * power for step in _NICE if step * power >= wanted))

    @property
    def axes(self) -> dict[str, tuple[int | Axis, ...]]:
        """The arrays of a sessions record."""
        slot = Axis("slot", SEATS)
        return {
            "squares": (slot,),
            "singles": (slot, Axis("other", SEATS)),
            "depth": (slot, Axis("bin", DEPTHS)),
            "path": (Axis("stop", MOST_STOPS), slot, Axis("bin", PLACES)),
        }
