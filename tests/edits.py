"""Changes of a record at one place, for tests of what a wrong record is told."""

from collections.abc import Callable
from typing import Any


def put(path: str, value: Any) -> Callable[[dict[str, Any]], None]:
    """A change of the value at a path: `result.counts.0` is item 0 of the counts of the result."""
    *way, last = path.split(".")

    def change(record: dict[str, Any]) -> None:
        part: Any = record
        for key in way:
            part = part[_index(part, key)]
        part[_index(part, last)] = value

    return change


def _index(part: Any, key: str) -> Any:
    return int(key) if isinstance(part, list) else key
