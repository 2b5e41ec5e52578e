"""A census as a value: rules, players, seed and games, and how the matches are split into blocks."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

from tongits_sim.any_game.jobs import JobError
from tongits_sim.designs.batch.totals import AXES
from tongits_sim.designs.census.layout import ARRAYS, CAUSES, CLOCK_TURNS, COLUMNS, GROUPS, MOST_MARKS
from tongits_sim.designs.match_rows import MatchRowsJob
from tongits_sim.run.totals import Axis

_NICE = (1, 2, 5)


@dataclass(frozen=True)
class CensusJob(MatchRowsJob):
    """Matches of three players, counted in detail.

    Attributes:
        marks: numbers of games of a session after which the leader is noted; up to eight.
        together: matches of a session; seats rotate between them. 1 in a duplicate census.
    """

    marks: tuple[int, ...] = ()
    together: int = 1

    kind = "census"
    columns = COLUMNS

    def __post_init__(self) -> None:
        if len(self.marks) > MOST_MARKS or any(not 0 < mark <= self.session_games for mark in self.marks):
            raise JobError(f"there can be up to {MOST_MARKS} marks, none later than the end of the session")
        if self.together < 1 or (self.duplicate and self.together > 1):
            raise JobError("a session has at least one match, and exactly one if every seating is played")
        super().__post_init__()

    @property
    def session_games(self) -> int:
        """Games of a session."""
        return self.match_games * self.together

    @cached_property
    def width(self) -> int:
        """Bin width of session results, in hundredths: a round number, small beside a typical result."""
        wanted = max(1, self.fine_width(self.session_games))
        power = 10 ** (len(str(int(wanted))) - 1)
        return int(max(step * power for step in _NICE if step * power <= wanted))

    def manifest(self) -> dict[str, Any]:
        """Everything that determines the results, as JSON."""
        return super().manifest() | self.named("marks", "together")

    @property
    def axes(self) -> dict[str, tuple[int | Axis, ...]]:
        """The arrays of a census record and of a tally."""
        clock = (Axis("group", GROUPS), Axis("cause", CAUSES), Axis("turn", CLOCK_TURNS))
        return {**ARRAYS, **dict.fromkeys(("events", "weighted", "pairs"), clock), **AXES}
