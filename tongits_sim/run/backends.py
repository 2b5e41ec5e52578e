"""Plays blocks in this thread, in threads or processes (joblib), or on a dask cluster.

A block is handed out when a worker is free and earlier blocks are merged, so memory does not grow with the job.
"""

from __future__ import annotations

import atexit
import contextlib
import importlib.util
import logging
import os
import shlex
import signal
import threading
import time
import warnings
from collections.abc import Callable, Generator, Iterable, Iterator
from concurrent.futures import Future
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tongits_sim.errors import TongitsError
from tongits_sim.interrupts import end_with
from tongits_sim.run import workers
from tongits_sim.run.compiling import available_cores

if TYPE_CHECKING:
    from tongits_sim.run.job import Block, BlockResult, Job

BACKENDS = ("threading", "loky", "dask")
MAX_WORKERS = 1024
_NEEDS = {"dask": ("dask", "distributed")}
_AHEAD = 2  # blocks handed to a worker before it needs them
_OUT = 8  # blocks per worker that are handed out and not merged yet
ROWS_OUT = 2
"""`_OUT` for blocks that hold a row for each game, because these blocks are large."""
_REST = 0.02  # seconds that a worker waits if it is ahead of the merging
_PATIENCE = 15  # seconds for a cluster to answer
_LOST = "finished blocks are kept in the folder of --out, if there is one: add --resume to go on"


class BackendError(TongitsError):
    """A backend that does not exist or cannot be used."""


@dataclass
class Backend:
    """Where blocks are played: threads, processes or a cluster. Raises BackendError."""

    backend: str = "threading"  # one of `BACKENDS`
    workers: int | None = (
        None  # number of blocks played at a time; None: all cores of this machine, or all threads of the cluster
    )
    scheduler: str | None = None  # address of a cluster; None: start a cluster on this machine
    cluster_workers: int | None = None  # workers of the cluster, once the cluster has told

    def __post_init__(self) -> None:
        if self.backend not in BACKENDS:
            raise BackendError(f"unknown backend {self.backend!r}; choose one of {', '.join(BACKENDS)}")
        workers = self.workers
        if workers is not None and (workers != int(workers) or not 1 <= workers <= MAX_WORKERS):
            raise BackendError(f"the number of workers must be a whole number from 1 to {MAX_WORKERS}, not {workers!r}")
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
        """Number of blocks played at a time."""
        return self.cluster_workers or self.workers or available_cores()


def _install_command(extra: str) -> str:
    """The command that installs a backend: make in a checkout of the project, else pip."""
    checkout = Path(__file__).resolve().parents[2]
    if (checkout / "Makefile").exists() and (checkout / "requirements-cluster.lock").exists():
        return f"make -C {shlex.quote(str(checkout))} cluster"
    return f"pip install 'tongits-sim[{extra}]'"


class Window:
    """Caps the blocks in flight (handed out, not yet merged), and with them the memory.

    Blocks go out in order, so a merge in order always waits for a block in flight.
    """

    def __init__(self, blocks_a_worker: int = _OUT) -> None:
        self.blocks_a_worker = blocks_a_worker
        self.out = 0
        self.merged = 0  # the owner of the window counts

    def blocks(self, blocks: Iterable[Block], workers: int) -> Iterator[Block | None]:
        """The blocks; None while the window is full."""
        queued = iter(blocks)
        while True:
            while self.out - self.merged >= self.blocks_a_worker * workers:
                yield None
            if (block := next(queued, None)) is None:
                return
            self.out += 1
            yield block


def played_blocks(
    job: Job[Any],
    blocks: Iterable[Block],
    place: Backend,
    bot_timeout: float = 60.0,
    window: Window | None = None,
) -> Generator[BlockResult]:
    """Play the blocks and yield them as they finish, in any order. Close the generator to stop playing.

    Args:
        bot_timeout: seconds after which a user's bot that does not respond is a fault.
        window: caps the blocks in flight; its owner counts merged blocks. If it is None, a block counts as merged as
            soon as the caller asks for the next.
    """
    mine = window or Window()
    if place.backend == "dask":
        played = _dask_blocks(job, bot_timeout, blocks, place, mine)
    elif place.count == 1:
        played = (workers.play_watched(job, block, bot_timeout) for block in blocks)
    else:
        played = _parallel_blocks(job, bot_timeout, blocks, place, mine)
    with _peaceful_end(), contextlib.closing(played):
        for item in played:
            yield item
            mine.merged += window is None


