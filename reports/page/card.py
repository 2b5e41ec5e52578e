"""The pocket card drawn: one page of A6 size, which fits a phone and prints as a card, as PDF, PNG or HTML."""

from __future__ import annotations

import functools
import html
import io
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from reports.text.card import Part, Sheet
from tongits_sim.errors import TongitsError
from tongits_sim.run.store import replace_file

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


class CardFileError(TongitsError):
    """A file that no card can be written to."""


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
    """Check a card's file name before anything is played. Raises CardFileError."""
    if path.suffix.lower() not in FORMS:
        raise CardFileError(f"a card is written as {', '.join(FORMS[:-1])} or {FORMS[-1]}, not as {path.name!r}")
    if not path.parent.is_dir():
        raise CardFileError(f"there is no folder {path.parent} for the card {path.name}")


def write(card: Sheet, path: Path) -> None:
    """Write a card. Raises CardFileError for a name it cannot have, StoreError where nothing can be written."""
    check_path(path)
    form = path.suffix.lower()
    replace_file(path, page(card).encode() if form == ".html" else picture(card, form[1:]))


def picture(card: Sheet, form: str) -> bytes:
    """The card as PNG or PDF; the same card gives the same bytes."""
    content = io.BytesIO()
    metadata = {"CreationDate": None} if form == "pdf" else {"Software": None}
    draw(card).savefig(content, format=form, dpi=DPI, metadata=metadata)
    return content.getvalue()


def draw(card: Sheet) -> Figure:
    """The card as a figure; letters are as large as fit."""
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
    """The card's lines, wrap for letters of that size."""
    bold = ("bold", "bold")
    lines = [_Line(((0.0, card.title),), 1.7, bold, _HEAD)]
    lines += [_Line(((0.0, text),), ink=_FAINT) for text in wrap(card.subtitle, 1.0, points)]
    for part in card.parts:
        lines.append(_Line(((0.0, part.heading),), 1.2, bold, _HEAD, 0.55))
        lines += _rows(part, points)
    for number, text in enumerate(card.small):
        for place, each in enumerate(wrap(text, 1.0, 0.8 * points)):
            lines.append(_Line(((0.0, each),), 0.8, ink=_FAINT, above=0.6 if number == place == 0 else 0.0))
    return lines


def _rows(part: Part, points: float) -> list[_Line]:
    """The rows of a part under their heads; without heads the first column is narrow."""
    first = 0.44 if part.heads else 0.2
    count = len(part.rows[0]) - 1 if part.rows else 1
    width = (1 - first) / count
    places = (0.0, *(first + width * number for number in range(count)))
    widths = (first, *[width] * count)
    rows = []
    for row, size, weights, ink in (
        *([(part.heads, 0.85, ("normal", "normal"), _FAINT)] if part.heads else []),
        *((row, 1.0, ("normal", "bold"), _INK) for row in part.rows),
    ):
        texts = [
            wrap(text, share, size * points, weights[min(number, 1)])
            for number, (text, share) in enumerate(zip(row, widths, strict=True))
        ]
        for at in range(max(map(len, texts))):
            columns = tuple((place, text[at]) for place, text in zip(places, texts, strict=True) if at < len(text))
            own = weights if columns[0][0] == 0 else (weights[1], weights[1])
            rows.append(_Line(columns, size, own, ink, 0.22 if at == 0 else 0.0))
    return rows


def wrap(text: str, share: float, points: float, weight: str = "normal") -> list[str]:
    """The lines of a text that fit a share of the card's width.

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
    """Width of a text in letters of one point, inches; the width grows with the size of the letters."""
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
h1 { font-size: 1.5em; color: #1f4e79; margin: 0 } h2 { font-size: 1.1em; color: #1f4e79; margin: .7em 0 .2em }
p { color: #55555c; margin: .2em 0 } p.small { font-size: .8em }
table { border-collapse: collapse; width: 100% }
td { vertical-align: top; padding: .1em 0; border-bottom: 1px solid #ddd }
td + td { font-weight: bold; padding-left: .6em } table.words td:first-child { width: 5em }
th { text-align: left; font-weight: normal; font-size: .85em; color: #55555c } th + th { padding-left: .6em }
@media print { body { font-size: 9.5px; padding: 0; max-width: none } }
"""


def page(card: Sheet) -> str:
    """The card as an HTML page of its own."""
    parts = []
    for part in card.parts:
        rows = "".join(_row(row, "td") for row in part.rows)
        heads = _row(part.heads, "th") if part.heads else ""
        kind = "" if part.heads else ' class="words"'
        parts.append(f"<h2>{html.escape(part.heading)}</h2>\n<table{kind}>{heads}{rows}</table>")
    small = "\n".join(f'<p class="small">{html.escape(text)}</p>' for text in card.small)
    title = f"{card.title}: {card.subtitle}"
    return (
        f'<!doctype html>\n<html lang="{card.language}">\n<head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>{html.escape(title)}</title><style>{_STYLE}</style></head>\n<body>\n"
        f"<h1>{html.escape(card.title)}</h1>\n<p>{html.escape(card.subtitle)}</p>\n" + "\n".join(parts) + f"\n{small}\n"
        "</body>\n</html>\n"
    )


def _row(texts: tuple[str, ...], kind: str) -> str:
    cells = "".join(f"<{kind}>{html.escape(text)}</{kind}>" for text in texts)
    return f"<tr>{cells}</tr>"
