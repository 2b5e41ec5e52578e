"""An answer on disk: `manifest.json` (the question), a folder for each run, `results.json`, tables.

`results.json` is written last, so a folder with this file is finished. The runs are run folders (store.py), so an
interrupted answer resumes.
"""

from __future__ import annotations

import json
import math
import re
import sys
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Protocol

from tongits_sim.errors import TongitsError
from tongits_sim.run.files import (
    MANIFEST,
    RESULTS,
    FileError,
    attempt,
    differences,
    make_folder,
    may_write,
    read_json,
    remove_file,
    replace_file,
)
from tongits_sim.run.store import LENGTHS
from tongits_sim.version import VERSION

FORMAT = "tongits-question/1"
TABLES = ("ranking", "pairs", "channels", "places", "matrix", "tables", "payouts")
_PARTS = ".part"
_MAX_BYTES = 16 * 2**20


class Kept(Protocol):
    """An answer with the data frames of `TABLES` as attributes."""

    def to_dict(self) -> dict[str, Any]: ...


class KeptError(TongitsError):
    """An answer cannot be saved in the folder."""


def begin(
    folder: Path, command: str, question_fields: dict[str, Any], resume: bool = False, grows: bool = False
) -> None:
    """Create the folder of an answer before anything is played, or resume it for the same question.

    Args:
        question_fields: everything that determines the answer, as JSON values.
        resume: accept a folder with an answer to the same question.
        grows: when resuming, also accept an answer from fewer games or deals.

    Raises:
        KeptError, TongitsError: the folder cannot be used.
    """
    question = json.loads(json.dumps(question_fields))
    if folder.exists() and (not folder.is_dir() or any(not _is_partial(path) for path in folder.iterdir())):
        earlier = read_question(folder)
        if not resume:
            raise KeptError(f"{folder} holds an answer already; add --resume to continue it, or choose another folder")
        before = earlier["job"]
        longer = grows and any(_length(before, name) < _length(question, name) for name in LENGTHS)
        if longer:
            before = before | {name: question[name] for name in LENGTHS if name in question}
        changed = differences({"command": earlier["command_name"], **before}, {"command": command, **question})
        if changed:
            raise KeptError(f"{folder} holds another answer: {'; '.join(changed[:4])}; choose another folder")
        if longer:
            replace_file(folder / MANIFEST, _json({**earlier, "job": question}))
            remove_file(folder / RESULTS)
        return
    make_folder(folder)
    manifest = {
        "format": FORMAT,
        "version": VERSION,
        "command_name": command,
        "job": question,
        "command": sys.argv,
        "started": datetime.now(UTC).isoformat(timespec="seconds"),
    }
    replace_file(folder / MANIFEST, _json(manifest))


def run_name(name: str, failed: int) -> str:
    """The folder of a run in which `failed` bots are left out."""
    return f"{name}-without-{failed}" if failed else name


def is_abandoned(name: str, failed: int) -> bool:
    """Whether the run of a folder ended because a bot failed, given that `failed` bots were left out in the end. Such a
    run lacks blocks.

    >>> [is_abandoned(name, 1) for name in ("play", "play-without-1")]
    [True, False]
    """
    before = re.search(r"-without-(\d+)$", name)
    return (int(before[1]) if before else 0) < failed


def _length(question: dict[str, Any], name: str) -> float:
    number = question.get(name, 0)
    return number if isinstance(number, int) else math.inf


def _is_partial(path: Path) -> bool:
    return path.name.endswith(_PARTS)


def read_question(folder: Path) -> dict[str, Any]:
    """Read the manifest of an answer's folder. Raises KeptError."""
    path = folder / MANIFEST
    if not path.exists():
        raise KeptError(f"{folder} is not empty and holds no answer; choose another folder")
    try:
        manifest = read_json(path, _MAX_BYTES)
    except FileError as error:
        raise KeptError(f"{path} is damaged: {error}") from None
    shaped = isinstance(manifest, dict) and manifest.get("format") == FORMAT and isinstance(manifest.get("job"), dict)
    if not shaped or not isinstance(manifest.get("command_name"), str):
        raise KeptError(f"{path} is not the manifest of an answer of this version ({FORMAT})")
    return dict(manifest)


def keep(comparison: Kept, folder: Path) -> None:
    """Write the answer of a comparison to its folder. Raises StoreError."""
    attempt(folder, lambda: may_write(folder / "tables"))
    make_folder(folder / "tables")
    for name in TABLES:
        replace_file(folder / "tables" / f"{name}.parquet", _parquet(getattr(comparison, name)))
    replace_file(folder / RESULTS, _json(comparison.to_dict()))


def _json(value: dict[str, Any]) -> bytes:
    return json.dumps(value, indent=1, ensure_ascii=False, allow_nan=False).encode()


def _parquet(frame: Any) -> bytes:
    import io

    buffer = io.BytesIO()
    frame.write_parquet(buffer, compression="zstd")
    return buffer.getvalue()
