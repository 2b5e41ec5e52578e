"""The folder of a batch: `batch.json` (its jobs with their questions), a folder for each job, `report.html`.

A job is finished when its folder has a `results.json`. The question of a job is stored before the job is played, so a
change of the file is found: new jobs are played, and a folder that holds the answer of another job is refused.
"""

from __future__ import annotations

import functools
import json
import sys
import time
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from reports.commands.batches.batch_jobs import Ready
from reports.page.stored import FORMAT, MANIFEST, BatchError, read_manifest
from tongits_sim.run.files import RESULTS, attempt, differences, make_folder, may_write, replace_file
from tongits_sim.run.lock import Lock
from tongits_sim.version import VERSION

REPORT = "report.html"
_LOCK = "batch.lock"
_SHOWN = 3
_NOTED = 2.0  # seconds between two writings of the manifest


class BatchFolder:
    """The folder of a batch, locked against other processes while it is open."""

    def __init__(self, folder: Path, lock: Lock, manifest: dict[str, Any]) -> None:
        self.folder = folder
        self._lock = lock
        self._manifest = manifest
        self._written = 0.0  # when the manifest was written; by time.monotonic
        self._changed = False  # since then

    @classmethod
    def open(cls, folder: Path, title: str, jobs: Sequence[Ready], resume: bool) -> BatchFolder:
        """Make the folder, or resume it.

        Args:
            folder: of the batch.
            title: of the batch; empty if its file has none.
            jobs: the jobs to play.
            resume: continue the batch in that folder.

        Raises:
            BatchError, StoreError: before anything is played.
        """
        begun = (folder / MANIFEST).exists()
        if begun and not resume:
            raise BatchError(f"{folder} holds a batch already; add --resume to continue it, or choose another folder")
        if folder.is_dir() and not begun and {path.name for path in folder.iterdir()} - {_LOCK, f"{MANIFEST}.part"}:
            raise BatchError(f"{folder} is not empty and holds no batch; choose another folder")
        make_folder(folder)
        for path in (folder / REPORT, *(folder / job.entry.name for job in jobs)):
            attempt(folder, functools.partial(may_write, path))
        lock = attempt(folder, lambda: Lock.take(folder / _LOCK))
        if lock is None:
            raise BatchError(f"another batch writes to {folder} right now; wait for it, or choose another folder")
        try:
            manifest = read_manifest(folder) if begun else _new_manifest(title)
            _check(folder, manifest, jobs)
            store = cls(folder, lock, manifest)
            store._add(title, jobs)
        except BaseException:
            lock.release()
            raise
        return store

    def _add(self, title: str, jobs: Sequence[Ready]) -> None:
        """Store the jobs to play, in the order of the file."""
        before = self._manifest["jobs"]
        mine = {job.entry.name: before.get(job.entry.name, {}) | {"asked": _through_json(job.asked)} for job in jobs}
        left = {name: entry for name, entry in before.items() if name not in mine}
        self._manifest |= {"title": title, "jobs": mine | left, "in_file": list(mine)}
        self._write()

    def left_out(self) -> list[str]:
        """Jobs of the folder that the file no longer has."""
        return [name for name in self._manifest["jobs"] if name not in self._manifest["in_file"]]

    def folder_of(self, job: Ready) -> Path:
        """The folder of a job."""
        return self.folder / job.entry.name

    def finished(self, job: Ready) -> bool:
        """Whether the job has an answer."""
        return (self.folder_of(job) / RESULTS).exists()

    def note(self, job: Ready, seconds: float, error: str = "") -> None:
        """Note the time of a job, and its error if it failed. The manifest has all jobs, so it is written now and then,
        and at the end.
        """
        entry = self._manifest["jobs"][job.entry.name]
        entry |= {"seconds": round(seconds, 3), "error": error or None}
        self._changed = True
        if time.monotonic() - self._written > _NOTED:
            self._write()

    def _write(self) -> None:
        replace_file(self.folder / MANIFEST, json.dumps(self._manifest, indent=1).encode())
        self._written = time.monotonic()
        self._changed = False

    def close(self) -> None:
        """Write what was noted, and release the folder to other processes."""
        try:
            if self._changed:
                self._write()
        finally:
            self._lock.release()


def _new_manifest(title: str) -> dict[str, Any]:
    started = datetime.now(UTC).isoformat(timespec="seconds")
    return {
        "format": FORMAT,
        "version": VERSION,
        "title": title,
        "command": sys.argv,
        "started": started,
        "jobs": {},
        "in_file": [],
    }


def _check(folder: Path, manifest: dict[str, Any], jobs: Sequence[Ready]) -> None:
    """Raise BatchError if a job of the folder differs from the job of that name in the file."""
    for job in jobs:
        before = manifest["jobs"].get(job.entry.name)
        changed = differences(before["asked"], _through_json(job.asked)) if before is not None else []
        if changed:
            raise BatchError(
                f"{folder} holds another job {job.entry.name}: {'; '.join(changed[:_SHOWN])}; give the changed job "
                "another name, or choose another folder"
            )


def _through_json(asked: dict[str, Any]) -> dict[str, Any]:
    plain: dict[str, Any] = json.loads(json.dumps(asked))
    return plain
