"""The file of a run, `run.db`: SQLite tables, which are checked before use, and counts as bytes."""

from __future__ import annotations

import contextlib
import math
import sqlite3
import stat
import zlib
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import numpy as np

from tongits_sim.errors import TongitsError
from tongits_sim.run.files import MANIFEST, MAX_RESULTS, FileError, StoreError, parse_json, printable, read_json
from tongits_sim.run.totals import Axis, Counts, Totals, as_int64_if_exact

Axes = Mapping[str, tuple[Axis, ...]]

DB = "run.db"
APPLICATION, FORMAT = 0x746F6E67, 1  # SQLite's application_id and user_version
SCHEMA = (
    "CREATE TABLE run (key TEXT PRIMARY KEY, value TEXT) WITHOUT ROWID",
    "CREATE TABLE done (number INTEGER PRIMARY KEY, matches INTEGER, match_games INTEGER, games INTEGER, time REAL)",
    "CREATE TABLE counts (number INTEGER PRIMARY KEY, arrays BLOB)",
)
_MANIFEST = {
    "job_type": str,
    "games": int,
    "job": dict,
    "versions": dict,
    "machine": dict,
    "command": list,
    "started": str,
}
"""The types of the manifest's values."""
ALL = -1  # the row of `counts` that sums all blocks without a row of their own
_PATIENCE = 60.0  # seconds to wait for a reader; a transaction takes milliseconds
_MAX_VALUE = 64 * 2**20  # bytes of a value: a hostile file must not fill the memory
_MAX_NUMBERS = 2**24  # numbers of all arrays together
_MAX_AXES = 8
_LIMB = 62  # bits; an integer beyond 64 bits is stored in several limbs
_MAX_LIMBS = 255


@contextlib.contextmanager
def stored_run(folder: Path) -> Iterator[sqlite3.Connection]:
    """Open a run's file for a consistent read while the run may write. Raises StoreError."""
    if not folder.exists():
        raise StoreError(f"there is no folder {folder}")
    if not (folder / DB).is_file():
        raise StoreError(f"{folder} holds no run: it has no {DB}")
    db = connect(folder / DB, "rw")  # not "ro": after a kill the reader rolls the last transaction back
    with contextlib.closing(db):
        if is_blank(db, folder):
            raise StoreError(f"{folder} holds no run: its {DB} is empty")
        with reading(db, folder):
            yield db


def read_manifest(folder: Path) -> dict[str, Any]:
    """The manifest of the run in a folder. Raises StoreError."""
    with stored_run(folder) as db:
        return manifest_in(db)


def manifest_of(folder: Path) -> dict[str, Any]:
    """The manifest of the run or the answer in a folder; empty if it cannot be read."""
    with contextlib.suppress(StoreError, FileError):
        manifest = read_manifest(folder) if (folder / DB).exists() else read_json(folder / MANIFEST, MAX_RESULTS)
        return manifest if isinstance(manifest, dict) else {}
    return {}


def read_done(folder: Path) -> tuple[dict[str, Any], dict[int, dict[str, Any]]]:
    """The manifest of a run, and its finished blocks by number. Raises StoreError."""
    with stored_run(folder) as db:
        return manifest_in(db), done_in(db)


def read_totals(folder: Path) -> Totals:
    """The sum of all finished blocks of a run of any job. Raises StoreError."""
    with stored_run(folder) as db:
        if db.execute("pragma quick_check(1)").fetchone() != ("ok",):
            raise Damaged("its pages are damaged")
        axes = _axes(db)
        totals = Totals(axes)
        for _, counts in counts_in(db, axes):
            totals.add(counts)
        return totals


def copy_run(folder: Path, target: Path) -> None:
    """Copy the file of a run into a new folder. Raises StoreError."""
    target.mkdir(parents=True, exist_ok=True)
    with stored_run(folder) as db, contextlib.closing(sqlite3.connect(target / DB)) as copy:
        db.execute("commit")  # a backup has its own
        db.backup(copy)


class Damaged(TongitsError):  # noqa: N818
    """The file of a run holds values that no run writes."""


