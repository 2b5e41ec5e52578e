"""Asking until an answer is known to within a half-width."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tests.playing import job
from tests.stats.samples import PAYOUT, PROBABILITY, expected
from tongits_sim import stats
from tongits_sim.experiments.batch import BatchJob, BatchTotals
from tongits_sim.experiments.batch_estimates import Results
from tongits_sim.run.answers import Estimate
from tongits_sim.run.compiling import silent
from tongits_sim.run.job import Run
from tongits_sim.run.run import run_job
from tongits_sim.run.run_options import RunOptions, StopControl
from tongits_sim.run.within import FILE, Within, WithinError, ask_until, next_size, widest

QUIET = RunOptions(workers=1, notice=silent)


class Matches:
    """Matches of skewed payouts, one in fifty of them large; the first of them are the same however many are asked."""

    def __init__(self, seed: int) -> None:
        self.rng = np.random.default_rng(seed)
        self.counts = np.zeros(len(PAYOUT), np.int64)

    def ask(self, size: int, _: RunOptions) -> stats.Interval:
        self.counts += self.rng.multinomial(size - self.counts.sum(), PROBABILITY)
        sums = (int(self.counts @ PAYOUT), int(self.counts @ (PAYOUT * PAYOUT)))
        return stats.mean_interval(int(self.counts.sum()), *sums)


@pytest.mark.parametrize("asked", [60.0, 40.0, 15.0, 6.0])
def test_the_interval_at_which_it_stops_holds_its_level(asked: float) -> None:
    """From stopping at the first look to a hundred times as many matches."""
    runs, hits, sizes = 3000, 0, []
    for seed in range(runs):
        interval, within = ask_until(asked, Matches(seed).ask, lambda each: float(each.half_width))
        assert within.reached
        assert float(interval.half_width) <= asked
        assert within.games == int(interval.n)
        hits += float(interval.low) <= expected(PAYOUT) <= float(interval.high)
        sizes.append(within.games)
    assert 0.94 <= hits / runs <= 0.96
    assert len(set(sizes)) > 20


def test_two_or_three_looks_are_enough_and_few_games_too_many() -> None:
    whole = float(
        stats.mean_interval(10**6, *(int(10**6 * PROBABILITY @ PAYOUT**power) for power in (1, 2))).half_width
    )
    needed = 10**6 * (whole / 10.0) ** 2
    took = [ask_until(10.0, Matches(seed).ask, lambda each: float(each.half_width))[1] for seed in range(200)]
    assert max(result.looks for result in took) <= 4
    assert np.mean([result.games for result in took]) < 1.1 * needed


def test_it_ends_at_the_most_games_and_says_so() -> None:
    interval, within = ask_until(6.0, Matches(1).ask, lambda each: float(each.half_width), most=5000)
    assert (within.games, within.reached) == (5000, False)
    assert within.sentence() == f"Not known to within ±6: after 5,000 games it is ±{float(interval.half_width):.2g}."


@pytest.mark.parametrize("asked", [0, -1.0, float("nan"), float("inf"), "0.02"])
def test_a_half_width_is_a_positive_number(asked: Any) -> None:
    with pytest.raises(WithinError, match="above 0"):
        ask_until(asked, Matches(1).ask, lambda each: 1.0)


def test_the_next_look() -> None:
    assert next_size(1000, 0.02, 0.02, 10**9) is None
    assert next_size(1000, 0.03, 0.02, 1000) is None
    assert next_size(1000, 0.04, 0.02, 10**9) == 4120
    assert next_size(1000, 0.04, 0.02, 3000) == 3000
    assert next_size(1000, None, 0.02, 10**9) == 4000
    assert next_size(1000, 9.0, 0.02, 10**9) == 100_000  # a first width says little about so long a run
    assert next_size(1000, 0.0200001, 0.02, 10**9) == 1040


def test_the_widest_of_several_counts_and_an_unknown_one_is_wide() -> None:
    assert widest([Estimate(1.0, (0.5, 1.5)), Estimate(2.0, (1.0, 3.0))]) == 1.0
    assert widest([Estimate(0.5, (0.4, 0.6))], 100.0) == pytest.approx(10.0)
    assert widest([Estimate(1.0, (0.5, 1.5)), Estimate(2.0)]) is None
    assert widest([]) is None


def batch(games: int, **options: Any) -> BatchJob:
    return job(games=games, **options)


def play(asked: float, options: RunOptions, most: int = 10**9, **of: Any) -> tuple[Run[BatchTotals], Within]:
    """Games until the first player's earnings are known, or its share of games won where nothing is paid by game."""

    def ask(size: int, way: RunOptions) -> Run[BatchTotals]:
        return run_job(batch(size, **of), way)

    def width(run: Run[BatchTotals]) -> float | None:
        what: Any = run.job
        row = Results(what, run.totals).answer.players_summary[0]
        return row.payout.half_width or row.wins.half_width

    return ask_until(asked, ask, width, most=most, run_options=options)


