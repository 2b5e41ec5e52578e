"""A user's own bots, or questions: one Python file, executed because the user named it. It knows no game."""

from __future__ import annotations

import builtins
import contextlib
import difflib
import functools
import hashlib
import importlib.util
import json
import os
import subprocess
import sys
import threading
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from importlib.machinery import ModuleSpec, PathFinder, SourceFileLoader
from pathlib import Path
from types import CodeType, ModuleType
from typing import Any, NamedTuple, TypeVar

from tongits_sim.compile.identity import PRIVATE, is_installed, is_library, public_name
from tongits_sim.errors import TongitsError
from tongits_sim.run.files import FileError, read_json, write_whole

T = TypeVar("T")
"""The type of the values wanted from a file."""

_LONGEST = 300
_START = 10.0  # seconds that a process gets at least, as it has to start first
_TRIALS = 16  # trials kept for a content
_LARGEST = 1 << 24  # bytes of a record of trials

_limits: list[tuple[frozenset[str], str]] = []


class BotFileError(TongitsError):
    """A user's file that cannot be used."""


@contextlib.contextmanager
def only_files(paths: Iterable[str], option: str) -> Iterator[None]:
    """Context in which only these files may be executed, as data files name bots; a user allows one by `option`."""
    _limits.append((frozenset(os.path.realpath(path) for path in paths), option))
    try:
        yield
    finally:
        _limits.pop()


class Words(NamedTuple):
    """The words of messages for a file, for one thing in it, and for several."""

    file: str
    one: str
    several: str


BOTS = Words("bot", "strategy", "strategies")


def load_named(path: str, name: str, kind: type[T], words: Words = BOTS) -> T:
    """The value of a kind, called `name` by its own attribute `name`, in the Python file `path`. The file is executed.

    Args:
        path: the file.
        name: the `name` of the value.
        kind: its type, whose values have a `name`.
        words: the words of messages.

    Raises:
        BotFileError: the file may not or cannot be executed, or does not define one value of that name.
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
    """The values of a kind in a Python file, in its order, imported ones included. The file is executed.

    Raises:
        BotFileError: the file may not or cannot be executed.
    """
    for allowed, option in _limits:
        if os.path.realpath(path) not in allowed:
            raise BotFileError(f"the {words.file} file {path} would be executed; if you trust it, add {option} {path}")
    return [value for value in vars(_module(Path(path), words.file)).values() if isinstance(value, kind)]


@dataclass(frozen=True)
class _BotFile:
    """A bot file as it was executed."""

    module: ModuleType  # the module, executed
    read: Mapping[str, str]  # digests of the files it read or imported, itself included, by path; "" for a missing file

    def current(self) -> bool:
        """Whether none of those files has changed."""
        return _current(self.read)


_files: dict[str, _BotFile] = {}
_lock = threading.RLock()


def _module(path: Path, word: str) -> ModuleType:
    """The module of a user's file: executed once, and again when it, or a file it read or imported, has changed."""
    try:
        there = path.is_file()
    except OSError:  # a name longer than any file's
        there = False
    if not there:
        raise BotFileError(f"there is no {word} file {path if len(str(path)) < _LONGEST else 'of so long a name'}")
    whole = path.resolve()
    with _lock:
        known = _files.get(str(whole))
        if known is None or not known.current():
            known = _files[str(whole)] = _load(path, whole)
        return known.module


def _load(path: Path, whole: Path) -> _BotFile:
    try:
        source = whole.read_bytes()
    except OSError as error:
        raise BotFileError(f"{path} cannot be loaded: {error.strerror or error}") from None
    _try(path, whole, source)
    # What it prints must not come between the lines of an answer in JSON.
    with contextlib.redirect_stdout(sys.stderr):
        try:
            return execute(whole)
        except KeyboardInterrupt:
            raise
        except BaseException as error:  # noqa: BLE001  (a user's file may raise anything, and leave by sys.exit)
            raise BotFileError(f"{path} cannot be loaded: {describe(error)}") from None


def execute(path: Path) -> _BotFile:
    """Execute a bot file, and the user's modules that it imports, afresh; raises what it raises."""
    package = ModuleType(PRIVATE + hashlib.sha256(str(path).encode("utf-8", "surrogateescape")).hexdigest()[:16])
    name = f"{package.__name__}.{path.stem}"
    places = sys.path.copy()
    package.__path__ = [str(path.parent)]
    spec = importlib.util.spec_from_loader(name, _Private(name, str(path)))
    assert spec is not None
    module = importlib.util.module_from_spec(spec)
    before = _take_out(package.__name__)
    sys.modules.update({package.__name__: package, name: module})
    try:
        with _noting_reads() as read:
            spec.loader.exec_module(module)  # type: ignore[union-attr]
        # Later imports of its functions search the folders that it named.
        package.__path__ += [each for each in sys.path if each not in package.__path__]
    except BaseException:
        _take_out(package.__name__)
        sys.modules.update(before)
        raise
    finally:
        sys.path[:] = places
    return _BotFile(module, {each: digest or _digest(each) for each, digest in sorted(read.items())})


