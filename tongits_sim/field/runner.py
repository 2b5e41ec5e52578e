"""Playing a field: blocks in threads, merged in their order, until all are played or somebody says stop.

The blocks and the places where it may stop depend on the field alone, so the same field gives the same digits whatever
the number of workers.
"""

from __future__ import annotations

import threading
import time
from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from concurrent.futures import TimeoutError as Late
from dataclasses import dataclass

from tongits_sim.backends import check_backend
from tongits_sim.compiling import Notice, prepare, to_stderr
from tongits_sim.faults import BotFault
from tongits_sim.field.job import Field
from tongits_sim.field.sums import FieldSums
from tongits_sim.field.worker import FieldPlayed, FieldWorker
from tongits_sim.job import Block
from tongits_sim.watchdog import BOT_TIMEOUT

Progress = Callable[[int, int], None]
Look = Callable[[FieldSums], bool]
_TICK = 0.2
_AHEAD = 2


@dataclass
class FieldRun:
    """A field as it was played: merged sums, seconds spent, workers, and whether it stopped before its last deal."""

    field: Field
    sums: FieldSums
    elapsed: float
    workers: int
    stopped_early: bool = False


def play_field(
    field: Field,
    workers: int | None = None,
    look: Look | None = None,
    progress: Progress | None = None,
    notice: Notice = to_stderr,
    bot_timeout: float = BOT_TIMEOUT,
    block_deals: int | None = None,
) -> FieldRun:
    """Play a field.

    Args:
        field: what to play.
        workers: threads, as many as there are cores if not given.
        look: called with the sums after every block, in order; True ends the run there.
        progress: called now and then with games played and games in all.
        notice: called with what to tell the user while something is compiled.
        bot_timeout: seconds after which a bot from a user's file that does not answer is given up.
        block_deals: overrides how many deals a block has.

    Raises:
        BotFault: when a bot breaks the rules, fails or does not answer.
    """
    count = check_backend("threading", workers)
    prepare_field(field, notice)
    pool = _Pool(field, count, bot_timeout, progress or (lambda done, total: None))
    sums = FieldSums.empty(len(field.tables), len(field.players))
    began = time.perf_counter()
    stopped = False
    try:
        for played in pool.played(field.blocks(block_deals)):
            if played.fault is not None:
                raise BotFault(played.fault)
            sums.add(played.sums)
            if look is not None and look(sums) and sums.deals < field.deals:
                stopped = True
                break
    finally:
        pool.close()
    return FieldRun(field, sums, time.perf_counter() - began, count, stopped)


def prepare_field(field: Field, notice: Notice = to_stderr) -> None:
    """Compile all that is not compiled yet, by playing no deal."""
    one = field.table_job(field.tables[0])
    for first in range(0, len(field.players), 3):
        some = (field.players[first : first + 3] * 3)[:3]
        prepare(type(one)(field.rules, some, seed=field.seed), notice)
    FieldWorker(field).play(Block(0, 0, 0, 1))


class _Pool:
    """Threads that play blocks, a few blocks ahead of who takes them."""

    def __init__(self, field: Field, workers: int, bot_timeout: float, progress: Progress) -> None:
        self._field = field
        self._count = workers
        self._timeout = bot_timeout
        self._progress = progress
        self._watched = any(player.origin for player in field.players)
        self._moved: dict[FieldWorker, tuple[tuple[int, int], float]] = {}
        self._own = threading.local()
        self._workers: list[FieldWorker] = []
        self._threads = ThreadPoolExecutor(workers, thread_name_prefix="tongits field")

    def played(self, blocks: Iterator[Block]) -> Iterator[FieldPlayed]:
        """The blocks, played, in order."""
        waiting: deque[Future[FieldPlayed]] = deque()
        for block in blocks:
            waiting.append(self._threads.submit(self._play, block))
            if len(waiting) >= _AHEAD * self._count:
                yield self._result(waiting.popleft())
        while waiting:
            yield self._result(waiting.popleft())

    def close(self) -> None:
        """Let the threads end, at once if a bot hangs."""
        for worker in self._workers:
            worker.stopped = True
        self._threads.shutdown(wait=not self._hanging(), cancel_futures=True)

    def _play(self, block: Block) -> FieldPlayed:
        worker: FieldWorker | None = getattr(self._own, "worker", None)
        if worker is None:
            worker = self._own.worker = FieldWorker(self._field)
            self._workers.append(worker)
        return worker.play(block)

    def _result(self, future: Future[FieldPlayed]) -> FieldPlayed:
        while True:
            try:
                found = future.result(_TICK)
            except Late:
                if hanging := self._hanging():
                    raise BotFault(hanging[0].hanging()) from None
                self._tell()
            else:
                self._tell()
                return found

    def _tell(self) -> None:
        self._progress(
            min(sum(worker.progress()[1] for worker in list(self._workers)), self._field.games), self._field.games
        )

    def _hanging(self) -> list[FieldWorker]:
        """Workers that have stood still for too long."""
        if not self._watched:
            return []
        now = time.monotonic()
        found = []
        for worker in list(self._workers):
            place = worker.progress()
            before, since = self._moved.get(worker, ((-1, -1), now))
            if not worker.busy or place != before:
                self._moved[worker] = (place, now)
            elif now - since > self._timeout:
                found.append(worker)
        return found
