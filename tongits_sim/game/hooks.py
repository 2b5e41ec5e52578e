"""The hooks of bots of Tongits, compiled over a `VIEW` record (`hook_calls` calls them), and the call of the engine."""

from __future__ import annotations

import numba
import numpy as np

from tongits_sim.compile.intrinsics import call_at
from tongits_sim.compile.jit import inline_njit
from tongits_sim.core.hooks import Hook, HookError, bounds_checked, call_hook, compile_for_view, listening
from tongits_sim.game.state import VIEW_DTYPE

__all__ = ["VIEW_TYPE", "Hook", "HookError", "bounds_checked", "call_hook", "call_play", "compile_hook", "listening"]

VIEW_TYPE = numba.from_dtype(VIEW_DTYPE)


def compile_hook(hook: Hook, params: np.dtype, bot: str, decision: str) -> int:
    """The address of a hook compiled for one layout of parameters; see `compile_for_view`.

    Args:
        hook: the function, compiled or not.
        params: record layout of the bot's parameters.
        bot: the bot's name, for messages.
        decision: the decision it answers, for messages.

    Raises:
        HookError: the hook cannot be compiled, or uses something that a bot may not use.
    """
    return compile_for_view(hook, VIEW_TYPE, params, bot, decision)


@inline_njit
def call_play(address, game, view, rules, log, table):
    """Call the compiled `play_game` (experiments/batch_kernel.py) at `address`; returns its int64."""
    return call_at(address, (game, view, rules, log, table))
