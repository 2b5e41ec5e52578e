"""Tables in a terminal, by rich: no rules, two blanks between columns. Below 60 columns each row becomes a list.

No cell is cut: a column of numbers keeps its width, and text wraps between words.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rich.cells import cell_len
from rich.console import Console, ConsoleOptions, RenderResult
from rich.padding import Padding
from rich.table import Column, Table
from rich.text import Text

from reports.text.encoding import writable
from reports.text.language import translate
from reports.text.terminal import NARROW
from tongits_sim.run.files import printable

PROSE = 24  # prose in a narrower column is hard to read
_GAP = 2  # blanks between columns


class TerminalTable(Table):
    """A rich table whose rows become lists if the columns do not fit side by side.

    Args:
        columns: headings.
        left: how many of the first columns hold text; the others hold numbers.
        title: a line above.
        lists: whether rows are sentences at any width, for a screen reader.
    """

    def __init__(
        self,
        columns: Sequence[str],
        left: int = 1,
        title: str | None = None,
        lists: bool = False,
    ) -> None:
        super().__init__(title=title)
        self.lists = lists
        for number, column in enumerate(columns):
            right = number >= left
            self.add_column(column, justify="right" if right else "left", no_wrap=right)

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        if self.title:
            yield Text(_plain(self.title), style="bold")
        yield from self._body(console, options)
        if self.caption:
            yield Text(_plain(self.caption), style="dim")

    def _body(self, console: Console, options: ConsoleOptions) -> Iterator[Padding | Text]:
        every = [column for column in self.columns if column.header or any(column.cells)]
        drawn = [column for column in every if _is_bars(column)]
        for column in drawn:
            column.justify = "left"
        kept = [column for column in every if column not in drawn]
        for columns in (every, kept) if options.max_width >= NARROW and not self.lists else ():
            texts = [[_plain(column.header), *map(_plain, column.cells)] for column in columns]
            widths = _widths(texts, [column.no_wrap for column in columns], options.max_width)
            if widths:
                grid = Table(box=None, pad_edge=False, padding=(0, _GAP, 0, 0), header_style="dim")
                grid.show_header = any(column.header for column in columns)
                for column, (heading, *_), width in zip(columns, texts, widths, strict=True):
                    grid.add_column(Text(heading), justify=column.justify, width=width)
                for row in zip(*(cells[1:] for cells in texts), strict=True):
                    grid.add_row(*map(Text, row))
                yield Padding(grid, (0, 0, 0, 1))
                return
        texts = [[_plain(column.header), *map(_plain, column.cells)] for column in kept]
        yield from _sentences(texts) if self.lists else _lists(texts)


def _widths(columns: Sequence[Sequence[str]], numbers: Sequence[bool], room: int) -> list[int]:
    """Widths of columns, headings first; empty if a cell would be cut. The column with most room gives way."""
    widths = [max(map(cell_len, texts)) for texts in columns]
    least = []
    for texts, number in zip(columns, numbers, strict=True):
        cells = max(map(cell_len, texts[1:]), default=0)
        least.append(max([cells if number else min(cells, PROSE), *map(_word, texts)]))
    room -= 1 + _GAP * (len(columns) - 1)
    while sum(widths) > room:
        giving = max(range(len(widths)), key=lambda at: widths[at] - least[at])
        if widths[giving] <= least[giving]:
            return []
        widths[giving] -= 1
    return widths


def _sentences(columns: Sequence[Sequence[str]]) -> Iterator[Text]:
    """A sentence for each row: `player caller: wins 58 %, sunog 2.1 %.`"""
    headings, *rows = zip(*columns, strict=True)
    for first, *cells in rows:
        parts = [f"{heading} {cell}".strip() for heading, cell in zip(headings[1:], cells, strict=True) if cell]
        yield Text(f"{f'{headings[0]} {first}'.strip()}: {', '.join(parts)}.")


def _lists(columns: Sequence[Sequence[str]]) -> Iterator[Padding | Text]:
    """A list for each row: its first cell, then a line with heading and cell for each other column."""
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


def _is_bars(column: Column) -> bool:
    """Whether the cells of a column are bars beside their numbers."""
    cells = "".join(map(str, column.cells))
    return bool(cells) and not cells.strip("█▉▊▋▌▍▎▏")


def _word(text: str) -> int:
    return max(map(cell_len, text.split(" ")))


def _plain(cell: object) -> str:
    return writable(printable(translate(str(cell))))
