"""Comparisons of six bots whose payouts are drawn, so that thousands can be played: is the claim true that only bots
leave that are not the best?
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from analyses.elimination import Elimination
from tongits_sim.experiments.duplicate import DuplicateJob, DuplicateTotals
from tongits_sim.experiments.duplicate_estimates import DuplicateEstimates
from tongits_sim.players import as_players
from tongits_sim.rules import load
from tongits_sim.run.compiling import silent
from tongits_sim.run.job import Run
from tongits_sim.run.run_options import RunOptions

BOTS = 6
SPREAD = 500.0
"""Standard deviation of a payout of a deal, hundredths."""
PER_GAME = 1 / 6000
"""Units a game that a hundredth in a deal of 60 games is."""
ASKED = 0.006
QUIET = RunOptions(workers=1, notice=silent)
FIELD = DuplicateJob(load("pagat"), as_players(["greedy"] * BOTS), 1000)


class Drawn(Elimination):
    """A comparison of bots whose payouts of a deal are skewed, each with its mean, in hundredths."""

    def __init__(self, means: Sequence[float], within: float, seed: int) -> None:
        super().__init__(FIELD, within, 10**6, None, QUIET, "play", None)
        self.means = np.array(means)
        self.rng = np.random.default_rng(seed)
        self.drawn: dict[int, np.ndarray] = {}

    def play_stage(self, stage: DuplicateJob, run_options: RunOptions) -> Run[DuplicateTotals]:
        earlier = self.drawn.get(stage.first_match, np.zeros((0, BOTS)))
        luck = self.rng.gamma(1.0, SPREAD, (stage.deals - len(earlier), BOTS)) - SPREAD
        payouts = np.vstack([earlier, np.rint(self.means + luck)])
        self.drawn[stage.first_match] = payouts
        totals = stage.empty()
        sums = np.zeros(totals.shape("sums"), np.int64)
        sums[:, 0] = payouts.sum(axis=0)
        totals.add({"deals": np.array([stage.deals]), "sums": sums, "cross": (payouts.T @ payouts).astype(np.int64)})
        return Run(stage, totals)


@dataclass
class Repeats:
    """What happened in many comparisons."""

    runs: int
    best_left: int = 0  # the best bot left
    wrong: int = 0  # a limit by which a bot left is wrong
    known: int = 0  # the two best stayed
    held: int = 0  # and the interval of their difference holds the truth
    deals: int = 0  # of all bots and comparisons
    deals_of_all: int = 0  # the same, if nobody had left


def repeated(runs: int, means: Sequence[float]) -> Repeats:
    """Play comparisons with the seeds 0, 1, ...; the first bot is the best, the second is next."""
    found = Repeats(runs)
    truth = np.array(means) * PER_GAME
    for seed in range(runs):
        drawn = Drawn(means, ASKED, seed)
        drawn.play()
        found.best_left += 0 in drawn.dismissed
        gone = drawn.dismissed.items()
        found.wrong += any(
            (dismissal.behind.ci95 or (0, 0))[1] < truth[bot] - truth[dismissal.better] for bot, dismissal in gone
        )
        if {0, 1} <= set(drawn.staying):
            found.known += 1
            found.held += bool(DuplicateEstimates(drawn.run).difference(0, 1).contains(truth[0] - truth[1]))
        played = drawn.run.sums.deals
        found.deals += played * len(drawn.staying) + sum(dismissed.moments.n for dismissed in drawn.dismissed.values())
        found.deals_of_all += played * BOTS
    return found
