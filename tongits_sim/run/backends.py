"""Where blocks are played: this thread, threads, processes, a dask cluster.

Blocks are handed out as workers come free and as finished ones are merged, so a work of any length needs the same
memory.
"""

from __future__ import annotations

import concurrent.futures
import contextlib
import importlib.util
import logging
import os
import queue
import shlex
import threading
import time
from collections.abc import Callable, Generator, Iterable, Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tongits_sim.errors import TongitsError
from tongits_sim.run import workers
from tongits_sim.run.cores import available_cores
from tongits_sim.run.remote import parcel, play_there
from tongits_sim.run.work import Block, Played, Work

if TYPE_CHECKING:
    from tongits_sim.run.remote import Parcel

BACKENDS = ("threading", "loky", "dask")
MOST_WORKERS = 1024
_NEEDS = {"dask": ("dask", "distributed")}
_TICK = 0.2
_AHEAD = 2  # blocks handed to a worker before it needs them
_OUT = 8  # blocks of a worker that are handed out and not merged yet
ROWS_OUT = 2
"""The same where blocks hold a row for each game: such blocks are large."""
_IDLE = 300  # seconds after which processes that play nothing end
_PATIENCE = 15  # seconds for a cluster to answer


class BackendError(TongitsError):
    """A backend that does not exist or cannot be used."""


@dataclass
class Place:
    """Where to play.

    Attributes:
        backend: one of `BACKENDS`.
        workers: how many blocks at a time; on a cluster as many as it has workers, if not given.
        scheduler: address of the cluster; without one, a cluster is started on this machine.
        cluster_workers: the workers of a cluster that play, once they are known.
    """

    backend: str = "threading"
    workers: int | None = None
    scheduler: str | None = None
    cluster_workers: int | None = None

    def __post_init__(self) -> None:
        if self.backend not in BACKENDS:
            raise BackendError(f"unknown backend {self.backend!r}; choose one of {', '.join(BACKENDS)}")
        workers = self.workers
        if workers is not None and (workers != int(workers) or not 1 <= workers <= MOST_WORKERS):
            raise BackendError(
                f"the number of workers must be a whole number from 1 to {MOST_WORKERS}, not {workers!r}"
            )
        if self.scheduler is not None and self.backend not in _NEEDS:
            raise BackendError(f"a scheduler belongs to the backend dask, not to {self.backend}")
        for package in _NEEDS.get(self.backend, ()):
            if importlib.util.find_spec(package) is None:
                raise BackendError(
                    f"the backend {self.backend} needs {package}, which is not installed; "
                    f"to install it: {_install_command(self.backend)}"
                )

    @property
    def count(self) -> int:
        """The number of workers."""
        return self.cluster_workers or self.workers or available_cores()


def _install_command(extra: str) -> str:
    """The command that installs what a backend needs: make in a checkout of the project, else pip."""
    checkout = Path(__file__).resolve().parents[2]
    if (checkout / "Makefile").exists() and (checkout / "requirements-cluster.lock").exists():
        return f"make -C {shlex.quote(str(checkout))} cluster"
    return f"pip install 'tongits-sim[{extra}]'"


class Window:
    """Limits how many blocks are out, that is handed to a worker or finished and not merged, and so the memory used.

    Blocks go out in their order, so the one that a merge in order waits for is always out.
    """

    def __init__(self, count: int, out: int = _OUT) -> None:
        """`count`: workers; `out`: blocks of each."""
        self._free = threading.Semaphore(out * count)
        self.closed = threading.Event()

    def enter(self, wait: bool) -> bool:
        """Whether one more block may go out; with `wait`, wait until it may or the window is closed."""
        while not self.closed.is_set():
            if self._free.acquire(timeout=_TICK) if wait else self._free.acquire(blocking=False):
                return True
            if not wait:
                return False
        return False

    def leave(self) -> None:
        """Note that a block was merged."""
        self._free.release()


def played_blocks(
    work: Work[Any],
    blocks: Iterable[Block],
    place: Place,
    watched: bool = False,
    bot_timeout: float = 60.0,
    window: Window | None = None,
) -> Generator[Played | None]:
    """Play the blocks and yield them as they finish, in any order; None now and then, to let the caller act.

    Close the generator to stop playing.

    Args:
        work: what is played.
        blocks: its blocks.
        place: the backend and the number of workers.
        watched: a bot may hang, so nothing is played in the calling thread.
        bot_timeout: seconds after which a bot that does not respond is a fault; for remote workers.
        window: limits how many blocks are under way; its owner calls `leave` for each block that is merged. Without
            one, a block leaves when the next one is requested.
    """
    if place.backend == "threading":
        if place.count == 1 and not watched:
            return (workers.play(work, block) for block in blocks)
        return _items(partial(_threads, partial(workers.play, work), blocks, place), place, window)
    source = {"loky": _loky, "dask": _dask_blocks}[place.backend]
    return _items(partial(_pump, partial(source, parcel(work, bot_timeout), blocks, place)), place, window)


Play = Callable[[Block], Played]
Item = Played | BaseException | None
Finished = queue.SimpleQueue[Item]
Source = Callable[[Window], Iterator[Played]]


def _items(start: Callable[[Window, Finished], None], place: Place, window: Window | None) -> Generator[Played | None]:
    """Let other threads play or wait for workers; this one watches the clock and can be interrupted."""
    finished: Finished = queue.SimpleQueue()
    mine = window or Window(place.count)
    start(mine, finished)
    try:
        while True:
            try:
                item = finished.get(timeout=_TICK)
            except queue.Empty:
                yield None
                continue
            if item is None:
                return
            if isinstance(item, BaseException):
                raise item
            yield item
            if window is None:
                mine.leave()
    finally:
        mine.closed.set()


