"""Simulated matches for coverage tests: skewed by a jackpot, clustered, drawn by the thousand as counts of outcomes."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from tongits_sim.stats import Interval

Ints = NDArray[np.int64]

# A match: its probability, its games, its games with a draw called, one player's payout in hundredths.
PROBABILITY = np.array([0.20, 0.15, 0.20, 0.15, 0.18, 0.10, 0.02])
GAMES = np.array([1, 2, 3, 3, 4, 6, 8])
CALLS = np.array([0, 0, 3, 1, 0, 5, 8])
PAYOUT = np.array([-300, -100, 200, -250, 500, -900, 9000])


def matches(seed: int, runs: int, n: int) -> Ints:
    """How often each kind of match occurs among ``n``, for each of many runs: shape (runs, kinds)."""
    return np.random.default_rng(seed).multinomial(n, PROBABILITY, runs)


def total(kinds: Ints, *columns: Any) -> Ints:
    """Sum over matches of the product of the columns: ``total(kinds, GAMES, PAYOUT)`` is ``sxy``."""
    weight = np.ones(kinds.shape[-1], dtype=np.int64)
    for column in columns:
        weight = weight * column
    return np.asarray(kinds @ weight)


def expected(*columns: Any) -> float:
    return float(PROBABILITY @ np.prod(columns, axis=0))


def coverage(interval: Interval, truth: float) -> float:
    """Share of intervals that contain the truth, of at least 3000 (so that its standard error is below 0.4 %)."""
    hits = np.asarray(interval.contains(truth))
    assert hits.size >= 3000
    return float(hits.mean())


def holds_its_level(interval: Interval, truth: float) -> bool:
    return 0.94 <= coverage(interval, truth) <= 0.96
