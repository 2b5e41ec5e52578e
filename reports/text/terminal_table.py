"""Tables in a terminal, by rich: no rules, two blanks between columns; below 60 columns each row becomes a list.

Cells are never truncated: a column of numbers keeps its width, text wraps between words.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

from rich.cells import cell_len
from rich.console import Console, ConsoleOptions, RenderResult
from rich.measure import Measurement
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from reports.text.language import said
from tongits_sim.run.files import printable

PROSE = 24  # a column of prose narrower than this is no longer readable
NARROW = 60  # columns of a terminal below which rows are lists


class TerminalTable(Table):
    """A rich table whose rows become lists if the columns do not fit side by side.

    Args:
        columns: headings.
        left: how many of the first columns hold text; the others hold numbers.
        title: a line above.
        spare: headings of columns to leave out before rows become lists, such as a bar next to its number.
    """

    def __init__(
        self, columns: Sequence[str], left: int = 1, title: str | None = None, spare: Collection[str] = ()
    ) -> None:
        super().__init__(title=title)
        self.spare = spare
        for number, column in enumerate(columns):
            right = number >= left
            self.add_column(column, justify="right" if right else "left", no_wrap=right)

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        """The table in the available width."""
        if self.title:
            yield Text(_plain(self.title), style="bold")
        yield from self._body(console, options)
        if self.caption:
            yield Text(_plain(self.caption), style="dim")

    def _body(self, console: Console, options: ConsoleOptions) -> Iterator[Padding | Text]:
        every = [column for column in self.columns if column.header or any(column.cells)]
        kept = [column for column in every if column.header not in self.spare]
        for columns in (every, kept) if options.max_width >= NARROW else ():
            grid = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style="dim")
            grid.show_header = any(column.header for column in columns)
            for column in columns:
                cells = list(map(_plain, column.cells))
                widest = max(map(cell_len, cells), default=0)
                words = max(_word(each) for each in (_plain(column.header), *cells))
                least = max(widest if column.no_wrap else min(widest, PROSE), words)
                grid.add_column(Text(_plain(column.header)), justify=column.justify, min_width=least)
            for row in zip(*(column.cells for column in columns), strict=True):
                grid.add_row(*(Text(_plain(cell)) for cell in row))
            indented = Padding(grid, (0, 0, 0, 1))
            if Measurement.get(console, options.update(width=1000), indented).minimum <= options.max_width:
                yield indented
                return
        yield from _lists([[_plain(column.header), *map(_plain, column.cells)] for column in kept])


def _lists(columns: Sequence[Sequence[str]]) -> Iterator[Padding | Text]:
    """A list for each row: its first cell, then a line with heading and cell for each of the others."""
    first, *others = columns
    for number, name in enumerate(first[1:], start=1):
        yield Text(name, style="bold", overflow="fold")
        grid = Table.grid(padding=(0, 2, 0, 0))
        grid.add_column(overflow="fold")
        grid.add_column(overflow="fold", min_width=max((_word(column[number]) for column in others), default=0))
        for column in others:
            if column[number]:
                grid.add_row(column[0], column[number])
        yield Padding(grid, (0, 0, 0, 2))


def _word(text: str) -> int:
    return max(map(cell_len, text.split(" ")))


def _plain(cell: object) -> str:
    return printable(said(cell.plain if isinstance(cell, Text) else str(cell)))
