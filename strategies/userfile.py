"""A user's own bots, or questions: one Python file, executed because the user named it."""

from __future__ import annotations

import contextlib
import difflib
import hashlib
import importlib.util
import os
import subprocess
import sys
import sysconfig
import threading
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType
from typing import NamedTuple, TypeVar

from tongits_sim.errors import TongitsError
from tongits_sim.identity import is_library
from tongits_sim.strategy import Strategy

T = TypeVar("T")
"""What a file is asked for."""

_LONGEST = 300
_START = 10.0  # seconds that a process is given at least: it has to start, too
_INSTALLED = tuple({sysconfig.get_path(name) for name in ("stdlib", "platstdlib", "purelib", "platlib")})

_limits: list[tuple[frozenset[str], str]] = []


class BotFileError(TongitsError):
    """A user's file that cannot be used."""


@contextlib.contextmanager
def only_files(paths: Iterable[str], option: str) -> Iterator[None]:
    """Inside, only these files may be executed: where a data file names bots, `option` is how a user allows one."""
    _limits.append((frozenset(os.path.realpath(path) for path in paths), option))
    try:
        yield
    finally:
        _limits.pop()


def load_file(path: str, name: str) -> Strategy:
    """The strategy called `name` in the Python file `path`. The file is executed.

    Raises:
        BotFileError: the file may not or cannot be executed, or does not define one strategy of that name.
    """
    return load_named(path, name, Strategy, Words("bot", "strategy", "strategies"))


def strategies_in(path: str) -> list[Strategy]:
    """The strategies in a Python file, in its order, those that it only imports among them. The file is executed.

    Raises:
        BotFileError: the file may not or cannot be executed.
    """
    words = Words("bot", "strategy", "strategies")
    _check_allowed(path, words)
    return [value for value in vars(_module(Path(path), words.file)).values() if isinstance(value, Strategy)]


class Words(NamedTuple):
    """What messages call a file, one of the things in it, and several."""

    file: str
    one: str
    several: str


def load_named(path: str, name: str, kind: type[T], words: Words) -> T:
    """The value of a kind, called `name` by its own attribute `name`, in the Python file `path`. The file is executed.

    Args:
        path: the file.
        name: what the value calls itself.
        kind: its type, whose values have a `name`.
        words: what messages call all that.

    Raises:
        BotFileError: the file may not or cannot be executed, or does not define one value of that name.
    """
    _check_allowed(path, words)
    values: dict[str, T] = {}
    for value in vars(_module(Path(path), words.file)).values():
        if isinstance(value, kind):
            own = str(value.name)  # type: ignore[attr-defined]
            if own == name and values.get(name, value) is not value:
                raise BotFileError(f"{path} defines two {words.several} {name!r}; give one of them another name")
            values[own] = value
    if name not in values:
        close = difflib.get_close_matches(name, values, 1)
        hint = f" Did you mean {close[0]!r}?" if close else ""
        raise BotFileError(f"{path} defines no {words.one} {name!r}.{hint} It defines: {', '.join(values) or 'none'}")
    return values[name]


def _check_allowed(path: str, words: Words) -> None:
    """Refuse a file that may not be executed here. Raises BotFileError."""
    for allowed, option in _limits:
        if os.path.realpath(path) not in allowed:
            raise BotFileError(f"the {words.file} file {path} would be executed; if you trust it, add {option} {path}")


@dataclass(frozen=True)
class _Loaded:
    """A bot file as it was executed.

    Attributes:
        module: what it defines.
        read: digests of the files it read or imported on the way, by path; itself among them.
    """

    module: ModuleType
    read: Mapping[str, str]

    def current(self) -> bool:
        """Whether all those files are still what they were."""
        return all(_digest(Path(path)) == digest for path, digest in self.read.items())


_loaded: dict[str, _Loaded] = {}
_loading = threading.RLock()


def _module(path: Path, word: str = "bot") -> ModuleType:
    """The module of a user's file: executed once, and again when it, or a file it read or imported, has changed."""
    try:
        there = path.is_file()
    except OSError:  # a name longer than any file's
        there = False
    if not there:
        raise BotFileError(f"there is no {word} file {path if len(str(path)) < _LONGEST else 'of so long a name'}")
    whole = path.resolve()
    with _loading:
        known = _loaded.get(str(whole))
        if known is None or not known.current():
            known = _loaded[str(whole)] = _load(path, whole)
        return known.module


def _load(path: Path, whole: Path) -> _Loaded:
    try:
        source = whole.read_bytes()
    except OSError as error:
        raise BotFileError(f"{path} cannot be loaded: {error.strerror or error}") from None
    _try(path, whole, source)
    # What it prints must not come between the lines of an answer in JSON.
    with contextlib.redirect_stdout(sys.stderr):
        try:
            return execute(whole, source)
        except KeyboardInterrupt:
            raise
        except BaseException as error:  # noqa: BLE001  (a user's file may raise anything, and leave by sys.exit)
            raise BotFileError(f"{path} cannot be loaded: {describe(error)}") from None