def damaged(folder: Path, why: str) -> StoreError:
    """The error for a damaged run, with the way out; `why` completes the sentence `FILE is damaged:`."""
    return StoreError(f"{folder / DB} is damaged: {why}; choose another folder and play the run anew")


def is_blank(db: sqlite3.Connection, folder: Path) -> bool:
    """Whether the file is empty, because the run did not start or was killed before its first transaction. Raises
    StoreError.
    """
    with _sentences(folder):
        return bool(db.execute("pragma page_count").fetchone() == (0,))


def connect(path: Path, mode: str) -> sqlite3.Connection:
    """Open a file of SQLite. Raises StoreError."""
    for ending in ("", "-journal", "-wal", "-shm"):
        file = path.with_name(f"{path.name}{ending}")
        try:
            kind = file.stat().st_mode  # asked once: the journal of a running run comes and goes
        except OSError:
            continue
        if not stat.S_ISREG(kind):  # SQLite would wait for a pipe
            raise StoreError(f"{file} is not an ordinary file; remove it")
    db = None
    try:
        db = sqlite3.connect(
            f"{path.absolute().as_uri()}?mode={mode}",
            uri=True,
            timeout=_PATIENCE,
            isolation_level=None,
            check_same_thread=False,
        )
        db.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, _MAX_VALUE)
        for setting in ("trusted_schema=off", "cell_size_check=on", "synchronous=full"):
            db.execute(f"pragma {setting}").close()
    except (sqlite3.Error, UnicodeError) as error:
        if db is not None:
            db.close()
        raise StoreError(f"cannot open {path}: {_reason(error)}") from None
    return db


@contextlib.contextmanager
def reading(db: sqlite3.Connection, folder: Path) -> Iterator[None]:
    """Read a run's database in one transaction. Raises StoreError: the file is damaged or of another format."""
    with _sentences(folder):
        db.execute("begin")
        try:
            _check_format(db)
            yield
        finally:
            if db.in_transaction:
                db.execute("commit")


@contextlib.contextmanager
def _sentences(folder: Path) -> Iterator[None]:
    """Turn errors of damaged files into sentences. Raises StoreError."""
    try:
        yield
    except sqlite3.OperationalError as error:
        raise StoreError(f"cannot read {folder / DB}: {_reason(error)}") from None
    except (sqlite3.Error, UnicodeError) as error:
        raise damaged(folder, _reason(error)) from None
    except (Damaged, FileError) as error:
        raise damaged(folder, str(error)) from None


def _reason(error: sqlite3.Error | UnicodeError) -> str:
    """What SQLite says. Python cannot decode a message that quotes damaged text."""
    return "its text is not UTF-8" if isinstance(error, UnicodeError) else printable(str(error))


def _check_format(db: sqlite3.Connection) -> None:
    (application,), (version,) = (
        db.execute(f"pragma {name}").fetchone() for name in ("application_id", "user_version")
    )
    if application != APPLICATION:
        raise Damaged("it is not a run of this program")
    if version != FORMAT:
        raise Damaged(f"it is a run of another version of this program (format {version}, here {FORMAT})")
    if {sql for (sql,) in db.execute("select sql from sqlite_schema limit 9")} != set(SCHEMA):
        raise Damaged("its tables are not a run's")


def _value(db: sqlite3.Connection, key: str) -> Any:
    row = db.execute("select value from run where key = ?", (key,)).fetchone()
    if row is None or not isinstance(row[0], str):
        raise Damaged(f"it has no {key}")
    return parse_json(row[0].encode(errors="replace"))


def manifest_in(db: sqlite3.Connection) -> dict[str, Any]:
    """The manifest, with values of the types that a run writes. Raises Damaged."""
    manifest = _value(db, "manifest")
    if not isinstance(manifest, dict) or not all(
        type(manifest.get(name, kind())) is kind for name, kind in _MANIFEST.items()
    ):
        raise Damaged("its manifest is not a run's")
    job = manifest.get("job")
    words = manifest.get("command", [])
    if not isinstance(job, dict) or type(job.get("block_size", 0)) is not int or manifest.get("games", -1) < 0:
        raise Damaged("its manifest is not a run's")
    if not all(isinstance(word, str) for word in words):
        raise Damaged("its manifest is not a run's")
    return dict(manifest)


