"""How long works would take, from a little of each: runs that stop as soon as their rate is known."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from tongits_sim.run.halt import Halt

if TYPE_CHECKING:
    from tongits_sim.run.work import Run

_SHARE = 0.02  # of a work that is played
_LEAST = 0.03  # seconds, if that is longer
_MOST = 0.5  # seconds of one work, however long it is
_BEGINNING = 0.25  # of what was played, which says nothing: workers start


@dataclass
class Sampled:
    """A work of which a little was played.

    Attributes:
        games: in all.
        points: games and seconds after each block.
    """

    games: int
    points: list[tuple[int, float]]

    def seconds(self) -> float:
        """What all of it would take: what was played, and the rest at the rate after the beginning."""
        games, elapsed = self.points[-1]
        early = [point for point in self.points[:-1] if point[1] >= _BEGINNING * elapsed and point[0] < games]
        first = early[0] if early else (0, 0.0)
        return elapsed + (elapsed - first[1]) / max(games - first[0], 1) * max(self.games - games, 0)

    def played(self) -> float:
        """Seconds that it was played."""
        return self.points[-1][1]


class Sampler(Halt):
    """Stops every run as soon as its rate is known, and notes what is known of it; Ctrl-C is not answered.

    Attributes:
        works: the works played, in turn.
    """

    def __init__(self) -> None:
        super().__init__(lambda: False)
        self.works: list[Sampled] = []
        self._work: Any = None

    def enough(self, run: Run[Any]) -> bool:
        """Asked after every block: whether its rate is known."""
        if run.work is not self._work:
            self._work = run.work
            self.works.append(Sampled(run.work.games, []))
        self.works[-1].points.append((run.games, run.elapsed))
        share = run.games / max(run.work.games, 1)
        return run.elapsed >= _MOST or (run.elapsed >= _LEAST and share >= _SHARE)

    def playing(self) -> float:
        """Seconds that all the works would take."""
        return sum(each.seconds() for each in self.works)

    def fixed(self, elapsed: float) -> float:
        """Seconds of what took `elapsed` like this that were not spent on the works."""
        return max(elapsed - sum(each.played() for each in self.works), 0.0)
