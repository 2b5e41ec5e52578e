"""Compiling kernels once: the decorators of every kernel and the folder their machine code is kept in.

Numba's own cache notices a change only in the file that defines a function: edit a helper in another file and a
cached kernel silently keeps the old behaviour. So the cache folder is named by a digest of all sources a kernel could
come from and of what else decides the machine code: the versions of Python, numba and numpy, and numba's own switches.
Any edit gives a fresh folder. There are two: the engine's kernels follow the batch kernel, the cold kernels and all
that those import; all other kernels follow every file that defines one and all that those import. So editing a bot does
not compile the engine anew, and editing what compiles nothing compiles nothing.

The folder lies in ``$TONGITS_CACHE_DIR``, else in the user's cache folder, else (when that cannot be written) in
a private folder among the temporary files. One of these that cannot be written, but holds what was compiled of these
sources, is read all the same. Importing this module imports numba; nothing light may import it.
"""

from __future__ import annotations

import contextlib
import functools
import hashlib
import itertools
import os
import platform
import re
import shutil
import stat
import tempfile
import time
import weakref
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any, TypeVar, overload

import numba
import numpy as np
from numba.core import cgutils
from numba.core.ccallback import CFunc
from numba.core.compiler import CompilerBase, DefaultPassBuilder
from numba.extending import intrinsic

from tongits_sim.identity import is_library, reach
from tongits_sim.kernel_cache import HEALTH, KernelCache

CACHE_ENV = "TONGITS_CACHE_DIR"
KERNEL_PACKAGES = ("analyses", "strategies", "tongits_sim")
ENGINE_PACKAGE = "tongits_sim"
ENGINE_ROOTS = (
    "tongits_sim/designs/batch/kernel.py",
    "tongits_sim/designs/tournament/kernel.py",
    "tongits_sim/game/cold.py",
)
KEPT_FOLDERS = 6
SPARED_SECONDS = 86_400

_APP = "tongits-sim"
_FOLDER = re.compile(r"kernels-[0-9a-f]{16}")
_TAG = re.compile(r"[A-Za-z0-9_.-]{1,80}")
# Numba's switches that change the machine code but not numba's own cache key.
_SWITCHES = ("NUMBA_BOUNDSCHECK", "NUMBA_DEBUGINFO", "NUMBA_LOOP_VECTORIZE", "NUMBA_OPT", "NUMBA_SLP_VECTORIZE")

# Numba fills its configuration at run time, out of sight of a type checker.
_config: Any = numba.config

_F = TypeVar("_F", bound=Callable[..., Any])


def package_sources(root: Path) -> Iterator[tuple[str, Path]]:
    """Name and path of every source of the packages below `root`, names relative and with forward slashes, sorted."""
    pending = [(package, root / package) for package in KERNEL_PACKAGES]
    found: list[tuple[str, Path]] = []
    while pending:
        name, folder = pending.pop()
        if not folder.is_dir():
            continue
        with os.scandir(folder) as entries:
            for entry in entries:
                if entry.name.endswith(".py"):
                    found.append((f"{name}/{entry.name}", Path(entry.path)))
                elif entry.is_dir() and entry.name.isidentifier() and entry.name != "__pycache__":
                    pending.append((f"{name}/{entry.name}", Path(entry.path)))
    yield from sorted(found)


_IMPORT = re.compile(
    rb"^\s*(?:from|import)\s+((?:%s)\b[\w.]*)(?:\s+import\s+(\([^)]*\)|[\w, ]*))?" % "|".join(KERNEL_PACKAGES).encode(),
    re.MULTILINE,
)
_COMPILES = re.compile(
    rb"^\s*(?:from|import)\s+(?:numba\b|tongits_sim\.jit\b|tongits_sim\s+import\s.*\bjit\b)", re.MULTILINE
)


