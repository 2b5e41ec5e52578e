"""Memory that a record holds the address of, kept for as long as the record lives."""

from __future__ import annotations

import weakref
from typing import Any

import numpy as np


def keep_alive(owner: np.ndarray, *needed: Any) -> None:
    """Keep what `owner` holds addresses of until `owner` is freed."""
    weakref.finalize(owner, _release, needed)


def _release(needed: tuple[Any, ...]) -> None:
    """Nothing is left to do: the caller drops its references."""
