"""The plug-in point: a bot's hooks compiled over a `VIEW` record, and called through their address.

The engine is compiled once for all bots. A hook is `hook(view, params) -> action word`; `params` is a record of the
bot's named parameters. A hook that raises cannot unwind through compiled code: the kernel is told so, and Python hands
the exception to `sys.unraisablehook`, where `listening` keeps its text.
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
from numba import types
from numba.extending import intrinsic

from tongits_sim import jit
from tongits_sim.errors import TongitsError
from tongits_sim.game.state import VIEW_DTYPE

VIEW_TYPE = numba.from_dtype(VIEW_DTYPE)

Hook = Callable[[Any, Any], Any]

_compiled: dict[tuple[Hook, str], Any] = {}
_errors: dict[int, list[str]] = {}


class HookError(TongitsError):
    """A hook that cannot be compiled."""


def compile_hook(hook: Hook, params: np.dtype, bot: str, decision: str) -> int:
    """The address of a hook compiled for one layout of parameters, for `call_hook`; compiled code is cached on disk."""
    key = (hook, str(params))
    if key not in _compiled:
        signature = types.uint64(VIEW_TYPE, numba.from_dtype(params))
        function = getattr(hook, "py_func", hook)
        try:
            _compiled[key] = jit.compile_for(signature, function, no_cpython_wrapper=True)
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
    code = next(iter(_compiled[key].overloads.values()))
    return int(code.library.get_pointer_to_function(code.fndesc.llvm_func_name))


@intrinsic
def call_hook(typingctx, address, view, params):
    """Call the hook at `address` with a view record and the address of a parameter record.

    Returns its uint64, and whether it raised.

    It is called as compiled code calls compiled code, not through numba's C wrapper, which costs as much as a short
    hook. As in that wrapper, an exception goes to `sys.unraisablehook`; the answer is then 0.
    """

    def codegen(context, builder, signature, args):
        convention = context.call_conv
        record = signature.args[1]
        kind = convention.get_function_type(types.uint64, (record, record))
        function = builder.inttoptr(args[0], kind.as_pointer())
        given = [args[1], builder.inttoptr(args[2], args[1].type)]
        status, answer = convention.call_function(builder, function, types.uint64, (record, record), given)
        with builder.if_then(status.is_error, likely=False):
            python = context.get_python_api(builder)
            lock = python.gil_ensure()
            convention.raise_error(builder, python, status)
            where = python.string_from_string(context.insert_const_string(builder.module, "hook"))
            python.err_write_unraisable(where)
            python.decref(where)
            python.gil_release(lock)
        answer = builder.select(status.is_error, ir.Constant(answer.type, 0), answer)
        return context.make_tuple(builder, signature.return_type, (answer, status.is_error))

    return types.Tuple((types.uint64, types.boolean))(types.int64, view, types.int64), codegen


@intrinsic
def call_play(typingctx, address, game, view, rules, log, table):
    """Call the compiled `play_game` (batch.py) at `address`; returns its int64."""

    def codegen(context, builder, signature, args):
        kind = ir.FunctionType(ir.IntType(64), [arg.type for arg in args[1:]])
        return builder.call(builder.inttoptr(args[0], kind.as_pointer()), list(args[1:]))

    return types.int64(types.int64, game, view, rules, log, table), codegen


@contextlib.contextmanager
def listening() -> Iterator[list[str]]:
    """While open, an exception in a hook run by this thread adds its text to the list yielded."""
    messages: list[str] = []
    _errors[threading.get_ident()] = messages
    previous = sys.unraisablehook
    if previous is not _unraisable:
        sys.unraisablehook = _unraisable
    try:
        yield messages
    finally:
        del _errors[threading.get_ident()]


def _unraisable(problem: Any) -> None:
    messages = _errors.get(threading.get_ident())
    if messages is None:
        sys.__unraisablehook__(problem)
        return
    if len(messages) < 10:
        messages.append(
            f"{problem.exc_type.__name__}: {problem.exc_value}" if problem.exc_value else problem.exc_type.__name__
        )
