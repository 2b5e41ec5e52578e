"""A run that stops before its end, and what a sample of it says."""

from __future__ import annotations

import os
import signal
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from tests.playing import job
from tongits_sim.run.faults import Interrupted
from tongits_sim.run.halt import LEAST, Halt, undisturbed
from tongits_sim.run.how import How
from tongits_sim.run.run import run_work
from tongits_sim.run.run_folder import RESULTS
from tongits_sim.run.sample import Sampled, Sampler, Timer
from tongits_sim.run.warmup import silent
from tongits_sim.run.work import Run

# ---- A run that stops before its end counts as it is, and only whole blocks count ----------------------------------


def stopping(halt: Halt | None, after: int, **playing: Any) -> Run[Any]:
    """A job of 3,000 games in blocks of 60 that Ctrl-C stops after so many games."""

    def ctrl_c(done: int, _: int) -> None:
        if done == after:
            os.kill(os.getpid(), signal.SIGINT)

    return run_work(
        job(games=3_000), How(workers=1, notice=silent, progress=ctrl_c, halt=halt, **playing), block_size=60
    )


def test_what_ctrl_c_leaves_is_the_result(tmp_path: Path) -> None:
    halt = Halt()
    run = stopping(halt, 600, out=tmp_path / "run")
    assert 600 <= run.games < 3_000
    assert run.games % 60 == 0
    assert run.totals == run_work(job(games=run.games), How(workers=1, notice=silent)).totals
    assert halt.run is not None
    assert (halt.run.games, halt.run.work.games) == (run.games, 3_000)
    assert not (tmp_path / "run" / RESULTS).exists()
    assert How(halt=halt).stopped
    whole = run_work(job(games=3_000), How(workers=1, notice=silent, out=tmp_path / "run", resume=True), block_size=60)
    assert whole.totals == run_work(job(games=3_000), How(workers=1, notice=silent)).totals


@pytest.mark.parametrize("halt", [None, Halt(lambda: False), Halt()])
def test_without_a_wish_or_games_it_is_interrupted(halt: Halt | None) -> None:
    after = LEAST // 60 * 60 if halt is not None and halt._wanted() else 600
    with pytest.raises(Interrupted) as stop:
        stopping(halt, after)
    assert stop.value.run.games == after
    assert isinstance(stop.value, KeyboardInterrupt)
    assert not How(halt=halt).stopped


def test_what_follows_gets_a_moment_and_is_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tongits_sim.run.halt._GRACE", 0.0)
    halt = Halt()
    stopping(halt, 600)
    assert halt.cut == 0
    how = How(workers=1, notice=silent, halt=halt)
    assert run_work(job(games=3_000), how, block_size=60).games == 120
    assert halt.cut == 1
    assert run_work(job(games=60), how, block_size=60).games == 60
    assert halt.cut == 1


def test_signals_wait_for_what_is_short() -> None:
    done = []

    def short() -> None:
        with undisturbed():
            os.kill(os.getpid(), signal.SIGINT)
            done.append(True)

    with pytest.raises(KeyboardInterrupt):
        short()
    assert done == [True]
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler


# ---- A little of a work says how long all of it takes --------------------------------------------------------------


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
    assert all(run.games >= 4 * 300 for run in runs[:3])  # four of one worker, and 2 % of a second or so
    assert all(run.games < 60_000 for run in runs)
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


def test_a_sample_is_as_long_as_its_work_asks_for() -> None:
    def sampled(games: int, rate: float) -> int:
        """Blocks of 100 games that are played by one worker, so many games a second."""
        sampler, run = Sampler(), Ongoing(Games(games))
        for number in range(1, games // 100):
            run.played, run.elapsed = 100 * number, 100 * number / rate
            if sampler.enough(run):  # type: ignore[arg-type]
                return number
        return 0

    assert sampled(10_000, 1_000.0) == 4  # four blocks, and 0.2 s after the first
    assert sampled(1_000_000, 1_000.0) == 6  # never more than half a second after the first
    assert sampled(10_000, 10_000.0) in (11, 12)  # a second: 0.1 s after the first block


def test_a_timer_stops_nothing_and_knows_the_whole() -> None:
    timer = Timer()
    run = run_work(job(games=3_000), How(workers=1, notice=silent, halt=timer), block_size=300)
    assert run.games == 3_000
    assert timer.playing() == pytest.approx(timer.played())
    assert 0 < timer.played() <= run.elapsed
    stopped = Timer()
    half = Ongoing(Games(1_000), 250, 2.0)
    assert not stopped.enough(half)  # type: ignore[arg-type]
    half.played, half.elapsed = 500, 3.0
    assert not stopped.enough(half)  # type: ignore[arg-type]
    assert (stopped.playing(), stopped.played()) == (6.0, 3.0)


def test_what_stores_a_block_is_loaded_before_a_sample(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    loaded: list[int] = []
    monkeypatch.setattr("tongits_sim.run.run_folder.Store.load", lambda store: loaded.append(len(store.stored)))
    for number, halt in enumerate((None, Timer(), Sampler())):
        how = How(workers=1, notice=silent, halt=halt, out=tmp_path / str(number))
        run_work(job(games=600), how, block_size=100)
        assert loaded == [0] * (number == 2)


@dataclass
class Games:
    """A work, as far as its size goes."""

    games: int


@dataclass
class Ongoing:
    """A run by one worker, as far as it is."""

    work: Games
    played: int = 0
    elapsed: float = 0.0
    workers: int = 1
