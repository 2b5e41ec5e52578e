"""Tables of numbers that a strategy reads from a small text file, TOML or JSON. Nothing in such a file is executed.

A file holds an array of rows for each table and may have a `title` and a `note`:

    title = "calls less while the stock is high"
    call_at = [[130, 25, 20], [130, 25.5, 20.5]]
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from tongits_sim.errors import TongitsError
from tongits_sim.run.files import FileError, parse_json, parse_toml, read_file
from tongits_sim.run.numbers import abbreviated

Rows = tuple[tuple[float, ...], ...]
_WORDS = ("title", "note")
_LARGEST = 1_000_000  # bytes


class TableFileError(TongitsError):
    """A table file that cannot be used."""


@dataclass(frozen=True)
class Table:
    """A table of a strategy: its default rows and the bounds of its numbers."""

    name: str
    default: Rows
    low: float
    high: float
    meaning: str

    @property
    def shape(self) -> tuple[int, int]:
        """Rows and columns."""
        return len(self.default), len(self.default[0])


def read_tables(path: str, tables: tuple[Table, ...]) -> dict[str, Rows]:
    """Read and check all tables of a file. Raises TableFileError: the file cannot be read, a table is missing or
    unknown, or a value is not allowed.
    """
    content = _parse(path)
    known = [table.name for table in tables]
    for name in content:
        if name not in (*known, *_WORDS):
            raise TableFileError(f"{path} holds {name!r}, which is not a table; it may hold {', '.join(known)}")
    for name in known:
        if name not in content:
            raise TableFileError(f"{path} lacks the table {name!r}; it must hold {', '.join(known)}")
    return {table.name: _rows(path, table, content[table.name]) for table in tables}


def _parse(path: str) -> dict[str, Any]:
    try:
        content = read_file(path, _LARGEST)
    except FileError as error:
        raise TableFileError(f"the table file {path} cannot be read: {error}") from None
    try:
        value = parse_json(content) if path.lower().endswith(".json") else parse_toml(content)
    except FileError as error:
        raise TableFileError(f"{path} is not a table file in TOML (or JSON, if it ends in .json): {error}") from None
    if not isinstance(value, dict):
        raise TableFileError(f"{path} must hold tables by name, as in call_at = [[130, 25, 20], ...]")
    return value


def _rows(path: str, table: Table, value: object) -> Rows:
    height, width = table.shape
    if not isinstance(value, list) or len(value) != height:
        size = f"{len(value)} rows" if isinstance(value, list) else "no rows"
        raise TableFileError(f"{path}: {table.name} must have {height} rows of {width} numbers, but has {size}")
    return tuple(_row(f"{path}: {table.name}, row {number}", table, row) for number, row in enumerate(value))


def _row(place: str, table: Table, row: object) -> tuple[float, ...]:
    width = table.shape[1]
    if not isinstance(row, list) or len(row) != width:
        raise TableFileError(f"{place} (counted from 0) must hold {width} numbers")
    for value in row:
        good = isinstance(value, int | float) and not isinstance(value, bool)
        if not (good and table.low <= value <= table.high):  # also refuses NaN and infinity
            raise TableFileError(f"{place}: {abbreviated(value)} is not a number from {table.low:g} to {table.high:g}")
    return tuple(float(value) for value in row)
