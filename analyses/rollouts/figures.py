"""Figures of the questions that paired rollouts answer: grids of values, thresholds. First the shape, then the drawing.

Gain and loss differ by colour, by the sign written in the cell, and what is not resolved is hatched.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from analyses.figures import INKS, axis_title, sheet

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

    from analyses.rollouts.cells import Cell

Row = dict[str, Any]
"""A mark of a figure, by field."""

CELL_WIDTH, CELL_HEIGHT = 0.42, 0.39
"""Size of a cell of a panel, inches: on a phone, where an inch has 68 pixels, a finger's width."""
SURE, UNSURE, FEW = "sure", "unsure", "few"
MINUS = "−"
_FEW_TICKS = 4
"""Number of values below which each has its own tick."""


# --- shape ---


def grid(cells: Iterable[Cell], min_forks: int, across: str, down: str, panel: str) -> list[Row]:
    """The cells of a map with three coordinates: panel, column and row in words, value, state of the sign.

    Args:
        cells: the cells.
        min_forks: cells with fewer forks are marked as such.
        across, down, panel: coordinates of columns, rows and panels.
    """
    return [
        {
            "panel": cell.words(panel),
            "x": cell.words(across),
            "y": cell.words(down),
            "value": cell.ev_diff.mean,
            "state": FEW if cell.n < min_forks else SURE if cell.resolved else UNSURE,
        }
        for cell in cells
    ]


@dataclass
class Band:
    """A run of rows with the same sign: +1, -1, or 0 where it is not resolved.

    Attributes:
        sign: of the difference.
        first, last: cells.
        bottom, top: whether it begins or ends the rows that were seen.
    """

    sign: int
    first: Cell
    last: Cell
    bottom: bool = False
    top: bool = False

    def words(self, key: str) -> str:
        """The rows in words: `12 or less`, `33 or more`, `15 to 23`, `any count`."""
        low, high = self.first.at[key], self.last.at.get(f"{key}_to", self.last.at[key])
        if self.bottom and self.top:
            return "any count"
        if self.bottom:
            return f"{high} or less"
        return f"{low} or more" if self.top else f"{low}" if low == high else f"{low} to {high}"


@dataclass
class Column:
    """A column of a panel: its forks and its bands from the lowest row to the highest."""

    panel: str
    x: str
    n: int = 0
    bands: list[Band] = field(default_factory=list)

    def counts(self, key: str, sign: int) -> str:
        """The rows that are resolved with that sign: `33 or more`; empty where there are none."""
        return " or ".join(band.words(key) for band in self.bands if band.sign == sign)


def bands(cells: Iterable[Cell], min_forks: int, across: str, down: str, panel: str) -> list[Column]:
    """The columns of a map, each with its bands of rows of the same sign.

    Args:
        cells: the cells.
        min_forks: cells with fewer forks are skipped.
        across, down, panel: coordinates of columns, rows (in ascending order) and panels.
    """
    columns: dict[tuple[str, str], Column] = {}
    for cell in sorted(cells, key=lambda each: each.whole(down)):
        key = (cell.words(panel), cell.words(across))
        column = columns.setdefault(key, Column(*key))
        column.n += cell.n
        if cell.n < min_forks or (value := cell.ev_diff.mean) is None:
            continue
        sign = 0 if not cell.resolved else 1 if value > 0 else -1
        if not column.bands or column.bands[-1].sign != sign:
            column.bands.append(Band(sign, cell, cell, bottom=not column.bands))
        column.bands[-1].last = cell
    for column in columns.values():
        if column.bands:
            column.bands[-1].top = True
    return list(columns.values())


# --- draw ---


def draw_panels(
    rows: Sequence[Row], across: str, down: str, panels: Mapping[str, str], lines: Sequence[Row] = ()
) -> list[tuple[str, Figure]]:
    """A grid of cells for each panel; rows without forks are left out.

    Args:
        rows: the rows of `grid`.
        across, down: labels of the axes.
        panels: titles by panel.
        lines: panel, x and `y`, the number of the row above which a line is drawn.
    """
    names = [name for name in panels if any(row["panel"] == name for row in rows)]
    xs, ys = (list(dict.fromkeys(row[key] for row in rows)) for key in ("x", "y"))
    rows_with_forks = {row["y"] for row in rows if row["state"] != FEW} or set(ys)
    ys = [y for y in ys if y in rows_with_forks]
    own_rows = [row for row in rows if row["y"] in rows_with_forks]
    most = max([abs(row["value"]) for row in rows if row["state"] == SURE] or [1.0]) or 1.0
    skipped = [y not in rows_with_forks for y in dict.fromkeys(row["y"] for row in rows)]
    figures = []
    for panel in names:
        width, height = CELL_WIDTH * len(xs), CELL_HEIGHT * len(ys)
        beside, below = axis_title(down, height), axis_title(across, width + 0.5)
        size = (width + 0.6 + 0.17 * len(beside.splitlines()), height + 0.4 + 0.17 * len(below.splitlines()))
        figure, axes = sheet(*size)
        own = [{**line, "y": line["y"] - sum(skipped[: round(line["y"])])} for line in lines]
        _panel(axes, own_rows, panel, xs, ys, own, most)
        axes.set_xlabel(below, fontsize=9, color=INKS["ink"])
        axes.set_ylabel(beside, fontsize=9, color=INKS["ink"])
        figures.append((panels[panel], figure))
    return figures


