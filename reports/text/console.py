"""Prints text, tables and answers in a terminal: sentences first, then tables."""

from __future__ import annotations

import contextlib
import json
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextvars import ContextVar
from typing import TYPE_CHECKING, Any, TypeVar

from analyses.money import in_money
from reports.text.encoding import writable
from reports.text.language import translate
from reports.text.terminal import NARROW, safe, width
from tongits_sim.run.answers import flat

if TYPE_CHECKING:
    from rich.console import RenderableType

    from analyses.presentation import Limits, Screen, SideBySide, Table
    from reports.text.terminal_table import TerminalTable
    from tongits_sim.run.answers import Answer

Row = Mapping[str, Any]
_Answer = TypeVar("_Answer", bound="Answer")


def show(*parts: RenderableType, style: str = "") -> None:
    """Print text and tables to stdout, safe for a terminal, fitted to its width, without trailing blanks.

    With `--stake`, sentences name money in place of units.
    """
    from rich.console import Console

    console = Console(width=width(), highlight=False, markup=False, emoji=False, file=sys.stdout)
    with console.capture() as captured:
        for part in parts or ("",):
            text = _together(writable(safe(translate(in_money(part))))) if isinstance(part, str) else part
            console.print(text, style="" if _PLAIN.get() else style)
    text = captured.get().replace(_GLUE, " ")
    sys.stdout.write("".join(f"{line.rstrip()}\n" for line in text.split("\n")[:-1]))


_GLUE = "\ue000"  # a blank that no line break replaces


def _together(text: str) -> str:
    """Glue numbers to their percent signs, so that no line break parts them."""
    return text.replace(" %", f"{_GLUE}%")


def table(*columns: str, left: int = 1, title: str | None = None) -> TerminalTable:
    """An empty table. On a narrow terminal it leaves out bars; on a narrower one each row becomes a list.

    Args:
        columns: headings.
        left: the first columns hold text; all further columns hold numbers.
        title: a line above the table.
    """
    from reports.text.terminal_table import TerminalTable

    return TerminalTable(columns, left, title, lists=_PLAIN.get())


_FULL: ContextVar[bool] = ContextVar("full", default=False)
_PLAIN: ContextVar[bool] = ContextVar("plain", default=False)


def in_full() -> contextlib.AbstractContextManager[None]:
    """A context in which everything is printed, as with `--full`."""
    return _chosen(_FULL)


def in_plain() -> contextlib.AbstractContextManager[None]:
    """A context in which answers are printed for a screen reader: sentences and lists, no bars, no colours."""
    return _chosen(_PLAIN)


@contextlib.contextmanager
def _chosen(choice: ContextVar[bool]) -> Iterator[None]:
    token = choice.set(True)
    try:
        yield
    finally:
        choice.reset(token)


def full() -> bool:
    """Whether everything is printed."""
    return _FULL.get()


def show_screen(screen: Screen, tables: Iterable[Table] = (), about: Sequence[str] = ()) -> None:
    """Print a first screen; with --full, its heading and answer, all `tables`, then the method (`about`)."""
    show(screen.heading, style="dim")
    show()
    show(screen.answer, style="bold")
    if full():
        show_tables(tables)
    else:
        for part in screen.body:
            show("", *_drawn(part))
    notes = [*about, *map(_without_full, screen.notes)] if full() else screen.notes
    if notes := list(filter(None, notes)):
        show("", *notes)


def _without_full(note: str) -> str:
    return "   ".join(part for part in note.split("   ") if "--full" not in part)


def _drawn(part: Table | SideBySide | Limits | str) -> list[Any]:
    """Limits as a table in colours, or as sentences for a screen reader."""
    if isinstance(part, str):
        return [part]
    from analyses.presentation import Limits, SideBySide

    if isinstance(part, SideBySide):
        apart = _PLAIN.get() or width() < NARROW
        return [grid_of(part.left), "", grid_of(part.right)] if apart else [_side_by_side(part)]
    if not isinstance(part, Limits):
        return [grid_of(part)]
    if _PLAIN.get() or width() < NARROW:
        return list(part.sentences)
    return [_limits(part)]


def _side_by_side(part: SideBySide) -> TerminalTable:
    """Two tables as one, with a line between them."""
    from itertools import zip_longest

    left, right = part.left, part.right
    grid = table(*left.headings, _LINE, *right.headings, left=left.text)
    for place in range(len(left.headings), len(left.headings) + 1 + right.text):
        grid.columns[place].justify = "left"
    no_left = [""] * len(left.headings)
    no_right = [""] * len(right.headings)
    for left_row, right_row in zip_longest(left.rows, right.rows):
        grid.add_row(*(left_row or no_left), _LINE, *(right_row or no_right))
    return grid


