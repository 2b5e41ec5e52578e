"""Where blocks are played: backends, workers, works that travel."""

from __future__ import annotations

import dataclasses
import importlib.util
import shutil
import signal
import subprocess
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from tests.playing import BAD_BOTS, ROOT, job, numbers, play, sure
from tongits_sim.compile.jit import njit
from tongits_sim.core.match_loop import NEVER_ANSWERED
from tongits_sim.errors import TongitsError
from tongits_sim.experiments.batch import BatchWorker, Job
from tongits_sim.game.state import DECISION_DISCARD
from tongits_sim.run import backends
from tongits_sim.run import workers as workers_module
from tongits_sim.run.backends import BackendError, Place, Window, played_blocks
from tongits_sim.run.cores import available_cores
from tongits_sim.run.faults import Fault
from tongits_sim.run.remote import RemoteError, open_parcel, parcel, play_there
from tongits_sim.run.warmup import silent
from tongits_sim.run.work import Block, BlockWorker, Played
from tongits_sim.run.workers import Watchdog, forget, worker, workers
from tongits_sim.run.workers import play as workers_play

# ---- Where blocks are played: the same blocks come back from every backend -----------------------------------------


@pytest.mark.parametrize(("workers", "watched"), [(1, False), (1, True), (2, False), (3, True)])
def test_every_block_comes_back_once(workers: int, watched: bool) -> None:
    what = job(games=100)
    blocks = [item for item in played_blocks(what, what.blocks(9), Place(workers=workers), watched) if item is not None]
    assert sorted(item.block for item in blocks) == list(what.blocks(9))
    assert sum(what.empty().games_of(item.counts) for item in blocks) == 100


@pytest.mark.slow
def test_processes_play_the_same_games() -> None:
    what = job(players="greedy(call_at=5.5),docs/examples/my_bots.py:shy,random", games=300)
    assert numbers(play(what, 2, backend="loky", block_matches=50)) == numbers(play(what))


def noted(what: Job, asked: list[Block]) -> Iterator[Block]:
    """The blocks of a job, of one match each, noted as they are asked for."""
    for block in what.blocks(1):
        asked.append(block)
        yield block


def test_blocks_are_asked_for_as_they_are_needed() -> None:
    what, asked = job(games=1000), list[Block]()
    assert isinstance(next(played_blocks(what, noted(what, asked), Place(workers=1))), Played)
    assert len(asked) == 1


def test_what_goes_wrong_in_a_thread_is_heard() -> None:
    def blocks() -> Iterator[Block]:
        yield Block(0, 0, 1, 1)
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        list(played_blocks(job(), blocks(), Place(workers=2)))


@pytest.mark.slow
def test_processes_end_in_peace_while_a_block_is_handed_over() -> None:
    """joblib's thread must not die of the end: pytest makes a thread's exception a failure."""
    what = job(games=100)

    def blocks() -> Iterator[Block]:
        yield from list(what.blocks(9))[:3]
        raise OSError("the disk is gone")

    for _ in range(2):
        assert sum(item is not None for item in played_blocks(what, what.blocks(50), Place("loky", workers=2))) == 2
        with pytest.raises(OSError, match="the disk is gone"):
            list(played_blocks(what, blocks(), Place("loky", workers=2)))
        for thread in threading.enumerate():
            if thread.name.startswith("ExecutorManager"):
                thread.join(30)


def test_workers_default_to_the_cores() -> None:
    assert Place("threading", None).count == available_cores() >= 1
    assert Place("threading", 5).count == 5


@pytest.mark.parametrize(
    ("backend", "workers", "message"),
    [
        ("cluster", None, "unknown backend 'cluster'; choose one of threading"),
        ("threading", 0, "from 1 to 1024, not 0"),
        ("threading", 1.5, "from 1 to 1024, not 1.5"),
    ],
)
def test_what_cannot_be_is_refused(backend: str, workers: int | None, message: str) -> None:
    with pytest.raises(BackendError, match=message):
        Place(backend, workers)


def test_a_missing_package_names_what_installs_it_here(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None)
    with pytest.raises(BackendError, match=r"needs dask, which is not installed; to install it: make -C .* cluster"):
        Place("dask")
    done = subprocess.run(["make", "-n", "-C", str(ROOT), "cluster"], capture_output=True, text=True, check=False)
    assert "requirements-cluster.lock" in done.stdout  # the target is there and installs it
    installed = tmp_path / "site-packages" / "tongits_sim" / "run" / "backends.py"
    monkeypatch.setattr(backends, "__file__", str(installed))
    with pytest.raises(BackendError, match=r"pip install 'tongits-sim\[dask\]'"):
        Place("dask")


@pytest.mark.parametrize("backend", ["threading", pytest.param("loky", marks=pytest.mark.slow)])
def test_finished_blocks_do_not_pile_up(backend: str) -> None:
    """Nobody merges for a while: no more blocks are asked for than the window lets out."""
    what, asked = job(games=600), list[Block]()
    played = played_blocks(what, noted(what, asked), Place(backend, workers=2))
    first = next(item for item in played if item is not None)
    time.sleep(0.3)
    assert 1 < len(asked) <= 16
    rest = [item for item in played if item is not None]
    assert len({item.block.number for item in (first, *rest)}) == 600


