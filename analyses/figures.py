"""Figures of a comparison: a shape step that makes a small table, and a draw step that makes a matplotlib figure.

The shape step (`forest`, `heat`, ...) takes the answer of a comparison; tests look at its rows. Colours come from
`INKS`, which a page may exchange for its own, one set for light and one for dark. Gain and loss differ by colour, by
side or sign, and by hatching.
"""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple

from analyses.answers.comparison import ComparisonAnswer
from analyses.answers.shared import INCONCLUSIVE
from tongits_sim.run.answers import Estimate, Limits, mean_of

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

INKS = {
    "ink": "#1a1a1e",
    "faint": "#8b8b92",
    "gain": "#1f6fb5",
    "loss": "#b5501f",
    "neutral": "#6f6f76",
    "turns": "#8a3f8f",
}
"""Text and lines; pale lines; gain (blue) and loss (orange): told apart by every kind of colour vision."""

ENDING_WORDS = {
    "draw": "call, unchallenged",
    "challenge": "call, challenged",
    "tongits": "tongits",
    "stock_out": "stock ran out",
    "spread": "all melds when dealt",
    "void": "nobody could win",
}
WIDTH = 4.8
_MAX_CELLS = 16
_LINE = 0.155
"""Height of a line of text, inches."""
_LETTER = 0.57
"""Width of a letter, in parts of its size."""


def name(label: str, most: int = 26) -> str:
    """A label in lines of at most `most` letters, so that nothing of it is cut.

    >>> name("greedy(call_at=20, challenge_at=40)").splitlines()
    ['greedy(call_at=20,', 'challenge_at=40)']
    """
    return "\n".join(textwrap.wrap(label, most)) or label


def row_height(labels: Iterable[str], most: int = 26, least: float = 0.36) -> float:
    """Inches that a row of a figure needs, so that the lines of its `name` do not touch the next."""
    return max([least, *(_LINE * (len(name(label, most).splitlines()) + 0.5) for label in labels)])


def axis_title(text: str, inches: float) -> str:
    """The title of an axis in lines that are no longer than it: letters of 9 points are some 5 points wide."""
    return name(text, max(5, int(72 * inches / (_LETTER * 9))))


class Point(NamedTuple):
    """A player's payout and its interval, units a game."""

    player: str
    mean: float
    limits: Limits


class Cell(NamedTuple):
    """A player's payout where another sits at the table; `sure`: its sign is certain."""

    player: str
    opponent: str
    mean: float
    sure: bool


class Flow(NamedTuple):
    """Units a game that a player won and lost by an ending."""

    player: str
    ending: str
    won: float
    lost: float


# --- shape ---


def forest(answer: ComparisonAnswer) -> list[Point]:
    """Payouts, the best first."""
    return [Point(row.player, mean := mean_of(row.payout), row.payout.ci95 or (mean, mean)) for row in answer.ranking]


def heat(answer: ComparisonAnswer) -> list[Cell]:
    """Payoff by opponent."""
    return [Cell(row.player, row.opponent, mean_of(row.payout), row.verdict != INCONCLUSIVE) for row in answer.matrix]


def moving(flows: Iterable[Flow]) -> list[Flow]:
    """The flows of the endings that move money."""
    every = list(flows)
    endings = {flow.ending for flow in every if flow.won or flow.lost}
    return [flow for flow in every if flow.ending in endings]


# --- draw ---


def series(number: int) -> tuple[str, str, str]:
    """Ink, marker and line of a series; three take turns."""
    ink, marker, line = (("gain", "o", "-"), ("loss", "s", "--"), ("neutral", "D", ":"))[number % 3]
    return INKS[ink], marker, line


def draw_forest(rows: Sequence[Point]) -> Figure:
    """Points with their intervals; players right of the line gain."""
    figure, axes = blank(row_height(row.player for row in rows) * len(rows) + 0.9)
    for place, row in enumerate(rows):
        low, high = row.limits
        ink = INKS["gain"] if low > 0 else INKS["loss"] if high < 0 else INKS["neutral"]
        axes.plot([low, high], [place, place], color=ink, linewidth=2.2, solid_capstyle="butt")
        marker = "o" if low > 0 or high < 0 else "D"
        axes.plot(row.mean, place, marker, color=ink, markersize=6)
    _players_axis(axes, [row.player for row in rows])
    axes.axvline(0, color=INKS["faint"], linewidth=1)
    axes.set_xlabel("units a game (line: 95 % interval)")
    return figure


def draw_heat(rows: Sequence[Cell]) -> Figure:
    """A grid of numbers, hatched if the sign is not certain."""
    players = list(dict.fromkeys(row.player for row in rows))
    figure, axes = blank(row_height(players, least=0.42) * len(players) + 1.5)
    most = max([abs(row.mean) for row in rows] or [1.0]) or 1.0
    for row in rows:
        x, y = players.index(row.opponent), players.index(row.player)
        _cell(axes, x, y, row, most)
        if len(players) <= _MAX_CELLS:
            size = 10 if len(players) <= 8 else 7
            axes.text(x, y, f"{row.mean:+.2f}".replace("-", "−"), ha="center", va="center", fontsize=size)
    axes.set_xlim(-0.5, len(players) - 0.5)
    _players_axis(axes, players)
    axes.set_xticks(range(len(players)), [name(player, 18) for player in players], rotation=40, ha="left")
    axes.xaxis.tick_top()
    axes.tick_params(length=0)
    axes.set_xlabel("units a game of the row's player")
    return figure


