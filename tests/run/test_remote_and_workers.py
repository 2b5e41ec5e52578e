import dataclasses
import shutil
import signal
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
from tongits_sim.compile.match_loop import NEVER_ANSWERED
from tongits_sim.errors import TongitsError
from tongits_sim.experiments.batch import BatchJob
from tongits_sim.interrupts import keep_interrupts
from tongits_sim.run import workers
from tongits_sim.run.backends import Backend, played_blocks
from tongits_sim.run.compiling import silent
from tongits_sim.run.job import Block, BlockResult
from tongits_sim.run.workers import RemoteError


@pytest.mark.parametrize("players", ["greedy,caller,hunter", "greedy,docs/examples/my_bots.py:shy,hunter"])
@pytest.mark.parametrize("count", [1, 2, 3, 7])
def test_every_block_comes_back_once(count: int, players: str) -> None:
    what = job(players=players, games=100)
    blocks = list(played_blocks(what, what.blocks(9), Backend(workers=count)))
    assert sorted(item.block for item in blocks) == list(what.blocks(9))
    assert sum(what.empty().games_of(item.counts) for item in blocks) == 100


@pytest.mark.slow
def test_processes_play_the_same_games() -> None:
    what = job(players="greedy(call_at=5.5),docs/examples/my_bots.py:shy,random", games=300)
    assert numbers(play(what, 2, backend="loky", block_matches=50)) == numbers(play(what))


def noted(what: BatchJob, asked: list[Block]) -> Iterator[Block]:
    for block in what.blocks(1):
        asked.append(block)
        yield block


def test_blocks_are_asked_for_as_they_are_needed() -> None:
    what = job(games=1000)
    asked = list[Block]()
    assert isinstance(next(played_blocks(what, noted(what, asked), Backend(workers=1))), BlockResult)
    assert len(asked) == 1


def test_an_error_in_a_thread_is_raised() -> None:
    def blocks() -> Iterator[Block]:
        yield Block(0, 0, 1, 1)
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        list(played_blocks(job(), blocks(), Backend(workers=2)))


@pytest.mark.slow
def test_processes_end_in_peace_while_a_block_is_handed_over() -> None:
    """joblib's thread must not die of the end: pytest makes a thread's exception a failure."""
    what = job(games=100)

    def blocks() -> Iterator[Block]:
        yield from list(what.blocks(9))[:3]
        raise OSError("the disk is gone")

    for _ in range(2):
        assert sum(1 for item in played_blocks(what, what.blocks(50), Backend("loky", workers=2))) == 2
        with pytest.raises(OSError, match="the disk is gone"):
            list(played_blocks(what, blocks(), Backend("loky", workers=2)))
        for thread in threading.enumerate():
            if thread.name.startswith("ExecutorManager"):
                thread.join(30)


@pytest.mark.parametrize("backend", ["threading", pytest.param("loky", marks=pytest.mark.slow)])
def test_finished_blocks_do_not_pile_up(backend: str) -> None:
    """Nobody merges for a while: no more blocks are asked for than the window lets out."""
    what = job(games=600)
    asked = list[Block]()
    played = played_blocks(what, noted(what, asked), Backend(backend, workers=2))
    first = next(played)
    time.sleep(0.3)
    assert 1 < len(asked) <= 16
    rest = list(played)
    assert len({item.block.number for item in (first, *rest)}) == 600


def test_nothing_is_played_after_closing() -> None:
    what = job(games=100_000)
    asked = list[Block]()
    before = set(threading.enumerate())
    played = played_blocks(what, noted(what, asked), Backend(workers=2))
    next(played)
    played.close()
    for thread in set(threading.enumerate()) - before:
        thread.join(10)
    assert set(threading.enumerate()) <= before
    assert len(asked) < 100


def test_threads_share_no_worker_and_a_sound_one_serves_again() -> None:
    what = job(seed=160)
    one = workers._take(what)
    other = workers._take(what)
    assert one is not other
    workers._idle.append((what, one))
    assert workers._take(job(seed=160)) is one
    assert workers._take(what) not in (one, other)
    workers._idle.append((what, one))
    workers.forget()
    assert workers._take(what) is not one


class Struck(np.record):  # type: ignore[misc]
    def __getattribute__(self, name: str) -> Any:
        if name == "data":
            signal.raise_signal(signal.SIGINT)
        return super().__getattribute__(name)


@njit
def sum_of(records):
    one, other = records
    return one.number + other.number


@pytest.mark.parametrize("which", [(True, False), (False, True), (True, True)])
def test_ctrl_c_at_the_call_of_a_kernel_is_ctrl_c(which: tuple[bool, bool]) -> None:
    fields: Any = [("number", "i8")]
    plain, struck = (np.zeros(1, np.dtype((kind, fields)))[0] for kind in (np.record, Struck))
    assert sum_of((plain, plain)) == 0
    records = tuple(struck if is_struck else plain for is_struck in which)
    handler = signal.getsignal(signal.SIGINT)
    with pytest.raises(KeyboardInterrupt), keep_interrupts():
        sum_of(records)
    assert signal.getsignal(signal.SIGINT) is handler


