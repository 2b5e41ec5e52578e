"""Reads untrusted files safely (ordinary files of bounded size, JSON and TOML within bounds), and writes files whole or
not at all.


"""

from __future__ import annotations

import contextlib
import functools
import hashlib
import json
import math
import os
import re
import stat
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any, BinaryIO, TypeVar

from tongits_sim.errors import TongitsError

TEMPORARY = ".part"
"""Ending of a file's name until the file is complete."""
_PROCESS_FILE = "/proc/self/fd/{}"
_LONGEST_NAME = 200  # bytes of a name; leaves room for an ending below the limit of file systems
_LONGEST_NUMBER = 100  # digits; the longest number written has about 20

_MAX_PARTS = 8  # parts of a dotted key; the program's own keys have at most three
_MAX_KEYS = 20_000

# A string or a comment of TOML up to its end, or the end of its line or of the text; matches in linear time.
_SILENT = re.compile(
    rb'"""(?:[^\\"]|\\.|"(?!""))*+(?:"""|\\?\Z)|\'\'\'(?:[^\']|\'(?!\'\'))*+(?:\'\'\'|\Z)'
    rb'|"(?:[^"\\\n]|\\[^\n])*+"?|\'[^\'\n]*+\'?|\#[^\n]*+',
    re.DOTALL,
)
_DOTTED = re.compile(rb"(?<![\w-])[\w-]++(?:[ \t]*+\.[ \t]*+[\w-]++){%d}" % _MAX_PARTS)
_KEY = re.compile(rb"=|^[ \t]*+\[", re.MULTILINE)

Json = Any
"""A value as JSON holds it: None, a truth value, a number, a text, a list, or a dict with texts as keys."""
_Done = TypeVar("_Done")


class FileError(TongitsError):
    """A file that cannot be used; the text completes the sentence "cannot read FILE: "."""


def read_file(path: str | os.PathLike[str], most: int) -> bytes:
    """The content of an ordinary file of at most `most` bytes.

    It neither waits for a device or a pipe nor reads an endless file. Raises FileError.
    """
    try:
        # Without O_NONBLOCK, opening an idle pipe would block.
        descriptor = os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0))
        with os.fdopen(descriptor, "rb") as file:
            if not stat.S_ISREG(os.fstat(file.fileno()).st_mode):
                raise FileError("it is not an ordinary file")
            content = file.read(most + 1)
    except OSError as error:
        raise FileError(error.strerror or str(error)) from None
    except ValueError:  # a NUL in its name
        raise FileError("no file can have this name") from None
    if len(content) > most:
        raise FileError(f"it is larger than {most:,} bytes")
    return content


def parse_json(content: bytes) -> Json:
    """Parse JSON in UTF-8; NaN, infinity and huge numbers are refused. Raises FileError."""
    try:
        return json.loads(content.decode("utf-8"), parse_constant=_refuse, parse_float=_number, parse_int=_whole)
    except (ValueError, RecursionError):
        raise FileError("it is not JSON, or holds what this program never writes") from None


def parse_toml(content: bytes) -> dict[str, Any]:
    """Parse TOML in UTF-8. Raises FileError.

    Keys are checked first, because the parser's time and memory grow with the square of a dotted key's parts.
    """
    import tomllib

    plain = _SILENT.sub(b"_", content)
    if _DOTTED.search(plain):
        raise FileError(f"it has a key of more than {_MAX_PARTS} parts")
    if sum(1 for _ in _KEY.finditer(plain)) > _MAX_KEYS:
        raise FileError(f"it has more than {_MAX_KEYS:,} keys")
    try:
        return tomllib.loads(content.decode("utf-8-sig"))
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        raise FileError(f"it is not UTF-8 text (at line {line}): save it as UTF-8") from None
    except tomllib.TOMLDecodeError as error:
        raise FileError(f"it is not valid TOML: {error}") from None
    except (ValueError, RecursionError):  # a number of thousands of digits, lists in lists without end
        raise FileError("it holds a number or a list beyond all bounds") from None


def read_json(path: str | os.PathLike[str], most: int) -> Json:
    """The value in a JSON file of at most `most` bytes. Raises FileError."""
    return parse_json(read_file(path, most))


def may_write(path: Path) -> None:
    """Raises FileError: the path is a link, which could lead out of a folder that came from elsewhere."""
    if path.is_symlink():
        raise FileError(f"{path} is a link to another place; remove it")


@contextlib.contextmanager
def whole_file(path: Path) -> Iterator[BinaryIO]:
    """Yield a file that replaces `path` when the block ends; after an error nothing changes.

    If the system allows, the file has no name until the end, so nothing remains if this process is killed. Otherwise it
    has a temporary name, which the next writer reuses. Raises OSError, FileError.
    """
    part = path.with_name(_shorten(path.name) + TEMPORARY)
    may_write(part)
    nameless = _nameless_file(path.parent)
    try:
        with open(part if nameless is None else nameless, "wb") as file:
            yield file
            file.flush()
            os.fsync(file.fileno())
            if nameless is not None:
                part.unlink(missing_ok=True)
                # If src_dir_fd is set, `link` follows the name in /proc to the file.
                os.link(_PROCESS_FILE.format(nameless), part, src_dir_fd=nameless)
        with contextlib.suppress(FileNotFoundError):
            part.chmod(stat.S_IMODE(path.stat().st_mode))
        part.replace(path)
    except BaseException:
        with contextlib.suppress(OSError):
            part.unlink(missing_ok=True)
        raise


