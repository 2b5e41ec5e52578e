"""The numbers and words of a document, whatever keys they stand under."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any


def leaves(document: Any) -> list[str]:
    """All values of a document in order of their text; null is left out, whole numbers as such with a fraction."""
    if isinstance(document, Mapping):
        document = list(document.values())
    if isinstance(document, list | tuple):
        return sorted(leaf for each in document for leaf in leaves(each))
    number = isinstance(document, int) and not isinstance(document, bool)
    return [] if document is None else [repr(float(document) if number else document)]
