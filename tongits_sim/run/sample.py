"""Measures how long works take: by runs that stop once their rate is known, and by runs to the end."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from tongits_sim.run.halt import Halt

if TYPE_CHECKING:
    from tongits_sim.run.work import Run

_SHARE = 0.02  # of a work that is played
_LEAST = 0.1  # seconds after the first block, if that is longer
_MOST = 0.5  # seconds of one work after its first block, however long it is
_BLOCKS = 4  # of each worker, in each of the first works: blocks arrive in bursts
_FEWER = 1  # of each later one, whose errors cancel
_FIRST = 3  # works that are measured more closely


@dataclass
class Sampled:
    """A work that was played for a short time.

    Attributes:
        games: in all.
        points: games and seconds after each block.
        workers: how many play it.
    """

    games: int
    points: list[tuple[int, float]]
    workers: int = 1

    def seconds(self) -> float:
        """Seconds of the whole work: those played, and the rest at the measured rate.

        The first blocks say nothing: workers start, what is needed to store a block is loaded, and blocks finished in
        the meantime arrive at once. Later ones arrive one of each worker at about the same time, so whole rounds of
        them are counted.
        """
        games, elapsed = self.points[-1]
        (before, began), (after, ended) = self._rounds()
        return elapsed + (ended - began) / max(after - before, 1) * max(self.games - games, 0)

    def _rounds(self) -> tuple[tuple[int, float], tuple[int, float]]:
        """The points between which the rate is taken."""
        if len(self.points) == 1:
            return (0, 0.0), self.points[0]
        first = 2 * self.workers - 1
        rounds = (len(self.points) - 1 - first) // self.workers
        if rounds < 1:
            return self.points[0], self.points[-1]
        return self.points[first], self.points[first + rounds * self.workers]

    def played(self) -> float:
        """Seconds for which it was played."""
        return self.points[-1][1]


class Sampler(Halt):
    """Stops every run as soon as its rate is known, and records it; does not handle Ctrl-C.

    Attributes:
        works: the works played, in turn.
    """

    timed = True

    def __init__(self) -> None:
        super().__init__(lambda: False)
        self.works: list[Sampled] = []
        self._work: Any = None

    def enough(self, run: Run[Any]) -> bool:
        """Whether to stop: the rate is known. Called after every block."""
        work = self._note(run)
        since = run.elapsed - work.points[0][1]
        if len(self.works) > _FIRST:
            return len(work.points) > _FEWER
        if len(work.points) < _BLOCKS * run.workers:
            return since >= _MOST and len(work.points) > _FEWER
        return since >= min(max(_LEAST, _SHARE * work.seconds()), _MOST)

    def _note(self, run: Run[Any]) -> Sampled:
        """Record one more block of a run; returns its work."""
        if run.work is not self._work:
            self._work = run.work
            self.works.append(Sampled(run.work.games, [], run.workers))
        self.works[-1].points.append((run.played, run.elapsed))
        return self.works[-1]

    def playing(self) -> float:
        """Seconds that all the works would take."""
        return sum(each.seconds() for each in self.works)

    def played(self) -> float:
        """Seconds for which they were played."""
        return sum(each.played() for each in self.works)

    def fixed(self, elapsed: float) -> float:
        """The part of `elapsed` seconds that was not spent on the works."""
        return max(elapsed - self.played(), 0.0)


class Timer(Sampler):
    """Times every run to its end."""

    timed = False

    def enough(self, run: Run[Any]) -> bool:
        """Never stop early. Called after every block."""
        work = self._note(run)
        work.points = [work.points[0], work.points[-1]]
        return False

    def playing(self) -> float:
        """Seconds that all the works would take from their beginning, also those that were resumed or stopped early."""
        return sum(each.played() * each.games / max(each.points[-1][0], 1) for each in self.works)
