"""The first start: say that the engine is being compiled, and how long it took; later starts find it ready.

Processes that start at the same time wait for the first of them to compile, and then load what it compiled.
"""

from __future__ import annotations

import contextlib
import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from hashlib import sha256
from pathlib import Path
from typing import Any

from tongits_sim import jit
from tongits_sim.folders.lock import Lock
from tongits_sim.run.backends import available_cores
from tongits_sim.run.work import Block, Work
from tongits_sim.strategy import Player

Notice = Callable[[str], None]

ENGINE = "engine"
BOARD = "board"


def to_stderr(text: str) -> None:
    """The usual notice: onto the standard error, at once."""
    sys.stderr.write(text)
    sys.stderr.flush()


def silent(text: str) -> None:
    """A notice that nobody hears."""


def warm(work: Work[Any], notice: Notice = to_stderr) -> None:
    """Load or compile everything a work needs, by letting a worker of its own play an empty block."""
    bots = {player.strategy.name: _tag(player) for player in work.players}
    tags = [ENGINE, f"work-{work.kind}", *bots.values()]
    if all(map(jit.compiled_before, tags)):
        _play_nothing(work)
        return
    with _alone(notice):
        missing = [tag for tag in tags if not jit.compiled_before(tag)]
        new_bots = [name for name, tag in bots.items() if tag in missing]
        if ENGINE in missing:
            notice("Compiling the engine, once: about half a minute ... ")
        elif new_bots:
            notice(f"Compiling {' and '.join(new_bots)}, once: a few seconds ... ")
        elif missing:
            notice("Compiling what this needs, once: some seconds ... ")
        with _timed(notice if missing else silent):
            if ENGINE in missing:
                _share(work)
            _play_nothing(work)
        for tag in missing:
            jit.mark_compiled(tag)


@contextlib.contextmanager
def _alone(notice: Notice) -> Iterator[None]:
    """While no other process compiles; says so when one does. On a full disk, where no lock can be made, at once."""
    with contextlib.ExitStack() as stack:
        with contextlib.suppress(OSError):
            told = "Waiting for another process that compiles ...\n"
            stack.enter_context(Lock.wait(jit.CACHE_DIR.parent / "compiling.lock", lambda: notice(told)))
        yield


@contextlib.contextmanager
def _timed(notice: Notice) -> Iterator[None]:
    """End a notice with the seconds it took; an error begins on a line of its own."""
    began = time.perf_counter()
    try:
        yield
    except BaseException:
        notice("stopped.\n")
        raise
    notice(f"done in {time.perf_counter() - began:.1f} s.\n")


def _share(work: Work[Any]) -> None:
    """Compile in two processes, where there are two processors: the turn in another one, the rest here."""
    from tongits_sim.designs.batch import kernel

    with _turn_elsewhere() as other:
        if other is not None:
            for player in work.players:
                player.addresses()
            kernel.compile_block()
            other.wait()


@contextlib.contextmanager
def _turn_elsewhere() -> Iterator[subprocess.Popen[bytes] | None]:
    """A process that compiles the turn into the cache, if that gains time; what it leaves undone is done later.

    It takes modules from where this process has them, never from the working folder.
    """
    if available_cores() < 2 or not sys.executable:
        yield None
        return
    root = str(Path(__file__).resolve().parents[2])
    path = os.pathsep.join(filter(None, (root, os.environ.get("PYTHONPATH"))))
    code = "from tongits_sim.designs.batch import kernel; kernel.play_address()"
    try:
        other = subprocess.Popen(
            [sys.executable, "-P", "-c", code],
            env={**os.environ, "PYTHONPATH": path},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
    except OSError:
        yield None
        return
    try:
        yield other
    finally:
        if other.poll() is None:
            other.kill()
            other.wait()


def _play_nothing(work: Work[Any]) -> None:
    work.worker().play(Block(0, 0, 0, 1))


def prepare_board(notice: Notice = to_stderr) -> None:
    """Load or compile what driving a game from Python needs (board.py), by playing one."""
    if jit.compiled_before(BOARD):
        return
    from tongits_sim.game.board import play_through
    from tongits_sim.rules import load

    with _alone(notice):
        notice("Compiling the engine, once: about half a minute ... ")
        with _timed(notice):
            play_through(load("pagat+joker"))
        jit.mark_compiled(BOARD)


def _tag(player: Player) -> str:
    text = f"{player.origin}:{player.strategy.name}:{player.digest()}"
    return f"bot-{sha256(text.encode()).hexdigest()[:16]}"
