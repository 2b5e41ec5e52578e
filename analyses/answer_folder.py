"""An answer on disk: `manifest.json` (what was asked), a folder for each run, `results.json`, tables.

`results.json` is written last, so a folder that has one is finished. The runs are run folders (store.py), so an
interrupted answer resumes where it stopped.
"""

from __future__ import annotations

import json
import sys
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from analyses.comparison import Comparison
from tongits_sim.errors import TongitsError
from tongits_sim.run.files import MANIFEST, RESULTS, FileError, attempt, differences, may_write, read_json, replace_file

FORMAT = "tongits-answer/1"
TABLES = ("ranking", "pairs", "channels", "places", "matrix", "tables", "payouts")
_PARTS = ".part"
_MAX_BYTES = 16 * 2**20


class KeptError(TongitsError):
    """A folder in which an answer cannot be saved."""


def begin(folder: Path, command: str, question_fields: dict[str, Any], resume: bool = False) -> None:
    """Create the folder of an answer, or resume one to the same question, before anything is played. Raises KeptError
    or TongitsError.

    Args:
        question_fields: everything that determines the answer, as JSON values.
        resume: accept a folder that holds an unfinished answer to the same question.
    """
    question = json.loads(json.dumps(question_fields))
    if folder.exists() and (not folder.is_dir() or any(not _is_partial(path) for path in folder.iterdir())):
        earlier = read_question(folder)
        if not resume:
            raise KeptError(f"{folder} holds an answer already; add --resume to continue it, or choose another folder")
        changed = differences({"command": earlier["command_name"], **earlier["job"]}, {"command": command, **question})
        if changed:
            raise KeptError(f"{folder} holds another answer: {'; '.join(changed[:4])}; choose another folder")
        return
    attempt(folder, lambda: folder.mkdir(parents=True, exist_ok=True))
    manifest = {
        "format": FORMAT,
        "command_name": command,
        "job": question,
        "command": sys.argv,
        "started": datetime.now(UTC).isoformat(timespec="seconds"),
    }
    replace_file(folder / MANIFEST, _json(manifest))


def _is_partial(path: Path) -> bool:
    """Whether a file is the partial file of an interrupted run."""
    return path.name.endswith(_PARTS)


def read_question(folder: Path) -> dict[str, Any]:
    """The manifest of an answer's folder. Raises KeptError."""
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


def keep(comparison: Comparison, folder: Path) -> None:
    """Write the answer of a comparison to its folder. Raises StoreError."""
    attempt(folder, lambda: may_write(folder / "tables"))
    attempt(folder, lambda: (folder / "tables").mkdir(parents=True, exist_ok=True))
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
