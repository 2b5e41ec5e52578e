"""Compiles with numba's public functions only: for untested versions of numba, or if ``TONGITS_COMPILER=plain``. Games
do not differ in any digit, but start later and run slower (docs/explanation/performance.md, "Compiling").
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

_config: Any = numba.config  # Any, because numba fills it at run time, unseen by type checkers
_lock = threading.RLock()


@register_jitable
def outlined(function, arguments):
    """`function(*arguments)`; for a compiled function and a tuple."""
    return function(*arguments)


def kernel(function: Callable[..., Any], options: dict[str, Any], entry: CacheEntry | None) -> Any:
    """Make a kernel, which numba compiles at its first call; entry: where to keep its machine code; None: nowhere."""
    compiled = numba.njit(**options)(function)
    keep(compiled, function, entry)
    return compiled


def c_function(signature: Any, function: Callable[..., Any], entry: CacheEntry | None, noalias: bool = False) -> Any:
    """Compile a C function, whose attribute `address` is its address; `noalias` has no effect here."""
    with _folder(entry) as kept:
        return numba.cfunc(signature, nopython=True, cache=kept)(function)


def hook(signature: Any, function: Callable[..., Any], options: dict[str, Any], entry: CacheEntry | None) -> Any:
    """Compile a bot's function for a signature. If the signature names the type of the answer, floats are refused.

    It is not cached, because numba does not see everything that the function reaches. Raises numba.TypingError.
    """
    if getattr(signature, "return_type", None) is not None:
        asked = numba.njit(**options)(function)
        asked.compile(signature.args)
        (kind,) = {overload.return_type for overload in asked.nopython_signatures}
        if isinstance(kind, types.Float | types.Complex):
            raise numba.TypingError(f"it returns a {kind}; an action code is a whole number")
    compiled = numba.njit(**options)(function)
    compiled.compile(signature)
    compiled.disable_compile()
    return compiled


def forget(compiled: Any) -> None:
    """Compile a kernel again."""
    compiled.recompile()


def unkept() -> bool:
    """False, because numba does not tell whether it could write compiled code."""
    return False


def keep(compiled: Any, function: Callable[..., Any], entry: CacheEntry | None) -> None:
    """Let numba keep a kernel's machine code in our folder, whose name stands for all sources."""
    with _folder(entry) as kept:
        if kept:
            compiled.enable_caching()


@contextlib.contextmanager
def _folder(entry: CacheEntry | None) -> Iterator[bool]:
    """Context in which numba caches in the folder of an entry; yields whether it may cache."""
    if entry is None or entry.identity is not None:
        yield False
        return
    with _lock:
        before = _config.CACHE_DIR
        _config.CACHE_DIR = str(entry.folder)
        try:
            yield True
        finally:
            _config.CACHE_DIR = before
