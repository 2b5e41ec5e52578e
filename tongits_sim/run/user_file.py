"""Loads bots, questions or payouts from a user's Python file, which is executed because the user named it."""

from __future__ import annotations

import ast
import contextlib
import ctypes
import difflib
import faulthandler
import hashlib
import importlib.util
import os
import sys
import threading
from collections.abc import Callable, Iterable, Iterator, Sequence
from importlib.abc import Loader
from importlib.machinery import FrozenImporter, ModuleSpec, PathFinder, SourceFileLoader
from pathlib import Path
from types import CodeType, FrameType, ModuleType
from typing import Any, NamedTuple, TypeVar

from tongits_sim.compile.identity import (
    PRIVATE,
    PROGRAM,
    IdentityError,
    is_installed,
    is_library_file,
    note_executed,
    public_name,
    reach,
)
from tongits_sim.errors import TongitsError

T = TypeVar("T")
"""The type of the values to load from a file."""

_LONGEST = 300

_limits: list[tuple[frozenset[str], str]] = []


class BotFileError(TongitsError):
    """A user's file that cannot be used."""


@contextlib.contextmanager
def only_files(paths: Iterable[str], option: str) -> Iterator[None]:
    """Allow only these files to be executed, because data files name bots too; the user allows a file by `option`."""
    _limits.append((frozenset(os.path.realpath(path) for path in paths), option))
    try:
        yield
    finally:
        _limits.pop()


class Words(NamedTuple):
    """Words for messages: for the file, for a value in it, and for several values."""

    file: str
    one: str
    several: str


BOTS = Words("bot", "strategy", "strategies")


def load_named(path: str, name: str, kind: type[T], words: Words = BOTS) -> T:
    """Execute a Python file and return its value of a kind whose attribute `name` is `name`.

    Raises BotFileError: the file may not or cannot be executed, or does not define exactly one such value.
    """
    values: dict[str, T] = {}
    for value in values_in(path, kind, words):
        own = str(value.name)  # type: ignore[attr-defined]
        if own == name and values.get(name, value) is not value:
            raise BotFileError(f"{path} defines two {words.several} {name!r}; give one of them another name")
        values[own] = value
    if name not in values:
        close = difflib.get_close_matches(name, values, 1)
        hint = f" Did you mean {close[0]!r}?" if close else ""
        raise BotFileError(f"{path} defines no {words.one} {name!r}.{hint} It defines: {', '.join(values) or 'none'}")
    return values[name]


def values_in(path: str, kind: type[T], words: Words = BOTS) -> list[T]:
    """Execute a Python file and return its values of a kind, also imported values, in order. Raises BotFileError."""
    for allowed, option in _limits:
        if os.path.realpath(path) not in allowed:
            raise BotFileError(f"the {words.file} file {path} would be executed; if you trust it, add {option} {path}")
    return _values(Path(path), kind, words.file)


_loaded: dict[tuple[str, type], tuple[str, list[Any]]] = {}  # values with their digest, by file and kind
_lock = threading.RLock()
_patience = [60.0]
_SPARE = 5.0  # seconds after the time limit, when a file that blocks the interpreter ends the program


def set_load_timeout(seconds: float) -> None:
    """Set the longest time for loading a bot file, by default a minute."""
    _patience[0] = seconds


def _values(path: Path, kind: type[T], word: str) -> list[T]:
    """Execute a user's file and return its values of a kind.

    The file is executed each time, because it may have read other files. If the values are equal to the last loaded
    values, return those, because their hooks may be compiled already.
    """
    try:
        there = path.is_file()
    except OSError:  # a name longer than any file's
        there = False
    if not there:
        raise BotFileError(f"there is no {word} file {path if len(str(path)) < _LONGEST else 'with so long a name'}")
    whole = path.resolve()
    with _lock:
        with _own_modules(whole) as (name, before):
            with _unchanged_program(path):
                module = _execute(path, whole, name)
            values = [value for value in vars(module).values() if isinstance(value, kind)]
            digest = _digest(values)
            known = _loaded.get((str(whole), kind))
            if known and digest and known[0] == digest == _digest(known[1]):
                values = known[1]
                sys.modules.update(before)
        _loaded[str(whole), kind] = digest, values
        return values


def _digest(values: list[Any]) -> str:
    """Digest of values; "" if a value has no digest."""
    try:
        return reach(values).digest
    except IdentityError:
        return ""