def _nameless_file(folder: Path) -> int | None:
    """The descriptor of a file without a name in a folder; None if the system cannot make one."""
    try:
        descriptor = os.open(folder, os.O_TMPFILE | os.O_WRONLY, 0o666)
    except (AttributeError, OSError):
        return None
    if Path(_PROCESS_FILE.format(descriptor)).exists():
        return descriptor
    os.close(descriptor)
    return None


def write_whole(path: Path, content: bytes | Iterable[bytes]) -> None:
    """Replace a file: after a crash or on a full disk it holds the new or the old content, never a part.

    Content may come in pieces. Raises OSError, FileError.
    """
    with whole_file(path) as file:
        file.writelines((content,) if isinstance(content, bytes) else content)


def write_output(path: Path, text: str | Iterable[str]) -> None:
    """Write text to a file that a user named, by `write_whole`. A link is followed; a device or a pipe is written into.
    Letters that UTF-8 cannot encode become question marks. Raises OSError, FileError.
    """
    pieces = (text,) if isinstance(text, str) else text
    content = (piece.encode("utf-8", errors="replace") for piece in pieces)
    if path.exists() and not path.is_file():
        with open(path, "wb") as file:
            file.writelines(content)
        return
    write_whole(path.resolve(), content)


@contextlib.contextmanager
def writing(path: Path, error: type[TongitsError] = TongitsError) -> Iterator[None]:
    """Turn the system's errors of writing into sentences. Raises `error`."""
    try:
        yield
    except (FileError, OSError) as problem:
        raise error(f"cannot write {path}: {getattr(problem, 'strerror', None) or problem}") from None


def _shorten(name: str) -> str:
    """Shorten a name that is too long to append an ending."""
    return os.fsdecode(os.fsencode(name)[:_LONGEST_NAME].decode(errors="ignore").encode())


def printable(text: str) -> str:
    """Replace control characters, so that a name cannot control the terminal.

    >>> printable("\\x1b[31mred\\n")
    '?[31mred?'
    """
    return "".join(letter if letter.isprintable() else "?" for letter in text)


def _refuse(name: str) -> float:
    raise ValueError(name)


def _number(text: str) -> float:
    number = float(text)
    if not math.isfinite(number):
        raise ValueError(text)
    return number


def _whole(text: str) -> int:
    if len(text) > _LONGEST_NUMBER:
        raise ValueError(f"a number of more than {_LONGEST_NUMBER} digits")
    return int(text)


RESULTS = "results.json"
MANIFEST = "manifest.json"  # of an answer whose runs have their own folders
MAX_RESULTS = 256 * 2**20


class StoreError(TongitsError):
    """A run folder that cannot be used."""


def attempt(folder: Path, step: Callable[[], _Done]) -> _Done:
    """Take a step that writes into a folder. Raises StoreError."""
    try:
        return step()
    except (OSError, FileError) as error:
        raise StoreError(f"cannot write to the folder {folder}: {getattr(error, 'strerror', None) or error}") from None


def replace_file(path: Path, content: bytes) -> None:
    """`write_whole`. Raises StoreError."""
    attempt(path.parent, lambda: write_whole(path, content))


def make_folder(folder: Path) -> None:
    """Make a folder and its missing parents. Raises StoreError."""
    attempt(folder, functools.partial(folder.mkdir, parents=True, exist_ok=True))


def remove_file(path: Path) -> None:
    """Remove a file if it exists. Raises StoreError."""
    attempt(path.parent, functools.partial(path.unlink, missing_ok=True))


def keep(answer: Mapping[str, object], folder: Path) -> None:
    """Write an answer to the folder of its run. Raises StoreError."""
    make_folder(folder)
    replace_file(folder / RESULTS, json.dumps(answer, indent=1, allow_nan=False).encode())


def run_digest(job: dict[str, Any]) -> str:
    """SHA-256 of a manifest's `job`, in hexadecimal digits: runs with different results have different digests."""
    return hashlib.sha256(json.dumps(job, sort_keys=True, separators=(",", ":")).encode()).hexdigest()


def differences(old: dict[str, Any], new: dict[str, Any]) -> list[str]:
    """Differences of two manifests' jobs in words: `seed is 1 there and 2 here`."""
    before = _leaves(old)
    after = _leaves(new)
    changed = [name for name in {**before, **after} if before.get(name) != after.get(name)]
    return [f"{name} is {before.get(name, 'nothing')} there and {after.get(name, 'nothing')} here" for name in changed]


def _leaves(value: Any) -> dict[str, Any]:
    """Values in lists and objects by path; without recursion, because a hostile file may be deep."""
    leaves: dict[str, Any] = {}
    left = [("", value)]
    while left:
        name, part = left.pop()
        if isinstance(part, dict | list):
            inner = part.items() if isinstance(part, dict) else enumerate(part)
            left += [(f"{name}.{key}" if name else str(key), item) for key, item in reversed(list(inner))]
        else:
            leaves[name] = part
    return leaves
