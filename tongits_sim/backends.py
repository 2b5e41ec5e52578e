"""Where blocks are played: this thread, threads, or whatever joblib has a backend for.

Blocks are handed out as workers come free, so a job of any length needs the same memory.
"""

from __future__ import annotations

import os
import queue
import threading
from collections.abc import Iterable, Iterator
from functools import partial

from tongits_sim.block import Played, play
from tongits_sim.errors import TongitsError
from tongits_sim.job import Block, Job

BACKENDS = ("threading", "loky", "dask", "ray")
READY = BACKENDS[:2]
MOST_WORKERS = 1024
_TICK = 0.2


class BackendError(TongitsError):
    """A backend that does not exist or cannot be used."""


def available_cores() -> int:
    """Cores this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def check_backend(backend: str, workers: int | None) -> int:
    """The number of workers. Raises BackendError for what cannot be."""
    if backend not in BACKENDS:
        raise BackendError(f"unknown backend {backend!r}; choose one of {', '.join(BACKENDS)}")
    if backend not in READY:
        raise BackendError(f"the backend {backend!r} cannot be used yet; choose one of {', '.join(READY)}")
    if workers is None:
        return available_cores()
    if workers != int(workers) or not 1 <= workers <= MOST_WORKERS:
        raise BackendError(f"the number of workers must be a whole number from 1 to {MOST_WORKERS}, not {workers!r}")
    return workers


def played_blocks(
    job: Job, blocks: Iterable[Block], workers: int, backend: str = "threading", watched: bool = False
) -> Iterator[Played | None]:
    """Play the blocks and yield them as they are finished, in any order; None now and then, to look around.

    `watched`: a bot may hang, so never play in the calling thread. Whoever stops listening must also end `blocks`.
    """
    if workers == 1 and backend == "threading" and not watched:
        return (play(job, block) for block in blocks)
    return _pumped(job, blocks, workers, backend)


def _pumped(job: Job, blocks: Iterable[Block], workers: int, backend: str) -> Iterator[Played | None]:
    """A thread of its own waits for joblib, so that this one is free to look at the clock and to be interrupted."""
    finished: queue.SimpleQueue[Played | BaseException | None] = queue.SimpleQueue()
    arguments = (job, blocks, workers, backend, finished)
    threading.Thread(target=_pump, args=arguments, name="tongits blocks", daemon=True).start()
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


def _pump(
    job: Job,
    blocks: Iterable[Block],
    workers: int,
    backend: str,
    finished: queue.SimpleQueue[Played | BaseException | None],
) -> None:
    from joblib import Parallel, delayed

    task = delayed(partial(play, job))
    wanted = (task(block) for block in blocks)
    pool = Parallel(
        n_jobs=workers, backend=backend, return_as="generator_unordered", batch_size=1, pre_dispatch="2*n_jobs"
    )
    try:
        for item in pool(wanted):
            finished.put(item)
        finished.put(None)
    except BaseException as error:  # noqa: BLE001 - handed over to the thread that waits
        finished.put(error)
