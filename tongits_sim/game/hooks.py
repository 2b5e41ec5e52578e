"""Compiles hooks of Tongits bots over a `VIEW` record (core/hooks.py calls them), and calls the compiled engine."""

from __future__ import annotations

import numba
import numpy as np

from tongits_sim.compile.hooks import Hook, HookError, bounds_checked, call_hook, compile_for_view, listening
from tongits_sim.compile.intrinsics import call_at
from tongits_sim.compile.jit import inline_njit
from tongits_sim.game.state import VIEW_DTYPE

__all__ = ["VIEW_TYPE", "Hook", "HookError", "bounds_checked", "call_hook", "call_play", "compile_hook", "listening"]

VIEW_TYPE = numba.from_dtype(VIEW_DTYPE)


def compile_hook(hook: Hook, params: np.dtype, bot: str, decision: str) -> int:
    """`compile_for_view` for the view of Tongits. Raises HookError."""
    return compile_for_view(hook, VIEW_TYPE, params, bot, decision)


@inline_njit
def call_play(address, game, view, rules, log, table):
    """Call the compiled `play_game` (experiments/batch_kernel.py) at `address`; returns its int64."""
    return call_at(address, (game, view, rules, log, table))
