"""A comparison on disk: `manifest.json` (what was asked), `results.json` (the answer), `tables/*.parquet`.

Files are written under a temporary name and renamed; `results.json` comes last, so a folder that has one is whole.
"""

from __future__ import annotations

import json
import sys
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from analyses.comparison import Comparison
from tongits_sim.errors import TongitsError
from tongits_sim.store import MANIFEST, RESULTS

FORMAT = "tongits-compare/1"
TABLES = ("ranking", "pairs", "channels", "places", "matrix", "tables", "payouts")


class KeptError(TongitsError):
    """A folder that a comparison cannot be kept in."""


def check_folder(folder: Path) -> None:
    """Refuse a folder that holds something, before anything is played."""
    try:
        if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
            raise KeptError(f"{folder} is not empty; choose another folder")
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise KeptError(f"cannot write to the folder {folder}: {error.strerror or error}") from None


def keep(comparison: Comparison, folder: Path, command: list[str] | None = None) -> None:
    """Write a comparison to an empty folder."""
    document = comparison.to_dict()
    try:
        (folder / "tables").mkdir(parents=True, exist_ok=True)
        for name in TABLES:
            _replace(folder / "tables" / f"{name}.parquet", _parquet(getattr(comparison, name)))
        _replace(folder / MANIFEST, _json(_manifest(document, command)))
        _replace(folder / RESULTS, _json(document))
    except OSError as error:
        raise KeptError(f"cannot write to the folder {folder}: {error.strerror or error}") from None


def _manifest(document: dict[str, Any], command: list[str] | None) -> dict[str, Any]:
    asked = ("rules", "knobs", "bots", "games_asked", "seed", "match_games", "baseline", "stopping", "versions")
    return {
        "format": FORMAT,
        "job": {name: document[name] for name in asked},
        "command": command or sys.argv,
        "finished": datetime.now(UTC).isoformat(timespec="seconds"),
    }


def _json(value: dict[str, Any]) -> bytes:
    return json.dumps(value, indent=1, ensure_ascii=False, allow_nan=False).encode()


def _parquet(frame: Any) -> bytes:
    import io

    buffer = io.BytesIO()
    frame.write_parquet(buffer, compression="zstd")
    return buffer.getvalue()


def _replace(path: Path, content: bytes) -> None:
    part = path.with_name(path.name + ".part")
    part.write_bytes(content)
    part.replace(path)
