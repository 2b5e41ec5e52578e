"""Compiles what a job needs at its first start, with a notice; later starts load it from the cache.

If several processes start together and lack a kernel, the first compiles it; the others wait and load it.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from hashlib import sha256
from typing import Any, Protocol

from tongits_sim import interrupts
from tongits_sim.compile import jit
from tongits_sim.experiments import batch_kernel as kernel
from tongits_sim.game.board import play_through
from tongits_sim.rules import load
from tongits_sim.run.compiling import alone, other_process, silent, timed, to_stderr
from tongits_sim.run.job import Block, Job, Notice
from tongits_sim.strategy import Player

ENGINE = "engine"
BOARD = "board"
JOKERS = "jokers"
_ENGINE_NOTICE = "Compiling the engine, once: ten seconds or so ... "
_TURN = """
import gc
gc.disable()
from tongits_sim.experiments.batch_kernel import play_address
from tongits_sim.game.rare_kernels import address
play_address()
address("best_natural_bonus")
"""


_loaded: set[tuple[object, ...]] = set()  # types of jobs, with bots, whose kernels this process has loaded


class _TongitsJob(Job[Any], Protocol):
    """A job whose players are bots of this game."""

    @property
    def players(self) -> tuple[Player, ...]: ...


def warm(job: _TongitsJob, notice: Notice = to_stderr) -> None:
    """Load or compile everything that the job needs by playing an empty block, once for each type of job and bots.

    Once, because a search plays a hundred small jobs of a type, and an empty block would take longer than a small job.
    """
    bots = {bot_tag(player): player.strategy.name for player in job.players}
    rows = "-rows" if getattr(job, "keep_rows", False) else ""
    tags = [ENGINE, *[JOKERS] * _has_jokers(job), f"work-{job.job_type}{rows}", *bots]
    loaded = (type(job), *tags)
    if loaded in _loaded and all(map(jit.compiled_before, tags)):
        return
    with _compiling(job, tags, bots, notice), interrupts.keep_interrupts():
        job.worker().play(Block(0, 0, 0, 1))
    _loaded.add(loaded)


@contextlib.contextmanager
def _compiling(job: _TongitsJob, tags: Sequence[str], bots: Mapping[str, str], notice: Notice) -> Iterator[None]:
    """Context for playing an empty block: if something of the job is not yet compiled, no other process compiles it
    meanwhile, and a notice says what is compiled.

    Args:
        tags: what the job needs. bots: name of each bot by its tag.
    """
    first = next((tag for tag in tags if not jit.compiled_before(tag)), None)
    if first is None:
        yield
        return
    with alone(notice, first):
        missing = [tag for tag in tags if not jit.compiled_before(tag)]
        new_bots = dict.fromkeys(name for tag, name in bots.items() if tag in missing)
        if ENGINE in missing:
            notice(_ENGINE_NOTICE)
        elif JOKERS in missing:
            notice("Compiling what jokers need, once: some seconds ... ")
        elif new_bots:
            notice(f"Compiling {' and '.join(new_bots)}, once: a few seconds ... ")
        elif missing:
            notice("Compiling what this needs, once: some seconds ... ")
        with timed(notice if missing else silent):
            if ENGINE in missing:
                _share(job)
            yield
        for tag in missing:
            jit.mark_compiled(tag)


def _has_jokers(job: _TongitsJob) -> bool:
    """Whether rules of the job have jokers, whose kernels are large; other rules do not need these kernels."""
    sides: tuple[Any, ...] = (job, *getattr(job, "arms", ()))
    return any(side.rules.jokers.count > 0 for side in sides if hasattr(side, "rules"))


def _share(job: _TongitsJob) -> None:
    """If there are two processors, compile the engine in another process and the rest here.

    Whatever the other process does not finish is compiled later.
    """
    with other_process(_TURN) as process:
        if process is not None:
            for player in job.players:
                player.addresses()
            kernel.compile_block()
            process.wait()


def prepare_board(notice: Notice = to_stderr) -> None:
    """Load or compile what a `Board` needs by playing a game."""
    if jit.compiled_before(BOARD):
        return
    with alone(notice):
        notice(_ENGINE_NOTICE)
        with timed(notice):
            play_through(load("pagat+joker"))
        jit.mark_compiled(BOARD)


def prepare_once(name: str, players: Sequence[Player], play: Callable[[], object], notice: Notice = to_stderr) -> None:
    """Compile what a tool outside the experiments needs, unless it was compiled before.

    Args:
        name: the tag of the tool. players: their hooks are compiled too. play: a minimal play that compiles everything.
    """
    missing = [tag for tag in (name, *map(bot_tag, players)) if not jit.compiled_before(tag)]
    if not missing:
        return
    with alone(notice, missing[0]):
        notice("Compiling what this needs, once: up to a minute ... ")
        with timed(notice):
            play()
        for tag in missing:
            jit.mark_compiled(tag)


def bot_tag(player: Player) -> str:
    """The tag under which the hooks of a player are marked as compiled."""
    text = f"{player.origin}:{player.strategy.name}:{player.digest()}"
    return f"bot-{sha256(text.encode()).hexdigest()[:16]}"
