"""Shows an answer in a notebook or a console: sentences, a table, a figure as SVG."""

from __future__ import annotations

import textwrap
from collections.abc import Callable, Sequence
from html import escape
from typing import Any, NamedTuple

from tongits_sim.imports import load
from tongits_sim.run.answers import Limits

MAX_ROWS = 20
"""Most rows of a table on a screen."""
LINE = 110
"""Letters in a line of text."""

_ROW, _LEFT, _WIDTH, _MARGIN = 24, 170, 520, 16


class Bar(NamedTuple):
    """A value with its interval in a figure."""

    name: str
    mean: float
    limits: Limits | None


class View(NamedTuple):
    """The screen of a result."""

    sentences: Sequence[str]  # the question and the answer
    # the table as text; no headings: no table
    headings: Sequence[str] = ()
    rows: Sequence[Sequence[str]] = ()
    figure: Callable[[], str] = str  # draws the figure as HTML; empty text: no figure


VIEW = "reports.questions.printing:view"
"""The function from a result to its `View`. It lives in a package above this one, so it is loaded by name."""


def view_of(result: object) -> View:
    """The screen of a result, as its command prints it."""
    view: View = load(VIEW)(result)
    return view


class RichDisplay:
    """Base of results that can show themselves: a screen in a console, table and figure in a notebook.

    A class describes its screen in `view`. A dataclass shows this screen instead of its fields.
    """

    def __init_subclass__(cls, **options: Any) -> None:
        super().__init_subclass__(**options)
        if "__repr__" not in vars(cls):  # else the dataclass would write its own
            cls.__repr__ = RichDisplay.__repr__  # type: ignore[method-assign]

    def view(self) -> View:
        """The screen of this result."""
        raise NotImplementedError

    def __repr__(self) -> str:
        """Sentences and table."""
        shown = self.view()
        lines = [wrapped(text) for text in shown.sentences]
        rows, rest = _one_screen(shown)
        return "\n".join([*lines, *(["", aligned(shown.headings, rows)] if rows else []), *rest])

    def _repr_html_(self) -> str:
        """Sentences, table and figure."""
        shown = self.view()
        rows, rest = _one_screen(shown)
        return page_part([*shown.sentences, *rest], shown.headings, rows, shown.figure())


def wrapped(text: str) -> str:
    """Wrap a text at `LINE` letters; a per cent sign stays with its number.

    >>> print(wrapped("x" * (LINE - 3) + " 95 % of games").splitlines()[1])
    95 % of games
    """
    unbroken = "\N{NO-BREAK SPACE}%"
    return textwrap.fill(text.replace(" %", unbroken), LINE).replace(unbroken, " %")


def _one_screen(shown: View) -> tuple[Sequence[Sequence[str]], list[str]]:
    """The rows for one screen, and a line about the other rows."""
    left = len(shown.rows) - MAX_ROWS
    return shown.rows[:MAX_ROWS], [f"... and {left:,} more rows"] if left > 0 else []


def aligned(headings: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """A table in plain text: the first column flush left, the others flush right.

    >>> print(aligned(["Player", "Units"], [["a", "+1.0"], ["caller", "−0.5"]]))
    Player  Units
    a        +1.0
    caller   −0.5
    """
    lines = [headings, *rows]
    widths = [max(len(line[column]) for line in lines) for column in range(len(headings))]
    text = [
        "  ".join(
            cell.ljust(width) if column == 0 else cell.rjust(width)
            for column, (cell, width) in enumerate(zip(line, widths, strict=True))
        )
        for line in lines
    ]
    return "\n".join(line.rstrip() for line in text)


def page_part(sentences: Sequence[str], headings: Sequence[str], rows: Sequence[Sequence[str]], bars: str) -> str:
    """Sentences, a table and a figure as HTML."""
    head = "".join(f"<th>{escape(heading)}</th>" for heading in headings)
    body = "".join("<tr>" + "".join(f"<td>{escape(cell)}</td>" for cell in row) + "</tr>" for row in rows)
    paragraphs = "".join(f"<p>{escape(sentence)}</p>" for sentence in sentences)
    table = f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>" if headings else ""
    return f"<div>{paragraphs}{table}{bars}</div>"


def forest_svg(bars: Sequence[Bar], label: str) -> str:
    """Draw points with intervals below each other; a line marks 0. Empty without bars.

    Args:
        label: describes the axis; also the figure's text alternative.
    """
    if not bars:
        return ""
    ends = [0.0, *(end for bar in bars for end in (bar.limits or (bar.mean, bar.mean)))]
    low = min(ends)
    high = max(ends)
    scale = (_WIDTH - _LEFT - 2 * _MARGIN) / ((high - low) or 1.0)

    def x(value: float) -> str:
        return f"{_LEFT + _MARGIN + (value - low) * scale:.1f}"

    height = _ROW * (len(bars) + 1)
    parts = [f'<line x1="{x(0)}" x2="{x(0)}" y1="0" y2="{height - _ROW}" stroke="#8b8b92"/>']
    for number, bar in enumerate(bars):
        y = _ROW * number + _ROW // 2
        start, end = bar.limits or (bar.mean, bar.mean)
        colour = "#1f6fb5" if start > 0 else "#b5501f" if end < 0 else "#6f6f76"
        name = bar.name if len(bar.name) <= 24 else f"{bar.name[:23]}…"
        parts += [
            f'<text x="{_LEFT}" y="{y + 4}" text-anchor="end">{escape(name)}</text>',
            f'<line x1="{x(start)}" x2="{x(end)}" y1="{y}" y2="{y}" stroke="{colour}" stroke-width="2"/>',
            f'<circle cx="{x(bar.mean)}" cy="{y}" r="4" fill="{colour}"/>',
        ]
    parts.append(f'<text x="{_LEFT + _MARGIN}" y="{height - 6}">{escape(label)}</text>')
    head = f'<svg xmlns="http://www.w3.org/2000/svg" width="{_WIDTH}" height="{height}" role="img"'
    style = f'aria-label="{escape(label)}" font-family="sans-serif" font-size="12" fill="currentColor"'
    return f"{head} {style}>{''.join(parts)}</svg>"
