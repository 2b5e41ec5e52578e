"""The workers of this process, one for each thread, and a watchdog that checks that their games go on."""

from __future__ import annotations

import threading
import time
from dataclasses import dataclass
from typing import Any

from tongits_sim.compile import interrupts
from tongits_sim.run.faults import Fault
from tongits_sim.run.work import Block, BlockWorker, Played, Work, described

AnyWork = Work[Any]

_MOST = 1.0

_own = threading.local()
_playing: dict[int, tuple[AnyWork, BlockWorker]] = {}
_forgotten = [0]  # works that were forgotten


@dataclass
class _Mine:
    """A thread's worker, its work, the players as they were when it was made, and when they were last compared."""

    work: AnyWork
    worker: BlockWorker
    players: list[dict[str, Any]]
    looked: int


def _same(one: AnyWork, other: AnyWork) -> bool:
    return one is other or one == other


def worker(work: AnyWork) -> BlockWorker:
    """This thread's worker for a work; a new one if the work is another or a bot has changed."""
    mine: _Mine | None = getattr(_own, "mine", None)
    if mine is not None and (not _same(mine.work, work) or not _is_current(mine)):
        mine = None
    if mine is None:
        mine = _own.mine = _Mine(work, work.worker(), described(work.players), _forgotten[0])
    _playing[threading.get_ident()] = (mine.work, mine.worker)
    return mine.worker


def _is_current(mine: _Mine) -> bool:
    """Whether no player has changed; checked once in a run, since bots do not change while they play."""
    if mine.looked == _forgotten[0]:
        return True
    mine.looked = _forgotten[0]
    return described(mine.work.players) == mine.players


def workers(work: AnyWork) -> list[BlockWorker]:
    """The workers of all threads of this process that play this work."""
    return [each for played, each in list(_playing.values()) if _same(played, work)]


def forget(work: AnyWork) -> None:
    """Drop the workers of a finished work."""
    _forgotten[0] += 1
    for ident, (played, _) in list(_playing.items()):
        if _same(played, work):
            del _playing[ident]


def play(work: AnyWork, block: Block) -> Played:
    """Play a block in this thread. Raises KeyboardInterrupt at Ctrl-C, in the main thread."""
    with interrupts.kept():
        return worker(work).play(block)


class Watchdog:
    """Finds bots that never answer: checks again and again whether the games of every worker of a work go on.

    It remembers when each worker last moved on. Between two looks at most `_MOST` seconds count: while a process is
    suspended, its bots cannot play either.
    """

    def __init__(self, work: AnyWork, timeout: float) -> None:
        self._work = work
        self._timeout = timeout
        self._progress: dict[BlockWorker, tuple[tuple[int, int], float]] = {}
        self._now = 0.0
        self._last_look = time.monotonic()

    def look(self) -> Fault | None:
        """The fault of the first worker that has stood still for too long."""
        clock = time.monotonic()
        self._now += min(clock - self._last_look, _MOST)
        self._last_look, now = clock, self._now
        for each in workers(self._work):
            place = each.progress()
            before, since = self._progress.get(each, (None, now))
            if not each.busy or place != before:
                self._progress[each] = (place, now)
            elif now - since > self._timeout:
                return each.hanging()
        return None