def test_a_closed_window_lets_nobody_wait() -> None:
    window = Window(1)
    assert [window.enter(wait=False) for _ in range(9)] == [True] * 8 + [False]
    window.leave()
    assert window.enter(wait=True)
    window.closed.set()
    assert not window.enter(wait=True)


def test_nothing_is_played_after_closing() -> None:
    what, asked, before = job(games=100_000), list[Block](), set(threading.enumerate())
    played = played_blocks(what, noted(what, asked), Place(workers=2))
    next(item for item in played if item is not None)
    played.close()
    for thread in set(threading.enumerate()) - before:
        thread.join(10)
    assert set(threading.enumerate()) <= before
    assert len(asked) < 100


# ---- A worker for each thread, found by the work it plays; the watchdog barks at one that stands still, and only then


def test_threads_share_no_worker() -> None:
    what = job(seed=160)  # nobody else's: threads of other tests may still hold workers of theirs
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
        workers_play(job(), Block(0, 0, 1, 1))
    assert signal.getsignal(signal.SIGINT) is handler


def test_other_errors_of_a_worker_stay(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(workers_module, "worker", lambda work: SimpleNamespace())
    with pytest.raises(AttributeError, match="play"):
        workers_play(job(), Block(0, 0, 1, 1))


class Clock:
    """A clock that stands until it is set."""

    now = 100.0

    def monotonic(self) -> float:
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


def standing(what: Job) -> BatchWorker:
    """A worker of this thread that plays game 2 of match 7 and asks slot 1, on seat 0."""
    one = worker(what)
    assert isinstance(one, BatchWorker)
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
    fault = sure(clock.run(dog, 2))
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


# ---- Works that travel: what is checked on arrival, and bots that hang there ---------------------------------------


def test_a_block_is_the_same_there() -> None:
    what = job(players="greedy(call_at=5),docs/examples/my_bots.py:shy,random")
    there, here = play_there(parcel(what, 60), Block(0, 5, 40, 1)), workers_play(what, Block(0, 5, 40, 1))
    for name, counts in here.counts.items():
        assert (there.counts[name] == counts).all()


def test_a_parcel_is_opened_once() -> None:
    sent = parcel(job(), 60)
    assert open_parcel(sent) is open_parcel(dataclasses.replace(sent))


def test_another_program_is_refused() -> None:
    for change in ({"program": "other"}, {"content": b"cno_such_module\nThing\n."}):
        with pytest.raises(RemoteError, match="has another version of this program"):
            open_parcel(dataclasses.replace(parcel(job(), 60), **change))


def test_a_bot_file_that_is_not_there_or_another_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    shutil.copy(ROOT / "docs/examples/my_bots.py", tmp_path / "bots.py")
    sent = parcel(job(players="greedy,bots.py:shy,greedy"), 60)
    assert open_parcel(sent).players[1].origin == "bots.py"
    changed = tuple(dict(bot, source="other") for bot in sent.bots)
    with pytest.raises(RemoteError, match=r"another version of the bot .*greedy"):
        open_parcel(dataclasses.replace(sent, bots=changed, content=again(sent.content)))
    (tmp_path / "bots.py").rename(tmp_path / "gone.py")
    monkeypatch.chdir(ROOT)
    with pytest.raises(RemoteError, match=r"cannot set up the game: there is no bot file bots.py; bot and table files"):
        open_parcel(dataclasses.replace(sent, folder="/nowhere", content=again(again(sent.content))))


def again(content: bytes) -> bytes:
    """The same pickle under another digest: what follows its end is not read."""
    return content + b" "


def test_a_bot_that_does_not_answer_is_given_up_there() -> None:
    what = job(players=f"{BAD_BOTS}:sleeps,greedy,greedy", games=1)
    what.prepare(silent)  # compiling is not waiting
    played = play_there(parcel(what, 0.3), Block(0, 0, 1, 1))
    assert sure(played.fault).code == NEVER_ANSWERED
    assert what.empty().games_of(played.counts) == 0


def test_a_worker_proves_that_it_plays_the_same_games() -> None:
    sent = parcel(job(seed=8), 60)
    block, _ = sure(sent.proof)
    assert open_parcel(sent) == job(seed=8)
    with pytest.raises(RemoteError, match="plays other games than this machine: the first 2 of this run count diff"):
        open_parcel(dataclasses.replace(sent, proof=(block, "another digest")))


def test_a_bot_that_fails_proves_nothing() -> None:
    assert parcel(job(players=f"{BAD_BOTS}:cheat,greedy,greedy", games=1), 60).proof is None


def test_a_worker_that_lives_long_plays_no_bot_of_before(tmp_path: Path) -> None:
    path = tmp_path / "bots.py"
    text = (ROOT / "docs/examples/my_bots.py").read_text(encoding="utf-8")
    path.write_text(text, encoding="utf-8")
    block = Block(0, 0, 60, 1)
    before = parcel(job(players=f"{path}:shy,greedy,greedy"), 60)
    played = play_there(before, block)
    path.write_text(text.replace("12, 0, 130", "0, 0, 130"), encoding="utf-8")
    after = parcel(job(players=f"{path}:shy,greedy,greedy"), 60)
    assert after.name != before.name
    assert any((play_there(after, block).counts[name] != played.counts[name]).any() for name in played.counts)
    with pytest.raises(TongitsError, match=r"shy is not the one that was loaded: its file, or something that it reads"):
        open_parcel(dataclasses.replace(before, content=again(before.content)))
