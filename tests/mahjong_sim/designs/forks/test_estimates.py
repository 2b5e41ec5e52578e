"""Estimates of forks: means of rows, and intervals that hold the truth as often as they say."""

from __future__ import annotations

import numpy as np
import pytest

from mahjong_sim.designs.forks import layout
from mahjong_sim.designs.forks.estimates import ForkEstimates
from mahjong_sim.designs.forks.worker import counted
from tests.mahjong_sim.asked import BINNINGS, fork_job, forks

JOB = fork_job("claims", 200)


def forks_of(seed: int, effect: float = 50) -> ForkEstimates:
    """Forks of 200 games, one to three each, in which arm a brings 50 cents more on average."""
    chance = np.random.default_rng(seed)
    matches = np.repeat(np.arange(200), chance.integers(1, 4, 200))
    rows = np.zeros((len(matches), len(layout.COLUMNS)), np.int64)
    rows[:, 0], rows[:, layout.COLUMNS.index("weight")] = matches, 1
    luck = chance.normal(0, 200, 200)[matches]  # the forks of a game have it in common
    rows[:, layout.COLUMNS.index("payout_a")] = effect + luck + chance.normal(0, 100, len(matches))
    rows[:, layout.COLUMNS.index("chose")] = chance.integers(0, 2, len(matches))
    totals = JOB.empty()
    totals.add({**counted(rows, BINNINGS, ()), "games": np.array([200]), "branches": np.array([2 * len(rows)])})
    return ForkEstimates(JOB, totals)


def test_intervals_hold_the_truth() -> None:
    inside = 0
    for seed in range(200):
        mean = forks_of(seed).cells("all")
        inside += float(mean.low) <= 0.5 <= float(mean.high)
    assert 180 <= inside <= 199


def test_the_naive_difference_of_what_is_drawn_by_chance_is_about_zero() -> None:
    inside = 0
    for seed in range(200):
        mean = forks_of(seed, effect=0).naive()
        truth = 0.0
        inside += float(mean.low) <= truth <= float(mean.high)
    assert 180 <= inside <= 200


def test_the_parts_add_up() -> None:
    estimates = forks("claims")
    counts = estimates.counts("shanten")
    means = np.nan_to_num(np.asarray(estimates.cells("shanten").estimate))
    assert counts.sum() == estimates.forks
    assert (counts * means).sum() / counts.sum() == pytest.approx(float(estimates.cells("all").estimate))
    with pytest.raises(KeyError):
        estimates.moments("nothing")