def _panel(
    axes: Axes,
    rows: Sequence[Row],
    panel: str,
    xs: Sequence[str],
    ys: Sequence[str],
    lines: Sequence[Row],
    most: float,
) -> None:
    for row in rows:
        if row["panel"] == panel:
            _cell(axes, xs.index(row["x"]), ys.index(row["y"]), row, most)
    for line in lines:
        if line["panel"] != panel or line["x"] not in xs:
            continue
        column = {ys.index(r["y"]): r for r in rows if (r["panel"], r["x"]) == (panel, line["x"]) and r["state"] != FEW}
        level = border(line["y"], column)
        if level is not None:
            x, y = xs.index(line["x"]), level - 0.5
            axes.plot(
                [x - 0.5, x + 0.5], [y, y], color=INKS["ink"], linewidth=2.5, solid_capstyle="butt", clip_on=False
            )
    axes.set_xlim(-0.5, len(xs) - 0.5)
    axes.set_ylim(len(ys) - 0.5, -0.5)
    axes.set_xticks(range(len(xs)), xs, fontsize=8.5)
    axes.set_yticks(range(len(ys)), ys, fontsize=8.5)
    axes.tick_params(length=0, colors=INKS["ink"])
    axes.patch.set_alpha(0)
    axes.spines[:].set_visible(False)


def border(y: float, column: Mapping[int, Row]) -> int | None:
    """How many rows lie above a line at about `y`: the nearest whole number with no cell resolved for yes below it and
    none resolved for no above it. None where there is none, or no cell to draw it beside.

    `column` holds the cells that have enough forks, by the number of their row.

    >>> border(2.6, {1: {"state": "sure", "value": 1.0}, 2: {"state": "sure", "value": -1.0}})
    2
    """
    sure = {number: row["value"] for number, row in column.items() if row["state"] == SURE}
    least = max([number + 1 for number, value in sure.items() if value > 0], default=0)
    most = min([number for number, value in sure.items() if value < 0], default=max(round(y), least))
    return None if not column or least > most else min(max(round(y), least), most)


def amount(value: float) -> str:
    """A value in a few characters: `+1.4`, `−12`, `−.06`, `0`.

    >>> amount(1.44), amount(-12.2), amount(-0.06), amount(-0.001)
    ('+1.4', '−12', '−.06', '0')
    """
    size = abs(value)
    text = f"{size:.0f}" if size >= 9.95 else f"{size:.1f}" if size >= 0.095 else f"{size:.2f}".lstrip("0")
    return "0" if text == ".00" else ("+" if value > 0 else MINUS) + text


def _cell(axes: Axes, x: int, y: int, row: Row, most: float) -> None:
    from matplotlib.patches import Rectangle

    box: dict[str, Any] = {"xy": (x - 0.48, y - 0.46), "width": 0.96, "height": 0.92, "linewidth": 0}
    if row["state"] == FEW:
        axes.text(x, y, "·", ha="center", va="center", fontsize=11, color=INKS["faint"])
        return
    value = row["value"]
    if row["state"] == SURE:
        ink = INKS["gain"] if value > 0 else INKS["loss"]
        axes.add_patch(Rectangle(**box, facecolor=ink, alpha=0.10 + 0.42 * min(1.0, abs(value) / most) ** 0.6))
    else:
        axes.add_patch(Rectangle(**box, facecolor="none", edgecolor=INKS["faint"], hatch="/////", alpha=0.55))
    text = amount(value)
    axes.text(x, y, text, ha="center", va="center", fontsize=8.5, color=INKS["ink"])


def draw_lines(
    rows: Sequence[Row], titles: Mapping[int, str], most: int, xlabel: str, ylabel: str
) -> list[tuple[str, Figure]]:
    """A panel for each group: the best threshold (points), its range over resamplings (bars), the bot's own (dashes).

    Args:
        rows: `group`, `x`, `best` with its range `low` to `high`, `always` where it is any count, `bot`'s own.
        titles: titles by group.
        most: largest threshold on the axis.
        xlabel, ylabel: labels of the axes.
    """
    figures = []
    for group in (group for group in titles if any(row["group"] == group for row in rows)):
        figure, axes = sheet(2.9, 2.3)
        _thresholds(axes, [row for row in rows if row["group"] == group], most)
        axes.set_xlabel(axis_title(xlabel, 2.3), fontsize=9, color=INKS["ink"])
        axes.set_ylabel(axis_title(ylabel, 1.7), fontsize=9, color=INKS["ink"])
        figures.append((titles[group], figure))
    return figures


def _thresholds(axes: Axes, mine: Sequence[Row], most: int) -> None:
    for row in mine:
        low, high = max(row["low"], -1), min(row["high"], most)
        axes.plot([row["x"]] * 2, [low, high], color=INKS["gain"], linewidth=3, alpha=0.45)
        best = min(row["best"], most)
        axes.plot(row["x"], best, "^" if row["always"] else "o", color=INKS["gain"], markersize=4)
    known = [row for row in mine if row["bot"] is not None]
    axes.plot([r["x"] for r in known], [r["bot"] for r in known], "--", color=INKS["loss"], linewidth=1.2)
    axes.set_ylim(-3, most + 4)
    xs = sorted({row["x"] for row in mine})
    if len(xs) < _FEW_TICKS:
        axes.set_xticks(xs)
        axes.set_xlim(xs[0] - 1, xs[-1] + 1)
    else:
        axes.locator_params(axis="x", integer=True)
    axes.tick_params(colors=INKS["ink"], labelsize=8.5)
    axes.patch.set_alpha(0)
    axes.spines[["top", "right"]].set_visible(False)
    axes.spines[["left", "bottom"]].set_color(INKS["faint"])
