"""A run on disk: a folder with one SQLite file, `run.db`: the job, its finished blocks, and their counts.

A block's number and its counts are written in one transaction, so a run that is killed loses only the blocks in play.
Counts of a run whose blocks may come in any order are added up in one row; blocks cut short at the end keep rows
of their own, so that a longer run can replace them. A run that is looked at block by block has a row a block.
SQLite's rollback journal is used, not its write-ahead log: that one needs memory which all readers share, so it fails
on network file systems. docs/reference/formats.md describes the tables.
"""

from __future__ import annotations

import contextlib
import json
import math
import os
import platform
import sqlite3
import sys
import time
import zlib
from collections.abc import Iterator, Mapping
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from tongits_sim.interrupts import held
from tongits_sim.run.files import FileError, may_write, parse_json, read_json
from tongits_sim.run.folders import MANIFEST, MOST_RESULTS, RESULTS, StoreError, attempt, differences, replace_file
from tongits_sim.run.lock import Lock
from tongits_sim.run.totals import Axis, Counts, Totals, settled
from tongits_sim.version import VERSION

if TYPE_CHECKING:
    from tongits_sim.run.work import Played, Work

Axes = Mapping[str, tuple[Axis, ...]]

DB = "run.db"
_LOCK = "lock"
_APPLICATION, _FORMAT = 0x746F6E67, 1  # SQLite's application_id and user_version
_SCHEMA = (
    "CREATE TABLE run (key TEXT PRIMARY KEY, value TEXT) WITHOUT ROWID",
    "CREATE TABLE done (number INTEGER PRIMARY KEY, matches INTEGER, match_games INTEGER, games INTEGER, time REAL)",
    "CREATE TABLE counts (number INTEGER PRIMARY KEY, arrays BLOB)",
)
_ALL = -1  # the row of `counts` with the sum of all blocks that have no row
_PATIENCE = 60.0  # seconds to wait for a reader; a transaction takes milliseconds
_MOST_VALUE = 64 * 2**20  # bytes of a value: a hostile file must not fill the memory
_MOST_NUMBERS = 2**24  # numbers of all arrays together
_LIMB = 62  # bits; an integer beyond 64 bits is stored in several limbs
_MOST_LIMBS = 255


