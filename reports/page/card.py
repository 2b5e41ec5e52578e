"""The pocket card drawn: one page of A6 size, which fits a phone and prints as a card, as PDF, PNG or HTML."""

from __future__ import annotations

import html
import io
import textwrap
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from reports.text.card import Part, Sheet
from tongits_sim.errors import TongitsError

if TYPE_CHECKING:
    from matplotlib.figure import Figure

FORMS = (".pdf", ".png", ".html")
WIDTH, HEIGHT = 4.13, 5.83
"""A6, inches."""
DPI = 300
_INK, _FAINT, _HEAD = "#1a1a1e", "#55555c", "#1f4e79"
_LARGEST, _SMALLEST = 10.5, 5.0
_MARGIN = 0.22
_LEFT = 0.46  # share of the width of the left column
_LETTER = 0.0072  # mean width of a letter of one point, inches
_LINE = 0.0172  # height of a line of one point, inches


class CardFileError(TongitsError):
    """A file that no card can be written to."""


class _Line(NamedTuple):
    """A line as it is set: text of both columns, size relative to the card's, weight, colour, space above (lines)."""

    left: str
    right: str = ""
    size: float = 1.0
    weight: str = "normal"
    ink: str = _INK
    above: float = 0.0


def check_path(path: Path) -> None:
    """Check a card's file name before anything is played. Raises CardFileError."""
    if path.suffix.lower() not in FORMS:
        raise CardFileError(
            f"a card is written as {', '.join(FORMS[:-1])} or {FORMS[-1]}, so {path.name!r} cannot be it"
        )
    if not path.parent.is_dir():
        raise CardFileError(f"there is no folder {path.parent} for the card {path.name}")


def write(card: Sheet, path: Path) -> None:
    """Write a card. Raises CardFileError for a name it cannot have, StoreError where nothing can be written."""
    from tongits_sim.folders.run_folder import replace_file

    check_path(path)
    form = path.suffix.lower()
    replace_file(path, page(card).encode() if form == ".html" else picture(card, form[1:]))


def picture(card: Sheet, form: str) -> bytes:
    """The card as PNG or PDF; the same card gives the same bytes."""
    content = io.BytesIO()
    nothing = {"CreationDate": None} if form == "pdf" else {"Software": None}
    draw(card).savefig(content, format=form, dpi=DPI, metadata=nothing)
    return content.getvalue()


def draw(card: Sheet) -> Figure:
    """The card as a figure; letters are as large as fit."""
    from matplotlib.figure import Figure

    points = _LARGEST
    while points > _SMALLEST and _height(set_lines(card, points), points) > HEIGHT - 2 * _MARGIN:
        points -= 0.1
    figure = Figure(figsize=(WIDTH, HEIGHT))
    figure.patch.set_facecolor("white")
    y = HEIGHT - _MARGIN
    for line in set_lines(card, points):
        y -= (line.above + line.size) * points * _LINE
        style: dict[str, Any] = {"fontsize": line.size * points, "color": line.ink, "va": "baseline", "fontweight": line.weight}
        figure.text(_MARGIN / WIDTH, y / HEIGHT, line.left, **style)
        if line.right:
            style["fontweight"] = "bold"
            figure.text(_MARGIN / WIDTH + _LEFT * (1 - 2 * _MARGIN / WIDTH), y / HEIGHT, line.right, **style)
    return figure


def set_lines(card: Sheet, points: float) -> list[_Line]:
    """The card's lines, broken for letters of that size."""
    whole = WIDTH - 2 * _MARGIN
    left, right, small = (
        int(width / (_LETTER * points)) for width in (whole * _LEFT, whole * (1 - _LEFT) * 0.92, whole)
    )
    lines = [_Line(card.title, size=1.7, weight="bold", ink=_HEAD), _Line(card.subtitle, ink=_FAINT)]
    for part in card.parts:
        lines.append(_Line(part.heading, size=1.2, weight="bold", ink=_HEAD, above=0.55))
        lines += _rows(part, left, right)
    for number, text in enumerate(card.small):
        broken = textwrap.wrap(text, int(small / 0.8))
        lines += [
            _Line(each, size=0.8, ink=_FAINT, above=0.6 if number == place == 0 else 0.0)
            for place, each in enumerate(broken)
        ]
    return lines


def _rows(part: Part, left: int, right: int) -> list[_Line]:
    """The rows of a part; the left column is narrow where it holds a single word."""
    made = []
    for situation, action in part.rows:
        ones, others = textwrap.wrap(situation, left), textwrap.wrap(action, right)
        for place in range(max(len(ones), len(others))):
            one = ones[place] if place < len(ones) else ""
            made.append(_Line(one, others[place] if place < len(others) else "", above=0.22 if place == 0 else 0.0))
    return made


def _height(lines: list[_Line], points: float) -> float:
    return sum((line.above + line.size) * points * _LINE for line in lines)


_STYLE = """
@page { size: A6; margin: 5mm }
body { font: 15px/1.3 system-ui, sans-serif; color: #1a1a1e; background: #fff; padding: 12px }
body { max-width: 26em; margin: auto }
h1 { font-size: 1.5em; color: #1f4e79; margin: 0 } h2 { font-size: 1.1em; color: #1f4e79; margin: .7em 0 .2em }
p { color: #55555c; margin: .2em 0 } p.small { font-size: .8em }
table { border-collapse: collapse; width: 100% }
td { vertical-align: top; padding: .1em 0; border-bottom: 1px solid #ddd }
td + td { font-weight: bold; width: 56%; padding-left: .6em }
@media print { body { font-size: 9.5px; padding: 0; max-width: none } }
"""


def page(card: Sheet) -> str:
    """The card as an HTML page of its own."""
    parts = []
    for part in card.parts:
        rows = "".join(f"<tr><td>{html.escape(a)}</td><td>{html.escape(b)}</td></tr>" for a, b in part.rows)
        parts.append(f"<h2>{html.escape(part.heading)}</h2>\n<table>{rows}</table>")
    small = "\n".join(f'<p class="small">{html.escape(text)}</p>' for text in card.small)
    title = f"{card.title}: {card.subtitle}"
    return (
        f'<!doctype html>\n<html lang="{card.language}">\n<head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>{html.escape(title)}</title><style>{_STYLE}</style></head>\n<body>\n"
        f"<h1>{html.escape(card.title)}</h1>\n<p>{html.escape(card.subtitle)}</p>\n" + "\n".join(parts) + f"\n{small}\n"
        "</body>\n</html>\n"
    )
