"""When a comparison stops: its differences are tested after some of the deals, until all are decided."""

from __future__ import annotations

import itertools
from collections.abc import Iterator

from tongits_sim import stats
from tongits_sim.experiments.duplicate import DuplicateJob, DuplicateTotals
from tongits_sim.experiments.duplicate_estimates import DuplicateEstimates, DuplicateRun
from tongits_sim.run.estimates import LEVEL
from tongits_sim.run.job import Looks

ALPHA = 1 - LEVEL
LOOKS = 20
"""A part of the deals between two looks."""

Pair = tuple[int, int]


def how_watching_stopped(deals: int, decided: bool) -> str:
    """A sentence on how a run stopped that was watched until its differences were decided."""
    aim = "decided" if decided else "not all decided before the last deal"
    return f"Watched with a confidence sequence, which allows looking at any time: {aim}, stopped at {deals:,} deals."


def look_at(deals: int) -> list[int]:
    """Numbers of deals after which a comparison of at most `deals` deals is looked at: first when the limits begin to
    hold, then each time the number of deals has grown by a twentieth.

    >>> look_at(1200)
    [1000, 1050, 1102, 1157, 1200]
    """
    looks = list(itertools.takewhile(lambda look: look < deals, _growing(stats.FIRST_LOOK)))
    return [*looks, deals]


def _growing(first: int) -> Iterator[int]:
    while True:
        yield first
        first += first // LOOKS


def pairs(players: int) -> list[Pair]:
    """Every two players, by their index: the smaller index first."""
    return list(itertools.combinations(range(players), 2))


class Watch:
    """Decides at each look whether a run may stop.

    Attributes:
        job: the comparison.
        monitor: stop when every difference is decided; else play all deals.
        baseline: compare all players with this player; then only these differences have to be decided.
        smallest: by pair, the smallest always-valid p-value seen at any look (if watched).
        met: whether the aim was reached.
    """

    def __init__(self, job: DuplicateJob, monitor: bool, baseline: int | None) -> None:
        self.job = job
        self.monitor = monitor
        self.baseline = baseline
        self.smallest: dict[Pair, float] = dict.fromkeys(pairs(len(job.players)), 1.0)
        self.met = False

    @property
    def planned(self) -> int | None:
        """The number of deals that a confidence sequence is tuned for; None if the number was fixed."""
        return self.job.deals if self.monitor else None

    @property
    def looks(self) -> Looks[DuplicateTotals] | None:
        """When to look at the run; None: not before its last deal."""
        return Looks(look_at(self.job.deals), self.should_stop) if self.monitor else None

    def should_stop(self, sums: DuplicateTotals) -> bool:
        """Return True to stop now."""
        moments = DuplicateEstimates(DuplicateRun(self.job, sums, 0.0, 1), self.planned)
        self._note(moments)
        self.met = bool((stats.holm(list(self._family().values())) <= ALPHA).all())
        return self.met

    def p(self, moments: DuplicateEstimates, pair: Pair) -> float:
        """The p-value of a pair's difference, valid for the way the run stopped."""
        return self.smallest[min(pair), max(pair)] if self.monitor else moments.p(*pair)

    def _note(self, moments: DuplicateEstimates) -> None:
        for pair in self.smallest:
            self.smallest[pair] = min(self.smallest[pair], moments.p(*pair))

    def _family(self) -> dict[Pair, float]:
        """The differences to know or decide."""
        if self.baseline is None:
            return self.smallest
        return {pair: p for pair, p in self.smallest.items() if self.baseline in pair}
