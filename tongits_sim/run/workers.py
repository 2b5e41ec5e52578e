"""Who plays in this process, and whether they still move: a worker for each thread, and a watchdog over all of them."""

from __future__ import annotations

import threading
import time
from typing import Any

from tongits_sim.run.faults import Fault
from tongits_sim.run.work import Block, BlockWorker, Played, Work

AnyWork = Work[Any]

_own = threading.local()
_playing: dict[int, tuple[AnyWork, BlockWorker]] = {}


def _same(one: AnyWork, other: AnyWork) -> bool:
    return one is other or one == other


def worker(work: AnyWork) -> BlockWorker:
    """This thread's worker for a work; made anew when the work is another."""
    mine: tuple[AnyWork, BlockWorker] | None = getattr(_own, "mine", None)
    if mine is None or not _same(mine[0], work):
        mine = _own.mine = work, work.worker()
    _playing[threading.get_ident()] = mine
    return mine[1]


def workers(work: AnyWork) -> list[BlockWorker]:
    """The workers of all threads of this process that play this work."""
    return [each for played, each in list(_playing.values()) if _same(played, work)]


def forget(work: AnyWork) -> None:
    """Let go of a finished work's workers."""
    for ident, (played, _) in list(_playing.items()):
        if _same(played, work):
            del _playing[ident]


def play(work: AnyWork, block: Block) -> Played:
    """Play a block in this thread."""
    return worker(work).play(block)


class Watchdog:
    """Finds bots that never answer: looks again and again at every worker of a work, whether its games go on.

    Remembers when each worker last moved on, in this process.
    """

    def __init__(self, work: AnyWork, timeout: float) -> None:
        self._work = work
        self._timeout = timeout
        self._moved: dict[BlockWorker, tuple[tuple[int, int], float]] = {}

    def look(self) -> Fault | None:
        """The fault of the first worker that has stood still for too long."""
        now = time.monotonic()
        for each in workers(self._work):
            place = each.progress()
            before, since = self._moved.get(each, (None, now))
            if not each.busy or place != before:
                self._moved[each] = (place, now)
            elif now - since > self._timeout:
                return each.hanging()
        return None
