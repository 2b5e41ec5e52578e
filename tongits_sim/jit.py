"""Compilation and caching of kernels: the decorators of every kernel and the folder of their machine code.

The cache folder is named by a digest of all sources that kernels depend on (`kernel_sources`) and of everything else
that determines the machine code: any edit gives a fresh folder. There are two: one for the engine's kernels, which
depend on the batch kernel, the cold kernels and all they import, and one for all other kernels. So editing a bot does
not recompile the engine, and editing a module without kernels recompiles nothing. The packages of another game
(`OTHER_GAMES`) have two folders of their own, which are made when its first kernel is.

The folder is in ``$TONGITS_CACHE_DIR``, else in the user's cache folder, else (if that is not writable) in a private
temporary folder. A read-only folder that holds the right kernels is used too. Importing this module imports numba, so
nothing light may import it.
"""

from __future__ import annotations

import contextlib
import functools
import itertools
import os
import re
import shutil
import stat
import tempfile
import time
import weakref
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any, TypeVar, overload

import numba
from numba.core import cgutils
from numba.core.ccallback import CFunc
from numba.extending import intrinsic

from tongits_sim import interrupts
from tongits_sim.errors import TongitsError
from tongits_sim.identity import is_library, reach
from tongits_sim.kernel_cache import HEALTH, KernelCache
from tongits_sim.kernel_sources import OTHER_GAMES, Sources, game_sources
from tongits_sim.parts import Kernel, WholeCompiler

CACHE_ENV = "TONGITS_CACHE_DIR"
KEPT_FOLDERS = 8
SPARED_SECONDS = 86_400
KEPT_BYTES = 128_000_000
"""Code of bots and of parts that a cache folder may hold; beyond it, what was not used for longest goes."""
_SPARED_FILES = 3600  # seconds since its last use for which a file stays

_APP = "tongits-sim"
_FOLDER = re.compile(r"kernels-[0-9a-f]{16}")
_TAG = re.compile(r"[A-Za-z0-9_.-]{1,80}")

# Numba fills its configuration at run time, out of sight of a type checker.
_config: Any = numba.config

_F = TypeVar("_F", bound=Callable[..., Any])


class CompilingError(TongitsError):
    """Nothing can be compiled."""


def cache_base() -> Path:
    """The folder of the cache folders of all versions, created if needed.

    The first of ``$TONGITS_CACHE_DIR``, the user's cache folder, a private temporary folder that is writable, for this
    user only.
    """
    for candidate in _candidates():
        if _writable(candidate):
            if trusted(candidate):
                return candidate
            HEALTH.note_untrusted(str(candidate))
    temporary = Path(tempfile.gettempdir()) / f"{_APP}-{os.getuid() if hasattr(os, 'getuid') else 'user'}"
    if _writable(temporary) and _private(temporary):
        return temporary
    return Path(tempfile.mkdtemp(prefix=f"{_APP}-"))


def _candidates() -> Iterable[Path]:
    chosen = os.environ.get(CACHE_ENV)
    if chosen:
        yield Path(chosen).expanduser().absolute()
    xdg = Path(os.environ.get("XDG_CACHE_HOME", ""))
    if xdg.is_absolute():  # the standard says to ignore a relative path
        yield xdg / _APP
    elif os.name == "nt" and os.environ.get("LOCALAPPDATA"):
        yield Path(os.environ["LOCALAPPDATA"]) / _APP / "Cache"
    else:
        with contextlib.suppress(RuntimeError):  # no home folder
            yield Path.home() / ".cache" / _APP


def _writable(folder: Path) -> bool:
    """Whether `folder` is writable; creates it (for this user alone) if it does not exist."""
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            return True
    except OSError:
        return False


def trusted(folder: Path) -> bool:
    """Whether nobody but this user and the system's can put files into `folder`, since code is loaded from it."""
    if not hasattr(os, "getuid"):
        return True
    try:
        status = folder.stat()
    except OSError:
        return False
    return status.st_uid in (os.getuid(), 0) and not status.st_mode & 0o022


def _private(folder: Path) -> bool:
    """Whether `folder` belongs to this user, is no link and is closed to others, since code is loaded from it."""
    if not hasattr(os, "getuid"):
        return True
    status = folder.lstat()
    return stat.S_ISDIR(status.st_mode) and status.st_uid == os.getuid() and not status.st_mode & 0o077


def prune(base: Path, keep: int = KEPT_FOLDERS) -> None:
    """Remove all but the `keep` most recently used cache folders; those used in the last day stay, as they may be in
    use.

    Other files and folders are not touched.
    """
    try:
        ours = [path for path in base.iterdir() if _FOLDER.fullmatch(path.name) and not path.is_symlink()]
        folders = [(path.stat().st_mtime, path) for path in ours if path.is_dir()]
    except OSError:  # another process prunes too
        return
    for used, path in sorted(folders, reverse=True)[keep:]:
        if time.time() - used > SPARED_SECONDS:
            shutil.rmtree(path, ignore_errors=True)