_LINE = "│"  # between two tables
_INKS = {"yes": "white on rgb(17,95,174)", "from": "white on rgb(95,52,165)", "no": "dark_orange", "": ""}
"""Styles of the colours of `analyses.presentation.Limits`."""
_CELL = 7  # letters of a column of limits


def _limits(part: Limits) -> Any:
    from rich.text import Text

    labels = [safe(translate(row.label)) for row in part.rows if row is not None]
    heading = safe(translate(part.heading))
    wide = max(map(len, [heading, *labels])) + 1
    drawn = Text()
    if wide + 1 + _CELL * len(part.columns) > width():  # a long heading has a line to itself
        drawn.append(f" {heading}\n", "dim")
        heading = ""
        wide = max(map(len, labels)) + 1
    drawn.append(
        f" {heading:<{wide}}" + "".join(f"{f'{name} ':>{_CELL}}" for name in map(translate, part.columns)), "dim"
    )
    for row in part.rows:
        drawn.append("\n")
        if row is None:
            continue
        drawn.append(f" {safe(translate(row.label)):<{wide}}")
        if len(row.cells) == 1 < len(part.columns):
            drawn.append(f"  {safe(translate(row.cells[0][0]))}")
            continue
        for text, ink in row.cells:
            shown = f" {safe(translate(text))} "
            drawn.append(" " * max(0, _CELL - len(shown)))
            drawn.append(shown, _INKS[ink])
    return drawn


def show_tables(tables: Iterable[Table]) -> None:
    """Print tables with captions and notes, each after an empty line."""
    for shown in tables:
        if shown.rows:
            show("", grid_of(shown, shown.caption))
            if shown.note:
                show(shown.note)


def grid_of(shown: Table, title: str | None = None) -> TerminalTable:
    """A table for the terminal, from a table of an answer."""
    grid = table(*shown.headings, left=shown.text, title=title)
    for row in shown.rows:
        grid.add_row(*map(str, row))
    return grid


def print_json(value: Mapping[str, object] | Sequence[object]) -> None:
    """Print a JSON document to stdout, indented, with control characters escaped. A plain mapping gets the keys
    `format` and `version`, and a list of rows becomes the key `rows`.
    """
    from tongits_sim.run.answers import FORMAT
    from tongits_sim.version import VERSION

    keys = value if isinstance(value, Mapping) else {"rows": value}
    document = {"format": FORMAT, "version": VERSION, **keys}
    text = json.dumps(document, indent=2, ensure_ascii=False, allow_nan=False)
    try:
        text.encode(sys.stdout.encoding or "utf-8")
    except UnicodeEncodeError:  # the terminal has another encoding, or a file's name is not text
        text = json.dumps(document, indent=2, allow_nan=False)
    if safe(text) != text:
        text = "".join(letter if safe(letter) == letter else json.dumps(letter)[1:-1] for letter in text)
    sys.stdout.write(text + "\n")


def csv_text(rows: Iterable[Row | Answer]) -> str:
    """Rows as CSV. The header has the columns of all rows (`flat`); missing values are empty cells."""
    import polars as pl

    return pl.DataFrame(list(map(flat, rows)), infer_schema_length=None, strict=False).write_csv()


def print_csv(rows: Iterable[Row | Answer]) -> None:
    """Print rows as CSV."""
    sys.stdout.write(safe(csv_text(rows)))


def print_answer(
    answer: _Answer, form: str, rows: Callable[[_Answer], Iterable[Row | Answer]], show_it: Callable[[_Answer], object]
) -> None:
    """Print an answer.

    Args:
        answer: the answer.
        form: `table`, `json` or `csv`.
        rows: makes the rows of CSV.
        show_it: prints the answer for people.
    """
    if form == "json":
        print_json(answer.to_dict())
    elif form == "csv":
        print_csv(rows(answer))
    else:
        show_it(answer)


def print_rows(rows: Sequence[Row], form: str, columns: Mapping[str, str], title: str | None = None) -> None:
    """Print rows of text.

    Args:
        rows: the rows, by key.
        form: table, json or csv.
        columns: headings of the table by key.
        title: a line above the table.
    """
    if form == "json":
        print_json([dict(row) for row in rows])
    elif form == "csv":
        print_csv(rows)
    else:
        from rich.text import Text

        grid = table(*columns.values(), left=len(columns), title=title)
        for row in rows:
            grid.add_row(*[Text(str(row[key])) for key in columns])
        show(grid)