def _closure(texts: dict[str, bytes], roots: Iterable[str]) -> set[str]:
    """The roots and the files they import, directly or not; texts: the sources by name."""
    pending, found = list(roots), set[str]()
    while pending:
        name = pending.pop()
        if name not in texts or name in found:
            continue
        found.add(name)
        for module, imported in _IMPORT.findall(texts[name]):
            base = module.decode().replace(".", "/")
            names = imported.decode().strip("()").split(",")
            pending += [f"{base}/{part.split()[0]}.py" for part in names if part.strip()]
            pending += [f"{base}.py"] + [f"{base}/__init__.py"] * (base != ENGINE_PACKAGE)
    return found


def kernel_sources(root: Path) -> Iterator[tuple[str, Path]]:
    """As `package_sources`, but only files that define kernels and those they import, directly or not."""
    files = dict(package_sources(root))
    texts = {name: path.read_bytes() for name, path in files.items()}
    found = _closure(texts, [name for name, text in texts.items() if _COMPILES.search(text)])
    yield from ((name, files[name]) for name in sorted(found))


def engine_sources(root: Path) -> Iterator[tuple[str, Path]]:
    """As `package_sources`, but only the engine's roots and the files they import, directly or not."""
    files = {name: path for name, path in package_sources(root) if name.startswith(f"{ENGINE_PACKAGE}/")}
    texts = {name: path.read_bytes() for name, path in files.items()}
    yield from ((name, files[name]) for name in sorted(_closure(texts, ENGINE_ROOTS)))


def kernel_digest(
    root: Path | None = None, sources: Callable[[Path], Iterable[tuple[str, Path]]] = kernel_sources
) -> str:
    """Sixteen hex digits that change with any kernel source and with whatever else decides the machine code.

    `root` is the folder that holds the packages; by default the one this module was imported from.
    """
    digest = hashlib.sha256()
    switches = [f"{name}={os.environ.get(name, '')}" for name in _SWITCHES]
    for line in (platform.python_version(), numba.__version__, np.__version__, *switches):
        digest.update(f"{line}\0".encode())
    for name, path in sources(root or Path(__file__).resolve().parent.parent):
        content = path.read_bytes()
        digest.update(f"{name}\0{len(content)}\0".encode())
        digest.update(content)
    return digest.hexdigest()[:16]


def cache_base() -> Path:
    """The folder that holds the cache folders of all versions, made if needed.

    The first that can be written of ``$TONGITS_CACHE_DIR``, the user's cache folder, a private temporary folder.
    """
    for candidate in _candidates():
        if _writable(candidate):
            return candidate
    temporary = Path(tempfile.gettempdir()) / f"{_APP}-{os.getuid() if hasattr(os, 'getuid') else 'user'}"
    if _writable(temporary) and _private(temporary):
        return temporary
    return Path(tempfile.mkdtemp(prefix=f"{_APP}-"))


def _candidates() -> Iterable[Path]:
    chosen = os.environ.get(CACHE_ENV)
    if chosen:
        yield Path(chosen).expanduser().absolute()
    xdg = Path(os.environ.get("XDG_CACHE_HOME", ""))
    if xdg.is_absolute():  # the standard says that a relative one is to be ignored
        yield xdg / _APP
    elif os.name == "nt" and os.environ.get("LOCALAPPDATA"):
        yield Path(os.environ["LOCALAPPDATA"]) / _APP / "Cache"
    else:
        with contextlib.suppress(RuntimeError):  # no home folder
            yield Path.home() / ".cache" / _APP


def _writable(folder: Path) -> bool:
    """Whether files can be made in `folder`, which is made (for this user alone) if it does not exist."""
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            return True
    except OSError:
        return False


def _private(folder: Path) -> bool:
    """Whether `folder` is this user's own, no link, and closed to others: code is loaded from it."""
    if not hasattr(os, "getuid"):
        return True
    status = folder.lstat()
    return stat.S_ISDIR(status.st_mode) and status.st_uid == os.getuid() and not status.st_mode & 0o077


def prune(base: Path, keep: int = KEPT_FOLDERS) -> None:
    """Removes all but the `keep` cache folders used last, and spares those of the last day: they may be in use.

    Touches nothing that is not named as they are.
    """
    try:
        ours = [path for path in base.iterdir() if _FOLDER.fullmatch(path.name) and not path.is_symlink()]
        folders = [(path.stat().st_mtime, path) for path in ours if path.is_dir()]
    except OSError:  # another process prunes too
        return
    for used, path in sorted(folders, reverse=True)[keep:]:
        if time.time() - used > SPARED_SECONDS:
            shutil.rmtree(path, ignore_errors=True)


