"""Where blocks are played: the same blocks come back from every backend."""

from __future__ import annotations

import importlib.util
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.playing import ROOT, job, numbers, play
from tongits_sim.run import backends
from tongits_sim.run.backends import BackendError, Place, Window, played_blocks
from tongits_sim.run.cores import available_cores
from tongits_sim.run.work import Block, Played


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


def test_blocks_are_asked_for_as_they_are_needed() -> None:
    what, asked = job(games=1000), []

    def blocks() -> Iterator[Block]:
        for block in what.blocks(1):
            asked.append(block)
            yield block

    played = played_blocks(what, blocks(), Place(workers=1))
    assert isinstance(next(played), Played)
    assert len(asked) == 1


def test_what_goes_wrong_in_a_thread_is_heard() -> None:
    def blocks() -> Iterator[Block]:
        yield Block(0, 0, 1, 1)
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        list(played_blocks(job(), blocks(), Place(workers=2)))


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


@pytest.mark.parametrize("backend", ["dask", "ray"])
def test_a_missing_package_names_what_installs_it_here(
    backend: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None)
    with pytest.raises(
        BackendError, match=f"needs {backend}, which is not installed; to install it: make -C .* cluster"
    ):
        Place(backend)
    done = subprocess.run(["make", "-n", "-C", str(ROOT), "cluster"], capture_output=True, text=True, check=False)
    assert "requirements-cluster.lock" in done.stdout  # the target is there and installs it
    installed = tmp_path / "site-packages" / "tongits_sim" / "run" / "backends.py"
    monkeypatch.setattr(backends, "__file__", str(installed))
    with pytest.raises(BackendError, match=rf"pip install 'tongits-sim\[{backend}\]'"):
        Place(backend)


@pytest.mark.parametrize("backend", ["threading", pytest.param("loky", marks=pytest.mark.slow)])
def test_finished_blocks_do_not_pile_up(backend: str) -> None:
    """Nobody merges for a while: no more blocks are asked for than the window lets out."""
    what, asked = job(games=600), []

    def blocks() -> Iterator[Block]:
        for block in what.blocks(1):
            asked.append(block)
            yield block

    place = Place(backend, workers=2)
    played = played_blocks(what, blocks(), place)
    first = next(item for item in played if item is not None)
    time.sleep(1)
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
    what, asked = job(games=100_000), []

    def blocks() -> Iterator[Block]:
        for block in what.blocks(1):
            asked.append(block)
            yield block

    played = played_blocks(what, blocks(), Place(workers=2))
    next(item for item in played if item is not None)
    played.close()
    time.sleep(0.5)
    before = len(asked)
    time.sleep(0.5)
    assert len(asked) == before < 100