# ---- a bot file's own modules: its folder is a package of its own, and so are the user's modules that it imports ----


def _take_out(package: str) -> dict[str, ModuleType]:
    """Take the modules of a bot file from the list of imported ones; returns them."""
    names = [name for name in sys.modules if name == package or name.startswith(f"{package}.")]
    return {name: sys.modules.pop(name) for name in names}


class _Private(SourceFileLoader):
    """A module of one bot file: read and compiled anew; the user's modules that it imports are private too."""

    def get_code(self, fullname: str) -> CodeType:
        """Its code, from the file as it is now: an edit within a second, of the same size, must count."""
        source = self.get_data(self.path)
        if (heard := _reads.get(threading.get_ident())) is not None:
            heard[self.path] = hashlib.sha256(source).hexdigest()
        code: CodeType = self.source_to_code(source, self.path)
        return code

    def exec_module(self, module: ModuleType) -> None:
        """Execute it, with an `import` that prefers modules of the bot file."""
        package = PRIVATE + module.__name__.removeprefix(PRIVATE).partition(".")[0]
        module.__dict__["__builtins__"] = {**vars(builtins), "__import__": _importer(package)}
        super().exec_module(module)


class _Finder:
    """Finds modules by their private names."""

    @staticmethod
    def find_spec(name: str, path: Sequence[str] | None = None, target: ModuleType | None = None) -> ModuleSpec | None:
        """As the import system asks; None for all other names."""
        spec = PathFinder.find_spec(name, path) if name.startswith(PRIVATE) else None
        if spec is not None and isinstance(spec.loader, SourceFileLoader):
            spec.loader = _Private(name, str(spec.origin))
        return spec


sys.meta_path.insert(0, _Finder)


def _importer(package: str) -> Callable[..., Any]:
    """The `__import__` of the modules of a bot file."""

    def load(
        name: str,
        globals: Mapping[str, object] | None = None,  # noqa: A002  # Python's name
        locals: Mapping[str, object] | None = None,  # noqa: A002  # Python's name
        fromlist: Sequence[str] | None = (),
        level: int = 0,
    ) -> Any:
        top = name.partition(".")[0]
        if level or not _is_private(package, top):
            return __import__(name, globals, locals, fromlist or (), level)
        module = __import__(f"{package}.{name}", globals, locals, fromlist or ())
        return module if fromlist else sys.modules[f"{package}.{top}"]

    return load


def _is_private(package: str, top: str) -> bool:
    """Whether a name, imported by a bot file, is a module of the user: in its folder, or not installed."""
    if is_library(top):
        return False
    name = f"{package}.{top}"
    if name in sys.modules:
        return True
    places = sys.modules[package].__path__
    spec = PathFinder.find_spec(name, [*places, *sys.path])
    found = [] if spec is None else list(spec.submodule_search_locations or [str(spec.origin)])
    if all(is_installed(each) and Path(each).parent != Path(places[0]) for each in found):
        return False
    places += [each for each in sys.path if each not in places]
    return True


_reads: dict[int, dict[str, str]] = {}
_hooked: list[bool] = []
_SYSTEM = ("/dev/", "/proc/", "/sys/")


@contextlib.contextmanager
def _noting_reads() -> Iterator[dict[str, str]]:
    """Context that notes the paths of files that this thread opens to read, installed ones left out.

    Modules of the user are noted with the digest of the text that was executed.
    """
    if not _hooked:
        sys.addaudithook(_note_open)  # for good: there is no way to take one back
        _hooked.append(True)
    heard: dict[str, str] = {}
    _reads[threading.get_ident()] = heard
    try:
        yield heard
    finally:
        del _reads[threading.get_ident()]


def _note_open(event: str, args: tuple[object, ...]) -> None:
    if event == "open" and _reads:
        heard = _reads.get(threading.get_ident())
        path, mode = args[0], args[1] or "r"
        if heard is not None and isinstance(path, str | bytes) and not set(str(mode)) & set("wax+"):
            text = os.path.abspath(os.fsdecode(path))  # noqa: PTH100  (a hook that every file of Python goes through)
            if not is_installed(text) and "__pycache__" not in text and not text.startswith(_SYSTEM):
                heard.setdefault(text, "")


def _current(read: Mapping[str, str]) -> bool:
    """Whether files are unchanged, by their digests."""
    return all(_digest(path) == digest for path, digest in read.items())