class Store:
    """The folder of one run, locked against other processes while it is open."""

    def __init__(self, folder: Path, lock: Lock, work: Work[Any], manifest: dict[str, Any], in_order: bool) -> None:
        self.folder = folder
        self.manifest = manifest
        self.stored: set[int] = set()
        self._lock = lock
        self._in_order = in_order
        self._work = work
        self._sum: Totals = work.empty()
        self._whole: tuple[int, int] | None = None  # matches of a block that is not cut short, and their games
        self._db: sqlite3.Connection | None = None

    @classmethod
    def open(
        cls,
        folder: Path,
        work: Work[Any],
        resume: bool = False,
        block_size: int | None = None,
        in_order: bool = False,
        grows: bool = False,
    ) -> Store:
        """Create a run folder, or open an existing one to resume its run.

        Args:
            folder: where the run is or will be stored.
            work: what is played.
            resume: whether a run that the folder holds is continued; otherwise it is refused.
            block_size: units in a block; None: as the work chooses.
            in_order: every block keeps its own row, and none may be missing before the last one stored.
            grows: the same run with fewer games is continued to the new length, in blocks of its size.

        Raises:
            StoreError: the folder cannot be used for this run; nothing has been played.
        """
        manifest = describe(work, block_size)
        _refuse_strangers(folder)
        attempt(folder, lambda: folder.mkdir(parents=True, exist_ok=True))
        for name in (DB, f"{DB}-journal", _LOCK):
            attempt(folder, lambda name=name: may_write(folder / name))  # type: ignore[misc]
        lock = attempt(folder, lambda: Lock.take_soon(folder / _LOCK))
        if lock is None:
            raise StoreError(f"another run writes to {folder} right now; wait for it, or choose another folder")
        store = cls(folder, lock, work, manifest, in_order or work.ordered)
        try:
            store._begin(resume, grows)
        except BaseException:
            store.close()
            raise
        return store

    def _begin(self, resume: bool, grows: bool) -> None:
        self._db = _connect(self.folder / DB, "rwc")
        if _is_blank(self._db, self.folder):
            with self._writing() as db:
                db.execute(f"pragma application_id={_APPLICATION}")
                db.execute(f"pragma user_version={_FORMAT}")
                for table in _SCHEMA:
                    db.execute(table)
                self._describe(db)
        elif not resume:
            raise StoreError(
                f"{self.folder} holds a run already; add --resume to continue it, or choose another folder"
            )
        else:
            self._continue(grows)
        first = next(iter(self._work.blocks(self.block_size)), None)
        self._whole = None if first is None else (first.matches, first.games)

    def _describe(self, db: sqlite3.Connection) -> None:
        axes = {name: [[axis.name, axis.places] for axis in shape] for name, shape in self._sum.axes.items()}
        rows = {"manifest": self.manifest, "axes": axes}
        db.executemany("insert or replace into run values (?, ?)", [(k, json.dumps(v)) for k, v in rows.items()])

    def _continue(self, grows: bool) -> None:
        """Check that the file holds this run, or the beginning of it."""
        assert self._db is not None
        with _reading(self._db, self.folder):
            before = _manifest(self._db)
            done = _done(self._db)
            single = {number for (number,) in self._db.execute("select number from counts") if number != _ALL}
            merged = any(True for _ in self._db.execute("select 1 from counts where number = ?", (_ALL,)))
        longer = grows and not self._in_order and _is_longer(before, self.manifest)
        old, new = before["job"], self.manifest["job"]
        if grows and not self._in_order:  # the run may be one that was shorter when it was cut into blocks
            new["block_size"] = old.get("block_size")
        hidden = {"games": 0} if longer else {}
        changed = differences(
            {"kind": before.get("kind"), **old, **hidden}, {"kind": self.manifest["kind"], **new, **hidden}
        )
        if changed:
            raise StoreError(f"{self.folder} holds another run: {'; '.join(changed[:4])}; choose another folder")
        self.stored = set(done)
        if self._in_order:
            if merged:
                raise StoreError(
                    f"{self.folder} holds blocks that were added up, which cannot be looked at one by one; choose "
                    "another folder"
                )
            if self.stored != set(range(len(done))):
                raise _damaged(self.folder, "a block is missing before the last one")
            return
        cut = {block.number: (block.matches, block.games) for block in self._work.blocks(self.block_size)}
        other = {number for number, row in done.items() if cut.get(number) != (row["matches"], row["match_games"])}
        if other and not longer:
            raise _damaged(self.folder, "it holds blocks that are not this run's")
        if longer:  # blocks that were cut short at the end are played again; all, if no match was whole
            if other - single:
                other, single = set(done), {_ALL, *single}
            with self._writing() as db:
                for table, numbers in (("done", other), ("counts", (other | {_ALL}) & single)):
                    db.executemany(f"delete from {table} where number = ?", [(number,) for number in numbers])
                self._describe(db)
            self.stored -= other
            attempt(self.folder, lambda: (self.folder / RESULTS).unlink(missing_ok=True))

    @property
    def block_size(self) -> int:
        """Units in a block."""
        return int(self.manifest["job"]["block_size"])

    def blocks(self) -> Iterator[Counts]:
        """The stored counts in order, of single blocks or of many added up. Raises StoreError for damage."""
        assert self._db is not None
        with _reading(self._db, self.folder):
            games = 0
            for number, counts in _counts(self._db, self._sum.axes):
                games += self._sum.games_of(counts)
                if number == _ALL:
                    self._sum.add(counts)
                yield counts
            if games != sum(row["games"] for row in _done(self._db).values()):
                raise _Damaged("its counts are not of the games that its blocks hold")

    def write(self, played: Played) -> None:
        """Store a finished block."""
        number, _, matches, match_games = played.block
        alone = self._in_order or (matches, match_games) != self._whole
        row = (number, matches, match_games, self._sum.games_of(played.counts), time.time())
        with held():
            if not alone:
                self._sum.add(played.counts)
            arrays = _pack(played.counts if alone else self._sum, self._sum.axes)
            with self._writing() as db:
                db.execute("insert into done values (?, ?, ?, ?, ?)", row)
                db.execute("insert or replace into counts values (?, ?)", (number if alone else _ALL, arrays))
            self.stored.add(number)

    @contextlib.contextmanager
    def _writing(self) -> Iterator[sqlite3.Connection]:
        """Context of one transaction. Raises StoreError."""
        db = self._db
        assert db is not None
        try:
            db.execute("begin immediate")
            yield db
            db.execute("commit")
        except sqlite3.Error as error:
            raise StoreError(f"cannot write to {self.folder / DB}: {error}") from None
        finally:
            if db.in_transaction:
                with contextlib.suppress(sqlite3.Error):  # then the next one who opens the file rolls it back
                    db.execute("rollback")

    def finish(self, document: dict[str, Any]) -> None:
        """Write the answer of a complete run."""
        replace_file(self.folder / RESULTS, json.dumps(document, indent=1).encode())

    def close(self) -> None:
        """Release the folder to other processes."""
        if self._db is not None:
            with contextlib.suppress(sqlite3.Error):
                self._db.close()
        self._lock.release()


# ---- reading ---------------------------------------------------------------------------------------------------------