def _open_cache() -> tuple[Path, Path]:
    """Makes the cache folders of the sources as they are now, marks them as used and removes old ones."""
    base = cache_base()
    folders = base / f"kernels-{kernel_digest()}", base / f"kernels-{kernel_digest(sources=engine_sources)}"
    for folder in folders:
        with contextlib.suppress(OSError):
            folder.mkdir(mode=0o700, exist_ok=True)
            os.utime(folder)
    prune(base)
    return folders


def _spares(folder: Path) -> tuple[Path, ...]:
    """Folders of the same name as a cache folder that stand in better places, which cannot be written."""
    better = itertools.takewhile(lambda base: base != folder.parent, _candidates())
    return tuple(base / folder.name for base in better if os.access(base / folder.name, os.R_OK | os.X_OK))


CACHE_DIR, ENGINE_CACHE_DIR = _open_cache()
SPARE_DIRS, SPARE_ENGINE_DIRS = _spares(CACHE_DIR), _spares(ENGINE_CACHE_DIR)
_ENGINE_MODULES = frozenset(
    name.removesuffix(".py").replace("/", ".") for name, _ in engine_sources(Path(__file__).resolve().parent.parent)
)


def _cache(function: Callable[..., Any], engine: bool, options: str = "") -> KernelCache:
    """The files of a function, in the folder of the engine's kernels or in that of all others.

    A function that is not the program's own is known by all that it reaches, and by the options it is compiled with.
    """
    if engine:
        return KernelCache(function, ENGINE_CACHE_DIR, SPARE_ENGINE_DIRS)
    if is_library(function.__module__) and not function.__closure__ and not options:
        return KernelCache(function, CACHE_DIR, SPARE_DIRS)
    return KernelCache(function, CACHE_DIR, SPARE_DIRS, lambda: f"{reach(function).digest} {options}")


def _stamp(tag: str) -> str:
    if not _TAG.fullmatch(tag):
        raise ValueError(f"a tag is 1 to 80 letters, digits, '_', '.' or '-', not {tag!r}")
    return f"compiled-{tag}.stamp"


def compiled_before(tag: str = "main") -> bool:
    """Whether the job called `tag` has been compiled before and will start at once.

    True also when compilation is switched off: then there is nothing to wait for.
    """
    name = _stamp(tag)
    return bool(_config.DISABLE_JIT) or any((folder / name).exists() for folder in (CACHE_DIR, *SPARE_DIRS))


def mark_compiled(tag: str = "main") -> None:
    """Notes that the job called `tag` is compiled and cached, if it could be. No error when this cannot be written."""
    name = _stamp(tag)
    if not HEALTH.unkept:
        with contextlib.suppress(OSError):
            CACHE_DIR.mkdir(mode=0o700, parents=True, exist_ok=True)
            (CACHE_DIR / name).touch()


@overload
def njit(function: _F, /) -> _F: ...
@overload
def njit(**options: Any) -> Callable[[_F], _F]: ...
def njit(function: _F | None = None, /, **options: Any) -> _F | Callable[[_F], _F]:
    """Compiles a kernel: cached on disk, free of the GIL, and with numpy's rules for division by zero.

    Used bare (``@njit``) or with numba's options, which win over these: ``@njit(error_model="python")``.
    """
    if function is None:
        return functools.partial(_compile, options=options)
    return _compile(function, options=options)


@overload
def inline_njit(function: _F, /) -> _F: ...
@overload
def inline_njit(**options: Any) -> Callable[[_F], _F]: ...
def inline_njit(function: _F | None = None, /, **options: Any) -> _F | Callable[[_F], _F]:
    """As `njit`, for small helpers: LLVM always copies their code into the caller, so a call costs nothing."""
    return njit(**{"forceinline": True, **options}) if function is None else _compile(function, {"forceinline": True})


