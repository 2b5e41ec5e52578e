"""Cells as means with intervals: what they estimate, and how often they hold the truth."""

from __future__ import annotations

import math

import numpy as np
import pytest

from tests.designs.forks.forking import counted, forks
from tongits_sim.designs.forks.estimates import ForkEstimates
from tongits_sim.designs.forks.job import FORKED, BinnedFeature, Binning, ForkJob, unit_bins

COUNTS = Binning("counts", (BinnedFeature("count", (0, 10, 20, 30, 40, 50)), unit_bins("opponents_open", 0, 2)))


def read(job: ForkJob) -> ForkEstimates:
    """A job played in one block and read."""
    return ForkEstimates(job, counted(job, job.games))


def test_means_and_shares() -> None:
    estimates = read(forks("call", players="greedy,greedy,bluffer", games=3000))
    yes, no, whole = (estimates.group(name) for name in ("yes", "no", "all"))
    n = [int(estimates.totals["groups"][at, 0]) for at in range(3)]
    assert n[0] == n[1] + n[2] == estimates.forks
    assert math.isclose(n[0] * whole.estimate, n[1] * yes.estimate + n[2] * no.estimate)
    assert math.isclose(estimates.group("all", "chose").estimate, n[1] / n[0])
    assert estimates.counts("fine").sum() == n[0]
    assert estimates.cells("fine").estimate.shape == (61, 18, 3)


def test_the_naive_difference_is_a_difference_of_means() -> None:
    estimates = read(forks("call", players="greedy,greedy,bluffer", games=3000))
    n1, y1, n0, y0 = (int(each) for each in estimates.totals["naive"][:4])
    naive = estimates.naive()
    assert math.isclose(naive.estimate, (y1 / n1 - y0 / n0) / 100)
    assert 0 < naive.se < 1
    nobody = read(forks("call", players="folder,folder,folder", slots=(), games=20))
    assert math.isnan(nobody.naive().estimate)


def test_the_naive_error_is_that_of_the_matches() -> None:
    """Against the jackknife over matches, with the moments of each played alone."""
    job = forks("call", players="greedy,greedy,bluffer", games=400)
    sums = np.array([counted_alone(job, number) for number in range(400)], float)
    total = sums.sum(0)
    without = total - sums
    estimates = (without[:, 1] / without[:, 0] - without[:, 3] / without[:, 2]) / 100
    jackknife = math.sqrt(399 / 400 * np.square(estimates - estimates.mean()).sum())
    assert math.isclose(read(job).naive().se, jackknife, rel_tol=0.03)


def counted_alone(job: ForkJob, number: int) -> list[int]:
    """n1, y1, n0, y0 of one match."""
    from tongits_sim.run.work import Block

    return [int(each) for each in job.worker().play(Block(0, number, 1, 1)).counts["naive"][:4]]


@pytest.mark.slow
@pytest.mark.parametrize("decision", FORKED)
def test_intervals_hold_the_truth_as_often_as_they_say(decision: str) -> None:
    """Over 200 runs on seeds of their own, all cells with at least 100 forks a run together: 93 to 97 %. The figures in
    docs/reference/analyses.md are what `pytest -s` prints here.
    """
    truth = read(forks(decision, binnings=(COUNTS,), games=400_000, seed=1))
    held = intervals = 0
    for seed in range(2, 202):
        estimates = read(forks(decision, binnings=(COUNTS,), games=3000, seed=seed))
        cells, enough = estimates.cells("counts"), estimates.counts("counts") >= 100
        held += int((np.asarray(cells.contains(truth.cells("counts").estimate)) & enough).sum())
        intervals += int(enough.sum())
    print(f"{decision}: {intervals:,} intervals of cells, {held / intervals:.2%} held")
    assert intervals >= 1000
    assert 0.93 <= held / intervals <= 0.97, f"{held} of {intervals}"