def _parallel_blocks(
    job: Job[Any], bot_timeout: float, blocks: Iterable[Block], place: Backend, window: Window
) -> Generator[BlockResult]:
    """Play on threads or processes of this machine. Processes are kept for the next job and end with this process."""
    from joblib import Parallel, delayed
    from joblib.externals.loky.process_executor import TerminatedWorkerError

    play: Callable[[Block | None], BlockResult | None] = partial(_play_here, job, bot_timeout)
    more: dict[str, Any] = {}
    if place.backend == "loky":
        play = partial(_play_there, workers.send(job, bot_timeout))
        more = {"initializer": end_with, "initargs": (os.getpid(),), "max_nbytes": None}
    parallel = Parallel(
        place.count,
        place.backend,
        return_as="generator_unordered",
        batch_size=1,
        pre_dispatch=_AHEAD * place.count,
        **more,
    )
    with _deaf_processes():
        played = parallel(delayed(play)(block) for block in window.blocks(blocks, place.count))
    try:
        yield from (item for item in played if item is not None)
    except TerminatedWorkerError:
        raise BackendError(f"a worker process was killed, perhaps because the memory was full; {_LOST}") from None
    finally:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # about results that are discarded after a stop
            played.close()


@contextlib.contextmanager
def _deaf_processes() -> Iterator[None]:
    """Context in which this thread, and the threads and processes started from it, block Ctrl-C.

    A terminal sends Ctrl-C to all its processes. A worker process that is still starting would print a traceback. This
    process ends its workers instead.
    """
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    from multiprocessing import resource_tracker

    from joblib.externals.loky.backend import resource_tracker as tracker_of_loky

    for tracker in (resource_tracker, tracker_of_loky):
        tracker.ensure_running()  # its start ends with the signal unblocked
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


@contextlib.contextmanager
def _peaceful_end() -> Iterator[None]:
    """Ignore the KeyError of a joblib thread that is told to end before it took the last block. By then the thread has
    ended its processes.
    """
    before = threading.excepthook

    def hook(args: Any) -> None:
        if not (args.exc_type is KeyError and args.thread is not None and "Executor" in type(args.thread).__name__):
            before(args)

    threading.excepthook = hook
    try:
        yield
    finally:
        threading.excepthook = before


def _play_here(job: Job[Any], bot_timeout: float, block: Block | None) -> BlockResult | None:
    """Play a block; None: wait a moment."""
    return _rest() if block is None else workers.play_watched(job, block, bot_timeout)


def _play_there(sent: workers.Sent, block: Block | None) -> BlockResult | None:
    return _rest() if block is None else workers.play_sent(sent, block)


def _rest() -> BlockResult | None:
    time.sleep(_REST)
    return None


def _dask_blocks(
    job: Job[Any], bot_timeout: float, blocks: Iterable[Block], place: Backend, window: Window
) -> Generator[BlockResult]:
    """Play on a dask cluster. joblib's own backend for dask would wait for ever if workers keep dying."""
    from concurrent.futures import CancelledError as Cancelled

    from distributed import CancelledError, KilledWorker, as_completed
    from distributed.comm.core import CommClosedError

    with _dask(place) as (client, count), client.as_current():
        sent = workers.send(job, bot_timeout)
        done = as_completed()
        waiting = window.blocks(blocks, count)

        def submit() -> None:
            while done.count() < _AHEAD * count and (block := next(waiting, None)) is not None:
                done.add(client.submit(workers.play_sent, sent, block, pure=False))

        try:
            submit()
            for future in done:
                yield future.result()
                submit()
        except KilledWorker:
            raise BackendError(f"workers of the cluster died again and again, playing one block; {_LOST}") from None
        except (Cancelled, CancelledError, CommClosedError):
            raise BackendError(
                f"the dask scheduler at {place.scheduler or 'this machine'} is lost; start the cluster anew; {_LOST}"
            ) from None


@contextlib.contextmanager
def _dask(place: Backend) -> Iterator[tuple[Any, int]]:
    """A client of a dask cluster, and the number of workers. Starts a local cluster if no scheduler is named."""
    from distributed import Client

    for name in ("distributed", "distributed.client", "tornado", "asyncio"):
        logging.getLogger(name).setLevel(logging.CRITICAL + 1)  # dask logs a traceback for every broken connection
    with contextlib.ExitStack() as stack:
        address: Any = place.scheduler
        if address is None:
            address = stack.enter_context(_local_cluster(place.count))
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


def _local_cluster(workers: int) -> Any:
    """Start a dask cluster on this machine. An interrupt ends the wait at once, without a word of dask."""
    from distributed import LocalCluster
    from distributed.deploy.spec import close_clusters

    started: Future[Any] = Future()

    def start() -> None:
        try:
            with _deaf_processes():
                cluster = LocalCluster(
                    n_workers=workers,
                    threads_per_worker=1,
                    processes=True,
                    dashboard_address="127.0.0.1:0",
                    host="127.0.0.1",
                    silence_logs=50,
                )
        except BaseException as error:  # noqa: BLE001 - it is raised where the cluster is awaited
            if started.set_running_or_notify_cancel():
                started.set_exception(error)
            return
        if started.set_running_or_notify_cancel():
            started.set_result(cluster)
        else:
            cluster.close()
            atexit.register(close_clusters)

    threading.Thread(target=start, name="tongits cluster", daemon=True).start()
    try:
        return started.result()
    except BaseException:
        if started.cancel():
            # At the end of this process dask would complain that the cluster has not started.
            atexit.unregister(close_clusters)
        elif started.exception() is None:
            started.result().close()
        raise
