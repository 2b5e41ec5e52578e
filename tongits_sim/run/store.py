"""A run on disk: a folder with an SQLite file, `run.db`, which holds the job, the finished blocks and the counts.

A transaction writes a block's number and counts, so a killed run loses only the blocks in play. If the order of blocks
does not matter, a single row sums them. Short blocks at the end keep their own rows, so that a longer run can replace
them. If a run is watched block by block, every block has a row. SQLite uses its rollback journal, because its
write-ahead log needs shared memory and fails on network file systems. docs/reference/formats.md describes the tables.
"""

from __future__ import annotations

import contextlib
import json
import os
import platform
import sqlite3
import sys
import time
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from tongits_sim.interrupts import signals_delayed
from tongits_sim.run import run_file
from tongits_sim.run.files import (
    RESULTS,
    StoreError,
    attempt,
    differences,
    make_folder,
    may_write,
    remove_file,
    replace_file,
)
from tongits_sim.run.lock import Lock
from tongits_sim.run.totals import Counts, Totals
from tongits_sim.version import VERSION

if TYPE_CHECKING:
    from tongits_sim.run.job import BlockResult, Job

LENGTHS = ("games", "deals")
"""Keys of a job that say how long it is."""
_LOCK = "lock"


class Store:
    """The folder of a run, locked while open."""

    def __init__(self, folder: Path, lock: Lock, job: Job[Any], manifest: dict[str, Any], in_order: bool) -> None:
        self.folder = folder
        self.manifest = manifest
        self.stored: set[int] = set()
        self._lock = lock
        self._in_order = in_order
        self._job = job
        self._sum: Totals = job.empty()
        self._whole: tuple[int, int] | None = None  # matches and games of a full block
        self._db: sqlite3.Connection | None = None

    @classmethod
    def open(
        cls,
        folder: Path,
        job: Job[Any],
        resume: bool = False,
        block_size: int | None = None,
        in_order: bool = False,
        grows: bool = False,
    ) -> Store:
        """Create a run folder, or open an existing one to resume its run.

        Args:
            resume: continue a stored run; otherwise a folder with a run is refused.
            block_size: units in a block; None: the job chooses.
            in_order: every block has its own row, and no block before the last stored block may be missing.
            grows: continue a stored run of fewer games to the new length, in blocks of its size.

        Raises StoreError: the folder cannot be used for this run.
        """
        manifest = describe(job, block_size)
        _refuse_strangers(folder)
        make_folder(folder)
        for name in (run_file.DB, f"{run_file.DB}-journal", _LOCK):
            attempt(folder, lambda name=name: may_write(folder / name))  # type: ignore[misc]
        lock = attempt(folder, lambda: Lock.take_soon(folder / _LOCK))
        if lock is None:
            raise StoreError(f"another run writes to {folder} right now; wait for it, or choose another folder")
        store = cls(folder, lock, job, manifest, in_order or job.ordered)
        try:
            store._begin(resume, grows)
        except BaseException:
            store.close()
            raise
        return store

    def _begin(self, resume: bool, grows: bool) -> None:
        self._db = run_file.connect(self.folder / run_file.DB, "rwc")
        if run_file.is_blank(self._db, self.folder):
            with self._writing() as db:
                db.execute(f"pragma application_id={run_file.APPLICATION}")
                db.execute(f"pragma user_version={run_file.FORMAT}")
                for table in run_file.SCHEMA:
                    db.execute(table)
                self._describe(db)
        elif not resume:
            raise StoreError(
                f"{self.folder} holds a run already; add --resume to continue it, or choose another folder"
            )
        else:
            self._continue(grows)
        first = next(iter(self._job.blocks(self.block_size)), None)
        self._whole = None if first is None else (first.matches, first.games)

    def _describe(self, db: sqlite3.Connection) -> None:
        axes = {name: [[axis.name, axis.places] for axis in shape] for name, shape in self._sum.axes.items()}
        rows = {"manifest": self.manifest, "axes": axes}
        db.executemany("insert or replace into run values (?, ?)", [(k, json.dumps(v)) for k, v in rows.items()])

    def _continue(self, grows: bool) -> None:
        """Check that the file holds this run or its beginning."""
        assert self._db is not None
        with run_file.reading(self._db, self.folder):
            before = run_file.manifest_in(self._db)
            done = run_file.done_in(self._db)
            single = {number for (number,) in self._db.execute("select number from counts") if number != run_file.ALL}
            merged = any(True for _ in self._db.execute("select 1 from counts where number = ?", (run_file.ALL,)))
        longer = grows and _is_longer(before, self.manifest)
        old, new = before["job"], self.manifest["job"]
        if grows:  # the stored run may have been cut into blocks when it was shorter
            new["block_size"] = old.get("block_size")
        hidden = dict.fromkeys(LENGTHS, 0) if longer else {}
        changed = differences(
            {"job_type": before.get("job_type"), **old, **hidden},
            {"job_type": self.manifest["job_type"], **new, **hidden},
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
                raise run_file.damaged(self.folder, "a block is missing before the last one")
            if longer and done:  # the last block ends where the shorter run was complete
                self._forget({len(done) - 1}, {len(done) - 1})
            elif longer:
                self._forget(set(), set())
            return
        cut = {block.number: (block.matches, block.games) for block in self._job.blocks(self.block_size)}
        other_blocks = {
            number for number, row in done.items() if cut.get(number) != (row["matches"], row["match_games"])
        }
        if other_blocks and not longer:
            raise run_file.damaged(self.folder, "it holds blocks that are not this run's")
        if longer:  # short blocks at the end are played again; all blocks, if no match was complete
            if other_blocks - single:
                other_blocks = set(done)
                single = {run_file.ALL, *single}
            self._forget(other_blocks, (other_blocks | {run_file.ALL}) & single)

    def _forget(self, blocks: set[int], counts: set[int]) -> None:
        """Begin the longer run: drop these blocks and these rows of counts, and the answer of the shorter run."""
        with self._writing() as db:
            for table, numbers in (("done", blocks), ("counts", counts)):
                db.executemany(f"delete from {table} where number = ?", [(number,) for number in numbers])
            self._describe(db)
        self.stored -= blocks
        remove_file(self.folder / RESULTS)

    @property
    def block_size(self) -> int:
        """Matches in a full block."""
        return int(self.manifest["job"]["block_size"])

    def blocks(self) -> Iterator[Counts]:
        """The stored counts in order, of single blocks or sums of many. Raises StoreError: the file is damaged."""
        assert self._db is not None
        with run_file.reading(self._db, self.folder):
            games = 0
            for number, counts in run_file.counts_in(self._db, self._sum.axes):
                games += self._sum.games_of(counts)
                if number == run_file.ALL:
                    self._sum.add(counts)
                yield counts
            if games != sum(row["games"] for row in run_file.done_in(self._db).values()):
                raise run_file.Damaged("its counts are not of the games that its blocks hold")

    def write(self, played: BlockResult) -> None:
        """Store a finished block in one transaction; blocks of the usual size are added to one sum."""
        number, _, matches, match_games = played.block
        alone = self._in_order or (matches, match_games) != self._whole
        row = (number, matches, match_games, self._sum.games_of(played.counts), time.time())
        with signals_delayed():
            if not alone:
                self._sum.add(played.counts)
            arrays = run_file.pack(played.counts if alone else self._sum, self._sum.axes)
            with self._writing() as db:
                db.execute("insert into done values (?, ?, ?, ?, ?)", row)
                db.execute("insert or replace into counts values (?, ?)", (number if alone else run_file.ALL, arrays))
            self.stored.add(number)

    @contextlib.contextmanager
    def _writing(self) -> Iterator[sqlite3.Connection]:
        db = self._db
        assert db is not None
        try:
            db.execute("begin immediate")
            yield db
            db.execute("commit")
        except sqlite3.Error as error:
            raise StoreError(f"cannot write to {self.folder / run_file.DB}: {error}") from None
        finally:
            if db.in_transaction:
                with contextlib.suppress(sqlite3.Error):  # then the next process that opens the file rolls it back
                    db.execute("rollback")

    def finish(self, document: dict[str, Any]) -> None:
        """Write the answer, which marks the run as finished. Raises StoreError."""
        replace_file(self.folder / RESULTS, json.dumps(document, indent=1).encode())

    def close(self) -> None:
        """Close the file and let other processes open the folder."""
        if self._db is not None:
            with contextlib.suppress(sqlite3.Error):
                self._db.close()
        self._lock.release()


# ---- folders ---------------------------------------------------------------------------------------------------------


def _refuse_strangers(folder: Path) -> None:
    """Raises StoreError: the folder is not empty and holds no run."""
    if folder.is_dir() and not (folder / run_file.DB).exists() and {path.name for path in folder.iterdir()} - {_LOCK}:
        raise StoreError(f"{folder} is not empty and holds no run; choose another folder")


def is_running(folder: Path) -> bool:
    """Whether a process writes into the folder."""
    return Lock.is_locked(folder / _LOCK)


def describe(job: Job[Any], block_size: int | None = None) -> dict[str, Any]:
    """The manifest of a job: its key `job` decides the numbers; the other keys name program, versions and command."""
    from importlib.metadata import version

    import numba

    size = next((block.matches for block in job.blocks(block_size)), 0)
    return {
        "job_type": job.job_type,
        "job": {**job.manifest(), "block_size": size, "version": VERSION, "program": job.program()},
        "games": job.games,
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
    """Whether `now` is the run `before` with more games or deals."""
    hidden = dict.fromkeys((*LENGTHS, "block_size"), 0)
    manifests = (before, now)
    jobs = [{**manifest["job"], "job_type": manifest.get("job_type"), **hidden} for manifest in manifests]
    lengths = [[manifest["job"].get(name, 0) for name in LENGTHS] for manifest in manifests]
    return jobs[0] == jobs[1] and all(isinstance(length, int) for length in lengths[0]) and lengths[0] < lengths[1]
