"""Figures of fees: house and players by level, and how long a better player needs. Shape, then draw."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from analyses.figures.comparison import INKS, blank, name

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

    from analyses.answers.fees import FeesAnswer

HOUSE = "house"
_INKS = ("gain", "loss", "neutral")
_SHAPES = "osD"
_LINES = ("-", "--", ":")
_DECADE = 10
"""Largest over smallest number of games from which the scale is logarithmic."""


class FeePoint(NamedTuple):
    """What somebody gets at a level of the fee (per cent), units a game, with limits."""

    who: str
    level: float
    mean: float
    low: float
    high: float


class GamesPoint(NamedTuple):
    """Games that a player needs to be ahead at a level of the fee (per cent), with limits; None: no upper one."""

    player: str
    level: float
    games: int
    low: int
    high: int | None


# --- shape ---


def incomes(answer: FeesAnswer) -> list[FeePoint]:
    """House and players at every level."""
    every = [(HOUSE, row.level, row.house) for row in answer.levels]
    every += [(row.player, row.level, row.payout) for row in answer.cells]
    rows = []
    for who, level, units in every:
        if units.mean is not None:
            low, high = units.ci95 or (units.mean, units.mean)
            rows.append(FeePoint(who, 100 * level, units.mean, low, high))
    return rows


def to_gain(answer: FeesAnswer) -> list[GamesPoint]:
    """Players who gain, and how many games they need, where that is known."""
    return [
        GamesPoint(row.player, 100 * row.level, row.games_to_gain, low, high)
        for row in answer.cells
        if row.games_to_gain is not None
        and row.verdict == "gains"
        and (low := row.games_to_gain_ci95[0]) is not None
        and ((high := row.games_to_gain_ci95[1]) is None or high >= low)
    ]


# --- draw ---


def draw_incomes(rows: Sequence[FeePoint]) -> Figure:
    """A line for the house and for each player, with intervals."""
    figure, axes = blank(3.0)
    players = [who for who in dict.fromkeys(row.who for row in rows) if who != HOUSE]
    for number, player in enumerate(players):
        _line(axes, [row for row in rows if row.who == player], _INKS[number % 3], number % 3, name(player, 36))
    house = [row for row in rows if row.who == HOUSE]
    axes.plot(
        [row.level for row in house], [row.mean for row in house], color=INKS["ink"], linewidth=2.2, label="the house"
    )
    axes.axhline(0, color=INKS["faint"], linewidth=1)
    axes.set_xlabel("fee, %")
    axes.set_ylabel("units a game", color=INKS["ink"])
    _legend(figure, [*players, HOUSE])
    return figure


def _line(axes: Axes, rows: Sequence[FeePoint], ink: str, number: int, label: str) -> None:
    colour, line, shape = INKS[ink], _LINES[number], _SHAPES[number]
    levels = [row.level for row in rows]
    axes.plot(
        levels, [row.mean for row in rows], line, color=colour, marker=shape, markersize=4, linewidth=1.4, label=label
    )
    for row in rows:
        axes.plot([row.level] * 2, [row.low, row.high], color=colour, linewidth=2)


def draw_to_gain(rows: Sequence[GamesPoint]) -> Figure:
    """A line for each player who gains: games until it is ahead with 95 % probability; many on a logarithmic scale."""
    figure, axes = blank(2.8)
    players = list(dict.fromkeys(row.player for row in rows))
    top = 3 * max(row.games for row in rows)
    for number, player in enumerate(players):
        mine = [row for row in rows if row.player == player]
        colour, place = INKS[_INKS[number % 3]], number % 3
        levels = [row.level for row in mine]
        axes.plot(
            *(levels, [row.games for row in mine], _LINES[place]),
            color=colour,
            marker=_SHAPES[place],
            markersize=4,
            linewidth=1.4,
            label=name(player, 36),
        )
        for row in mine:
            axes.plot([row.level] * 2, [row.low, top if row.high is None else row.high], color=colour, linewidth=2)
    if max(row.games for row in rows) > _DECADE * min(row.games for row in rows):
        axes.set_yscale("log")
        axes.minorticks_off()
    else:
        axes.set_ylim(bottom=0)
    axes.yaxis.set_major_formatter(lambda value, _: f"{value:,.0f}")
    axes.set_xlabel("fee, %")
    axes.set_ylabel("games to be ahead", color=INKS["ink"])
    _legend(figure, players)
    return figure


def _legend(figure: Figure, labels: Sequence[str]) -> None:
    across = 4 if sum(len(name(each, 36)) for each in labels) <= 44 else 1
    figure.legend(
        loc="outside upper left", ncols=across, frameon=False, labelcolor=INKS["ink"], fontsize=9, columnspacing=1
    )
