"""The plug-in point: a bot's hooks compiled as C functions over a `VIEW` record, called through their address.

The engine is compiled once for all bots. A hook is `hook(view, params) -> action word`; `params` is a record of the
bot's named
parameters. A hook that raises cannot unwind through compiled code: Python hands the exception to
`sys.unraisablehook`, where
`listening` turns it into an alarm that the batch kernel reads after every call.
"""

from __future__ import annotations

import contextlib
import sys
import threading
from collections.abc import Callable, Iterator
from typing import Any

import numba
import numpy as np
from llvmlite import ir
from numba import cfunc, types
from numba.extending import intrinsic

from tongits_sim import jit
from tongits_sim.errors import TongitsError
from tongits_sim.state import VIEW_DTYPE

VIEW_TYPE = numba.from_dtype(VIEW_DTYPE)

Hook = Callable[[Any, Any], Any]

_compiled: dict[tuple[Hook, str], Any] = {}
_alarms: dict[int, tuple[np.ndarray, list[str]]] = {}


class HookError(TongitsError):
    """A hook that cannot be compiled."""


def compile_hook(hook: Hook, params: np.dtype, bot: str, decision: str) -> int:
    """The address of a hook compiled for one layout of parameters; compiled code is cached on disk."""
    key = (hook, str(params))
    if key not in _compiled:
        signature = types.uint64(VIEW_TYPE, numba.from_dtype(params))
        function = getattr(hook, "py_func", hook)
        try:
            jit.use_cache(engine=False)
            _compiled[key] = cfunc(signature, cache=True, forceinline=True)(function)
        except KeyError as error:  # numba looks for a record's field
            raise HookError(
                f"the bot {bot!r} cannot be compiled: its {decision} hook reads {error}, which is neither a parameter "
                "of the bot nor a field of the view; see docs/bots.md"
            ) from None
        except numba.core.errors.NumbaError as error:
            reason = next((line.strip() for line in str(error).splitlines() if line.strip()), "unknown")
            raise HookError(
                f"the bot {bot!r} cannot be compiled: its {decision} hook fails with: {reason[:300]} "
                "(a hook may use numbers, the view's fields and numba functions; see docs/bots.md)"
            ) from None
    return int(_compiled[key].address)


@intrinsic
def call_hook(typingctx, address, view, params):
    """Call the C function at `address` with a view record and the address of a parameter record; returns its uint64."""

    def codegen(context, builder, signature, args):
        pointer = ir.IntType(8).as_pointer()
        kind = ir.FunctionType(ir.IntType(64), [args[1].type, pointer])
        function = builder.inttoptr(args[0], kind.as_pointer())
        return builder.call(function, [args[1], builder.inttoptr(args[2], pointer)])

    return types.uint64(types.int64, view, types.int64), codegen


@intrinsic
def call_play(typingctx, address, game, view, rules, log, table):
    """Call the compiled `play_game` (batch.py) at `address`; returns its int64."""

    def codegen(context, builder, signature, args):
        kind = ir.FunctionType(ir.IntType(64), [arg.type for arg in args[1:]])
        return builder.call(builder.inttoptr(args[0], kind.as_pointer()), list(args[1:]))

    return types.int64(types.int64, game, view, rules, log, table), codegen


@contextlib.contextmanager
def listening(alarm: np.ndarray) -> Iterator[list[str]]:
    """While open, an exception in a hook run by this thread sets `alarm[0]` to 1 and adds its text to the list
    yielded.
    """
    messages: list[str] = []
    _alarms[threading.get_ident()] = (alarm, messages)
    previous = sys.unraisablehook
    if previous is not _unraisable:
        sys.unraisablehook = _unraisable
    try:
        yield messages
    finally:
        del _alarms[threading.get_ident()]


def _unraisable(problem: Any) -> None:
    heard = _alarms.get(threading.get_ident())
    if heard is None:
        sys.__unraisablehook__(problem)
        return
    alarm, messages = heard
    alarm[0] = 1
    if len(messages) < 10:
        messages.append(
            f"{problem.exc_type.__name__}: {problem.exc_value}" if problem.exc_value else problem.exc_type.__name__
        )
