"""Plays a comparison until its differences are known, while bots that are surely not the best leave.

The deals come in stages. Each stage after the first doubles the number of deals, so a comparison with a smaller
half-width has the same stages. At the end of a stage a bot leaves if it surely earns less than some other bot. A table
is dropped only when all its bots have left, so the payout of a bot is a mean over the same opponents to the end. The
last two bots stay, because their difference is what the comparison estimates.

"Surely" means that the limits of a difference hold at all looks together (`stats.confidence_sequence`). The error of
5 % is divided by the number of rivals of a bot. The best bot is dismissed only if the limit against one of its rivals
is wrong, so all dismissals are right together with a probability of at least 95 %.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from tongits_sim import stats
from tongits_sim.experiments.duplicate import DuplicateJob, DuplicateTotals
from tongits_sim.experiments.duplicate_estimates import DuplicateEstimates, DuplicateRun
from tongits_sim.run.answers import Estimate
from tongits_sim.run.compiling import silent
from tongits_sim.run.estimates import LEVEL
from tongits_sim.run.job import Run
from tongits_sim.run.run import run_job
from tongits_sim.run.run_options import RunOptions
from tongits_sim.run.within import Within, check_within, keep_looks, kept_looks, next_size, widest

FEWEST = 300
"""Deals of the first stage where each bot has at least `MANY_PLACES` places in a deal; else `stats.FIRST_LOOK`. What a
bot earns in a deal is then a mean over many games, and hardly skewed.
"""
MANY_PLACES = 18
LAST = 2
"""This many bots always stay."""


@dataclass(frozen=True)
class Dismissal:
    """A bot that left, with the moments on which it was judged and a bot that surely earns more."""

    moments: DuplicateEstimates
    better: int
    behind: Estimate  # its payout minus the payout of `better`, units a game, at the level of all dismissals


def first_stage(job: DuplicateJob) -> int:
    """Deals of the first stage."""
    return FEWEST if len(job.players) > LAST and job.places[0] >= MANY_PLACES else stats.FIRST_LOOK


def dismissal_level(players: int) -> float:
    """The confidence level of a limit by which one of `players` bots leaves: 0.05 divided by the rivals of a bot.

    >>> round(dismissal_level(6), 3)
    0.99
    """
    return 1 - (1 - LEVEL) / max(players - 1, 1)


def stage_ends(first: int, most: int) -> Iterator[int]:
    """The numbers of deals at which stages end.

    >>> list(stage_ends(300, 1000))
    [300, 600, 1000]
    """
    end = first
    while end < most:
        yield end
        end *= 2
    yield most


class Elimination:
    """A comparison in play.

    Attributes:
        staying: the numbers of the bots that play on.
        dismissed: by number, the bots that left.
        run: everything played so far.
    """

    def __init__(
        self,
        job: DuplicateJob,
        within: float,
        most: int,
        baseline: int | None,
        run_options: RunOptions,
        run_name: str,
        block_deals: int | None,
    ) -> None:
        """
        Args:
            job: the bots; its number of deals does not matter.
            within: the half-width asked for, units a game, of every difference between two bots that stay.
            most: the most deals.
            baseline: all bots are compared with this one, and nobody leaves.
            run_options: as for `compare`.
            run_name: the beginning of the names of the stages' folders.
            block_deals: deals in a block, if not the default.

        Raises WithinError: the half-width is not positive, or the folder's looks are damaged.
        """
        check_within(within)
        self.job = job
        self.staying = list(range(len(job.players)))
        self.dismissed: dict[int, Dismissal] = {}
        self.run = DuplicateRun(job, job.empty())
        self._within, self._most, self._baseline = within, most, baseline
        self._options = replace(run_options, earlier={}, notice=run_options.notice or silent)
        self._run_name, self._block_deals = run_name, block_deals
        self._looks: dict[int, float | None] = {}
        self._before = self.run  # the stages before this one

    @property
    def half_width(self) -> float | None:
        """The widest interval of the differences that are to be known; None if not known."""
        moments = DuplicateEstimates(self.run)
        if self._baseline is None:
            pairs = [(a, b) for a in self.staying for b in self.staying if a < b]
        else:
            pairs = [(bot, self._baseline) for bot in self.staying if bot != self._baseline]
        return widest(Estimate.of(moments.difference(*pair)) for pair in pairs)

    @property
    def known(self) -> Within:
        """What was asked, and what it took."""
        deals = self.run.sums.deals
        half_width = self._looks.get(deals)
        reached = half_width is not None and half_width <= self._within
        return Within(self._within, half_width, reached, deals, len(self._looks), "deals")

    def play(self) -> None:
        """Play until everything is known, or all deals are played. Raises as `run_job` does."""
        folder = self._options.out
        kept = kept_looks(folder, self._run_name) if folder is not None and self._options.resume else {}
        start = 0
        for end in stage_ends(min(first_stage(self.job), self._most), self._most):
            size: int | None = end if start == 0 else next_size(start, self._looks[start], self._within, end)
            while size is not None:
                # A folder that holds more of this stage holds no less.
                size = max(size, *(deals for deals in kept if start < deals <= end), 0)
                self._play(start, size)
                self._looks[size] = self.half_width
                if self._options.stopped:
                    return
                if folder is not None:
                    keep_looks(kept | self._looks, folder, self._run_name)
                if self.known.reached:
                    return
                size = next_size(size, self._looks[size], self._within, end)
            if end < self._most:
                self._dismiss()
            start, self._before = end, self.run

    def _play(self, start: int, end: int) -> None:
        """Play the deals of a stage up to `end`."""
        everybody = len(self.staying) == len(self.job.players)
        stage = replace(
            self.job, deals=end - start, first_match=start, staying=() if everybody else tuple(self.staying)
        )
        folder = self._options.out
        name = f"{self._run_name}-{start}" if start else self._run_name
        run = self.play_stage(stage, replace(self._options, out=None if folder is None else folder / name))
        before = self._before
        totals = self.job.empty()
        totals.add(before.sums)
        totals.add(run.totals)
        resumed = self._options.out is not None and self.run is not before
        elapsed = (self.run if resumed else before).elapsed + run.elapsed
        games_now = (self.run if resumed else before).games_now + run.games_now
        whole = replace(self.job, deals=end)
        self.run = DuplicateRun(whole, totals, elapsed, run.workers, False, games_now)
        if folder is not None:
            self._options = replace(self._options, resume=True)

    def play_stage(self, stage: DuplicateJob, run_options: RunOptions) -> Run[DuplicateTotals]:
        """Play the deals of a stage. A stored run of the same stage is continued, not played again."""
        return run_job(stage, run_options, block_size=self._block_deals)

    def _dismiss(self) -> None:
        """Dismiss every bot that surely earns less than another."""
        if self._baseline is not None:
            return
        first = first_stage(self.job)
        level = dismissal_level(len(self.job.players))
        corrected = DuplicateEstimates(self.run, planned=first, level=level, first=first)
        payouts = {bot: float(corrected.payout(bot).estimate) for bot in self.staying}
        best_first = sorted(self.staying, key=lambda bot: -payouts[bot])
        moments = DuplicateEstimates(self.run, planned=first, first=first)
        for place, bot in enumerate(best_first):
            for better in best_first[:place] if place >= LAST else ():
                behind = corrected.difference(bot, better)
                if float(behind.high) < 0:
                    self.dismissed[bot] = Dismissal(moments, better, Estimate.of(behind))
                    break
        self.staying = [bot for bot in self.staying if bot not in self.dismissed]