def execute(path: Path, source: bytes) -> _Loaded:
    """Execute a bot file, and what it imports from its own folder, afresh; raises what it raises."""
    name = "tongits_user_" + str(path).encode().hex()
    module = ModuleType(name)
    module.__file__ = str(path)
    module.__spec__ = importlib.util.spec_from_file_location(name, path)
    before = dict(sys.modules)
    for each in _own_modules(path.parent):
        del sys.modules[each]
    sys.modules[name] = module
    flag_before = sys.dont_write_bytecode
    sys.dont_write_bytecode = True  # an edit within a second, of the same size, must be seen
    sys.path.append(str(path.parent))
    try:
        with _listening() as read:
            exec(compile(source, str(path), "exec"), module.__dict__)
    except BaseException:
        for each in set(sys.modules) - set(before):
            if each in _own_modules(path.parent):
                del sys.modules[each]
        sys.modules.pop(name, None)
        sys.modules.update(before)
        raise
    finally:
        with contextlib.suppress(ValueError):
            sys.path.remove(str(path.parent))
        sys.dont_write_bytecode = flag_before
    for each in _own_modules(path.parent):
        read.add(str(sys.modules[each].__file__))
    digests = {each: _digest(Path(each)) for each in sorted(read) if Path(each).is_file()}
    return _Loaded(module, {**digests, str(path): hashlib.sha256(source).hexdigest()})


def _own_modules(folder: Path) -> list[str]:
    """Names of the imported modules in a folder or below, but for the program's and installed ones."""
    names = []
    for name, module in list(sys.modules.items()):
        file = getattr(module, "__file__", None)
        if not file or folder.name not in str(file):  # of thousands of modules nearly all: taking paths apart is slow
            continue
        if not is_library(name) and name != "__main__" and not name.startswith("tongits_user_"):
            parents = Path(file).parents
            if folder in parents and not {"site-packages", "dist-packages"} & {each.name for each in parents}:
                names.append(name)
    return names


_ears: dict[int, set[str]] = {}
_hearing: list[bool] = []


@contextlib.contextmanager
def _listening() -> Iterator[set[str]]:
    """Inside, the paths of files that this thread opens to read, outside of what is installed, are added to the set."""
    if not _hearing:
        sys.addaudithook(_hear)  # for good: there is no way to take one back
        _hearing.append(True)
    heard: set[str] = set()
    _ears[threading.get_ident()] = heard
    try:
        yield heard
    finally:
        del _ears[threading.get_ident()]


def _hear(event: str, args: tuple[object, ...]) -> None:
    if event == "open" and _ears:
        heard = _ears.get(threading.get_ident())
        path, mode = args[0], args[1] or "r"
        if heard is not None and isinstance(path, str | bytes) and not set(str(mode)) & set("wax+"):
            text = os.path.abspath(os.fsdecode(path))  # noqa: PTH100  (a hook that every file of Python goes through)
            if not text.startswith(_INSTALLED) and "site-packages" not in text and "__pycache__" not in text:
                heard.add(text)


def _digest(path: Path) -> str:
    try:
        with path.open("rb") as file:
            return hashlib.file_digest(file, "sha256").hexdigest()
    except OSError:
        return ""


# ---- the trial: a file of a content that was never loaded before is loaded in a process of its own first ------------

_TRIAL = """
import contextlib, os, sys
from pathlib import Path
pipe = os.fdopen(os.dup(1), "w")
os.dup2(2, 1)
from strategies.userfile import describe, execute
print("begun", file=pipe, flush=True)
try:
    execute(Path(sys.argv[1]), Path(sys.argv[1]).read_bytes())
except BaseException as error:
    print("error", describe(error), file=pipe, flush=True)
else:
    print("loaded", file=pipe, flush=True)
pipe.close()
os._exit(0)
"""

_patience = [60.0]


def set_load_timeout(seconds: float) -> None:
    """For how long a bot file may take to be loaded; a minute, if nothing else is said."""
    _patience[0] = seconds


def _try(path: Path, whole: Path, source: bytes) -> None:
    """Load a file in another process, if none of this content was before: there it may hang, or end its process."""
    from tongits_sim import jit

    tag = f"file-{hashlib.sha256(source).hexdigest()[:32]}"
    if jit.compiled_before(tag):
        return
    root = str(Path(__file__).resolve().parents[1])
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join([root, *filter(None, sys.path)])}
    line = [sys.executable, "-c", _TRIAL, str(whole)]
    with subprocess.Popen(
        line, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, stdin=subprocess.DEVNULL, env=environment, text=True
    ) as trial:
        try:
            output, _ = trial.communicate(timeout=max(_patience[0], _START))
        except subprocess.TimeoutExpired:
            raise BotFileError(
                f"{path} cannot be loaded: it is not done after {_patience[0]:g} seconds (--bot-timeout)"
            ) from None
        finally:
            trial.kill()
    lines = output.splitlines()
    if lines[-1:] == ["begun"]:
        how = f"exit code {trial.returncode}" if trial.returncode >= 0 else f"signal {-trial.returncode}"
        raise BotFileError(f"{path} cannot be loaded: it ends the program ({how})")
    if lines[-1:] == ["loaded"]:
        jit.mark_compiled(tag)
    # An error it raises there is raised here too, where it is said.


def describe(error: BaseException) -> str:
    """An error in a line of at most some hundred letters."""
    try:
        message = " ".join(str(error).split())
    except Exception:  # noqa: BLE001  (an error of the user's own may fail even at this)
        message = ""
    return f"{type(error).__name__}: {message[:_LONGEST]}".removesuffix(": ")