def _axes(db: sqlite3.Connection) -> Axes:
    try:
        axes: Axes = {
            name: tuple(
                Axis(str(label), size if isinstance(size, int) else tuple(map(str, size))) for label, size in shape
            )
            for name, shape in _value(db, "axes").items()
        }
        sizes = [axis.size for shape in axes.values() for axis in shape]
    except (AttributeError, TypeError, ValueError, OverflowError):
        raise Damaged("its arrays are not a run's") from None
    sound = (
        all(0 <= size <= _MAX_NUMBERS for size in sizes)
        and _size(axes) <= _MAX_NUMBERS
        and all(len(shape) <= _MAX_AXES for shape in axes.values())
    )
    if not sound:
        raise Damaged("its arrays are not a run's")
    return axes


def done_in(db: sqlite3.Connection) -> dict[int, dict[str, Any]]:
    """The finished blocks by number: `matches`, `match_games`, `games`, `finished`."""
    rows = {}
    for number, *values, finished in db.execute("select * from done order by number"):
        sound = all(type(value) is int and 0 <= value < 2**62 for value in (number, *values))
        if not sound or not isinstance(finished, float) or not 0 <= finished < 2**40:
            raise Damaged("its list of blocks is not a run's")
        rows[number] = {**dict(zip(("matches", "match_games", "games"), values, strict=True)), "time": finished}
    return rows


def counts_in(db: sqlite3.Connection, axes: Axes) -> Iterator[tuple[int, Counts]]:
    """Pairs of a block's number and its counts."""
    for number, arrays in db.execute("select number, arrays from counts order by number"):
        yield number, _unpack(arrays, axes)


# ---- counts as bytes: a byte with the number of limbs, then all arrays in order, as compressed int64
# ------------------


def _sizes(axes: Axes) -> dict[str, tuple[int, ...]]:
    return {name: tuple(axis.size for axis in shape) for name, shape in axes.items()}


def _size(axes: Axes) -> int:
    return sum(math.prod(shape) for shape in _sizes(axes).values())


def pack(counts: Counts, axes: Axes) -> bytes:
    """Pack counts into bytes: int64 arrays in the order of `axes`, larger integers in several limbs, compressed.

    Raises StoreError: a sum has too many digits.
    """
    parts = []
    for name, shape in _sizes(axes).items():
        if isinstance(counts, Totals):
            numbers = counts.as_int64_if_exact(name)
        else:
            numbers = as_int64_if_exact(counts[name]) if name in counts else np.zeros(shape, np.int64)
        parts.append(numbers.reshape(-1))
    flat = np.concatenate(parts) if parts else np.zeros(0, np.int64)
    limbs = []
    while flat.dtype == object:
        limbs.append((flat & (2**_LIMB - 1)).astype(np.int64))
        flat = as_int64_if_exact(flat >> _LIMB)
    limbs.append(flat.astype(np.int64))
    if len(limbs) > _MAX_LIMBS:
        raise StoreError("a sum has too many digits to be stored; play fewer games in a block")
    return bytes([len(limbs)]) + zlib.compress(np.concatenate(limbs).astype("<i8").tobytes(), 1)


def _unpack(content: object, axes: Axes) -> Counts:
    if not isinstance(content, bytes) or len(content) < 2:
        raise Damaged("its counts are no counts")
    size = _size(axes)
    count = content[0]
    unpack = zlib.decompressobj()
    try:
        plain = unpack.decompress(content[1:], 8 * size * count + 1)
    except zlib.error:
        raise Damaged("its counts cannot be unpacked") from None
    if len(plain) != 8 * size * count or not count or not unpack.eof or unpack.unused_data:
        raise Damaged("its counts are of another size")
    low, *high = np.frombuffer(plain, "<i8").astype(np.int64).reshape(count, size)
    flat = low
    if high:
        flat = sum(
            (limb.astype(object) << _LIMB * place for place, limb in enumerate(high, start=1)), low.astype(object)
        )
    counts, start = {}, 0
    for name, shape in _sizes(axes).items():
        counts[name] = flat[start : start + math.prod(shape)].reshape(shape)
        start += math.prod(shape)
    return counts
