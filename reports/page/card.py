"""The pocket card: one A6 page with the limits of a book, as a picture of rectangles and texts."""

from __future__ import annotations

import textwrap
from collections.abc import Sequence
from pathlib import Path

from reports.page.picture import Picture, image, svg, text_width
from reports.text.card import PocketCard
from reports.text.limits import Cell, LimitRow, LimitTable
from tongits_sim.errors import TongitsError
from tongits_sim.run.files import replace_file

FORMS = (".pdf", ".png", ".svg", ".html")
WIDE, HIGH = 1050, 1480
"""A6 in tenths of a millimetre."""
INCHES = 105 / 25.4
_LEFT, _RIGHT = 50, 1000
_FIRST, _STEP, _CELL = 344, 132, 124
"""Left side of the first cell, and the distance and width of cells."""
_PITCH = 83
"""Height of a row and the gap below it, at most."""
_ROOM = 195
_NAME_ROOM = 286


class CardFileError(TongitsError):
    """A card cannot be written to the file."""


def check_path(path: Path) -> None:
    """Check the file name of a card before anything is computed. Raises CardFileError."""
    if path.suffix.lower() not in FORMS:
        raise CardFileError(f"a card is written as {', '.join(FORMS[:-1])} or {FORMS[-1]}, not as {path.name!r}")
    if not path.parent.is_dir():
        raise CardFileError(f"there is no folder {path.parent} for the card {path.name}")


def write(card: PocketCard, path: Path) -> None:
    """Raises CardFileError for a name that fits no form, StoreError if the file cannot be written."""
    check_path(path)
    form = path.suffix.lower()
    drawn = picture(card)
    if form == ".html":
        content = page(card).encode()
    elif form == ".svg":
        content = svg(drawn, dark=True).encode()
    else:
        content = image(drawn, form[1:], INCHES)
    replace_file(path, content)


def page(card: PocketCard) -> str:
    """The card as a page of its own size, that follows a dark theme."""
    from html import escape

    style = (
        "@page{size:105mm 148mm;margin:0}html,body{margin:0;background:#888}"
        "h1{position:absolute;width:1px;height:1px;margin:0;overflow:hidden;clip-path:inset(50%)}"
        "svg{display:block;width:100%;max-width:640px;margin:0 auto;height:auto}"
        "@media print{svg{width:105mm;max-width:none;height:147.9mm}body{background:none}"
        "rect{print-color-adjust:exact;-webkit-print-color-adjust:exact}}"
    )
    return (
        f'<!doctype html>\n<html lang="{card.language}">\n<head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>{escape(card.title)}</title><style>{style}</style></head>\n"
        f"<body><main><h1>{escape(card.title)}</h1>{svg(picture(card), dark=True)}</main></body>\n</html>\n"
    )


def picture(card: PocketCard) -> Picture:
    """The card as a picture of A6."""
    drawn = Picture(WIDE, HIGH, card.title)
    drawn.box(0, 0, WIDE, HIGH, "panel")
    _head(drawn, card)
    y = 268.0
    pitch = _pitch(card)
    for number, table in enumerate(card.tables):
        y = _table(drawn, table, y, pitch)
        for note in card.notes if number == 0 else ():
            drawn.words(_LEFT, y + 26, note, 25, bold=True, room=_RIGHT - _LEFT)
            y += 36
        y += 16
    if card.meld:
        y = _first_meld(drawn, card, y)
    _foot(drawn, card, y)
    return drawn


def _pitch(card: PocketCard) -> float:
    """Height of a row, so that all rows fill the card."""
    rows = sum(len(table.rows) for table in card.tables)
    fixed = 268 + 86 * len(card.tables) + 36 * len(card.notes) + 8 * _blocks(card) + 104 * bool(card.meld)
    fixed += 34 * (bool(card.key) + len(card.foot)) + 20
    return min(_PITCH, (HIGH - fixed) / max(rows, 1))


def _blocks(card: PocketCard) -> int:
    return sum(any(row.mark for row in table.rows) for table in card.tables)


def _head(drawn: Picture, card: PocketCard) -> None:
    drawn.box(0, 0, WIDE, 250, "green")
    drawn.words(_LEFT, 62, "TONGITS", 30, "on", bold=True, spacing=7)
    drawn.words(_RIGHT, 62, card.about, 25, "on-soft", anchor="end", room=700)
    shown = card.example
    if shown is None:
        return
    below = 236
    drawn.cards(_LEFT, 92, 78, 112, shown.hand, 62)
    drawn.words(_LEFT, below, shown.says[0], 27, "on", bold=True, room=270)
    x = 330.0
    for size in shown.sizes:
        step = min(22, (180 - 58) / max(size - 1, 1))
        drawn.backs(x, 94, 58, 84, size, step)
        x += (size - 1) * step + 58 + 34
    drawn.words(330, below, shown.says[1], 27, "on", bold=True, room=410)
    if shown.discard:
        drawn.card(744, 96, 60, 86, shown.discard)
    fill = "yes-strong" if shown.answer.kind == "yes" else shown.answer.kind
    drawn.box(826, 112, 174, 74, fill, 14)
    drawn.words(913, 161, shown.answer.text, 36, _ink(shown.answer), bold=True, anchor="middle", room=158)
    drawn.words(_RIGHT, below, shown.says[2], 27, "on", bold=True, anchor="end", room=240)


