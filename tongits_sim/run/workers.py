"""Plays a block in this process, where signals and hanging bots are noticed, or in another process.

A job travels pickled: rules, numbers, players by name; never a function. Before the first block of a job, another
process compares digests of the program and of the bots. Then it plays a few games that the sender has played, and its
counts must be equal.
"""

from __future__ import annotations

import contextlib
import os
import pickle
import platform
import queue
import threading
import time
from collections import OrderedDict
from collections.abc import Iterator
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import Any

import numpy as np

from tongits_sim.errors import TongitsError
from tongits_sim.run.compiling import silent
from tongits_sim.run.job import Block, BlockResult, BlockWorker, Job, described

AnyWork = Job[Any]

_TICK = 0.2
_MAX_TICK = 1.0  # longer gaps between two checks do not count: a suspended process suspends its bots too
_MAX_KEPT = 4  # jobs that a process keeps
_PROOF_MATCHES = 2  # matches of the proof

_idle: list[tuple[AnyWork, BlockWorker]] = []
_lock = threading.Lock()


class RemoteError(TongitsError):
    """A worker process cannot play the job."""


# ---- in this process -------------------------------------------------------------------------------------------------


def _take(job: AnyWork) -> BlockWorker:
    """A worker of a job that no other thread uses."""
    with _lock:
        for place, (idle_job, worker) in enumerate(_idle):
            if idle_job is job or idle_job == job:
                del _idle[place]
                return worker
    return job.worker()


def _give_back(job: AnyWork, worker: BlockWorker) -> None:
    """Keep a worker for the next block. A worker that raised is not used again."""
    with _lock:
        _idle.append((job, worker))


def forget() -> None:
    """Drop idle workers at the end of a run, because bots may change before the next run."""
    with _lock:
        _idle.clear()


def play(job: AnyWork, block: Block) -> BlockResult:
    """Play a block in this thread."""
    worker = _take(job)
    played = worker.play(block)
    _give_back(job, worker)
    return played


def play_watched(job: AnyWork, block: Block, timeout: float) -> BlockResult:
    """Play a block. The main thread and users' bots play in another thread: the main thread alone hears signals, and
    compiled code lets it hear none; a user's bot is abandoned if it makes no progress for `timeout` seconds.
    """
    may_hang = any(player.origin for player in job.players)
    if not may_hang and threading.current_thread() is not threading.main_thread():
        return play(job, block)
    outcome: queue.SimpleQueue[BlockResult | BaseException] = queue.SimpleQueue()
    worker = _take(job)

    def run() -> None:
        try:
            outcome.put(worker.play(block))
        except BaseException as error:  # noqa: BLE001 - handed over to the thread that waits
            outcome.put(error)

    threading.Thread(target=run, name="tongits block", daemon=True).start()
    before = worker.progress()
    waited = 0.0
    last = time.monotonic()
    while True:
        with contextlib.suppress(queue.Empty):
            played = outcome.get(timeout=_TICK)
            break
        now = time.monotonic()
        place = worker.progress()
        waited = 0.0 if place != before or not worker.busy else waited + min(now - last, _MAX_TICK)
        before, last = place, now
        if may_hang and waited > timeout:
            totals = job.empty()
            hang_fault = worker.hang_fault()
            return BlockResult(block, {name: np.zeros(totals.shape(name), np.int64) for name in totals}, hang_fault)
    if isinstance(played, BaseException):
        raise played
    _give_back(job, worker)
    return played


# ---- in another process ----------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Sent:
    """A job on its way to other processes."""

    content: bytes  # the job, pickled
    bots: tuple[Any, ...]  # manifests of the players
    program: str  # digest of the sources that decide the numbers
    folder: str  # the working folder, where relative paths of bot files begin
    bot_timeout: float
    proof: tuple[Block, str] | None = None  # a few games, and the digest of the sender's counts; None after a fault

    @property
    def name(self) -> str:
        """A digest: equal for equal jobs with equal bots, as loaded."""
        return sha256(self.content + repr((self.program, self.bots, self.proof)).encode()).hexdigest()


def send(job: AnyWork, bot_timeout: float) -> Sent:
    """Pack a job for other processes, and play its first games as a proof."""
    proof = None
    first = next(job.blocks(), None)
    if first is not None:
        block = first._replace(matches=min(first.matches, _PROOF_MATCHES))
        played = play_watched(job, block, bot_timeout)
        proof = (block, _digest(played)) if played.fault is None else None
    bots = tuple(described(job.players))
    return Sent(pickle.dumps(job), bots, job.program(), str(Path.cwd()), bot_timeout, proof)


def _digest(played: BlockResult) -> str:
    digest = sha256()
    for name, counts in sorted(played.counts.items()):
        whole = np.ascontiguousarray(counts, np.int64)
        digest.update(f"{name}{whole.shape}".encode() + whole.astype("<i8").tobytes())
    return digest.hexdigest()


_works: OrderedDict[str, AnyWork] = OrderedDict()
_opening = threading.Lock()


def play_sent(sent: Sent, block: Block) -> BlockResult:
    """Play a block of a sent job in this process."""
    return play_watched(open_sent(sent), block, sent.bot_timeout)


def open_sent(sent: Sent) -> AnyWork:
    """Check and compile a sent job; equal jobs give one object."""
    with _opening:
        if sent.name not in _works:
            with _working_in(sent.folder):
                job = _unpack(sent)
                job.prepare(silent)
            if sent.proof is not None:
                block, counted = sent.proof
                if _digest(play_watched(job, block, sent.bot_timeout)) != counted:
                    raise RemoteError(
                        f"{_here()} plays other games than this machine: the first {block.matches} of this run count "
                        "differently there; restart it, and install the same program and copy the same bot files there"
                    )
            _works[sent.name] = job
            while len(_works) > _MAX_KEPT:
                _works.popitem(last=False)
                forget()
        return _works[sent.name]


def _unpack(sent: Sent) -> AnyWork:
    here = _here()
    try:
        job: AnyWork = pickle.loads(sent.content)
    except TongitsError as error:
        raise RemoteError(
            f"{here} cannot set up the game: {error}; bot and table files must lie at the same path on every machine "
            f"(relative paths begin in {sent.folder})"
        ) from None
    except (ImportError, AttributeError) as error:
        raise RemoteError(f"{here} has another version of this program: {error}; install the same there") from None
    if job.program() != sent.program:
        raise RemoteError(f"{here} has another version of this program; install the same there")
    for mine, theirs in zip(described(job.players), sent.bots, strict=True):
        if mine != theirs:
            raise RemoteError(
                f"{here} has another version of the bot {theirs['player']}; copy its file there again, "
                "with the files it imports or reads"
            )
    return job


def _here() -> str:
    return f"the worker on {platform.node() or 'another machine'}"


@contextlib.contextmanager
def _working_in(folder: str) -> Iterator[None]:
    """Work in the sender's folder, if it exists, because relative paths of bot files start there."""
    before = Path.cwd()
    if Path(folder).is_dir():
        os.chdir(folder)
    try:
        yield
    finally:
        os.chdir(before)