def _execute(path: Path, whole: Path, name: str) -> ModuleType:
    """Execute a file as a module, within the time limit."""
    spec = importlib.util.spec_from_loader(name, _Private(name, str(whole)))
    assert spec is not None
    module = sys.modules[name] = importlib.util.module_from_spec(spec)
    outcome: list[BaseException] = []

    def execute() -> None:
        _packages[threading.get_ident()] = module.__name__.partition(".")[0]
        try:
            spec.loader.exec_module(module)  # type: ignore[union-attr]
        except BaseException as error:  # noqa: BLE001  (a user's file may raise anything, and leave by sys.exit)
            outcome.append(error)
        finally:
            del _packages[threading.get_ident()]

    thread = threading.Thread(target=execute, name="bot file", daemon=True)
    # A loop in compiled code may hold the interpreter; then only C code can end the program.
    faulthandler.dump_traceback_later(_patience[0] + _SPARE, exit=True, file=sys.__stderr__ or 2)
    try:
        thread.start()
        thread.join(_patience[0])
    finally:
        faulthandler.cancel_dump_traceback_later()
        if thread.is_alive():
            ident = ctypes.c_ulong(thread.ident or 0)
            ctypes.pythonapi.PyThreadState_SetAsyncExc(ident, ctypes.py_object(SystemExit))
    if outcome:
        raise BotFileError(f"{path} cannot be loaded: {describe(outcome[0])}") from None
    if thread.is_alive():
        raise BotFileError(f"{path} cannot be loaded: it is not done after {_patience[0]:g} seconds (--bot-timeout)")
    return module


def _leave(code: int) -> None:
    raise SystemExit(code)


# ---- a bot file's own modules: its folder is a package of its own, and so are the user's modules that it imports ----

_packages: dict[int, str] = {}  # of the files that are being executed, by thread


@contextlib.contextmanager
def _own_modules(path: Path) -> Iterator[tuple[str, dict[str, ModuleType]]]:
    """Context to execute a file in: yields a name for its module, and its modules from the last time.

    A user's module has a private name for each bot file, so files cannot collide; its plain name exists only while the
    context is open. Printed text is kept out of answers in JSON.
    """
    package = ModuleType(PRIVATE + hashlib.sha256(str(path).encode("utf-8", "surrogateescape")).hexdigest()[:16])
    package.__path__ = [str(path.parent)]
    places = sys.path.copy()
    leave = os._exit
    writes_no_bytecode = sys.dont_write_bytecode

    def is_of_package(name: str, _module: ModuleType) -> bool:
        return name.partition(".")[0] == package.__name__

    before = _take_out(is_of_package)
    elsewhere = _take_out(_is_users)
    sys.modules[package.__name__] = package
    importlib.invalidate_caches()
    os._exit = _leave  # type: ignore[assignment]
    # Python trusts bytecode of a helper that was edited within a second, with as many characters.
    sys.dont_write_bytecode = True
    try:
        with contextlib.redirect_stdout(sys.stderr):
            yield f"{package.__name__}.{path.stem}", before
    except BaseException:
        _take_out(is_of_package)
        sys.modules.update(before)
        raise
    finally:
        os._exit = leave
        sys.dont_write_bytecode = writes_no_bytecode
        sys.path[:] = places
        _take_out(_has_a_plain_name)
        sys.modules.update(elsewhere)


def _has_a_plain_name(name: str, module: ModuleType) -> bool:
    """Whether a user's module also stands under its plain name."""
    return module.__name__.startswith(PRIVATE) and not name.startswith(PRIVATE)


def _take_out(which: Callable[[str, ModuleType], bool]) -> dict[str, ModuleType]:
    # sys.modules may hold other objects, and None.
    found = [name for name, module in sys.modules.copy().items() if type(module) is ModuleType and which(name, module)]
    return {name: sys.modules.pop(name) for name in found}


def _is_users(name: str, module: ModuleType) -> bool:
    """Whether an imported module is the user's, so that other bot files must not find it under its plain name."""
    file = getattr(module, "__file__", None) or ""
    own = file != "" and not is_installed(file) and not is_library_file(file)
    return own and not name.startswith((PRIVATE, "__main__", "__mp_main__"))


class _Private(SourceFileLoader):
    """Loads a user's file."""

    def path_stats(self, path: str) -> Any:
        """Ignore cached bytecode: an edit within a second that keeps the size must count."""
        raise OSError

    def get_code(self, fullname: str) -> CodeType | None:
        """The code of the file. Raises ImportError: it imports a helper that Python would not find."""
        path = self.get_filename(fullname)
        note_executed(path)
        package = fullname.partition(".")[0]
        for name in sorted(_imported(self.get_data(path))):
            module = sys.modules.get(name)
            helper = _file_of(package, name)
            # Python uses a module that is loaded already, even if a file of this name lies beside the bot file.
            if module is not None and helper and not _is_same(helper, getattr(module, "__file__", None) or ""):
                raise ImportError(
                    f"Python's own module {name!r} is in use, so {Path(helper).name} beside {Path(path).name} cannot "
                    "be imported by this name: give it another name"
                )
        return super().get_code(fullname)


def _imported(text: bytes) -> set[str]:
    """The first parts of the names that a source imports; empty if it cannot be parsed."""
    try:
        nodes = list(ast.walk(ast.parse(text)))
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return set()  # Python says so when it compiles the text
    names = [alias.name for node in nodes if isinstance(node, ast.Import) for alias in node.names]
    names += [node.module or "" for node in nodes if isinstance(node, ast.ImportFrom) and node.level == 0]
    return {name.partition(".")[0] for name in names}