@pytest.mark.parametrize("of", [{}, {"match_games": 7}, {"rules": "pagat+progressive"}], ids=str)
def test_it_is_the_answer_of_one_run_of_that_size(tmp_path: Path, of: dict[str, Any]) -> None:
    whole: Any = None
    for options in (
        QUIET,
        RunOptions(workers=2, notice=silent),
        RunOptions(workers=2, notice=silent, out=tmp_path / "a"),
    ):
        run, within = play(0.015 if of.get("rules") else 0.15, options, **of)
        whole = whole or run_job(batch(within.games, **of), QUIET)
        assert within.looks > 1
        assert run.totals == whole.totals


def test_no_game_is_played_twice() -> None:
    played: list[int] = []
    run, within = play(0.1, RunOptions(workers=1, notice=silent, progress=lambda done, of: played.append(done)))
    assert played == sorted(played)
    assert run.games_now == within.games == played[-1]


def test_a_stopped_question_takes_the_same_steps(tmp_path: Path) -> None:
    whole, expected_within = play(0.1, RunOptions(workers=1, notice=silent, out=tmp_path / "whole"))

    def stop(done: int, of: int) -> None:
        if of > 2000 and done < of:
            raise MemoryError  # stands for anything that ends the program

    folder = tmp_path / "stopped"
    with pytest.raises(MemoryError):
        play(0.1, RunOptions(workers=1, notice=silent, out=folder, progress=stop))
    assert (folder / FILE).exists()
    again, within = play(0.1, RunOptions(workers=2, notice=silent, out=folder, resume=True))
    assert within == expected_within
    assert again.totals == whole.totals
    assert again.games_now < whole.games
    closer, more = play(0.07, RunOptions(workers=1, notice=silent, out=folder, resume=True))
    assert more.games > within.games
    assert closer.totals == run_job(batch(more.games), QUIET).totals
    assert closer.games_now <= more.games - within.games + 1000
    wider, less = play(0.2, RunOptions(workers=1, notice=silent, out=folder, resume=True))
    assert less.reached
    assert wider.games_now == 0


def test_damaged_looks_are_refused(tmp_path: Path) -> None:
    play(0.3, RunOptions(workers=1, notice=silent, out=tmp_path / "run"))
    for text in ("[[1, 2, 3]]", "{", "[[null, 1]]", "7"):
        (tmp_path / "run" / FILE).write_text(text)
        with pytest.raises(WithinError, match="is damaged"):
            play(0.3, RunOptions(workers=1, notice=silent, out=tmp_path / "run", resume=True))


def test_after_ctrl_c_the_answer_is_partial() -> None:
    def ctrl_c(done: int, of: int) -> None:
        if of > 2000:
            raise KeyboardInterrupt

    halt = StopControl()
    run, within = play(0.1, RunOptions(workers=1, notice=silent, halt=halt, progress=ctrl_c))
    assert 1000 <= run.games < run.job.games
    assert not within.reached