def _threads(play: Play, blocks: Iterable[Block], place: Place, window: Window, finished: Finished) -> None:
    """Start threads that take one block after another; a thread that hangs does not keep the process from ending."""
    queued, taking, playing = iter(blocks), threading.Lock(), [place.count]

    def take() -> Block | None:
        if not window.enter(wait=True):
            return None
        with taking:
            return next(queued, None)

    def run() -> None:
        try:
            while (block := take()) is not None:
                finished.put(play(block))
        except BaseException as error:  # noqa: BLE001 - handed over to the thread that waits
            finished.put(error)
        with taking:
            playing[0] -= 1
            last = not playing[0]
        if last:
            finished.put(None)

    for _ in range(place.count):
        threading.Thread(target=run, name="tongits blocks", daemon=True).start()


def _pump(source: Source, window: Window, finished: Finished) -> None:
    """Start a thread that waits for remote workers."""

    def run() -> None:
        try:
            with contextlib.closing(source(window)) as items:  # type: ignore[type-var]  # a generator
                for item in items:
                    finished.put(item)
                    if window.closed.is_set():
                        break
            finished.put(None)
        except BaseException as error:  # noqa: BLE001 - handed over to the thread that waits
            finished.put(error)

    threading.Thread(target=run, name="tongits blocks", daemon=True).start()


def _futures(
    submit: Callable[[Block], Any],
    wait: Callable[[list[Any]], tuple[Iterable[Any], list[Any]]],
    blocks: Iterable[Block],
    most: int,
    window: Window,
) -> Iterator[Any]:
    """Submit blocks, up to `most` at a time and as the window allows, and yield their futures as they finish.

    `wait` returns the futures that are done after a moment, and the rest.
    """
    queued = iter(blocks)
    running: list[Any] = []
    more = True
    while not window.closed.is_set():
        while more and len(running) < most and window.enter(wait=not running):
            block = next(queued, None)
            if block is None:
                more = False
            else:
                running.append(submit(block))
        if not running and not more:
            return
        if running:
            done, running = wait(running)
            yield from done


def _loky(sent: Parcel, blocks: Iterable[Block], place: Place, window: Window) -> Iterator[Played]:
    """Play on processes of this machine, which are kept for the next work and end with this process."""
    from joblib.externals.loky import get_reusable_executor

    from tongits_sim.run.kinship import end_with

    def wait(running: list[Any]) -> tuple[Iterable[Any], list[Any]]:
        futures = concurrent.futures.wait(running, _TICK, concurrent.futures.FIRST_COMPLETED)
        return futures.done, list(futures.not_done)

    executor = get_reusable_executor(
        max_workers=place.count, timeout=_IDLE, reuse=True, initializer=end_with, initargs=(os.getpid(),)
    )
    last: Any = None

    def submit(block: Block) -> Any:
        nonlocal last
        last = executor.submit(play_there, sent, block)
        return last

    finished = False
    try:
        for future in _futures(submit, wait, blocks, _AHEAD * place.count, window):
            yield future.result()
        finished = not window.closed.is_set()
    finally:
        if not finished:
            # joblib's thread dies of a KeyError if it is told to end before it has taken the last block
            patience = time.monotonic() + 1
            while last and not (last.running() or last.done()) and time.monotonic() < patience:
                time.sleep(0.001)
            executor.shutdown(wait=False, kill_workers=True)


def _dask_blocks(sent: Parcel, blocks: Iterable[Block], place: Place, window: Window) -> Iterator[Played]:
    """Play on a dask cluster."""
    from distributed import CancelledError, wait
    from distributed.comm.core import CommClosedError

    def look(running: list[Any]) -> tuple[Iterable[Any], list[Any]]:
        with contextlib.suppress(TimeoutError):
            futures = wait(running, timeout=_TICK, return_when="FIRST_COMPLETED")
            return futures.done, list(futures.not_done)
        return (), running

    with _dask(place) as (client, count), client.as_current():
        try:
            for future in _futures(
                lambda block: client.submit(play_there, sent, block, pure=False), look, blocks, _AHEAD * count, window
            ):
                yield future.result()
        except (CancelledError, CommClosedError, concurrent.futures.CancelledError):
            raise BackendError(
                f"the dask scheduler at {place.scheduler or 'this machine'} is lost; start the cluster anew"
            ) from None


@contextlib.contextmanager
def _dask(place: Place) -> Iterator[tuple[Any, int]]:
    """A client of a dask cluster, with its number of workers; a cluster of our own if no scheduler is named."""
    from distributed import Client, LocalCluster

    for name in ("distributed", "distributed.client", "tornado", "asyncio"):
        logging.getLogger(name).setLevel(logging.CRITICAL + 1)  # they log every broken connection with a traceback
    with contextlib.ExitStack() as stack:
        address: Any = place.scheduler
        if address is None:
            cluster = LocalCluster(
                n_workers=place.count,
                threads_per_worker=1,
                processes=True,
                dashboard_address="127.0.0.1:0",
                host="127.0.0.1",
                silence_logs=50,
            )
            address = stack.enter_context(cluster)
        try:
            client = stack.enter_context(Client(address, timeout=_PATIENCE, set_as_default=False))
        except (OSError, TimeoutError, ValueError) as error:
            raise BackendError(
                f"no dask scheduler answers at {place.scheduler} ({str(error) or type(error).__name__}); start one "
                "with 'dask scheduler', and workers with 'dask worker ADDRESS'"
            ) from None
        threads = sum(client.nthreads().values())
        if not threads:
            raise BackendError(f"the dask cluster at {place.scheduler} has no workers; start some: dask worker ADDRESS")
        place.cluster_workers = min(place.workers or threads, threads)
        yield client, place.cluster_workers
