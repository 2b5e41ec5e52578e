"""Plain hooks at the engine's plug-in point: the engine calls Python instead of machine code."""

from __future__ import annotations

import contextlib
import ctypes
import os
import sys
from types import SimpleNamespace
from typing import Any

import numpy as np

from tongits_sim.game.hooks import Hook
from tongits_sim.game.state import VIEW_DTYPE
from tongits_sim.plain.functions import plain_copy
from tongits_sim.plain.values import PlainRecord, answer_word

VARIABLE = "TONGITS_PLAIN"
"""Environment variable that switches plain hooks on, for tests and notebooks."""

# The signature of compiled hooks: addresses for the answer and for an error, then the two arguments.
_HOOK = ctypes.CFUNCTYPE(ctypes.c_int32, *[ctypes.c_void_p] * 4)
_FAILED = -3  # numba's status of a function that ended with StopIteration, which carries nothing
_on = [bool(os.environ.get(VARIABLE, "").strip("0"))]
_pointers: list[Any] = []  # kept, since the engine calls them by address


def plain() -> bool:
    """Whether bots from files and notebooks play by plain hooks."""
    return _on[0]


def switch(on: bool) -> None:
    """Let such bots play by plain hooks, or compiled, from now on."""
    _on[0] = on


def plain_address(hook: Hook, layout: np.dtype) -> int:
    """The address at which the engine can call a hook that runs as plain Python; `layout`: the record of parameters."""
    function = plain_copy(hook)

    def call(answer: int, _error: int, view: int, params: int) -> int:
        try:
            with np.errstate(all="ignore"):
                word = answer_word(function(record_at(view, VIEW_DTYPE), record_at(params, layout)))
        except BaseException as error:  # noqa: BLE001  (a hook may raise anything; the engine reports it as a fault)
            _report(error, hook)
            return _FAILED
        ctypes.c_uint64.from_address(answer).value = word
        return 0

    pointer = _HOOK(call)
    _pointers.append(pointer)
    address = ctypes.cast(pointer, ctypes.c_void_p).value
    assert address is not None
    return address


def _report(error: BaseException, hook: Hook) -> None:
    """Report an error to whoever listens to this thread's hooks (`game.hooks.listening`), if anybody does.

    Nothing may be raised here: the engine would read a status that was never written.
    """
    report: Any = SimpleNamespace(exc_type=type(error), exc_value=error, exc_traceback=None, err_msg=None, object=hook)
    with contextlib.suppress(Exception):  # Python's own listener wants a type that only Python makes
        sys.unraisablehook(report)


def record_at(address: int, layout: np.dtype) -> PlainRecord:
    """The record at an address."""
    memory: Any = (ctypes.c_char * layout.itemsize).from_address(address)
    return PlainRecord(np.frombuffer(memory, layout)[0])