@contextlib.contextmanager
def stored_run(folder: Path) -> Iterator[sqlite3.Connection]:
    """The file of a run to read, as it is at one moment; a run may write to it. Raises StoreError."""
    if not (folder / DB).is_file():
        raise StoreError(f"{folder} holds no run: it has no {DB}")
    db = _connect(folder / DB, "rw")  # not "ro": after a kill the reader rolls the last transaction back
    with contextlib.closing(db):
        if _is_blank(db, folder):
            raise StoreError(f"{folder} holds no run: its {DB} is empty")
        with _reading(db, folder):
            yield db


def read_manifest(folder: Path) -> dict[str, Any]:
    """What the run of a folder says about itself. Raises StoreError."""
    with stored_run(folder) as db:
        return _manifest(db)


def manifest_of(folder: Path) -> dict[str, Any]:
    """The manifest of the run, or else of the answer, in a folder; empty if none can be read."""
    with contextlib.suppress(StoreError, FileError):
        manifest = read_manifest(folder) if (folder / DB).exists() else read_json(folder / MANIFEST, MOST_RESULTS)
        return manifest if isinstance(manifest, dict) else {}
    return {}


def read_done(folder: Path) -> tuple[dict[str, Any], dict[int, dict[str, Any]]]:
    """The manifest of a run, and its finished blocks by number. Raises StoreError."""
    with stored_run(folder) as db:
        return _manifest(db), _done(db)


def read_totals(folder: Path) -> Totals:
    """The counts of all finished blocks of a run, whatever its job is. Raises StoreError."""
    with stored_run(folder) as db:
        if db.execute("pragma quick_check(1)").fetchone() != ("ok",):
            raise _Damaged("its pages are damaged")
        axes = _axes(db)
        totals = Totals(axes)
        for _, counts in _counts(db, axes):
            totals.add(counts)
        return totals


def copy_run(folder: Path, target: Path) -> None:
    """Copy the file of a run into another folder, which is made. Raises StoreError."""
    target.mkdir(parents=True, exist_ok=True)
    with stored_run(folder) as db, contextlib.closing(sqlite3.connect(target / DB)) as copy:
        db.execute("commit")  # a backup has its own
        db.backup(copy)


class _Damaged(Exception):  # noqa: N818
    pass


def _damaged(folder: Path, why: str) -> StoreError:
    return StoreError(f"{folder / DB} is damaged: {why}; choose another folder and play the run anew")


def _is_blank(db: sqlite3.Connection, folder: Path) -> bool:
    """Whether a run was killed before its first transaction, or not yet begun. Raises StoreError."""
    with _sentences(folder):
        return db.execute("pragma page_count").fetchone() == (0,)


def _connect(path: Path, mode: str) -> sqlite3.Connection:
    """A connection that trusts nothing in the file. Raises StoreError."""
    try:
        db = sqlite3.connect(
            f"{path.absolute().as_uri()}?mode={mode}",
            uri=True,
            timeout=_PATIENCE,
            isolation_level=None,
            check_same_thread=False,
        )
        db.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, _MOST_VALUE)
        db.execute("pragma trusted_schema=off")
        db.execute("pragma cell_size_check=on")
        db.execute("pragma synchronous=full")
    except sqlite3.Error as error:
        raise StoreError(f"cannot open {path}: {error}") from None
    return db


@contextlib.contextmanager
def _reading(db: sqlite3.Connection, folder: Path) -> Iterator[None]:
    """Context of one read transaction on a checked file. Raises StoreError."""
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
    """Context that tells of damage. Raises StoreError."""
    try:
        yield
    except sqlite3.OperationalError as error:
        raise StoreError(f"cannot read {folder / DB}: {error}") from None
    except sqlite3.Error as error:
        raise _damaged(folder, str(error)) from None
    except (_Damaged, FileError) as error:
        raise _damaged(folder, str(error)) from None


def _check_format(db: sqlite3.Connection) -> None:
    (application,), (version,) = (
        db.execute(f"pragma {name}").fetchone() for name in ("application_id", "user_version")
    )
    if application != _APPLICATION:
        raise _Damaged("it is not a run of this program")
    if version != _FORMAT:
        raise _Damaged(f"it is a run of another version of this program (format {version}, here {_FORMAT})")
    if {sql for (sql,) in db.execute("select sql from sqlite_schema limit 9")} != set(_SCHEMA):
        raise _Damaged("its tables are not a run's")


def _value(db: sqlite3.Connection, key: str) -> Any:
    row = db.execute("select value from run where key = ?", (key,)).fetchone()
    if row is None or not isinstance(row[0], str):
        raise _Damaged(f"it has no {key}")
    return parse_json(row[0].encode(errors="replace"))


