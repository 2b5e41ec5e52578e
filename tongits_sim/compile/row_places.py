"""Names for the places of a row of numbers, for kernels and for Python alike."""

from __future__ import annotations

from enum import IntEnum


class RowPlaces(IntEnum):
    """Named places of a row: from 0, in the order of the names."""

    @staticmethod
    def _generate_next_value_(name: str, start: int, count: int, last_values: list[int]) -> int:
        return count
