"""The first start of the environments: say that kernels are compiled, once."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator, Sequence

from tongits_sim import jit
from tongits_sim.run.warmup import alone, timed, to_stderr
from tongits_sim.strategy import Player


@contextlib.contextmanager
def warm(bots: Sequence[Player], tag: str = "envs") -> Iterator[None]:
    """Context for compiling the kernels of an environment; the first time with a notice on the standard error.

    Args:
        bots: whose hooks are compiled too.
        tag: which environment.
    """
    if jit.compiled_before(tag):
        yield
        return
    with alone(to_stderr):
        to_stderr("Compiling the environment, once: about a minute ... ")
        with timed(to_stderr):
            for bot in bots:
                bot.addresses()
            yield
        jit.mark_compiled(tag)