class Slow:
    busy = True

    def __init__(self, pause: float, games: int, busy: bool = True) -> None:
        self.pause, self.games, self.busy = pause, games, busy
        self.done = 0

    def progress(self) -> tuple[int, int]:
        return 0, self.done

    def play(self, block: Block) -> Any:
        for _ in range(self.games):
            time.sleep(self.pause)
            self.done += 1
        return "played"

    def hang_fault(self) -> str:
        return "hanging"


def watched(monkeypatch: pytest.MonkeyPatch, worker: Slow, timeout: float) -> Any:
    what: Any = SimpleNamespace(players=[SimpleNamespace(origin="mine.py")], empty=lambda: job().empty())
    monkeypatch.setattr(workers, "_take", lambda played: worker)
    monkeypatch.setattr(workers, "_TICK", 0.02)
    played: Any = workers.play_watched(what, Block(0, 0, 1, 1), timeout)
    workers.forget()
    return played if isinstance(played, str) else played.fault


def test_it_barks_at_one_that_stands_still(monkeypatch: pytest.MonkeyPatch) -> None:
    assert watched(monkeypatch, Slow(2, 1), 0.3) == "hanging"
    assert watched(monkeypatch, Slow(0.15, 6), 0.6) == "played"
    assert watched(monkeypatch, Slow(0.8, 1, busy=False), 0.3) == "played"  # it is being made ready


def test_a_process_that_was_suspended_is_no_bot_that_stands_still(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = time.monotonic
    began = clock()
    jumping = SimpleNamespace(monotonic=lambda: clock() + (100_000 if clock() - began > 0.2 else 0))
    monkeypatch.setattr(workers, "time", jumping)
    assert watched(monkeypatch, Slow(0.6, 1), 3) == "played"


def test_a_block_is_the_same_there() -> None:
    what = job(players="greedy(call_at=5),docs/examples/my_bots.py:shy,random")
    there = workers.play_sent(workers.send(what, 60), Block(0, 5, 40, 1))
    here = workers.play(what, Block(0, 5, 40, 1))
    for name, counts in here.counts.items():
        assert (there.counts[name] == counts).all()


def test_another_program_is_refused() -> None:
    for change in ({"program": "other"}, {"content": b"cno_such_module\nThing\n."}):
        with pytest.raises(RemoteError, match="has another version of this program"):
            workers.open_sent(dataclasses.replace(workers.send(job(), 60), **change))


def test_a_bot_file_that_is_not_there_or_another_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    shutil.copy(ROOT / "docs/examples/my_bots.py", tmp_path / "bots.py")
    sent = workers.send(job(players="greedy,bots.py:shy,greedy"), 60)
    assert workers.open_sent(sent).players[1].origin == "bots.py"
    changed = tuple(dict(bot, source="other") for bot in sent.bots)
    with pytest.raises(RemoteError, match=r"another version of the bot .*greedy"):
        workers.open_sent(dataclasses.replace(sent, bots=changed, content=again(sent.content)))
    (tmp_path / "bots.py").rename(tmp_path / "gone.py")
    monkeypatch.chdir(ROOT)
    with pytest.raises(RemoteError, match=r"cannot set up the game: there is no bot file bots.py; bot and table files"):
        workers.open_sent(dataclasses.replace(sent, folder="/nowhere", content=again(again(sent.content))))


def again(content: bytes) -> bytes:
    return content + b" "


def test_a_bot_that_does_not_answer_is_given_up_there() -> None:
    what = job(players=f"{BAD_BOTS}:sleeps,greedy,greedy", games=1)
    what.prepare(silent)  # compiling is not waiting
    played = workers.play_sent(workers.send(what, 0.3), Block(0, 0, 1, 1))
    assert sure(played.fault).code == NEVER_ANSWERED
    assert what.empty().games_of(played.counts) == 0


def test_a_worker_proves_that_it_plays_the_same_games() -> None:
    sent = workers.send(job(seed=8), 60)
    block, _ = sure(sent.proof)
    assert workers.open_sent(sent) == job(seed=8)
    with pytest.raises(RemoteError, match="plays other games than this machine: the first 2 of this run count diff"):
        workers.open_sent(dataclasses.replace(sent, proof=(block, "another digest")))


def test_a_bot_that_fails_proves_nothing() -> None:
    assert workers.send(job(players=f"{BAD_BOTS}:cheat,greedy,greedy", games=1), 60).proof is None


def test_a_worker_that_lives_long_plays_no_bot_of_before(tmp_path: Path) -> None:
    path = tmp_path / "bots.py"
    text = (ROOT / "docs/examples/my_bots.py").read_text(encoding="utf-8")
    path.write_text(text, encoding="utf-8")
    block = Block(0, 0, 60, 1)
    before = workers.send(job(players=f"{path}:shy,greedy,greedy"), 60)
    played = workers.play_sent(before, block)
    path.write_text(text.replace("12, 0, 130", "0, 0, 130"), encoding="utf-8")
    after = workers.send(job(players=f"{path}:shy,greedy,greedy"), 60)
    assert after.name != before.name
    assert any((workers.play_sent(after, block).counts[name] != played.counts[name]).any() for name in played.counts)
    with pytest.raises(TongitsError, match="shy differs from the loaded bot: its file, or data that the file reads"):
        workers.open_sent(dataclasses.replace(before, content=again(before.content)))
