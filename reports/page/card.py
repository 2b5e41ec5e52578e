"""Draws the pocket card as PDF, PNG or HTML: one A6 page, which fits a phone and prints as a card."""

from __future__ import annotations

import functools
import html
import io
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from reports.text.card import Part, Sheet
from tongits_sim.errors import TongitsError
from tongits_sim.run.files import replace_file

if TYPE_CHECKING:
    from matplotlib.figure import Figure

FORMS = (".pdf", ".png", ".html")
WIDTH, HEIGHT = 4.13, 5.83
"""A6, inches."""
DPI = 300
_INK, _FAINT, _HEAD = "#1a1a1e", "#55555c", "#1f4e79"
_LARGEST, _SMALLEST = 10.5, 5.0
_MARGIN = 0.22
_LINE = 0.0172  # height of a line of one point, inches
_GAP = 0.1  # between columns, inches
_NAMES = 0.27  # width of the names of parts, as a share of the card


class CardFileError(TongitsError):
    """A card cannot be written to the file."""


class _Line(NamedTuple):
    """A line of the card: columns with their places (shares of the width), size relative to the card's, weight of the
    first column and of the others, colour, space above in lines.
    """

    columns: tuple[tuple[float, str], ...]
    size: float = 1.0
    weights: tuple[str, str] = ("normal", "bold")
    ink: str = _INK
    above: float = 0.0


def check_path(path: Path) -> None:
    """Check the file name of a card before games are played. Raises CardFileError."""
    if path.suffix.lower() not in FORMS:
        raise CardFileError(f"a card is written as {', '.join(FORMS[:-1])} or {FORMS[-1]}, not as {path.name!r}")
    if not path.parent.is_dir():
        raise CardFileError(f"there is no folder {path.parent} for the card {path.name}")


def write(card: Sheet, path: Path) -> None:
    """Raises CardFileError for a name that fits no form, StoreError if the file cannot be written."""
    check_path(path)
    form = path.suffix.lower()
    replace_file(path, page(card).encode() if form == ".html" else picture(card, form[1:]))


def picture(card: Sheet, form: str) -> bytes:
    """The card as PNG or PDF; equal cards give equal bytes."""
    content = io.BytesIO()
    metadata = {"CreationDate": None} if form == "pdf" else {"Software": None}
    draw(card).savefig(content, format=form, dpi=DPI, metadata=metadata)
    return content.getvalue()


def draw(card: Sheet) -> Figure:
    """Draw the card in the largest letters that fit."""
    from matplotlib.figure import Figure

    points = _LARGEST
    while points > _SMALLEST and _height(set_lines(card, points), points) > HEIGHT - 2 * _MARGIN:
        points -= 0.1
    figure = Figure(figsize=(WIDTH, HEIGHT), dpi=DPI)
    figure.patch.set_facecolor("white")
    y = HEIGHT - _MARGIN
    for line in set_lines(card, points):
        y -= (line.above + line.size) * points * _LINE
        for number, (place, text) in enumerate(line.columns):
            x = _MARGIN + place * (WIDTH - 2 * _MARGIN)
            figure.text(
                x / WIDTH,
                y / HEIGHT,
                text,
                fontsize=line.size * points,
                color=line.ink,
                va="baseline",
                fontweight=line.weights[min(number, 1)],
            )
    return figure


def set_lines(card: Sheet, points: float) -> list[_Line]:
    """Wrap the card for letters of a size: parts with their names on the left, then the cost."""
    bold = ("bold", "bold")
    lines = [_Line(((0.0, text),), 1.3, bold, _HEAD) for text in wrap(card.title, 1.0, 1.3 * points, "bold")]
    for part in card.parts:
        lines += _part(part, 1.0, points)
    lines += [
        _Line(((0.0, text),), above=0.8 if first else 0.0) for first, text in _marked(wrap(card.cost, 1.0, points))
    ]
    for part in card.turn:
        lines += _part(part, 0.8, points, ("bold", "normal"))
    small = [each for says in card.small for each in wrap(says, 1.0, 0.8 * points)]
    for first, text in _marked(small):
        lines.append(_Line(((0.0, text),), 0.8, ink=_FAINT, above=0.8 if first else 0.0))
    return lines


