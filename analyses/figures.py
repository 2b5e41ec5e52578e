"""Figures of answers: intervals, tables of boxes, and curves. They are values: a page draws them in its own style, and
`figure` draws them with matplotlib, for notebooks. Gain and loss differ by colour and by side or sign.
"""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

from tongits_sim.run.answers import Estimate, Limits, mean_of
from tongits_sim.run.numbers import MINUS

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

INKS = {
    "ink": "#1a1a1e",
    "faint": "#8b8b92",
    "gain": "#1f6fb5",
    "loss": "#b5501f",
    "neutral": "#6f6f76",
}
"""Text and lines; pale lines; gain (blue) and loss (orange), which all kinds of colour vision tell apart."""

EARNED = "units a game (line: 95 % interval)"
WIDTH = 4.8
_LINE = 0.155
"""Height of a line of text, inches."""
_LETTER = 0.57
"""Width of a letter, in parts of its size."""

_BESIDE = 36
"""Most letters of a line of a label beside an interval."""
_MANY, _FAR = 8, 4.0
"""From `_MANY` rows on, a row whose size is `_FAR` times the size at the upper quarter is drawn at the edge."""
BOX_WIDTH, BOX_HEIGHT = 0.65, 0.34
"""Size of a box of a chart, inches."""


def name(label: str, most: int = 26) -> str:
    """A label in lines of at most `most` letters, so that nothing of it is cut.

    >>> name("greedy(call_at=20, challenge_at=40)").splitlines()
    ['greedy(call_at=20,', 'challenge_at=40)']
    """
    return "\n".join(textwrap.wrap(label, most)) or label


def row_height(labels: Iterable[str], most: int = 26, least: float = 0.36) -> float:
    """Height of a row in inches, so that the lines of its `name` do not touch the next row."""
    return max([least, *(_LINE * (len(name(label, most).splitlines()) + 0.5) for label in labels)])


def axis_title(text: str, inches: float) -> str:
    """Wrap the title of an axis to its length: letters of 9 points are about 5 points wide."""
    return name(text, max(5, int(72 * inches / (_LETTER * 9))))


class Row(NamedTuple):
    """A value and its interval. `sure`: the sign of the value is sure."""

    label: str
    mean: float
    limits: Limits
    sure: bool

    @classmethod
    def of(cls, label: str, estimate: Estimate, factor: float = 1.0) -> Row:
        """The row of an estimate times `factor`. Without an interval the row is not sure."""
        mean = factor * mean_of(estimate)
        low, high = (mean, mean) if estimate.ci95 is None else (factor * end for end in estimate.ci95)
        return cls(label, mean, (low, high), estimate.ci95 is not None and (low > 0 or high < 0))


class Box(NamedTuple):
    """A box of a chart: its text, and the name and strength of its colour."""

    text: str
    ink: str = "faint"
    strength: float = 0.0


@dataclass(frozen=True)
class Matrix:
    """A table of boxes: a label and boxes for each row. `y_label` says what rows are, `x_label` what boxes show."""

    columns: Sequence[str]
    rows: Sequence[tuple[str, Sequence[Box]]]
    y_label: str
    x_label: str

    def figure(self) -> Figure:
        """The table drawn by matplotlib."""
        return draw_boxes(self)


class CurvePoint(NamedTuple):
    """A point of a curve: five quantiles (5, 25, 50, 75, 95 %) at `x`."""

    x: float
    quantiles: tuple[float, float, float, float, float]


@dataclass(frozen=True)
class Intervals:
    """A point and an interval for each row. `unit`: the quantity on the axis; `signed`: amounts and changes."""

    rows: Sequence[Row]
    unit: str
    signed: bool = True

    def figure(self) -> Figure:
        """The intervals drawn by matplotlib."""
        return draw_intervals(self.rows, self.unit)


@dataclass(frozen=True)
class Curves:
    """A curve for each title, all on one scale. `x_label`, `y_label`: the quantities on the axes."""

    curves: Mapping[str, Sequence[CurvePoint]]
    x_label: str
    y_label: str

    def figure(self) -> Figure:
        """The curves drawn by matplotlib."""
        return draw_curves(self)


Drawing = Intervals | Matrix | Curves
"""A figure of an answer."""


def sheet(width: float, height: float) -> tuple[Figure, Axes]:
    """A transparent figure of this size (inches), and its axes."""
    from matplotlib.figure import Figure

    figure = Figure(figsize=(width, height), layout="constrained")
    figure.patch.set_alpha(0)
    axes = figure.add_subplot()
    axes.patch.set_alpha(0)
    axes.tick_params(colors=INKS["ink"], labelcolor=INKS["ink"], labelsize=8.5)
    for side in (axes.xaxis, axes.yaxis):
        side.label.set_color(INKS["ink"])
        side.label.set_fontsize(9)
    return figure, axes


def blank(height: float, width: float = WIDTH) -> tuple[Figure, Axes]:
    """A figure of this height and width (inches); its only line is the lower axis."""
    figure, axes = sheet(width, height)
    axes.spines[["top", "right", "left"]].set_visible(False)
    axes.spines["bottom"].set_color(INKS["faint"])
    axes.tick_params(axis="y", length=0)
    return figure, axes


# --- intervals ---


