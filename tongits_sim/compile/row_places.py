"""Names for the elements of a row of numbers, for kernels and for Python alike."""

from __future__ import annotations

from enum import IntEnum


class RowPlaces(IntEnum):
    """The elements of a row by name: the indices 0, 1, ... in the order of the names."""

    @staticmethod
    def _generate_next_value_(name: str, start: int, count: int, last_values: list[int]) -> int:
        return count
