"""The plain way to compile, with numba's public functions alone: for versions of numba that were not tested, and where
``TONGITS_COMPILER=plain`` asks for it. Games are the same to the last digit; they start later and are played slower
(docs/explanation/performance.md, "Compiling").
"""

from __future__ import annotations

import contextlib
import threading
from collections.abc import Callable, Iterator
from typing import Any

import numba
from numba import types
from numba.extending import register_jitable

from tongits_sim.compile.cache_dirs import CacheEntry

_config: Any = numba.config  # filled at run time, out of sight of a type checker
_lock = threading.RLock()


@register_jitable
def outlined(function, arguments):
    """`function(*arguments)`, for a compiled function and a tuple."""
    return function(*arguments)


def kernel(function: Callable[..., Any], options: dict[str, Any], entry: CacheEntry | None) -> Any:
    """A kernel, compiled when it is called.

    Args:
        function: the function.
        options: numba's.
        place: where its machine code is kept; None for nowhere.
    """
    compiled = numba.njit(**options)(function)
    keep(compiled, function, entry)
    return compiled


def c_function(signature: Any, function: Callable[..., Any], entry: CacheEntry | None, noalias: bool = False) -> Any:
    """A C function, compiled; `address` is its address.

    Args:
        signature: numba signature.
        function: the function.
        place: where its machine code is kept; None for nowhere.
        apart: whether its arguments do not overlap; this way makes no use of it.
    """
    with _folder(entry) as kept:
        return numba.cfunc(signature, nopython=True, cache=kept)(function)


def hook(signature: Any, function: Callable[..., Any], options: dict[str, Any], entry: CacheEntry | None) -> Any:
    """A bot's function, compiled for one signature; it is not cached, as numba does not see everything it reaches.

    Args:
        signature: numba signature; where it names the type of the answer, numbers with a fraction are refused.
        function: the function.
        options: numba's.
        place: not used; `whole.hook` caches there.

    Raises numba.TypingError: it cannot be compiled, or answers with a number that need not be whole.
    """
    if getattr(signature, "return_type", None) is not None:
        asked = numba.njit(**options)(function)
        asked.compile(signature.args)
        (kind,) = {each.return_type for each in asked.nopython_signatures}
        if isinstance(kind, types.Float | types.Complex):
            raise numba.TypingError(f"it answers with a {kind}; an action word is a whole number")
    compiled = numba.njit(**options)(function)
    compiled.compile(signature)
    compiled.disable_compile()
    return compiled


def forget(compiled: Any) -> None:
    """Compile a function anew for the signatures it was compiled for."""
    compiled.recompile()


def unkept() -> bool:
    """Whether some compiled code could not be written: unknown, as numba does not tell."""
    return False


def keep(compiled: Any, function: Callable[..., Any], entry: CacheEntry | None) -> None:
    """Let numba keep a kernel's machine code in a folder of ours, whose name stands for all sources."""
    with _folder(entry) as kept:
        if kept:
            compiled.enable_caching()


@contextlib.contextmanager
def _folder(entry: CacheEntry | None) -> Iterator[bool]:
    """A context in which numba's cache is the folder of a place; whether it may be used."""
    if entry is None or entry.identity is not None:
        yield False
        return
    with _lock:
        before, _config.CACHE_DIR = _config.CACHE_DIR, str(entry.folder)
        try:
            yield True
        finally:
            _config.CACHE_DIR = before
