"""Tables that fit the terminal: headings wrap, gaps narrow, spare columns are dropped, and finally each row is a block.

Cells are never truncated. A column of numbers is as wide as its widest number; a column of text is at least as wide as
its longest word, and wide enough for prose to be readable.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from typing import NamedTuple

from rich import box
from rich.cells import cell_len
from rich.console import Console, ConsoleOptions, RenderResult
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from reports.text.language import said
from tongits_sim.run.files import printable

PROSE = 24
"""Minimum width of a column of prose; with less room the table is stacked."""
_EDGES = 2
_WIDE, _CLOSE = 3, 2  # blanks between columns
_INDENT = 2


class Field(NamedTuple):
    """A column: its heading and cells, whether they are numbers, its alignment, and whether it is dispensable."""

    heading: str
    cells: list[str]
    number: bool
    right: bool
    spare: bool

    @property
    def natural(self) -> int:
        """The width at which nothing wraps."""
        return max(map(cell_len, (self.heading, *self.cells)))

    @property
    def least(self) -> int:
        """The minimum width, below which a number, a name or a word would be truncated."""
        heading = _word_width(self.heading)
        if self.number:
            return max([heading, *map(cell_len, self.cells)])
        widest = max(map(cell_len, self.cells), default=0)
        return max([heading, min(widest, PROSE), *map(_word_width, self.cells)])


class TerminalTable(Table):
    """A rich table whose rows become blocks if the columns do not fit side by side.

    Args:
        columns: headings.
        left: how many of the first columns hold text; the others hold numbers.
        title: a line above.
        spare: headings of columns to leave out before rows become blocks, such as a bar next to its number.
    """

    def __init__(
        self, columns: Sequence[str], left: int = 1, title: str | None = None, spare: Collection[str] = ()
    ) -> None:
        super().__init__(title=title)
        self.spare = spare
        for number, column in enumerate(columns):
            right = number >= left
            self.add_column(column, justify="right" if right else "left", no_wrap=right, overflow="fold")

    def fields(self) -> list[Field]:
        """The columns with their cells as plain text, safe to print."""
        return [
            Field(
                _plain(column.header),
                [_plain(cell) for cell in column.cells],
                column.no_wrap,
                column.justify == "right",
                column.header in self.spare,
            )
            for column in self.columns
        ]

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        """The table in the available width."""
        if self.title:
            yield Text(_plain(self.title), style="bold")
        yield from _body(self.fields(), options.max_width)
        if self.caption:
            yield Text(_plain(self.caption), style="table.caption")


def _body(fields: list[Field], width: int) -> Iterator[Table | Padding | Text]:
    for columns in (fields, [field for field in fields if not field.spare]):
        for gap in (_WIDE, _CLOSE):
            widths = column_widths(columns, width, gap)
            if widths:
                yield _side_by_side(columns, widths, gap)
                return
    yield from _blocks([field for field in fields if not field.spare], width)


def column_widths(fields: Sequence[Field], width: int, gap: int) -> list[int]:
    """Widths of columns side by side in `width` with `gap` blanks between; empty if a cell would be truncated."""
    room = width - _EDGES - gap * (len(fields) - 1)
    widths = [field.natural for field in fields]
    least = [field.least for field in fields]
    if sum(least) > room:
        return []
    while sum(widths) > room:  # the column with most room to spare gives way
        giving = max((i for i, each in enumerate(widths) if each > least[i]), key=lambda i: widths[i] - least[i])
        widths[giving] -= 1
    return widths


def _side_by_side(fields: Sequence[Field], widths: Sequence[int], gap: int) -> Table:
    padding = (0, 1) if gap == _WIDE else (0, 1, 0, 0)
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False, padding=padding)
    for field, width in zip(fields, widths, strict=True):
        heading = Text(field.heading)
        table.add_column(heading, justify="right" if field.right else "left", width=width, overflow="fold")
    for row in zip(*(field.cells for field in fields), strict=True):
        table.add_row(*map(Text, row))
    return table


def _blocks(fields: Sequence[Field], width: int) -> Iterator[Padding | Text]:
    """A block for each row: its first cell, then a line with heading and cell for each of the others."""
    first, *others = fields
    margin = max((cell_len(field.heading) for field in others), default=0) + 2
    beside = margin + max((field.least for field in others), default=0) + _INDENT <= width
    for number, name in enumerate(first.cells):
        yield Text("")
        yield Text(name, style="bold", overflow="fold")
        for field in others:
            cell = field.cells[number]
            if not cell:
                continue
            if beside:
                for place, line in enumerate(_wrap(cell, width - margin - _INDENT)):
                    heading = "" if place else field.heading
                    yield Text(" " * _INDENT + heading + " " * (margin - cell_len(heading)) + line, overflow="fold")
                continue
            if field.heading:
                yield Padding(Text(field.heading, overflow="fold"), (0, 0, 0, _INDENT))
            yield Padding(Text(cell, overflow="fold"), (0, 0, 0, 2 * _INDENT))
    yield Text("")


def _wrap(text: str, width: int) -> list[str]:
    lines = [""]
    for word in text.split(" "):
        if cell_len(lines[-1]) + 1 + cell_len(word) <= width or not lines[-1]:
            lines[-1] = f"{lines[-1]} {word}" if lines[-1] else word
        else:
            lines.append(word)
    return lines


def _word_width(text: str) -> int:
    return max(map(cell_len, text.split(" ")))


def _plain(cell: object) -> str:
    return printable(said(cell.plain if isinstance(cell, Text) else str(cell)))
