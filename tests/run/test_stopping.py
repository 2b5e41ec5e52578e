import hashlib
import os
import signal
import threading
import time
from pathlib import Path
from typing import Any

import pytest

from tests.playing import job
from tests.run.other_game import Draws, DrawTotals, Gambler, Table
from tongits_sim.interrupts import signals_delayed
from tongits_sim.run.compiling import silent
from tongits_sim.run.faults import Interrupted
from tongits_sim.run.files import RESULTS
from tongits_sim.run.job import Block, BlockResult, Run
from tongits_sim.run.run import run_job
from tongits_sim.run.run_options import MIN_GAMES, RunOptions, StopControl


def stopping(halt: StopControl | None, after: int, **playing: Any) -> Run[Any]:
    def ctrl_c(done: int, _: int) -> None:
        if done == after:
            os.kill(os.getpid(), signal.SIGINT)

    return run_job(
        job(games=3_000), RunOptions(workers=1, notice=silent, progress=ctrl_c, halt=halt, **playing), block_size=60
    )


def test_games_finished_before_ctrl_c_are_the_result(tmp_path: Path) -> None:
    halt = StopControl()
    run = stopping(halt, 600, out=tmp_path / "run")
    assert 600 <= run.games < 3_000
    assert run.games % 60 == 0
    assert run.totals == run_job(job(games=run.games), RunOptions(workers=1, notice=silent)).totals
    assert halt.run is not None
    assert (halt.run.games, halt.run.job.games) == (run.games, 3_000)
    assert not (tmp_path / "run" / RESULTS).exists()
    assert RunOptions(halt=halt).stopped
    whole = run_job(
        job(games=3_000), RunOptions(workers=1, notice=silent, out=tmp_path / "run", resume=True), block_size=60
    )
    assert whole.totals == run_job(job(games=3_000), RunOptions(workers=1, notice=silent)).totals


@pytest.mark.parametrize("halt", [None, StopControl(lambda: False), StopControl()])
def test_without_a_wish_or_games_it_is_interrupted(halt: StopControl | None) -> None:
    after = MIN_GAMES // 60 * 60 if halt is not None and halt._wanted() else 600
    with pytest.raises(Interrupted) as stop:
        stopping(halt, after)
    assert stop.value.run.games == after
    assert isinstance(stop.value, KeyboardInterrupt)
    assert not RunOptions(halt=halt).stopped


def test_a_run_that_only_looks_at_what_is_kept_plays_nothing(tmp_path: Path) -> None:
    stopping(StopControl(), 600, out=tmp_path / "run")
    halt = StopControl(at_once=True)
    how = RunOptions(workers=1, notice=silent, out=tmp_path / "run", resume=True, halt=halt)
    kept = run_job(job(games=3_000), how, block_size=60)
    assert 600 <= kept.games < 3_000
    assert kept.games_now == 0
    with pytest.raises(Interrupted):  # the next run of the answer
        run_job(job(games=3_000), RunOptions(workers=1, notice=silent, halt=halt))


def test_a_later_run_that_is_too_slow_is_interrupted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tongits_sim.run.run_options._GRACE", 0.0)
    monkeypatch.setattr("tongits_sim.run.run_options._LATE", 0.0)
    halt = StopControl()
    stopping(halt, 600)
    with pytest.raises(Interrupted) as stop:
        run_job(job(games=3_000), RunOptions(workers=1, notice=silent, halt=halt), block_size=60)
    assert stop.value.run.games == 60


def test_runs_after_ctrl_c_get_a_moment_and_are_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tongits_sim.run.run_options._GRACE", 0.0)
    halt = StopControl()
    stopping(halt, 600)
    assert halt.shortened == 0
    how = RunOptions(workers=1, notice=silent, halt=halt)
    assert run_job(job(games=3_000), how, block_size=60).games == 120
    assert halt.shortened == 1
    assert run_job(job(games=60), how, block_size=60).games == 60
    assert halt.shortened == 1


def test_signals_wait_for_what_is_short() -> None:
    done = []

    def short() -> None:
        with signals_delayed():
            os.kill(os.getpid(), signal.SIGINT)
            done.append(True)

    with pytest.raises(KeyboardInterrupt):
        short()
    assert done == [True]
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler


class Slow(Table):
    """Plays each block after its first in compiled code that takes minutes, and hears no signal."""

    def play(self, block: Block) -> BlockResult:
        if block.number > 0:
            hashlib.pbkdf2_hmac("sha256", b"", b"", 2 * 10**9)
        return super().play(block)


class SlowDraws(Draws):
    def worker(self) -> Table:
        return Slow(self)


@pytest.mark.parametrize("workers", [1, 2])
def test_a_long_block_does_not_keep_ctrl_c_waiting(workers: int) -> None:
    def ctrl_c(*_: int) -> None:
        timer = threading.Timer(0.5, os.kill, (os.getpid(), signal.SIGINT))
        timer.start()

    what = SlowDraws((Gambler("a", 9), Gambler("b", 9)))
    began = time.monotonic()
    with pytest.raises(Interrupted) as stop:
        run_job(what, RunOptions(workers=workers, notice=silent, progress=ctrl_c))
    assert time.monotonic() - began < 3.5
    totals: DrawTotals = stop.value.run.totals
    assert totals.games == 10
