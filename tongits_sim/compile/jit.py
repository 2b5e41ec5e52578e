"""The decorators of all kernels, and the cache folders of their machine code.

A cache folder is named by a digest of the sources of its kernels (`source_dependencies.py`) and of everything else that
determines machine code, so an edit leads to a fresh folder. The engine's kernels (the batch kernel, the rare kernels
and their imports) have a folder, and all other kernels have another: editing a bot does not recompile the engine, and
editing a module without kernels recompiles nothing. Every other game (`OTHER_GAMES`) has two folders of its own.

`linked_backend.py` compiles for the tested versions of numba, `numba_backend.py` for all others. This module imports
numba, so light modules must not import it.
"""

from __future__ import annotations

import contextlib
import functools
import os
import re
import weakref
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any, TypeVar, overload

import numba
from numba.core.dispatcher import Dispatcher

from tongits_sim.compile.cache_dirs import CacheEntry, mark_used, open_cache, spares
from tongits_sim.compile.identity import is_library, reach
from tongits_sim.compile.source_dependencies import OTHER_GAMES, Sources, game_sources
from tongits_sim.errors import TongitsError

TESTED = ("0.68",)
"""Tested versions of numba. With other versions, `numba_backend` compiles."""
PLAIN = os.environ.get("TONGITS_COMPILER") == "plain" or numba.__version__.rpartition(".")[0] not in TESTED

_way: Any
if PLAIN:
    from tongits_sim.compile import numba_backend as _way
else:
    from tongits_sim.compile import linked_backend as _way

outlined = _way.outlined

CompiledFunction: Any = Dispatcher
"""The type of functions that numba compiles, whether marked by the program or by a user."""

_TAG = re.compile(r"[A-Za-z0-9_.-]{1,80}")

# Any, because numba fills its configuration at run time, unseen by type checkers.
_config: Any = numba.config

_F = TypeVar("_F", bound=Callable[..., Any])


class CompilingError(TongitsError):
    """Nothing can be compiled."""


_sources = Sources()
CACHE_DIR, ENGINE_CACHE_DIR = open_cache(map(_sources.digest, (_sources.kernels(), _sources.engine())))
SPARE_DIRS = spares(CACHE_DIR)
SPARE_ENGINE_DIRS = spares(ENGINE_CACHE_DIR)


def _modules(names: Iterable[str]) -> frozenset[str]:
    return frozenset(name.removesuffix(".py").replace("/", ".") for name in names)


_ENGINE_MODULES = _modules(_sources.engine())
del _sources  # frees the texts


@functools.cache
def game_cache(game: str, engine: bool) -> Path:
    """The cache folder of another game's engine, or of its other kernels; created if needed."""
    sources = game_sources(game)
    digest = sources.digest(sources.engine(game) if engine else sources.kernels(f"{game}/"))
    folder = CACHE_DIR.parent / f"kernels-{digest}"
    mark_used(folder)
    return folder


@functools.cache
def _engine_of(game: str) -> frozenset[str]:
    """The modules of another game's engine."""
    return _modules(game_sources(game).engine(game))


def _place(function: Callable[..., Any], engine: bool, options: str = "") -> CacheEntry:
    """The place of a function's machine code: the engine's folder, or the folder of all other kernels.

    A user's function, or a closure, is identified by its module (machine code holds the module's name), by everything
    it reaches, and by its options. It never goes into the engine's folder. The name of that folder does not cover a
    bot's code, which the function may enclose.
    """
    ours = is_library(function)
    if function.__closure__ or options or not ours:
        shipped = options if ours else None
        return CacheEntry(CACHE_DIR, SPARE_DIRS, lambda: _identity(function, options), by_content=ours, shipped=shipped)
    game = function.__module__.partition(".")[0]
    if game in OTHER_GAMES:
        folder = game_cache(game, function.__module__ in _engine_of(game))
        return CacheEntry(folder, spares(folder), shipped="")
    if engine:
        return CacheEntry(ENGINE_CACHE_DIR, SPARE_ENGINE_DIRS, shipped="")
    return CacheEntry(CACHE_DIR, SPARE_DIRS, shipped="")


def _identity(function: Callable[..., Any], options: str) -> str:
    """A digest of what the folder's name does not cover: the code that the function reaches, kernels of another game,
    and the modules of foreign functions, because machine code holds their names.
    """
    what = reach(function)
    modules = sorted({function.py_func.__module__ for function in what.compiled})
    games = [game for game in OTHER_GAMES if any(name.startswith(f"{game}.") for name in what.library)]
    return " ".join(
        [function.__module__, *modules, what.digest, options, *(game_cache(game, False).name for game in games)]
    )


def _stamp(tag: str) -> str:
    if not _TAG.fullmatch(tag):
        raise ValueError(f"a tag is 1 to 80 letters, digits, '_', '.' or '-', not {tag!r}")
    return f"compiled-{tag}.stamp"


