"""Where blocks are played: this thread, threads, processes, a dask cluster, ray.

Blocks are handed out as workers come free, so a work of any length needs the same memory.
"""

from __future__ import annotations

import contextlib
import importlib.util
import logging
import os
import queue
import threading
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any

from tongits_sim.errors import TongitsError
from tongits_sim.run import workers
from tongits_sim.run.cores import available_cores
from tongits_sim.run.work import Block, Played, Work

if TYPE_CHECKING:
    from tongits_sim.run.remote import Parcel

BACKENDS = ("threading", "loky", "dask", "ray")
MOST_WORKERS = 1024
_NEEDS = {"dask": ("dask", "distributed"), "ray": ("ray",)}
_TICK = 0.2
_AHEAD = 2
_PATIENCE = 15  # seconds for a cluster to answer


class BackendError(TongitsError):
    """A backend that does not exist or cannot be used."""


@dataclass
class Place:
    """Where to play.

    Attributes:
        backend: one of `BACKENDS`.
        workers: how many blocks at a time; on a cluster as many as it has workers, if not given.
        scheduler: address of the cluster; without one, dask and ray are started on this machine.
        found: the workers of a cluster that play, once they are known.
    """

    backend: str = "threading"
    workers: int | None = None
    scheduler: str | None = None
    found: int | None = None

    def __post_init__(self) -> None:
        if self.backend not in BACKENDS:
            raise BackendError(f"unknown backend {self.backend!r}; choose one of {', '.join(BACKENDS)}")
        given = self.workers
        if given is not None and (given != int(given) or not 1 <= given <= MOST_WORKERS):
            raise BackendError(f"the number of workers must be a whole number from 1 to {MOST_WORKERS}, not {given!r}")
        if self.scheduler is not None and self.backend not in _NEEDS:
            raise BackendError(f"a scheduler belongs to the backend dask or ray, not to {self.backend}")
        for package in _NEEDS.get(self.backend, ()):
            if importlib.util.find_spec(package) is None:
                raise BackendError(
                    f"the backend {self.backend} needs {package}, which is not installed: "
                    f"pip install tongits-sim[{self.backend}]"
                )

    @property
    def count(self) -> int:
        """How many play."""
        return self.found or self.workers or available_cores()

    @property
    def remote(self) -> bool:
        """Whether blocks are played in other processes."""
        return self.backend != "threading"


def check_backend(backend: str, workers: int | None, scheduler: str | None = None) -> int:
    """The number of workers. Raises BackendError for what cannot be."""
    return Place(backend, workers, scheduler).count


def played_blocks(
    work: Work[Any], blocks: Iterable[Block], place: Place, watched: bool = False, bot_timeout: float = 60.0
) -> Iterator[Played | None]:
    """Play the blocks and yield them as they are finished, in any order; None now and then, to look around.

    `watched`: a bot may hang, so never play in the calling thread. Whoever stops listening must also end `blocks`.
    """
    if not place.remote:
        if place.count == 1 and not watched:
            return (workers.play(work, block) for block in blocks)
        return _pumped(partial(_joblib, partial(workers.play, work), blocks, place))
    from tongits_sim.run.remote import parcel, play_there

    sent = parcel(work, bot_timeout)
    if place.backend == "ray":
        return _pumped(partial(_ray, sent, blocks, place))
    return _pumped(partial(_joblib, partial(play_there, sent), blocks, place))


Play = Callable[[Block], Played]
Source = Callable[[], Iterator[Played]]


def _pumped(source: Source) -> Iterator[Played | None]:
    """A thread of its own waits for the workers, so that this one is free to look at the clock and be interrupted."""
    finished: queue.SimpleQueue[Played | BaseException | None] = queue.SimpleQueue()
    threading.Thread(target=_pump, args=(source, finished), name="tongits blocks", daemon=True).start()
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


def _pump(source: Source, finished: queue.SimpleQueue[Played | BaseException | None]) -> None:
    try:
        for item in source():
            finished.put(item)
        finished.put(None)
    except BaseException as error:  # noqa: BLE001 - handed over to the thread that waits
        finished.put(error)


def _joblib(play: Play, blocks: Iterable[Block], place: Place) -> Iterator[Played]:
    """On a backend of joblib."""
    from joblib import Parallel, delayed, parallel_config

    task = delayed(play)
    options: dict[str, Any] = {"return_as": "generator_unordered", "batch_size": 1}
    with contextlib.ExitStack() as stack:
        if place.backend == "dask":
            client, workers = stack.enter_context(_dask(place))
            stack.enter_context(parallel_config(backend="dask", client=client))
        else:
            workers = place.count
            options["backend"] = place.backend
        pool = Parallel(n_jobs=workers, pre_dispatch=_AHEAD * workers, **options)
        yield from pool(task(block) for block in blocks)


@contextlib.contextmanager
def _dask(place: Place) -> Iterator[tuple[Any, int]]:
    """A client of a dask cluster, with its number of workers; a cluster of our own if no scheduler is named."""
    from distributed import Client, LocalCluster

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
        place.found = min(place.workers or threads, threads)
        yield client, place.found


def _ray(sent: Parcel, blocks: Iterable[Block], place: Place) -> Iterator[Played]:
    """On ray, as tasks: joblib's backend of ray can only return all blocks at once."""
    import ray

    from tongits_sim.run.remote import play_there

    mine = not ray.is_initialized()
    if mine:
        _start_ray(place)
    try:
        cores = int(ray.cluster_resources().get("CPU", 1))
        place.found = min(place.workers or cores, cores)
        most = _AHEAD * place.found
        task: Any = ray.remote(max_retries=3)(play_there)
        there = ray.put(sent)
        queued = iter(blocks)
        running: list[Any] = []
        while True:
            while len(running) < most and (block := next(queued, None)) is not None:
                running.append(task.remote(there, block))
            if not running:
                return
            done, running = ray.wait(running)
            for each in done:
                yield _ray_result(each)
    finally:
        if mine:
            ray.shutdown()


def _ray_result(future: Any) -> Played:
    import ray

    try:
        found: Played = ray.get(future)
    except ray.exceptions.RayTaskError as error:
        raise error.cause from None
    return found


def _start_ray(place: Place) -> None:
    import ray

    logging.getLogger("ray").setLevel(logging.CRITICAL)
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")  # it would report home
    address = place.scheduler or os.environ.get("RAY_ADDRESS")
    options: dict[str, Any] = {"logging_level": logging.CRITICAL, "log_to_driver": False}
    try:
        if address is None:
            ray.init(num_cpus=place.count, include_dashboard=False, _node_ip_address="127.0.0.1", **options)
        else:
            ray.init(address=address, **options)
    except (OSError, RuntimeError, ValueError) as error:
        raise BackendError(f"ray cannot be started: {' '.join(str(error).split())[:200]}") from None
