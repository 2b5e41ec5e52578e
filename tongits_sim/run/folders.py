"""Files in the folders of runs and answers: written whole or not at all, and refused in a sentence."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from tongits_sim.errors import TongitsError
from tongits_sim.run.files import FileError, write_whole

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