def draw_intervals(rows: Sequence[Row], unit: str) -> Figure:
    """Draw a point and an interval for each row, with the label beside it. A row far beyond the others lies at the
    edge.
    """
    figure, axes = blank(row_height((row.label for row in rows), _BESIDE, 0.3) * len(rows) + 0.9)
    edge = far([abs(row.mean) for row in rows])
    for place, row in enumerate(rows):
        if edge is not None and abs(row.mean) > edge:
            _at_the_edge(axes, place, row, edge)
        else:
            _interval(axes, place, row)
    if edge is not None:
        axes.set_xlim(*_span(rows, edge))
    axes.set_yticks(range(len(rows)), [name(row.label, _BESIDE) for row in rows])
    axes.set_ylim(len(rows) - 0.4, -0.6)
    axes.axvline(0, color=INKS["faint"], linewidth=1)
    axes.set_xlabel(axis_title(unit, 2.6))
    return figure


def far(sizes: Sequence[float]) -> float | None:
    """A row of a larger size would make the others too small to tell apart; None if there is no such row."""
    ranked = sorted(sizes, reverse=True)
    edge = _FAR * ranked[len(ranked) // 4] if len(ranked) >= _MANY else 0.0
    return edge if edge and ranked[0] > edge else None


def _ink(row: Row) -> str:
    return INKS["neutral"] if not row.sure else INKS["gain"] if row.mean > 0 else INKS["loss"]


def _interval(axes: Axes, place: float, row: Row) -> None:
    """Colour says more or less; a filled point says sure."""
    axes.plot(row.limits, [place, place], color=_ink(row), linewidth=2.2, solid_capstyle="butt")
    fill = _ink(row) if row.sure else "none"
    axes.plot(row.mean, place, "o", color=_ink(row), markerfacecolor=fill, markersize=6)


def _at_the_edge(axes: Axes, place: float, row: Row, edge: float) -> None:
    """An arrow over the edge, with the value."""
    x, marker, shift, side = (edge, ">", -7, "right") if row.mean > 0 else (-edge, "<", 7, "left")
    fill = _ink(row) if row.sure else "none"
    axes.plot(x, place, marker, color=_ink(row), markerfacecolor=fill, markersize=7, clip_on=False)
    text = f"{row.mean:+.{1 if abs(row.mean) < 100 else 0}f}".replace("-", MINUS)
    look: dict[str, Any] = {"ha": side, "va": "center", "fontsize": 8.5, "color": INKS["ink"]}
    axes.annotate(text, (x, place), (shift, 0), textcoords="offset points", **look)


def _span(rows: Sequence[Row], edge: float) -> tuple[float, float]:
    """The range of an axis: up to `edge` on the side of a row beyond it, else up to the widest interval."""
    ends = [0.0]
    for row in rows:
        ends += [edge if row.mean > 0 else -edge] if abs(row.mean) > edge else row.limits
    low = max(min(ends), -edge)
    high = min(max(ends), edge)
    return low - 0.06 * (high - low), high + 0.06 * (high - low)


# --- charts of boxes ---


def draw_boxes(drawn: Matrix) -> Figure:
    """Draw a coloured box with text for each cell."""
    from matplotlib.patches import Rectangle

    wide = BOX_WIDTH * len(drawn.columns)
    high = BOX_HEIGHT * len(drawn.rows)
    figure, axes = sheet(wide + 1.1, high + 0.9)
    for y, (_, boxes) in enumerate(drawn.rows):
        for x, box in enumerate(boxes):
            corner = (x - 0.48, y - 0.46)
            axes.add_patch(Rectangle(corner, 0.96, 0.92, facecolor=INKS[box.ink], alpha=box.strength, linewidth=0))
            axes.text(x, y, box.text or "·", ha="center", va="center", fontsize=9, color=INKS["ink"])
    axes.set_xlim(-0.5, len(drawn.columns) - 0.5)
    axes.set_ylim(len(drawn.rows) - 0.5, -0.5)
    axes.set_xticks(range(len(drawn.columns)), [name(column, 9) for column in drawn.columns])
    axes.set_yticks(range(len(drawn.rows)), [name(label) for label, _ in drawn.rows])
    axes.tick_params(length=0)
    axes.spines[:].set_visible(False)
    axes.set_xlabel(axis_title(drawn.x_label, wide + 0.8))
    axes.set_ylabel(axis_title(drawn.y_label, high))
    return figure


# --- curves ---


def draw_curves(drawn: Curves) -> Figure:
    """Draw each curve, all on one scale: the median, the middle half (dark), nine in ten (pale)."""
    from matplotlib.figure import Figure

    ends = [value for points in drawn.curves.values() for point in points for value in point.quantiles]
    room = 0.04 * (max(ends) - min(ends)) or 1.0
    figure = Figure(figsize=(2.9 * len(drawn.curves), 2.5), layout="constrained")
    every = figure.subplots(1, len(drawn.curves), squeeze=False)[0]
    for axes, (title, points) in zip(every, drawn.curves.items(), strict=True):
        places = [point.x for point in points]
        p05, p25, median, p75, p95 = zip(*(point.quantiles for point in points), strict=True)
        ink = INKS["gain" if median[-1] >= 0 else "loss"]
        axes.fill_between(places, p05, p95, color=ink, alpha=0.18, linewidth=0)
        axes.fill_between(places, p25, p75, color=ink, alpha=0.35, linewidth=0)
        axes.plot(places, median, color=ink, linewidth=1.8)
        axes.axhline(0, color=INKS["faint"], linewidth=1)
        axes.set_xlim(places[0], places[-1])
        axes.set_ylim(min(ends) - room, max(ends) + room)
        axes.set_title(title, fontsize=9)
        axes.set_xlabel(drawn.x_label)
        axes.set_ylabel(drawn.y_label)
    return figure