def _ink(cell: Cell) -> str:
    return "soft" if cell.kind == "few" else f"{cell.kind}-ink"


def _table(drawn: Picture, table: LimitTable, y: float, pitch: float) -> float:
    """Draw a table below y; returns where it ends."""
    asked = text_width(table.asks, 42, True)
    drawn.words(_LEFT, y + 44, table.asks, 42, bold=True)
    drawn.words(_RIGHT, y + 20, table.counts, 24, "soft", anchor="end", room=_RIGHT - _LEFT - asked - 20)
    for place, column in enumerate(table.columns):
        drawn.words(_FIRST + place * _STEP + _CELL / 2, y + 58, column, 33, bold=True, anchor="middle", room=_CELL)
    y += 70
    for row, following in zip(table.rows, [*table.rows[1:], None], strict=True):
        _row(drawn, row, y, pitch - 7)
        y += pitch
        if row.mark and (following is None or not following.mark):
            y += 8
    return y


def _row(drawn: Picture, row: LimitRow, y: float, high: float) -> None:
    middle = y + high / 2
    room = _ROOM if row.mark else _NAME_ROOM
    lines = [(text, 29, True) for text in textwrap.wrap(row.name, 18 if not row.mark else 12, break_on_hyphens=False)]
    lines += [(text, 23, False) for text in textwrap.wrap(row.note, 24 if not row.mark else 15)]
    top = middle + 10 - 16 * (len(lines) - 1) if not row.mark else y + 30
    for place, (text, size, bold) in enumerate(lines):
        ink = "ink" if bold else "soft"
        drawn.words(_LEFT, top + place * min(32, high / 2.2), text, size, ink, bold=bold, room=room)
    if row.mark:
        drawn.box(246, middle - 30, 86, 60, "card", 8, "edge")
        drawn.words(289, middle + 11, row.mark, 31, "black", bold=True, anchor="middle", serif=True, room=78)
    for place, cell in enumerate(row.cells):
        _cell(drawn, cell, _FIRST + place * _STEP, y, high)


def _cell(drawn: Picture, cell: Cell, x: float, y: float, high: float) -> None:
    drawn.box(x, y, _CELL, high, cell.kind, 10)
    number = cell.text[:1].isdigit()
    size: float = (46 if cell.kind == "yes" else 42) if number else 34 if cell.kind == "yes" else 26
    size = min(float(size), 0.62 * high)
    drawn.words(
        x + _CELL / 2,
        y + high / 2 + 0.34 * size - (3 if cell.fill is not None else 0),
        cell.text,
        size,
        _ink(cell),
        bold=True,
        anchor="middle",
        room=_CELL - 12,
    )
    if cell.fill is not None:
        drawn.box(x + 10, y + high - 11, _CELL - 20, 5, "track", 2)
        drawn.box(x + 10, y + high - 11, max(4, (_CELL - 20) * cell.fill), 5, "bar", 2)


def _first_meld(drawn: Picture, card: PocketCard, y: float) -> float:
    for place, text in enumerate(textwrap.wrap(card.first_meld, 9)):
        drawn.words(_LEFT, y + 34 + 38 * place, text, 34, bold=True, room=_NAME_ROOM)
    wide = (_RIGHT - _FIRST - 8 * (len(card.meld) - 1)) / len(card.meld)
    for place, (cell, when) in enumerate(card.meld):
        x = _FIRST + place * (wide + 8)
        drawn.box(x, y, wide, 84, cell.kind, 10)
        drawn.words(x + wide / 2, y + 39, cell.text, 34, _ink(cell), bold=True, anchor="middle", room=wide - 20)
        drawn.words(x + wide / 2, y + 70, when, 24, _ink(cell), anchor="middle", room=wide - 20)
    return y + 104


def _foot(drawn: Picture, card: PocketCard, y: float) -> None:
    x = float(_LEFT)
    for cell, says in card.key:
        wide = text_width(cell.text, 24, True) + 18
        drawn.box(x, y, wide, 32, cell.kind, 6)
        drawn.words(x + wide / 2, y + 25, cell.text, 24, _ink(cell), bold=True, anchor="middle")
        drawn.words(x + wide + 10, y + 25, says, 25, "soft", room=_RIGHT - x - wide - 10)
        x += wide + 10 + text_width(says, 25) + 50
    y += 34 if card.key else 0
    _lines(drawn, card.foot, y + 30)


def _lines(drawn: Picture, texts: Sequence[str], y: float) -> None:
    for text in texts:
        drawn.words(_LEFT, y, text, 23, "soft", room=_RIGHT - _LEFT)
        y += 32
