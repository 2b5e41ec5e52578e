"""Reads files from any source safely: ordinary files only, of bounded size, JSON and TOML within bounds.

It writes files whole or not at all.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import math
import os
import re
import stat
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any, BinaryIO

from tongits_sim.errors import TongitsError

TEMPORARY = ".part"
"""Ending of a file's name while it is being written."""
_PROCESS_FILE = "/proc/self/fd/{}"
_LONGEST_NAME = 200  # bytes of a name; with an ending it stays below the limit of file systems
_LONGEST_NUMBER = 100  # digits; the longest number written has about 20

_MAX_PARTS = 8  # of a dotted key; three are the most that mean anything here
_MAX_KEYS = 20_000

# A string or a comment of TOML, to its end, or to the end of its line or the text; matched in linear time.
_SILENT = re.compile(
    rb'"""(?:[^\\"]|\\.|"(?!""))*+(?:"""|\\?\Z)|\'\'\'(?:[^\']|\'(?!\'\'))*+(?:\'\'\'|\Z)'
    rb'|"(?:[^"\\\n]|\\[^\n])*+"?|\'[^\'\n]*+\'?|\#[^\n]*+',
    re.DOTALL,
)
_DOTTED = re.compile(rb"(?<![\w-])[\w-]++(?:[ \t]*+\.[ \t]*+[\w-]++){%d}" % _MAX_PARTS)
_KEY = re.compile(rb"=|^[ \t]*+\[", re.MULTILINE)


class FileError(TongitsError):
    """A file that cannot be used; the text completes the sentence "cannot read FILE: "."""


def read_file(path: str | os.PathLike[str], most: int) -> bytes:
    """The content of an ordinary file of at most `most` bytes.

    Never waits for a device or pipe in its place, nor reads an endless file to its end. Raises FileError.
    """
    try:
        # Without O_NONBLOCK this would wait for a pipe that nobody writes to.
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


def parse_json(content: bytes) -> Any:
    """The value of JSON text in UTF-8, without NaN, infinity and numbers beyond all bounds. Raises FileError."""
    try:
        return json.loads(content.decode("utf-8"), parse_constant=_refuse, parse_float=_number, parse_int=_whole)
    except (ValueError, RecursionError):
        raise FileError("it is not JSON, or holds what this program never writes") from None


def parse_toml(content: bytes) -> dict[str, Any]:
    """The value of TOML text in UTF-8. Raises FileError.

    The parser's time and memory grow with the square of a dotted key's parts, so keys are checked first.
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


def read_json(path: str | os.PathLike[str], most: int) -> Any:
    return parse_json(read_file(path, most))


def may_write(path: Path) -> None:
    """Refuse to write through a link: a folder from elsewhere could lead out of itself. Raises FileError."""
    if path.is_symlink():
        raise FileError(f"{path} is a link to another place; remove it")


@contextlib.contextmanager
def whole_file(path: Path) -> Iterator[BinaryIO]:
    """A file to write: when the block ends, it takes the place of `path` as a whole; after an error nothing changes.

    Where the system can, the file has no name until then: nothing is left of it even if this process is killed.
    Elsewhere it has a temporary name beside `path`, which the next writer uses again. Raises OSError, FileError.
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
                # With a folder named, `link` follows the name in /proc to the file.
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
    """Replace a file as a whole: after a crash or on a full disk it is complete, or as it was before.

    Content may come in pieces, which are written as they come. Raises OSError, FileError.
    """
    with whole_file(path) as file:
        file.writelines((content,) if isinstance(content, bytes) else content)


def write_output(path: Path, text: str | Iterable[str]) -> None:
    """Write text, whole or in pieces, to a file that a user named: as `write_whole`, or to the file a link leads to; a
    device or a pipe is written into. Letters that UTF-8 does not know become question marks. Raises OSError, FileError.
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
    """Context for writing a file: a refusal of the system becomes a sentence. Raises `error`."""
    try:
        yield
    except (FileError, OSError) as problem:
        raise error(f"cannot write {path}: {getattr(problem, 'strerror', None) or problem}") from None


def _shorten(name: str) -> str:
    """The name, shortened where it is too long to make another name from it."""
    return os.fsdecode(os.fsencode(name)[:_LONGEST_NAME].decode(errors="ignore").encode())


def printable(text: str) -> str:
    """A text without control characters: a name must not steer a terminal.

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
        raise ValueError("a number of so many digits")
    return int(text)


RESULTS = "results.json"
MANIFEST = "manifest.json"  # of an answer that has runs in folders of their own
MAX_RESULTS = 256 * 2**20


class StoreError(TongitsError):
    """A run folder that cannot be used."""


def attempt(folder: Path, step: Callable[[], Any]) -> Any:
    try:
        return step()
    except (OSError, FileError) as error:
        raise StoreError(f"cannot write to the folder {folder}: {getattr(error, 'strerror', None) or error}") from None


def replace_file(path: Path, content: bytes) -> None:
    """Replace a file as a whole, so that a crash leaves it complete or as it was before. Raises StoreError."""
    attempt(path.parent, lambda: write_whole(path, content))


def keep(answer: Mapping[str, Any], folder: Path) -> None:
    """Write an answer, as JSON holds it, to the folder of its run. Raises StoreError."""
    attempt(folder, lambda: folder.mkdir(parents=True, exist_ok=True))
    replace_file(folder / RESULTS, json.dumps(answer, indent=1, allow_nan=False).encode())


def run_digest(job: dict[str, Any]) -> str:
    """SHA-256 of a manifest's `job`, in hexadecimal digits: runs with different results have different digests."""
    return hashlib.sha256(json.dumps(job, sort_keys=True, separators=(",", ":")).encode()).hexdigest()


def differences(old: dict[str, Any], new: dict[str, Any]) -> list[str]:
    """What differs between two manifests' jobs, in words: `seed is 1 there and 2 here`."""
    before, after = _leaves(old), _leaves(new)
    changed = [name for name in {**before, **after} if before.get(name) != after.get(name)]
    return [f"{name} is {before.get(name, 'nothing')} there and {after.get(name, 'nothing')} here" for name in changed]


def _leaves(value: Any) -> dict[str, Any]:
    """The values in lists and objects by the path to them; without recursion, as a hostile file may be deep."""
    leaves: dict[str, Any] = {}
    left = [("", value)]
    while left:
        name, each = left.pop()
        if isinstance(each, dict | list):
            inner = each.items() if isinstance(each, dict) else enumerate(each)
            left += [(f"{name}.{key}" if name else str(key), item) for key, item in reversed(list(inner))]
        else:
            leaves[name] = each
    return leaves
