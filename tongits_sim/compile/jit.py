"""Compilation and caching of kernels: the decorators of every kernel and the folder of their machine code.

The cache folder is named by a digest of all sources that kernels depend on (`source_dependencies.py`) and of everything
else that determines the machine code: any edit gives a fresh folder. There are two: one for the engine's kernels, which
depend on the batch kernel, the rare kernels and all they import, and one for all other kernels. So editing a bot does
not recompile the engine, and editing a module without kernels recompiles nothing. The packages of another game
(`OTHER_GAMES`) have two folders of their own, which are made with its first kernel.

This is the door of the room `compile/`, which has two ways to compile: `linked_backend.py` for the versions of numba
that were tested, and `numba_backend.py` for all others. Importing this module imports
numba, so nothing light may import it.
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

from tongits_sim.compile.cache_dirs import CacheEntry, mark_used, open_cache, spares
from tongits_sim.compile.identity import is_library, reach
from tongits_sim.compile.source_dependencies import OTHER_GAMES, Sources, game_sources
from tongits_sim.errors import TongitsError

TESTED = ("0.68",)
"""Versions of numba whose insides are known; with others kernels are compiled the plain way."""
PLAIN = os.environ.get("TONGITS_COMPILER") == "plain" or numba.__version__.rpartition(".")[0] not in TESTED

_way: Any
if PLAIN:
    from tongits_sim.compile import numba_backend as _way
else:
    from tongits_sim.compile import linked_backend as _way

outlined = _way.outlined

_TAG = re.compile(r"[A-Za-z0-9_.-]{1,80}")

# Numba fills its configuration at run time, out of sight of a type checker.
_config: Any = numba.config

_F = TypeVar("_F", bound=Callable[..., Any])


class CompilingError(TongitsError):
    """Nothing can be compiled."""


_sources = Sources()
CACHE_DIR, ENGINE_CACHE_DIR = open_cache(map(_sources.digest, (_sources.kernels(), _sources.engine())))
SPARE_DIRS, SPARE_ENGINE_DIRS = spares(CACHE_DIR), spares(ENGINE_CACHE_DIR)


def _modules(names: Iterable[str]) -> frozenset[str]:
    return frozenset(name.removesuffix(".py").replace("/", ".") for name in names)


_ENGINE_MODULES = _modules(_sources.engine())
del _sources  # their texts


@functools.cache
def game_cache(game: str, engine: bool) -> Path:
    """The cache folder of another game's kernels, or of its engine's; created if needed."""
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
    """The place of a function's machine code: the folder of the engine's kernels, or the one of all others.

    A function that is not the program's own, or encloses something, is identified by its module (the machine code holds
    the module's name), by everything it reaches, and by its options. It is not stored with the engine's kernels: it may
    enclose a bot's code, which the name of that folder does not follow.
    """
    ours = is_library(function.__module__)
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
    """A digest of a function, where the folder's name does not tell: the code it reaches, the kernels of another game
    it may use, and the modules of foreign functions, since machine code holds their names.
    """
    what = reach(function)
    modules = sorted({each.py_func.__module__ for each in what.compiled})
    games = [game for game in OTHER_GAMES if any(name.startswith(f"{game}.") for name in what.library)]
    return " ".join(
        [function.__module__, *modules, what.digest, options, *(game_cache(game, False).name for game in games)]
    )


def _stamp(tag: str) -> str:
    if not _TAG.fullmatch(tag):
        raise ValueError(f"a tag is 1 to 80 letters, digits, '_', '.' or '-', not {tag!r}")
    return f"compiled-{tag}.stamp"


def compiled_before(tag: str = "main") -> bool:
    """Whether the job called `tag` has been compiled before and will start at once.

    Also true if compilation is switched off.
    """
    name = _stamp(tag)
    return bool(_config.DISABLE_JIT) or any((folder / name).exists() for folder in (CACHE_DIR, *SPARE_DIRS))


def mark_compiled(tag: str = "main") -> None:
    """Record that the job called `tag` is compiled and cached; does nothing if the record cannot be written."""
    name = _stamp(tag)
    if not _way.unkept():
        with contextlib.suppress(OSError):
            CACHE_DIR.mkdir(mode=0o700, parents=True, exist_ok=True)
            (CACHE_DIR / name).touch()


def unmark_compiled(tag: str) -> None:
    with contextlib.suppress(OSError):
        (CACHE_DIR / _stamp(tag)).unlink(missing_ok=True)


@overload
def njit(function: _F, /) -> _F: ...
@overload
def njit(**options: Any) -> Callable[[_F], _F]: ...
def njit(function: _F | None = None, /, **options: Any) -> _F | Callable[[_F], _F]:
    """Compile a kernel: cached on disk, without the GIL, and with numpy's rules for division by zero.

    Used bare (``@njit``) or with numba's options, which override these: ``@njit(error_model="python")``.
    """
    if function is None:
        return functools.partial(_compile, options=options)
    return _compile(function, options=options)


@overload
def inline_njit(function: _F, /) -> _F: ...
@overload
def inline_njit(**options: Any) -> Callable[[_F], _F]: ...
def inline_njit(function: _F | None = None, /, **options: Any) -> _F | Callable[[_F], _F]:
    """As `njit`, for small helpers that LLVM always inlines."""
    return njit(**{"forceinline": True, **options}) if function is None else _compile(function, {"forceinline": True})


def check_compiling() -> None:
    """Refuse to go on where numba is told not to compile. Raises CompilingError."""
    if _config.DISABLE_JIT:
        raise CompilingError(
            "games are played by compiled code, and NUMBA_DISABLE_JIT switches compiling off: unset it; to look inside "
            "a bot of your own: tongits replay --explain"
        )


def c_kernel(function: _F) -> _F:
    """Mark a function that is compiled later as a C function and called by address; returns it unchanged."""
    return function


def c_address(signature: Any, kernel: Callable[..., Any], engine: bool, noalias: bool = False) -> int:
    """Address of a `c_kernel`, compiled as a C function if it is not cached.

    Args:
        signature: numba signature of the C function.
        kernel: the function.
        engine: whether it is cached with the engine's kernels.
        apart: whether its arguments never overlap, so that the compiler may keep their values in registers.

    Raises CompilingError: compiling is switched off.
    """
    check_compiling()
    return keep_alive(_way.c_function(signature, kernel, _place(kernel, engine), noalias))


def keep_alive(compiled: Any) -> int:
    """The address of a C function, which then exists to the end of the process."""
    _living.append(compiled)
    return int(compiled.address)


def compile_for(signature: Any, function: Callable[..., Any], **options: Any) -> Any:
    """A bot's function, compiled for one signature if it is not cached, with numba's options.

    It is identified by the code and values it reaches (`identity.reach`) and by its options. Where the signature names
    the type of the answer, numbers with a fraction are refused.

    Raises:
        CompilingError: compiling is switched off.
        numba.TypingError: it cannot be compiled.
    """
    check_compiling()
    for each in reach(function).compiled:
        _renew(each)
    return _way.hook(signature, function, options, _place(function, engine=False, options=_options_text(options)))


def _renew(compiled: Any) -> None:
    """Compile a user's function anew if the values that it froze have changed since."""
    function = compiled.py_func
    _way.keep(compiled, function, _place(function, engine=False, options=_options_text(compiled.targetoptions)))
    now = reach(compiled).digest
    if (compiled.overloads or getattr(compiled, "parts", None)) and _frozen.get(compiled) != now:
        _living.append(dict(compiled.overloads))
        _way.forget(compiled)
    _frozen[compiled] = now


def _options_text(options: dict[str, Any]) -> str:
    return ", ".join(sorted(f"{name}={value}" for name, value in options.items()))


# By compiled function of a user: the digest of everything it reached when it was compiled.
_frozen: weakref.WeakKeyDictionary[Any, str] = weakref.WeakKeyDictionary()

# The code behind an address must outlive the caller.
_living: list[Any] = []


def _compile(function: _F, options: dict[str, Any]) -> _F:
    # Every kernel states it, since numba would otherwise take it from the caller that is compiled first, and two
    # processes that compile side by side do so in different orders.
    settings = {"nogil": True, "error_model": "numpy", "forceinline": False, "fastmath": False, **options}
    cached = settings.pop("cache", True)
    if cached and function.__closure__ and is_library(function.__module__):
        # One factory makes several kernels: each needs a name of its own for its machine code and its files.
        function.__qualname__ += f".{reach(function).digest}"
    entry = _place(function, engine=function.__module__ in _ENGINE_MODULES) if cached else None
    typed: _F = function if _config.DISABLE_JIT else _way.kernel(function, settings, entry)
    return typed