def prune_within(folder: Path, most: int = KEPT_BYTES) -> None:
    """Remove files that were not used for longest from a cache folder that holds more than `most` bytes, down to half
    of that; those used in the last hour stay. Specialised engines have a bound of their own.

    Looked at once an hour. A process that misses a file that it was about to read compiles anew.
    """
    stamp, now = folder / "pruned.stamp", time.time()
    try:
        if stamp.exists() and now - stamp.stat().st_mtime < _SPARED_FILES:
            return
        stamp.touch()
        places = [entry.path for entry in os.scandir(folder) if entry.is_dir(follow_symlinks=False)]
        found = [file for place in places for file in os.scandir(place) if file.is_file(follow_symlinks=False)]
        known = [(file.stat(), file.path) for file in found]
    except OSError:  # read only, or another process prunes too
        return
    files = sorted((max(each.st_atime, each.st_mtime), each.st_size, path) for each, path in known)
    held = sum(size for _, size, _ in files)
    left = most // 2 if held > most else held
    for used, size, path in files:
        if held <= left or now - used < _SPARED_FILES:
            return
        with contextlib.suppress(OSError):
            os.unlink(path)  # noqa: PTH108
        held -= size


def _open_cache(digests: Iterable[str]) -> list[Path]:
    """Create the cache folders of these digests, mark them as used and remove old ones."""
    base = cache_base()
    folders = [base / f"kernels-{digest}" for digest in digests]
    for folder in folders:
        _mark_used(folder)
    prune(base)
    for folder in folders:
        prune_within(folder)
    return folders


def _mark_used(folder: Path) -> None:
    with contextlib.suppress(OSError):
        folder.mkdir(mode=0o700, exist_ok=True)
        os.utime(folder)


def _spares(folder: Path) -> tuple[Path, ...]:
    """Read-only folders of the same name in places that come before that of a cache folder."""
    better = itertools.takewhile(lambda base: base != folder.parent, _candidates())
    ours = [base / folder.name for base in better if os.access(base / folder.name, os.R_OK | os.X_OK)]
    return tuple(spare for spare in ours if trusted(spare.parent) and trusted(spare))


_sources = Sources()
CACHE_DIR, ENGINE_CACHE_DIR = _open_cache(map(_sources.digest, (_sources.kernels(), _sources.engine())))
SPARE_DIRS, SPARE_ENGINE_DIRS = _spares(CACHE_DIR), _spares(ENGINE_CACHE_DIR)


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
    _mark_used(folder)
    return folder


@functools.cache
def _engine_of(game: str) -> frozenset[str]:
    """The modules of another game's engine."""
    return _modules(game_sources(game).engine(game))


def _cache(function: Callable[..., Any], engine: bool, options: str = "") -> KernelCache:
    """The cache of a function, in the folder of the engine's kernels or in that of all others.

    A function that is not the program's own, or encloses something, is known by its module, whose name stands in the
    machine code, by all that it reaches, and by the options it is compiled with. It is not with the engine's: what it
    encloses may be a bot's, which the name of that folder does not follow.
    """
    ours = is_library(function.__module__)
    if function.__closure__ or options or not ours:
        return KernelCache(function, CACHE_DIR, SPARE_DIRS, lambda: _identity(function, options), by_content=ours)
    game = function.__module__.partition(".")[0]
    if game in OTHER_GAMES:
        folder = game_cache(game, function.__module__ in _engine_of(game))
        return KernelCache(function, folder, _spares(folder))
    if engine:
        return KernelCache(function, ENGINE_CACHE_DIR, SPARE_ENGINE_DIRS)
    return KernelCache(function, CACHE_DIR, SPARE_DIRS)


def _identity(function: Callable[..., Any], options: str) -> str:
    """What a function does that no folder's name says: of another game it may use any kernel, as it is now; and from
    which modules it takes functions that are not the program's, since machine code names them.
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
    """Record that the job called `tag` is compiled and cached; does nothing if that cannot be written."""
    name = _stamp(tag)
    if not HEALTH.unkept:
        with contextlib.suppress(OSError):
            CACHE_DIR.mkdir(mode=0o700, parents=True, exist_ok=True)
            (CACHE_DIR / name).touch()


def unmark_compiled(tag: str) -> None:
    """Take back a record of `mark_compiled`."""
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


@intrinsic
def outlined(typingctx, function, arguments):
    """`function(*arguments)`, for a compiled function and a tuple; the call is never inlined.

    For rare paths, which the compiler would otherwise inline into the hot ones.
    """
    signature = typingctx.resolve_function_type(function, arguments.types, {})

    def codegen(context, builder, typed, args):
        compiled = function.dispatcher.part(signature.args)
        context.add_linking_libs([compiled.library])
        code = context.declare_function(builder.module, compiled.fndesc)
        values = [builder.extract_value(args[1], number) for number in range(len(signature.args))]
        convention = context.call_conv
        status, answer = convention.call_function(
            builder, code, signature.return_type, signature.args, values, attrs=("noinline",)
        )
        with cgutils.if_unlikely(builder, status.is_error):
            convention.return_status_propagate(builder, status)
        return answer

    return signature.return_type(function, arguments), codegen


class Apart(WholeCompiler):
    """Pipeline for C functions whose arguments do not overlap, so that the compiler may keep values in registers."""

    def define_pipelines(self) -> list[Any]:
        """Numba's default pipeline, with the flag `noalias`."""
        flags = self.state.flags.copy()
        flags.noalias = True
        self.state.flags = flags
        return super().define_pipelines()