def sheet(width: float, height: float) -> tuple[Figure, Axes]:
    """A transparent figure of this size (inches), and its axes."""
    from matplotlib.figure import Figure

    figure = Figure(figsize=(width, height), layout="constrained")
    figure.patch.set_alpha(0)
    return figure, figure.add_subplot()


def blank(height: float, width: float = WIDTH) -> tuple[Figure, Axes]:
    """An empty figure of this height and width (inches) that a page can colour, with a lower axis alone."""
    figure, axes = sheet(width, height)
    axes.patch.set_alpha(0)
    axes.spines[["top", "right", "left"]].set_visible(False)
    axes.spines["bottom"].set_color(INKS["faint"])
    axes.tick_params(colors=INKS["ink"], labelcolor=INKS["ink"], labelsize=9)
    axes.tick_params(axis="y", length=0)
    axes.xaxis.label.set_color(INKS["ink"])
    axes.xaxis.label.set_fontsize(9)
    axes.yaxis.label.set_fontsize(9)
    return figure, axes


def _players_axis(axes: Axes, players: Sequence[str]) -> None:
    axes.set_yticks(range(len(players)), [name(player) for player in players])
    axes.set_ylim(len(players) - 0.4, -0.6)


def _cell(axes: Axes, x: int, y: int, row: Cell, most: float) -> None:
    from matplotlib.patches import Rectangle

    ink = INKS["gain"] if row.mean > 0 else INKS["loss"]
    strength = 0.08 + 0.42 * abs(row.mean) / most
    axes.add_patch(Rectangle((x - 0.47, y - 0.47), 0.94, 0.94, facecolor=ink, alpha=strength, linewidth=0))
    if not row.sure:
        box = Rectangle((x - 0.47, y - 0.47), 0.94, 0.94, facecolor="none", edgecolor=INKS["faint"], hatch="///")
        box.set_linewidth(0)
        axes.add_patch(box)


# --- drawn from plain rows: boxes, bars ---

BOX_WIDTH, BOX_HEIGHT = 0.42, 0.34
"""Size of a box of a chart, inches."""
Boxes = tuple[str, Sequence[str], Sequence[tuple[str, Sequence[str]]]]
"""A panel: its title, its columns, and rows of a name and a letter for each column."""


def draw_boxes(
    panels: Sequence[Boxes], inks: Mapping[str, tuple[str, float]], below: str, beside: str
) -> list[tuple[str, Figure]]:
    """A chart of letters for each panel; `inks`: name and strength of the colour of a letter."""
    from matplotlib.patches import Rectangle

    drawn = []
    for title, columns, rows in panels:
        width, height = BOX_WIDTH * len(columns), BOX_HEIGHT * len(rows)
        figure, axes = sheet(width + 1.1, height + 0.9)
        for y, (_, letters) in enumerate(rows):
            for x, letter in enumerate(letters):
                ink, strength = inks.get(letter, ("faint", 0.0))
                corner = (x - 0.48, y - 0.46)
                axes.add_patch(Rectangle(corner, 0.96, 0.92, facecolor=INKS[ink], alpha=strength, linewidth=0))
                axes.text(x, y, letter or "·", ha="center", va="center", fontsize=9, color=INKS["ink"])
        axes.set_xlim(-0.5, len(columns) - 0.5)
        axes.set_ylim(len(rows) - 0.5, -0.5)
        axes.set_xticks(range(len(columns)), columns, fontsize=8.5)
        axes.set_yticks(range(len(rows)), [label for label, _ in rows], fontsize=8.5)
        axes.tick_params(length=0, colors=INKS["ink"])
        axes.patch.set_alpha(0)
        axes.spines[:].set_visible(False)
        axes.set_xlabel(axis_title(below, width + 0.8), fontsize=9, color=INKS["ink"])
        axes.set_ylabel(axis_title(beside, height), fontsize=9, color=INKS["ink"])
        drawn.append((title, figure))
    return drawn


def draw_bars(rows: Sequence[tuple[str, Estimate]], label: str) -> Figure:
    """A bar for each row with its interval, blue above 0 and orange below."""
    figure, axes = blank(row_height([name for name, _ in rows]) * len(rows) + 0.9)
    for y, (_, estimate) in enumerate(rows):
        mean = estimate.mean or 0.0
        axes.barh(y, mean, color=INKS["gain" if mean > 0 else "loss"], alpha=0.6, height=0.6)
        if estimate.ci95 is not None:
            axes.plot(estimate.ci95, [y, y], color=INKS["ink"], linewidth=1.2)
    _players_axis(axes, [name for name, _ in rows])
    axes.axvline(0, color=INKS["faint"], linewidth=1)
    axes.set_xlabel(label)
    return figure
