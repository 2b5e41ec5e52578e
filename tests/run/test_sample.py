"""A little of a work says how long all of it takes."""

from __future__ import annotations

import pytest

from tests.playing import job
from tongits_sim.run.how import How
from tongits_sim.run.run import run_work
from tongits_sim.run.sample import Sampled, Sampler
from tongits_sim.run.warmup import silent


def test_the_beginning_says_nothing() -> None:
    # A second until the workers play, then 100 games a second: 10,000 games take 101 seconds.
    points = [(0, 1.0), (100, 2.0), (200, 3.0), (300, 4.0)]
    assert Sampled(10_000, points).seconds() == pytest.approx(101.0)
    assert Sampled(300, points).seconds() == 4.0
    assert Sampled(1_000, [(100, 2.0)]).seconds() == pytest.approx(20.0)


def test_runs_stop_when_their_rate_is_known(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tongits_sim.run.sample._LEAST", 0.0)
    sampler = Sampler()
    runs = [run_work(job(games=60_000), How(workers=1, notice=silent, halt=sampler), block_size=300) for _ in range(5)]
    assert all(6 * 300 <= run.games <= 7 * 300 for run in runs[:3])  # the first and five more of one worker
    assert all(2 * 300 <= run.games <= 3 * 300 for run in runs[3:])  # many works: their errors cancel
    assert [each.games for each in sampler.works] == [60_000] * 5
    assert sampler.playing() > sum(each.played() for each in sampler.works) > 0
    assert sampler.fixed(sum(each.played() for each in sampler.works) + 2.0) == pytest.approx(2.0)


def test_whole_rounds_of_workers_are_counted() -> None:
    # Two workers play a block each in 0.1 s; four blocks wait while the first is stored, and come at once.
    late = [(1, 0.4), (2, 0.4), (3, 0.4), (4, 0.41), (5, 0.5), (6, 0.5), (7, 0.6), (8, 0.6), (9, 0.7)]
    assert Sampled(209, late, 2).seconds() == pytest.approx(0.7 + 200 * 0.19 / 4)
    steady = [(n + 1, 0.1 * (n // 2 + 1)) for n in range(11)]
    assert Sampled(211, steady, 2).seconds() == pytest.approx(0.6 + 200 * 0.05)
