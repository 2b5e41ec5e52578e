"""The answer of a run in its folder, `results.json`, written last; and what is said where a file cannot be written."""

from __future__ import annotations

import contextlib
import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from tongits_sim.errors import TongitsError
from tongits_sim.folders.files import FileError
from tongits_sim.folders.run_folder import RESULTS, attempt, replace_file


def keep(answer: Mapping[str, Any], folder: Path) -> None:
    """Write an answer, as JSON holds it, to the folder of its run. Raises StoreError."""
    attempt(folder, lambda: folder.mkdir(parents=True, exist_ok=True))
    replace_file(folder / RESULTS, json.dumps(answer, indent=1, allow_nan=False).encode())


@contextlib.contextmanager
def writing(path: Path, error: type[TongitsError] = TongitsError) -> Iterator[None]:
    """A context in which a file is written: where the system refuses that, it is said in a sentence. Raises `error`."""
    try:
        yield
    except (FileError, OSError) as problem:
        raise error(f"cannot write {path}: {getattr(problem, 'strerror', None) or problem}") from None