def _is_same(first: str, second: str) -> bool:
    return os.path.realpath(first) == os.path.realpath(second)


def _file_of(package: str, name: str) -> str:
    """The module of a name beside a bot file; "" if there is none."""
    spec = PathFinder.find_spec(f"{package}.{name}", sys.modules[package].__path__)
    return (spec.origin or "") if spec is not None else ""


class _Alias(Loader):
    def create_module(self, spec: ModuleSpec) -> ModuleType:
        module = importlib.import_module(f"{_packages[threading.get_ident()]}.{spec.name}")
        self._own = module.__spec__
        return module

    def exec_module(self, module: ModuleType) -> None:
        module.__spec__ = self._own


class _Finder:
    """Finds modules by private names, and by plain names for the files that are being executed."""

    @staticmethod
    def find_spec(name: str, path: Sequence[str] | None = None, target: ModuleType | None = None) -> ModuleSpec | None:
        package = _packages.get(threading.get_ident(), "")
        if package and name.partition(".")[0] in PROGRAM:
            return _watched(PathFinder.find_spec(name, path))
        if name.startswith(PRIVATE):
            spec = PathFinder.find_spec(name, path)
            if spec is not None and isinstance(spec.loader, SourceFileLoader):
                spec.loader = _Private(name, str(spec.origin))
            return spec
        if package and _is_private(package, name.partition(".")[0]) and not _is_installed_code(_importer()):
            found = importlib.util.find_spec(f"{package}.{name}")
            return found and importlib.util.spec_from_loader(name, _Alias())
        return None


sys.meta_path.insert(0, _Finder)


def _is_private(package: str, top: str) -> bool:
    """Whether a name that a bot file imports is the user's module: in the file's folder, or not installed."""
    if top in sys.builtin_module_names or FrozenImporter.find_spec(top) is not None:
        return False  # Python never searches for files with these names
    name = f"{package}.{top}"
    if name in sys.modules:
        return True
    places = sys.modules[package].__path__
    spec = PathFinder.find_spec(name, [*places, *sys.path])
    found = [] if spec is None else list(spec.submodule_search_locations or [str(spec.origin)])
    if top in PROGRAM and all(map(is_library_file, found)):
        return False
    if all(is_installed(file) and Path(file).parent != Path(places[0]) for file in found):
        return False
    places += [path for path in sys.path if path not in places]
    return True


def _importer() -> FrameType | None:
    """The frame that imports a module now."""
    frame: FrameType | None = sys._getframe(2)
    while frame is not None and _is_import_system(frame.f_code.co_filename):
        frame = frame.f_back
    return frame


def _is_import_system(file: str) -> bool:
    return file.startswith("<frozen importlib") or file == importlib.__file__


def _is_installed_code(frame: FrameType | None) -> bool:
    """Whether the importing code belongs to a library, so that a plain name means Python's own module, not a user's
    helper.
    """
    file = "" if frame is None else frame.f_code.co_filename
    return file != __file__ and (is_library_file(file) or is_installed(file))


# ---- the program's own values: its compiled code is kept by the text of its sources, so nothing else may change it ---

_FIXED = ("math", "numba", "numpy")
"""Further modules whose values kernels freeze."""

_known: dict[str, tuple[ModuleType, dict[str, Any]]] = {}  # modules with their values, while a user's file is executed


@contextlib.contextmanager
def _unchanged_program(path: Path) -> Iterator[None]:
    """Context to execute a user's file in. Raises BotFileError: it sets a value in a module of the program, or in a
    module whose values the program's kernels freeze. The value is taken back.
    """
    for name, module in sys.modules.copy().items():
        if name.partition(".")[0] in PROGRAM or name in _FIXED:
            _note(name, module)
    changed: list[str] = []
    try:
        yield
    finally:
        for name, (module, before) in _known.items():
            for attribute, value in vars(module).copy().items():
                if value is not before.get(attribute, _known) and not isinstance(value, ModuleType):
                    changed.append(f"{name}.{attribute}")
                    vars(module).pop(attribute)
            vars(module).update(before)
        _known.clear()
    if changed:
        raise BotFileError(f"{path} sets {changed[0]}, which is not its own: keep values of your own in your own file")


def _note(name: str, module: ModuleType) -> None:
    _known[name] = module, vars(module).copy()


class _Watched(SourceFileLoader):
    """Loads a module of the program while a user's file is executed."""

    def exec_module(self, module: ModuleType) -> None:
        super().exec_module(module)
        _note(module.__name__, module)


def _watched(spec: ModuleSpec | None) -> ModuleSpec | None:
    if spec is not None and isinstance(spec.loader, SourceFileLoader):
        spec.loader = _Watched(spec.name, str(spec.origin))
    return spec


def describe(error: BaseException) -> str:
    """Describe an error in a short line."""
    try:
        message = " ".join(str(error).split())
    except Exception:  # noqa: BLE001  (an error of the user's own may fail even at this)
        message = ""
    return f"{type(error).__name__}: {public_name(message)[:_LONGEST]}".removesuffix(": ")
