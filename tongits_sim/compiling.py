"""The first start: say that the engine is being compiled, and how long it took; later starts find it ready."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from hashlib import sha256

from tongits_sim import jit
from tongits_sim.block import play
from tongits_sim.job import Block, Job
from tongits_sim.strategy import Player

Notice = Callable[[str], None]

ENGINE = "engine"
BOARD = "board"


def to_stderr(text: str) -> None:
    """The usual notice: onto the standard error, at once."""
    sys.stderr.write(text)
    sys.stderr.flush()


def prepare(job: Job, notice: Notice = to_stderr) -> None:
    """Load or compile everything the job needs, by playing no match of it."""
    bots = {player.strategy.name: _tag(player) for player in job.players}
    new_bots = [name for name, tag in bots.items() if not jit.compiled_before(tag)]
    engine_is_new = not jit.compiled_before(ENGINE)
    if engine_is_new:
        notice("Compiling the engine, once: about half a minute ... ")
    elif new_bots:
        notice(f"Compiling {' and '.join(new_bots)}, once: a few seconds ... ")
    began = time.perf_counter()
    play(job, Block(0, 0, 0, 1))
    if engine_is_new or new_bots:
        notice(f"done in {time.perf_counter() - began:.1f} s.\n")
        for tag in (ENGINE, *bots.values()):
            jit.mark_compiled(tag)


def prepare_board(notice: Notice = to_stderr) -> None:
    """Load or compile what driving a game from Python needs (board.py), by playing one."""
    if jit.compiled_before(BOARD):
        return
    from tongits_sim.board import play_through
    from tongits_sim.rules import load

    notice("Compiling the engine, once: about half a minute ... ")
    began = time.perf_counter()
    play_through(load("pagat+joker"))
    notice(f"done in {time.perf_counter() - began:.1f} s.\n")
    jit.mark_compiled(BOARD)


def _tag(player: Player) -> str:
    text = f"{player.origin}:{player.strategy.name}:{player.digest()}"
    return f"bot-{sha256(text.encode()).hexdigest()[:16]}"
