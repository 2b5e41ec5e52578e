"""Who plays: each thread has a worker of its own for the work it is given, and the watchdog finds them all here."""

from __future__ import annotations

import threading
from typing import Any

from tongits_sim.run.work import Block, BlockWorker, Played, Work

AnyWork = Work[Any]

_own = threading.local()
_crew: dict[int, tuple[AnyWork, BlockWorker]] = {}


def _same(one: AnyWork, other: AnyWork) -> bool:
    return one is other or one == other


def worker(work: AnyWork) -> BlockWorker:
    """This thread's worker for a work; made anew when the work is another."""
    mine: tuple[AnyWork, BlockWorker] | None = getattr(_own, "mine", None)
    if mine is None or not _same(mine[0], work):
        mine = _own.mine = work, work.worker()
    _crew[threading.get_ident()] = mine
    return mine[1]


def workers(work: AnyWork) -> list[BlockWorker]:
    """The workers of all threads of this process that play this work."""
    return [each for played, each in list(_crew.values()) if _same(played, work)]


def forget(work: AnyWork) -> None:
    """Let go of a finished work's workers."""
    for ident, (played, _) in list(_crew.items()):
        if _same(played, work):
            del _crew[ident]


def play(work: AnyWork, block: Block) -> Played:
    """Play a block in this thread."""
    return worker(work).play(block)