@intrinsic
def outlined(typingctx, function, arguments):
    """`function(*arguments)`, a compiled function and a tuple, called in its own place and never copied to this one.

    For what is rare: the compiler would copy it to every caller, where it is in the way of what is not.
    """
    signature = typingctx.resolve_function_type(function, arguments.types, {})

    def codegen(context, builder, typed, given):
        compiled = function.dispatcher.overloads[signature.args]
        context.add_linking_libs([compiled.library])
        code = context.declare_function(builder.module, compiled.fndesc)
        values = [builder.extract_value(given[1], number) for number in range(len(signature.args))]
        convention = context.call_conv
        status, answer = convention.call_function(
            builder, code, signature.return_type, signature.args, values, attrs=("noinline",)
        )
        with cgutils.if_unlikely(builder, status.is_error):
            convention.return_status_propagate(builder, status)
        return answer

    return signature.return_type(function, arguments), codegen


class Apart(CompilerBase):  # type: ignore[misc]  # numba has no types
    """For C functions whose arguments are records that do not overlap: the compiler may keep what it has read."""

    def define_pipelines(self) -> list[Any]:
        """Numba's own way of compiling."""
        flags = self.state.flags.copy()
        flags.noalias = True
        self.state.flags = flags
        return [DefaultPassBuilder.define_nopython_pipeline(self.state)]


def c_kernel(function: _F) -> _F:
    """Marks a function that is compiled as a C function later, to be called through its address; leaves it as it is."""
    return function


def c_address(signature: Any, kernel: Callable[..., Any], engine: bool, **options: Any) -> int:
    """Address of a `c_kernel`, compiled as a C function of `signature` now if it is not cached.

    `engine`: it is kept with the engine's kernels. Options are numba's own: `pipeline_class`.
    """
    compiled: Any = CFunc(kernel, (signature.args, signature.return_type), locals={}, options={}, **options)
    compiled._cache = _cache(kernel, engine)
    compiled.compile()
    _living.append(compiled)
    return int(compiled.address)


def compile_for(signature: Any, function: Callable[..., Any], **options: Any) -> Any:
    """A function of a bot compiled for one signature now, if it is not cached; with numba's options.

    It is known by what it reaches (`identity.reach`): code kept of another, or compiled with other options, is not
    taken for its own.
    """
    for each in reach(function).compiled:
        _renew(each)
    compiled = numba.njit(**options)(function)
    with contextlib.suppress(RuntimeError):  # typed in at a prompt: no source file
        compiled._cache = _cache(function, engine=False, options=_spelled(options))
    compiled.compile(signature)
    compiled.disable_compile()
    return compiled


def _renew(compiled: Any) -> None:
    """Let a user's compiled function forget what it froze of its surroundings, if that has changed since."""
    function = compiled.py_func
    if not isinstance(compiled._cache, KernelCache) and not _config.DISABLE_JIT:
        with contextlib.suppress(RuntimeError):
            compiled._cache = _cache(function, engine=False, options=_spelled(compiled.targetoptions))
    now = reach(compiled).digest
    if compiled.overloads and _frozen.get(compiled) != now:
        _living.append(dict(compiled.overloads))
        compiled._reset_overloads()
    _frozen[compiled] = now


def _spelled(options: dict[str, Any]) -> str:
    return ", ".join(sorted(f"{name}={value}" for name, value in options.items()))


# By compiled function of a user's: the digest of what it reached when it was compiled.
_frozen: weakref.WeakKeyDictionary[Any, str] = weakref.WeakKeyDictionary()

# The code behind an address must outlive whoever asked for it.
_living: list[Any] = []


def _compile(function: _F, options: dict[str, Any]) -> _F:
    settings = {"nogil": True, "error_model": "numpy", **options}
    cached = settings.pop("cache", True)
    compiled: Any = numba.njit(**settings)(function)
    if cached and not _config.DISABLE_JIT:
        with contextlib.suppress(RuntimeError):  # typed in at a prompt: no source file
            compiled._cache = _cache(function, engine=function.__module__ in _ENGINE_MODULES)
    typed: _F = compiled
    return typed
