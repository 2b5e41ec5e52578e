"""Reads and checks `batch.json`, the manifest in the folder of a batch."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from tongits_sim.errors import TongitsError
from tongits_sim.run.files import FileError, parse_json, read_file

FORMAT = "tongits-batch/1"
MANIFEST = "batch.json"
_LARGEST = 256 * 2**20  # bytes


class BatchError(TongitsError):
    """A batch that cannot be played."""


def read_manifest(folder: Path) -> dict[str, Any]:
    """The manifest of a batch. Raises BatchError."""
    path = folder / MANIFEST
    try:
        content = read_file(path, _LARGEST)
    except FileError as error:
        raise BatchError(f"{folder} holds no batch: cannot read {path.name} ({error})") from None
    try:
        value = parse_json(content)
    except FileError as error:
        raise BatchError(f"{path} is damaged: {error}") from None
    if not _is_manifest(value):
        raise BatchError(f"{path} is not the manifest of a batch of this version ({FORMAT})")
    return dict(value)


def _is_manifest(value: Any) -> bool:
    if not isinstance(value, dict) or value.get("format") != FORMAT or not isinstance(value.get("jobs"), dict):
        return False
    jobs, names = value["jobs"], value.get("in_file")
    sound = all(isinstance(each, dict) and isinstance(each.get("asked"), dict) for each in jobs.values())
    plain = all(name and name == Path(name).name and name not in (".", "..") for name in jobs)
    return sound and plain and isinstance(names, list) and all(name in jobs for name in names)


def job_folders(folder: Path) -> list[Path]:
    """The folders of a batch's jobs, in the order of its file. Raises BatchError."""
    return [folder / name for name in read_manifest(folder)["in_file"]]
