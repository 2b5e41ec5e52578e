"""A worker for each thread, found by the work it plays; the watchdog barks at one that stands still, and only then."""

from __future__ import annotations

import signal
import threading
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from tests.playing import job
from tongits_sim.any_game.asking import NEVER_ANSWERED
from tongits_sim.designs.batch.job import Job
from tongits_sim.designs.batch.worker import Worker
from tongits_sim.game.state import DECISION_DISCARD
from tongits_sim.jit import njit
from tongits_sim.run import workers as workers_module
from tongits_sim.run.faults import Fault
from tongits_sim.run.work import Block, BlockWorker
from tongits_sim.run.workers import Watchdog, forget, play, worker, workers


def test_threads_share_no_worker() -> None:
    what = job()
    mine = worker(what)
    assert worker(what) is mine
    theirs: list[BlockWorker] = []
    thread = threading.Thread(target=lambda: theirs.append(worker(what)))
    thread.start()
    thread.join()
    assert theirs[0] is not mine
    assert {*workers(what)} == {mine, theirs[0]}
    forget(what)
    assert workers(what) == []


def test_a_worker_that_was_forgotten_is_known_again() -> None:
    what = job()
    mine = worker(what)
    forget(what)
    assert worker(job()) is mine
    assert workers(what) == [mine]
    forget(what)


class Struck(np.record):  # type: ignore[misc]
    """A record at which Ctrl-C strikes when a kernel asks for its memory."""

    def __getattribute__(self, name: str) -> Any:
        if name == "data":
            signal.raise_signal(signal.SIGINT)
        return super().__getattribute__(name)


@njit
def sum_of(records):
    one, other = records
    return one.number + other.number


@pytest.mark.parametrize("which", [(True, False), (False, True), (True, True)])
def test_ctrl_c_at_the_call_of_a_kernel_is_ctrl_c(which: tuple[bool, bool], monkeypatch: pytest.MonkeyPatch) -> None:
    fields: Any = [("number", "i8")]
    plain, struck = (np.zeros(1, np.dtype((kind, fields)))[0] for kind in (np.record, Struck))
    assert sum_of((plain, plain)) == 0
    records = tuple(struck if each else plain for each in which)
    monkeypatch.setattr(workers_module, "worker", lambda work: SimpleNamespace(play=lambda block: sum_of(records)))
    handler = signal.getsignal(signal.SIGINT)
    with pytest.raises(KeyboardInterrupt):
        play(job(), Block(0, 0, 1, 1))
    assert signal.getsignal(signal.SIGINT) is handler


def test_other_errors_of_a_worker_stay(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(workers_module, "worker", lambda work: SimpleNamespace())
    with pytest.raises(AttributeError, match="play"):
        play(job(), Block(0, 0, 1, 1))


class Clock:
    """A clock that stands until it is set."""

    now = 100.0

    def monotonic(self) -> float:
        """The time."""
        return self.now

    def run(self, dog: Watchdog, seconds: int) -> Fault | None:
        """Let seconds pass, with two looks in each; what the last look found."""
        fault = None
        for _ in range(2 * seconds):
            self.now += 0.5
            fault = dog.look()
        return fault


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    time = Clock()
    monkeypatch.setattr(workers_module, "time", time)
    return time


def standing(what: Job) -> Worker:
    """A worker of this thread that plays game 2 of match 7 and asks slot 1, on seat 0."""
    one = worker(what)
    assert isinstance(one, Worker)
    one.busy = True
    one.table["now_match"], one.table["now_game"] = 7, 2
    one.view["me"], one.view["decision"] = 0, DECISION_DISCARD
    one.table["seating"] = [1, 2, 0]
    return one


def test_barks_after_the_timeout(clock: Clock) -> None:
    what = job()
    one = standing(what)
    dog = Watchdog(what, 10)
    assert dog.look() is None
    assert clock.run(dog, 9) is None
    fault = clock.run(dog, 2)
    assert fault is not None
    assert (fault.code, fault.label, fault.seat, fault.match, fault.game) == (NEVER_ANSWERED, "caller", 0, 7, 2)
    assert fault.decision == "discard"
    one.busy = False
    assert dog.look() is None
    forget(what)


def test_a_finished_game_calms_it(clock: Clock) -> None:
    what = job()
    one = standing(what)
    dog = Watchdog(what, 10)
    for _ in range(5):
        assert dog.look() is None
        assert clock.run(dog, 8) is None
        one.table["now_games"] += 1
    forget(what)
    assert clock.run(dog, 100) is None


def test_a_process_that_was_suspended_is_no_bot_that_stands_still(clock: Clock) -> None:
    what = job()
    standing(what)
    dog = Watchdog(what, 10)
    assert clock.run(dog, 5) is None
    clock.now += 100_000
    assert dog.look() is None
    assert clock.run(dog, 3) is None
    assert clock.run(dog, 3) is not None
    forget(what)
