"""Blocks played in another process, perhaps on another machine: what travels there, and what is checked on arrival.

A work travels pickled: rules, numbers, players by name; never a function. Before a process plays its first block of a
work it checks that it would play the same games: the same program, the same bots, the same tables. Then it proves this:
it plays some games that the sender has played too, and its counts must be the same.
"""

from __future__ import annotations

import contextlib
import os
import pickle
import platform
import threading
from collections import OrderedDict
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import Any

import numpy as np

from tongits_sim.errors import TongitsError
from tongits_sim.run import workers
from tongits_sim.run.warmup import silent
from tongits_sim.run.work import Block, Played, Work, described
from tongits_sim.run.workers import Watchdog

_TICK = 0.2
_MOST_KEPT = 4
_PROOF_MATCHES = 2  # matches that a process proves itself with


class RemoteError(TongitsError):
    """A worker that cannot play the work sent to it."""


@dataclass(frozen=True)
class Parcel:
    """A work on its way to other processes.

    Attributes:
        content: the work, pickled.
        bots: the players and digests of their sources.
        program: digest of the sources that decide the numbers.
        folder: where relative paths of bot files begin.
        bot_timeout: seconds after which a bot from a user's file is given up.
        proof: a few games of the work, and the digest of what the sender counted in them; None where a bot failed.
    """

    content: bytes
    bots: tuple[Any, ...]
    program: str
    folder: str
    bot_timeout: float
    proof: tuple[Block, str] | None = None

    @property
    def name(self) -> str:
        """A digest, the same for parcels of the same work with the same bots, as they were loaded."""
        return sha256(self.content + repr((self.program, self.bots, self.proof)).encode()).hexdigest()


def parcel(work: Work[Any], bot_timeout: float) -> Parcel:
    """Pack a work for other processes. Plays its first few games."""
    bots = tuple(described(work.players))
    proof = _proof(work, bot_timeout)
    return Parcel(pickle.dumps(work), bots, work.program(), str(Path.cwd()), bot_timeout, proof)


def _proof(work: Work[Any], bot_timeout: float) -> tuple[Block, str] | None:
    """The first matches of a work, and the digest of their counts here."""
    first = next(work.blocks(), None)
    if first is None:
        return None
    block = first._replace(matches=min(first.matches, _PROOF_MATCHES))
    played = _play_watched(work, block, bot_timeout)
    return (block, _digest(played)) if played.fault is None else None


def _digest(played: Played) -> str:
    """Digest of the counts of a block."""
    digest = sha256()
    for name, counts in sorted(played.counts.items()):
        whole = np.ascontiguousarray(counts, np.int64)
        digest.update(f"{name}{whole.shape}".encode() + whole.astype("<i8").tobytes())
    return digest.hexdigest()


def _play_watched(work: Work[Any], block: Block, bot_timeout: float) -> Played:
    """Play a block in this process, and watch users' bots."""
    if any(player.origin for player in work.players):
        return _play_in_thread(work, block, bot_timeout)
    return workers.play(work, block)


_works: OrderedDict[str, Work[Any]] = OrderedDict()
_lock = threading.Lock()


def play_there(sent: Parcel, block: Block) -> Played:
    """Play a block in this process."""
    return _play_watched(open_parcel(sent), block, sent.bot_timeout)


def open_parcel(sent: Parcel) -> Work[Any]:
    """The work of a parcel, checked and compiled; the same object for the same parcel."""
    with _lock:
        if sent.name not in _works:
            with _working_in(sent.folder):
                work = _unpack(sent)
                work.prepare(silent)
            _prove(work, sent)
            _works[sent.name] = work
            while len(_works) > _MOST_KEPT:
                _works.popitem(last=False)
        return _works[sent.name]


def _unpack(sent: Parcel) -> Work[Any]:
    here = _here()
    try:
        work: Work[Any] = pickle.loads(sent.content)
    except TongitsError as error:
        raise RemoteError(
            f"{here} cannot set up the game: {error}; bot and table files must lie at the same path on every machine "
            f"(relative paths begin in {sent.folder})"
        ) from None
    except (ImportError, AttributeError) as error:
        raise RemoteError(f"{here} has another version of this program: {error}; install the same there") from None
    if work.program() != sent.program:
        raise RemoteError(f"{here} has another version of this program; install the same there")
    for mine, theirs in zip(described(work.players), sent.bots, strict=True):
        if mine != theirs:
            raise RemoteError(
                f"{here} has another version of the bot {theirs['player']}; copy its file there again, "
                "with the files it imports or reads"
            )
    return work


def _here() -> str:
    return f"the worker on {platform.node() or 'another machine'}"


def _prove(work: Work[Any], sent: Parcel) -> None:
    """Play the games of the sender's proof. Raises RemoteError if they count differently here."""
    if sent.proof is None:
        return
    block, counted = sent.proof
    if _digest(_play_watched(work, block, sent.bot_timeout)) != counted:
        raise RemoteError(
            f"{_here()} plays other games than this machine: the first {block.matches} of this run count differently "
            "there; restart it, and install the same program and copy the same bot files there"
        )


@contextlib.contextmanager
def _working_in(folder: str) -> Any:
    """Context: the sender's working folder, where it exists; paths of bot files may start there."""
    before = Path.cwd()
    if Path(folder).is_dir():
        os.chdir(folder)
    try:
        yield
    finally:
        os.chdir(before)


def _play_in_thread(work: Work[Any], block: Block, timeout: float) -> Played:
    """Play in a thread, which is abandoned if a bot does not answer."""
    outcome: list[Played | BaseException] = []

    def run() -> None:
        try:
            outcome.append(workers.play(work, block))
        except BaseException as error:  # noqa: BLE001 - handed over to the thread that waits
            outcome.append(error)

    thread = threading.Thread(target=run, name="tongits block", daemon=True)
    dog = Watchdog(work, timeout)
    thread.start()
    while True:
        thread.join(_TICK)
        if not thread.is_alive():
            break
        if hanging := dog.look():
            totals = work.empty()
            return Played(block, {name: np.zeros(totals.shape(name), np.int64) for name in totals}, hanging)
    (answer,) = outcome
    if isinstance(answer, BaseException):
        raise answer
    return answer
