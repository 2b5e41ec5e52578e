"""The books that come with the program: one for each preset, and one for `pagat+joker`."""

from __future__ import annotations

import functools
import json
from pathlib import Path
from typing import TYPE_CHECKING

from strategies.book.limits import Book

if TYPE_CHECKING:
    from tongits_sim.rules import RuleSet

PRESETS = Path(__file__).parent / "presets"
"""The folder of the books: a file for each rule set, by its name."""


def book_files() -> list[Path]:
    """The files of the shipped books, sorted by name."""
    return sorted(PRESETS.glob("*.json"))


def shipped(rules: RuleSet) -> Book | None:
    """The book that comes with the program; None for own rules."""
    return _shipped().get(rules.digest())


@functools.cache
def _shipped() -> dict[str, Book]:
    books = map(read, book_files())
    return {book.digest: book for book in books}


def read(path: Path) -> Book:
    """Read the file of a book. Raises AnswerError."""
    return Book.from_dict(json.loads(path.read_text(encoding="utf-8")))