def _manifest(db: sqlite3.Connection) -> dict[str, Any]:
    manifest = _value(db, "manifest")
    games = manifest.get("games") if isinstance(manifest, dict) else -1
    if not isinstance(games, int) or games < 0 or not isinstance(manifest.get("job"), dict):
        raise _Damaged("its manifest is not a run's")
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
    except (AttributeError, TypeError, ValueError):
        raise _Damaged("its arrays are not a run's") from None
    if min(sizes, default=0) < 0 or _size(axes) > _MOST_NUMBERS:
        raise _Damaged("its arrays are not a run's")
    return axes


def _done(db: sqlite3.Connection) -> dict[int, dict[str, Any]]:
    """The finished blocks by number: `matches`, `match_games`, `games`, `finished`."""
    rows = {}
    for number, *values, finished in db.execute("select * from done order by number"):
        sound = all(type(value) is int and 0 <= value < 2**62 for value in (number, *values))
        if not sound or not isinstance(finished, float) or not 0 <= finished < 2**40:
            raise _Damaged("its list of blocks is not a run's")
        rows[number] = {**dict(zip(("matches", "match_games", "games"), values, strict=True)), "time": finished}
    return rows


def _counts(db: sqlite3.Connection, axes: Axes) -> Iterator[tuple[int, Counts]]:
    """The stored counts with the number of their block."""
    for number, arrays in db.execute("select number, arrays from counts order by number"):
        yield number, _unpack(arrays, axes)


# ---- counts as bytes: the arrays one after the other, as int64, compressed; the first byte is the number of limbs ----


def _sizes(axes: Axes) -> dict[str, tuple[int, ...]]:
    return {name: tuple(axis.size for axis in shape) for name, shape in axes.items()}


def _size(axes: Axes) -> int:
    return sum(math.prod(shape) for shape in _sizes(axes).values())


def _pack(counts: Counts, axes: Axes) -> bytes:
    parts = []
    for name, shape in _sizes(axes).items():
        if isinstance(counts, Totals):
            numbers = counts.settled(name)
        else:
            numbers = settled(counts[name]) if name in counts else np.zeros(shape, np.int64)
        parts.append(numbers.reshape(-1))
    flat = np.concatenate(parts) if parts else np.zeros(0, np.int64)
    limbs = []
    while flat.dtype == object:
        limbs.append((flat & (2**_LIMB - 1)).astype(np.int64))
        flat = settled(flat >> _LIMB)
    limbs.append(flat.astype(np.int64))
    if len(limbs) > _MOST_LIMBS:
        raise StoreError("a sum has too many digits to be stored; play fewer games in a block")
    return bytes([len(limbs)]) + zlib.compress(np.concatenate(limbs).astype("<i8").tobytes(), 1)


def _unpack(content: object, axes: Axes) -> Counts:
    if not isinstance(content, bytes) or len(content) < 2:
        raise _Damaged("its counts are no counts")
    size, count = _size(axes), content[0]
    unpack = zlib.decompressobj()
    try:
        plain = unpack.decompress(content[1:], 8 * size * count + 1)
    except zlib.error:
        raise _Damaged("its counts cannot be unpacked") from None
    if len(plain) != 8 * size * count or not count or not unpack.eof or unpack.unused_data:
        raise _Damaged("its counts are of another size")
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


# ---- folders ---------------------------------------------------------------------------------------------------------


def _refuse_strangers(folder: Path) -> None:
    """Refuse a folder that is neither empty nor a run's."""
    if folder.is_dir() and not (folder / DB).exists() and {each.name for each in folder.iterdir()} - {_LOCK}:
        raise StoreError(f"{folder} is not empty and holds no run; choose another folder")


def is_running(folder: Path) -> bool:
    """Whether a process writes to a run folder right now."""
    return Lock.held(folder / _LOCK)


def describe(work: Work[Any], block_size: int | None = None) -> dict[str, Any]:
    """The manifest of a work: `job` decides the numbers, the rest says where they come from."""
    from importlib.metadata import version

    import numba

    size = next((block.matches for block in work.blocks(block_size)), 0)
    return {
        "kind": work.kind,
        "job": {**work.manifest(), "block_size": size, "version": VERSION, "program": work.program()},
        "games": work.games,
        "versions": {
            "python": platform.python_version(),
            "numba": numba.__version__,
            "numpy": np.__version__,
            "scipy": version("scipy"),
        },
        "machine": {"system": platform.platform(), "processor": platform.machine(), "cores": os.cpu_count()},
        "command": sys.argv,
        "started": datetime.now(UTC).isoformat(timespec="seconds"),
    }


def _is_longer(before: dict[str, Any], now: dict[str, Any]) -> bool:
    """Whether the run `now` is the run `before` with more games."""
    jobs = [{**each["job"], "kind": each.get("kind"), "games": 0, "block_size": 0} for each in (before, now)]
    counts = [each["job"].get("games") for each in (before, now)]
    return jobs[0] == jobs[1] and all(isinstance(each, int) for each in counts) and counts[0] < counts[1]