def compiled_before(tag: str = "main") -> bool:
    """Whether the job called `tag` was compiled before and starts at once. Also True if compilation is switched off."""
    name = _stamp(tag)
    return bool(_config.DISABLE_JIT) or any((folder / name).exists() for folder in (CACHE_DIR, *SPARE_DIRS))


def mark_compiled(tag: str = "main") -> None:
    """Record that the job called `tag` is compiled and cached; ignores write errors."""
    name = _stamp(tag)
    if not _way.unkept():
        with contextlib.suppress(OSError):
            CACHE_DIR.mkdir(mode=0o700, parents=True, exist_ok=True)
            (CACHE_DIR / name).touch()


def unmark_compiled(tag: str) -> None:
    """Undo `mark_compiled`."""
    with contextlib.suppress(OSError):
        (CACHE_DIR / _stamp(tag)).unlink(missing_ok=True)


@overload
def njit(function: _F, /) -> _F: ...
@overload
def njit(**options: Any) -> Callable[[_F], _F]: ...
def njit(function: _F | None = None, /, **options: Any) -> _F | Callable[[_F], _F]:
    """Compile a kernel that is cached on disk, releases the GIL and divides by zero as numpy does.

    Use it bare (``@njit``) or with numba's options: ``@njit(error_model="python")``.
    """
    if function is None:
        return functools.partial(_compile, options=options)
    return _compile(function, options=options)


@overload
def inline_njit(function: _F, /) -> _F: ...
@overload
def inline_njit(**options: Any) -> Callable[[_F], _F]: ...
def inline_njit(function: _F | None = None, /, **options: Any) -> _F | Callable[[_F], _F]:
    """`njit` for small helpers that LLVM always inlines."""
    return njit(**{"forceinline": True, **options}) if function is None else _compile(function, {"forceinline": True})


def check_compiling() -> None:
    """Raises CompilingError: numba's settings forbid compiling."""
    if _config.DISABLE_JIT:
        raise CompilingError(
            "games are played by compiled code, and NUMBA_DISABLE_JIT switches compiling off: unset it; to see what "
            "a bot of your own saw: tongits replay --move"
        )


def c_kernel(function: _F) -> _F:
    """Mark a function that is later compiled as a C function and called by address."""
    return function


def c_address(signature: Any, kernel: Callable[..., Any], engine: bool, noalias: bool = False) -> int:
    """Compile a `c_kernel`, unless cached, and return its address.

    Args:
        engine: cache it with the engine's kernels. noalias: its arguments never overlap, so the compiler may keep their
        values in registers.

    Raises CompilingError: compiling is switched off.
    """
    check_compiling()
    return keep_alive(_way.c_function(signature, kernel, _place(kernel, engine), noalias))


def keep_alive(compiled: Any) -> int:
    """Keep a C function to the end of the process, and return its address."""
    _living.append(compiled)
    return int(compiled.address)


def compile_for(signature: Any, function: Callable[..., Any], **options: Any) -> Any:
    """Compile a bot's function for a signature, unless cached, with numba's options.

    The cache key covers the code and values that it reaches (`identity.reach`) and the options. If the signature names
    the type of the answer, a function that answers with a float is refused.

    Raises:
        CompilingError: compiling is switched off.
        numba.TypingError: the function cannot be compiled.
    """
    check_compiling()
    for kernel in reach(function).compiled:
        _renew(kernel)
    return _way.hook(signature, function, options, _place(function, engine=False, options=_options_text(options)))


def _renew(compiled: Any) -> None:
    """Compile a user's function again if the values that it froze have changed."""
    function = compiled.py_func
    _way.keep(compiled, function, _place(function, engine=False, options=_options_text(compiled.targetoptions)))
    now = reach(compiled).digest
    if (compiled.overloads or getattr(compiled, "parts", None)) and _frozen.get(compiled) != now:
        _living.append(dict(compiled.overloads))
        _way.forget(compiled)
    _frozen[compiled] = now


def _options_text(options: dict[str, Any]) -> str:
    return ", ".join(sorted(f"{name}={value}" for name, value in options.items()))


# A user's compiled functions, with the digest of everything that each reached when it was compiled.
_frozen: weakref.WeakKeyDictionary[Any, str] = weakref.WeakKeyDictionary()

# The code behind an address must outlive the caller.
_living: list[Any] = []


def _compile(function: _F, options: dict[str, Any]) -> _F:
    # Every kernel states all options: numba takes missing options from the caller that is compiled first, and parallel
    # processes compile in different orders.
    settings = {"nogil": True, "error_model": "numpy", "forceinline": False, "fastmath": False, **options}
    cached = settings.pop("cache", True)
    if cached and function.__closure__ and is_library(function):
        # A factory makes several kernels: each needs its own name for its machine code and files.
        function.__qualname__ += f".{reach(function).digest}"
    entry = _place(function, engine=function.__module__ in _ENGINE_MODULES) if cached else None
    typed: _F = function if _config.DISABLE_JIT else _way.kernel(function, settings, entry)
    return typed