def _part(part: Part, size: float, points: float, weights: tuple[str, str] = ("bold", "bold")) -> list[_Line]:
    lines = []
    for number, text in enumerate(part.lines):
        for place, each in enumerate(wrap(text, 1 - _NAMES, size * points, weights[1])):
            first = number == place == 0
            columns = (((0.0, part.name),) if first else ()) + ((_NAMES, each),)
            own = weights if first else (weights[1], weights[1])
            above = 0.7 if first else 0.15 if place == 0 else 0.0
            lines.append(_Line(columns, size, own, _INK, above))
    return lines


def _marked(texts: list[str]) -> list[tuple[bool, str]]:
    return [(number == 0, text) for number, text in enumerate(texts)]


def wrap(text: str, share: float, points: float, weight: str = "normal") -> list[str]:
    """Wrap a text to a share of the card's width.

    Args:
        text: the text.
        share: of the width inside the margins.
        points: size of the letters.
        weight: normal or bold.
    """
    room = share * (WIDTH - 2 * _MARGIN) - (_GAP if share < 1 else 0.0)
    lines: list[str] = []
    for word in text.split():
        longer = f"{lines[-1]} {word}" if lines else word
        if lines and points * _width(longer, weight) <= room:
            lines[-1] = longer
        else:
            lines.append(word)
    return lines or [""]


@functools.lru_cache(maxsize=4096)
def _width(text: str, weight: str) -> float:
    """Width of a text in letters of one point, inches. Width is proportional to the size of the letters."""
    from matplotlib.font_manager import FontProperties
    from matplotlib.textpath import text_to_path

    width, _, _ = text_to_path.get_text_width_height_descent(text, FontProperties(weight=weight, size=1), False)
    return float(width) / 72


def _height(lines: list[_Line], points: float) -> float:
    return sum((line.above + line.size) * points * _LINE for line in lines)


_STYLE = """
@page { size: A6; margin: 5mm }
body { font: 15px/1.3 system-ui, sans-serif; color: #1a1a1e; background: #fff; padding: 12px }
body { max-width: 26em; margin: auto }
h1 { font-size: 1.2em; color: #1f4e79; margin: 0 0 .5em }
p { color: #55555c; margin: .2em 0 } p.small { font-size: .8em }
table { border-collapse: collapse; width: 100% }
td, th { vertical-align: top; text-align: left; padding: .25em 0; border-bottom: 1px solid #ddd }
th { width: 6.6em; font-size: .85em } td { padding-left: .6em }
table.rules td { font-weight: bold } table.turn { font-size: .85em; margin-top: .7em }
@media print { body { font-size: 9.5px; padding: 0; max-width: none } }
"""


def page(card: Sheet) -> str:
    rules, turn = _table(card.parts, "rules"), _table(card.turn, "turn")
    small = "\n".join(f'<p class="small">{html.escape(text)}</p>' for text in card.small)
    return (
        f'<!doctype html>\n<html lang="{card.language}">\n<head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>{html.escape(card.title)}</title><style>{_STYLE}</style></head>\n<body>\n"
        f"<h1>{html.escape(card.title)}</h1>\n{rules}\n<p>{html.escape(card.cost)}</p>\n{turn}\n{small}\n"
        "</body>\n</html>\n"
    )


def _table(parts: tuple[Part, ...], kind: str) -> str:
    rows = "".join(
        f'<tr><th scope="row">{html.escape(part.name)}</th><td>{"<br>".join(map(html.escape, part.lines))}</td></tr>'
        for part in parts
    )
    return f'<table class="{kind}">{rows}</table>'
