"""The unpacked size of a parquet file, read from its headers before anything is unpacked.

A file of some kilobytes can unpack into gigabytes, by the number of its rows or the length of a page. Headers in
Thrift's compact protocol state both, at the end of the file and before each page. A reader allocates memory by these
numbers, so they are checked here.
"""

from __future__ import annotations

from typing import Any

from tongits_sim.run.block_file import Damaged

_MAGIC = b"PAR1"
_MOST_COLUMNS = 64
_MOST_PAGES = 10_000
_DEEPEST = 16
_STRUCT, _LIST, _SET, _BINARY, _DOUBLE, _BYTE = 12, 9, 10, 8, 7, 3


def check_parquet(content: bytes, most_rows: int, most_bytes: int) -> None:
    """Check the size of a parquet file before it is unpacked.

    Raises:
        Damaged: it has more than `most_rows` rows or a column of more than `most_bytes` bytes, or is no parquet file.
    """
    try:
        _check(content, most_rows, most_bytes)
    except (AttributeError, IndexError, KeyError, TypeError, ValueError):
        raise Damaged("its description is damaged") from None


def _check(content: bytes, most_rows: int, most_bytes: int) -> None:
    if len(content) < 12 or content[-4:] != _MAGIC:
        raise Damaged("it is not a parquet file")
    start = len(content) - 8 - int.from_bytes(content[-8:-4], "little")
    if start < 4:
        raise Damaged("its description is damaged")
    footer = _Reader(content, start).struct()
    if len(footer[2]) > _MOST_COLUMNS + 1:
        raise Damaged("it has more columns than a block can have")
    groups = footer[4]
    if not 0 <= footer[3] <= most_rows or sum(group[3] for group in groups) > most_rows:
        raise Damaged("it holds more rows than a block can have")
    if len(groups) > _MOST_PAGES:
        raise Damaged("it holds more parts than a block can have")
    sizes: dict[int, int] = {}
    for group in groups:
        for number, column in enumerate(group[1]):
            sizes[number] = sizes.get(number, 0) + _unpacked_size(content, column[3], most_rows)
            if sizes[number] > most_bytes:
                raise Damaged("it unpacks into more than a block can hold")


def _unpacked_size(content: bytes, column: dict[int, Any], most_rows: int) -> int:
    """Unpacked bytes of a column's pages, by their headers."""
    place = min(each for each in (column.get(11), column[9]) if each)
    end = place + column[7]
    if not 0 < place <= end <= len(content):
        raise Damaged("its description is damaged")
    total = values = pages = 0
    while place < end:
        reader = _Reader(content, place)
        page = reader.struct()
        if page[2] < 0 or page[3] < 0 or pages > _MOST_PAGES:
            raise Damaged("its description is damaged")
        head = page.get(5) or page.get(7) or page.get(8) or {1: 0}
        total, values, pages = total + page[2], values + head[1], pages + 1
        if head[1] < 0 or values > 2 * most_rows:  # a dictionary has at most as many as there are rows
            raise Damaged("it holds more rows than a block can have")
        place = reader.place + page[3]
    return max(total, int(column[6]))


class _Reader:
    """Thrift's compact protocol: a struct as a dict from the numbers of its fields; texts and doubles left out."""

    def __init__(self, content: bytes, place: int) -> None:
        self._content = content
        self.place = place
        self._depth = 0

    def struct(self) -> dict[int, Any]:
        """The struct that begins here."""
        self._depth += 1
        if self._depth > _DEEPEST:
            raise ValueError
        fields: dict[int, Any] = {}
        field = 0
        while kind := self._byte():
            field = field + (kind >> 4) if kind >> 4 else self._signed()
            fields[field] = self._value(kind & 15)
        self._depth -= 1
        return fields

    def _value(self, kind: int) -> Any:
        if kind in (1, 2):
            return kind == 1
        if kind == _BYTE:
            return self._byte()
        if kind in (4, 5, 6):
            return self._signed()
        if kind == _DOUBLE:
            return self._skip(8)
        if kind == _BINARY:
            return self._skip(self._unsigned())
        if kind in (_LIST, _SET):
            return self._list()
        if kind == _STRUCT:
            return self.struct()
        raise ValueError  # a map: parquet has none

    def _list(self) -> list[Any]:
        head = self._byte()
        size = head >> 4 if head >> 4 < 15 else self._unsigned()
        kind = head & 15
        if size > len(self._content) - self.place:
            raise ValueError
        return [self._byte() == 1 if kind in (1, 2) else self._value(kind) for _ in range(size)]

    def _byte(self) -> int:
        self.place += 1
        return self._content[self.place - 1]

    def _skip(self, size: int) -> None:
        self.place += size
        if self.place > len(self._content):
            raise ValueError

    def _unsigned(self) -> int:
        number = shift = 0
        while True:
            byte = self._byte()
            number |= (byte & 127) << shift
            shift += 7
            if byte < 128:
                return number
            if shift > 63:
                raise ValueError

    def _signed(self) -> int:
        zigzag = self._unsigned()
        return (zigzag >> 1) ^ -(zigzag & 1)
