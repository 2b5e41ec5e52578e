"""Stopping rules: the level after stopping, and under peeking."""

from __future__ import annotations

import math

import numpy as np
import pytest

from tests.stats.samples import PAYOUT, Ints, expected, holds_its_level, matches, total
from tongits_sim.stats import (
    FIRST_LOOK,
    Interval,
    confidence_sequence,
    mean_interval,
    mixture_rate,
    precision,
    sequential_p,
)

RUNS, LOOKS, STEP = 4000, 100, 100
PLANNED = LOOKS * STEP


def running(seed: int) -> tuple[Ints, Ints, Ints]:
    """Running clusters, sums and sums of squares of many runs, looked at every STEP matches."""
    kinds = matches(seed, RUNS * LOOKS, STEP).reshape(RUNS, LOOKS, -1).cumsum(axis=1)
    return np.arange(1, LOOKS + 1) * STEP, total(kinds, PAYOUT), total(kinds, PAYOUT, PAYOUT)


def ever_missed(interval: Interval) -> float:
    """Share of runs in which some look from the first thousand matches on missed the true mean."""
    late = np.arange(1, LOOKS + 1) * STEP >= FIRST_LOOK
    return float((~interval.contains(expected(PAYOUT)) & late).any(axis=1).mean())


def test_confidence_sequence_survives_peeking_and_a_plain_interval_does_not() -> None:
    n, s, ss = running(18)
    assert 0.002 < ever_missed(confidence_sequence(n, s, ss, PLANNED)) <= 0.05
    assert ever_missed(mean_interval(n, s, ss)) > 0.2


def test_always_valid_p_rarely_lies_and_does_find_what_is_there() -> None:
    n, s, ss = running(19)
    truth = round(expected(PAYOUT))
    shifted, squares = s - truth * n, ss - 2 * truth * s + truth * truth * n
    assert (sequential_p(n, shifted, squares, PLANNED) <= 0.05).any(axis=1).mean() <= 0.05
    moved, more = shifted + 100 * n, squares + 200 * shifted + 10_000 * n
    assert (sequential_p(n, moved, more, PLANNED) <= 0.05).any(axis=1).mean() > 0.9


def test_always_valid_p_is_the_level_at_which_the_sequence_reaches_zero() -> None:
    n, s, ss = 5000, 40_000, 5_000_000
    p = float(sequential_p(n, s, ss, 4000))
    rate = mixture_rate(4000)
    mean = mean_interval(n, s, ss)
    radius = mean.se * math.sqrt(2 * (n * rate + 1) / (n * rate) * math.log(math.sqrt(n * rate + 1) / p))
    assert 0 < p < 0.05
    assert radius == pytest.approx(mean.estimate)


def test_radius_is_the_published_formula() -> None:
    n, s, ss = 1700, 850, 170_000
    sequence, rate = confidence_sequence(n, s, ss, planned=1000), mixture_rate(1000)
    sigma = math.sqrt((ss - s * s / n) / (n - 1))
    root = math.sqrt(n * rate + 1)
    radius = sigma * math.sqrt(2 * (n * rate + 1) / (n**2 * rate) * math.log(root / 0.05))
    assert sequence.half_width == pytest.approx(radius)


def test_width_at_the_planned_size_is_1_55_times_the_plain_one() -> None:
    n = 10**6
    assert confidence_sequence(n, 0, n, n).half_width / mean_interval(n, 0, n).half_width == pytest.approx(
        1.55, abs=5e-3
    )


@pytest.mark.parametrize("level", [0.9, 0.95, 0.999])
def test_rate_is_the_best_one(level: float) -> None:
    def radius(rate: float) -> float:
        return (1000 * rate + 1) / rate * math.log(math.sqrt(1000 * rate + 1) / (1 - level))

    best = mixture_rate(1000, level)
    assert radius(best) < min(radius(best * 1.05), radius(best / 1.05))


def test_sequence_says_nothing_early() -> None:
    sequence = confidence_sequence([0, 1, 999, 1000], [0, 5, 0, 0], [0, 25, 999, 1000], 1000)
    assert np.isinf(sequence.high).tolist() == [True, True, True, False]
    assert math.isnan(confidence_sequence(2000, 10, 200, 1000).df)
    assert sequential_p(999, 9990, 99_999, 1000) == 1


def test_precision_stops_when_narrow_and_not_before() -> None:
    wide, narrow = mean_interval(5000, 0, 5000), mean_interval(10_000, 0, 10_000)
    assert not precision(wide, 0.02).stop
    assert precision(narrow, 0.02).stop
    assert not precision(narrow, 0.02, first=20_000).stop
    assert precision(mean_interval(1, 3, 9), 1.0).stop is False
    with pytest.raises(ValueError, match="half-width"):
        precision(wide, 0.0)


def test_precision_foretells_the_clusters_needed() -> None:
    needed = precision(mean_interval(5000, 0, 5000), 0.02).needed
    assert mean_interval(needed, 0, needed).half_width == pytest.approx(0.02, rel=1e-3)


def test_interval_holds_its_level_after_stopping_on_precision() -> None:
    n, s, ss = running(20)
    interval = mean_interval(n, s, ss)
    target = float(np.median(interval.half_width[:, 60]))
    stop = (interval.half_width <= target) & (n >= 1000)
    first = np.where(stop.any(axis=1), stop.argmax(axis=1), LOOKS - 1)
    assert np.ptp(first) > 10
    rows = np.arange(RUNS)
    stopped = Interval(*(np.broadcast_to(f, interval.low.shape)[rows, first] for f in interval))
    assert holds_its_level(stopped, expected(PAYOUT))
