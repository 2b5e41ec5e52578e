"""The answer of a run in the run's folder: `results.json`, written last."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from tongits_sim.folders.run_folder import RESULTS, attempt, replace_file


def keep(answer: Mapping[str, Any], folder: Path) -> None:
    """Write an answer, as JSON holds it, to the folder of its run. Raises StoreError."""
    attempt(folder, lambda: folder.mkdir(parents=True, exist_ok=True))
    replace_file(folder / RESULTS, json.dumps(answer, indent=1, allow_nan=False).encode())