def _digest(path: str) -> str:
    """The digest of an ordinary file; "" for anything else, and for nothing."""
    try:
        if os.path.isfile(path):  # noqa: PTH113  (a path may hold any character)
            with open(path, "rb") as file:
                return hashlib.file_digest(file, "sha256").hexdigest()
    except (OSError, ValueError):
        pass
    return ""


# ---- the trial: a file that was never loaded with these contents is loaded in a process of its own first ------------

# The limit holds in the trial too: a loop in compiled code holds the interpreter, and then only C code can end it.
_TRIAL = """
import faulthandler, json, os, sys
from pathlib import Path
faulthandler.dump_traceback_later(float(sys.argv.pop()), exit=True)
from tongits_sim.run.kinship import end_with
end_with(int(sys.argv.pop()))
pipe = os.fdopen(os.dup(1), "w")
os.dup2(2, 1)
from tongits_sim.core.user_file import describe, execute
print("begun", file=pipe, flush=True)
try:
    read = execute(Path(sys.argv[1])).read
except BaseException as error:
    print("error", describe(error), file=pipe, flush=True)
else:
    print("loaded", json.dumps(read), file=pipe, flush=True)
pipe.close()
os._exit(0)
"""

_patience = [60.0]


def set_load_timeout(seconds: float) -> None:
    """Set the longest time for loading a bot file; it is a minute at first."""
    _patience[0] = seconds


def _try(path: Path, whole: Path, source: bytes) -> None:
    """Load a file in another process first, where it may hang or end the process.

    A file that was loaded before is not tried again while the files that it read are unchanged.
    """
    record = _Record(whole.parent, f"tried-{hashlib.sha256(source).hexdigest()[:32]}.json")
    if record.holds():
        return
    root = str(Path(__file__).resolve().parents[2])
    places = [each or str(Path.cwd()) for each in sys.path]
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join([root, *places])}
    limit = max(_patience[0], _START)
    line = [sys.executable, "-P", "-c", _TRIAL, str(whole), str(os.getpid()), str(limit + 1)]
    with subprocess.Popen(
        line, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, stdin=subprocess.DEVNULL, env=environment, text=True
    ) as trial:
        try:
            output, _ = trial.communicate(timeout=limit)
        except subprocess.TimeoutExpired:
            raise BotFileError(
                f"{path} cannot be loaded: it is not done after {_patience[0]:g} seconds (--bot-timeout)"
            ) from None
        finally:
            trial.kill()
    last = (output.splitlines() or [""])[-1]
    if last == "begun":
        how = f"exit code {trial.returncode}" if trial.returncode >= 0 else f"signal {-trial.returncode}"
        raise BotFileError(f"{path} cannot be loaded: it ends the program ({how})")
    if last.startswith("loaded "):
        record.add(json.loads(last.removeprefix("loaded ")))
    # An error that it raises there is raised here too, and reported.


class _Record:
    """The files that bot files of one content read at their trials: for each trial digests by path, the latest last.

    Args:
        folder: that of the bot file, to which paths below it are relative: copies elsewhere are tried once.
        name: of the file of the record, in the cache.
    """

    def __init__(self, folder: Path, name: str) -> None:
        from tongits_sim.compile import jit

        self._folder = folder
        self._places = [place / name for place in (jit.CACHE_DIR, *jit.SPARE_DIRS)]

    def holds(self) -> bool:
        """Whether the files are now as at one of the trials."""
        now = functools.cache(lambda path: _digest(os.path.join(self._folder, path)))  # noqa: PTH118
        return any(
            all(now(path) == digest for path, digest in trial.items())
            for place in self._places
            for trial in self._trials(place)
        )

    def add(self, read: Mapping[str, str]) -> None:
        """Add the files that were read at a trial; does nothing where nothing can be written."""
        below = f"{self._folder}{os.sep}"
        trials = [*self._trials(self._places[0]), {path.removeprefix(below): read[path] for path in read}]
        with contextlib.suppress(OSError, FileError):
            self._places[0].parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            write_whole(self._places[0], json.dumps(trials[-_TRIALS:]).encode())

    @staticmethod
    def _trials(place: Path) -> list[dict[str, str]]:
        with contextlib.suppress(FileError):
            trials = read_json(place, _LARGEST)
            if isinstance(trials, list) and all(isinstance(each, dict) and each for each in trials):
                return trials
        return []


def describe(error: BaseException) -> str:
    """An error in a line of at most some hundred letters."""
    try:
        message = " ".join(str(error).split())
    except Exception:  # noqa: BLE001  (an error of the user's own may fail even at this)
        message = ""
    return f"{type(error).__name__}: {public_name(message)[:_LONGEST]}".removesuffix(": ")