def _check_compiling() -> None:
    if _config.DISABLE_JIT:
        raise CompilingError(
            "games are played by compiled code, and NUMBA_DISABLE_JIT switches compiling off: unset it; to look inside "
            "a bot of your own, --plain-python runs its hooks as plain Python"
        )


def c_kernel(function: _F) -> _F:
    """Mark a function that is compiled later as a C function and called by address; returns it unchanged."""
    return function


def c_address(
    signature: Any, kernel: Callable[..., Any], engine: bool, cache: KernelCache | None = None, **options: Any
) -> int:
    """Address of a `c_kernel`, compiled as a C function if it is not cached.

    Args:
        signature: numba signature of the C function.
        kernel: the function.
        engine: whether it is cached with the engine's kernels.
        cache: where else it is cached.
        options: options of numba, such as `pipeline_class`.

    Raises:
        CompilingError: compiling is switched off.
    """
    _check_compiling()
    options.setdefault("pipeline_class", WholeCompiler)
    compiled: Any = CFunc(kernel, (signature.args, signature.return_type), locals={}, options={}, **options)
    compiled._cache = cache or _cache(kernel, engine)
    with interrupts.kept():
        compiled.compile()
    _living.append(compiled)
    return int(compiled.address)


def compile_for(signature: Any, function: Callable[..., Any], **options: Any) -> Any:
    """A bot's function, compiled for one signature if it is not cached, with numba's options.

    It is known by what it reaches (`identity.reach`): code kept of another, or compiled with other options, is not
    taken for its own. Raises CompilingError.
    """
    _check_compiling()
    for each in reach(function).compiled:
        _renew(each)
    pipeline = options.pop("pipeline_class", WholeCompiler)
    compiled = Kernel(function, None, {"nopython": True, **options}, pipeline)
    with contextlib.suppress(RuntimeError):  # typed in at a prompt: no source file
        compiled._cache = _cache(function, engine=False, options=_spelled(options))
    compiled.compile(signature)
    compiled.disable_compile()
    return compiled


def _renew(compiled: Any) -> None:
    """Let a user's compiled function forget what it froze of its surroundings, if that has changed since."""
    function = compiled.py_func
    if not isinstance(compiled._cache, KernelCache):
        with contextlib.suppress(RuntimeError):
            compiled._cache = _cache(function, engine=False, options=_spelled(compiled.targetoptions))
    now = reach(compiled).digest
    if (compiled.overloads or getattr(compiled, "parts", None)) and _frozen.get(compiled) != now:
        _living.append(dict(compiled.overloads))
        if isinstance(compiled, Kernel):
            compiled.forget()
        else:
            compiled._reset_overloads()
    _frozen[compiled] = now


def _spelled(options: dict[str, Any]) -> str:
    return ", ".join(sorted(f"{name}={value}" for name, value in options.items()))


# By compiled function of a user's: the digest of what it reached when it was compiled.
_frozen: weakref.WeakKeyDictionary[Any, str] = weakref.WeakKeyDictionary()

# The code behind an address must outlive the caller.
_living: list[Any] = []


def _compile(function: _F, options: dict[str, Any]) -> _F:
    # Said of each, since numba would take it from whichever caller is compiled first: what is made must not depend on
    # the order, which two processes that compile side by side change.
    settings = {"nogil": True, "error_model": "numpy", "forceinline": False, "fastmath": False, **options}
    cached = settings.pop("cache", True)
    if cached and function.__closure__ and is_library(function.__module__):
        # Several kernels are made by one factory: their machine code and the files of it need names of their own.
        function.__qualname__ += f".{reach(function).digest}"
    compiled: Any = function if _config.DISABLE_JIT else Kernel(function, None, {"nopython": True, **settings})
    if cached and not _config.DISABLE_JIT:
        with contextlib.suppress(RuntimeError):  # typed in at a prompt: no source file
            compiled._cache = _cache(function, engine=function.__module__ in _ENGINE_MODULES)
    typed: _F = compiled
    return typed
