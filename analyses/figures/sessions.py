"""Figures of sessions: what each player has on the way (a fan), and how often a bankroll is lost. Shape, then draw."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from analyses.figures.comparison import INKS, blank, name

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

    from analyses.answers.sessions import SessionsAnswer

_INKS = ("gain", "loss", "neutral")
_SHAPES = ("-", "--", ":")


class FanPoint(NamedTuple):
    """What a player has after some games, units: quantiles over sessions; the start is 0 for all."""

    player: str
    games: int
    p05: float
    p25: float
    median: float
    p75: float
    p95: float


class RiskPoint(NamedTuple):
    """The share of sessions in which a player loses a bankroll, with its limits."""

    player: str
    bankroll: float
    share: float
    low: float
    high: float


# --- shape ---


def fan(answer: SessionsAnswer) -> list[FanPoint]:
    """The points of each player, from 0 games on; points where a quantile is not known are left out."""
    rows = []
    for player in dict.fromkeys(row.player for row in answer.fan):
        rows.append(FanPoint(player, 0, 0.0, 0.0, 0.0, 0.0, 0.0))
        for row in answer.fan:
            values = [each.mean for each in (row.p05, row.p25, row.median, row.p75, row.p95)]
            known = [value for value in values if value is not None]
            if row.player == player and len(known) == len(values):
                rows.append(FanPoint(player, row.games, *known))
    return rows


def risks(answer: SessionsAnswer) -> list[RiskPoint]:
    """The points of each player's curve, by bankroll."""
    rows = []
    for row in answer.ruin:
        if row.ruined.mean is not None:
            low, high = row.ruined.ci95 or (row.ruined.mean, row.ruined.mean)
            rows.append(RiskPoint(row.player, row.bankroll, row.ruined.mean, low, high))
    return rows


# --- draw ---


def draw_fan(rows: Sequence[FanPoint]) -> Figure:
    """A panel for each player, all on one scale: median, the middle half, nine in ten."""
    from matplotlib.figure import Figure

    players = list(dict.fromkeys(row.player for row in rows))
    figure = Figure(figsize=(4.8, 2.9), layout="constrained")
    figure.patch.set_alpha(0)
    panels = figure.subplots(1, len(players), sharey=True, squeeze=False)[0]
    for axes, player in zip(panels, players, strict=True):
        _draw_fan(axes, [row for row in rows if row.player == player])
        axes.set_title(name(player, 22), fontsize=10, color=INKS["ink"])
    panels[0].set_ylabel("units", color=INKS["ink"], fontsize=9)
    figure.supxlabel("games of the session", color=INKS["ink"], fontsize=9)
    return figure


def draw_fans(rows: Sequence[FanPoint]) -> list[tuple[str, Figure]]:
    """The panels of `draw_fan` as figures of their own, on the same scale."""
    low, high = min(row.p05 for row in rows), max(row.p95 for row in rows)
    room = 0.04 * (high - low) or 1.0
    figures = []
    for player in dict.fromkeys(row.player for row in rows):
        figure, axes = blank(2.5, 2.9)
        _draw_fan(axes, [row for row in rows if row.player == player])
        axes.set_ylim(low - room, high + room)
        axes.set_xlabel("games of the session", fontsize=8)
        axes.set_ylabel("units", color=INKS["ink"], fontsize=8)
        figures.append((player, figure))
    return figures


def _draw_fan(axes: Axes, rows: Sequence[FanPoint]) -> None:
    axes.patch.set_alpha(0)
    axes.spines[["top", "right", "left"]].set_visible(False)
    axes.spines["bottom"].set_color(INKS["faint"])
    axes.tick_params(colors=INKS["ink"], labelcolor=INKS["ink"], labelsize=8)
    axes.tick_params(axis="y", length=0)
    games = [row.games for row in rows]
    ink = INKS["gain" if rows[-1].median >= 0 else "loss"]
    axes.fill_between(games, [row.p05 for row in rows], [row.p95 for row in rows], color=ink, alpha=0.18, linewidth=0)
    axes.fill_between(games, [row.p25 for row in rows], [row.p75 for row in rows], color=ink, alpha=0.35, linewidth=0)
    axes.plot(games, [row.median for row in rows], color=ink, linewidth=1.8)
    axes.axhline(0, color=INKS["faint"], linewidth=1)
    axes.set_xlim(0, games[-1])


def draw_risks(rows: Sequence[RiskPoint]) -> Figure:
    """A curve for each player: how often it loses a bankroll in a session; the band is the 95 % interval."""
    figure, axes = blank(3.0)
    players = list(dict.fromkeys(row.player for row in rows))
    for number, player in enumerate(players):
        mine = [row for row in rows if row.player == player]
        ink, line = INKS[_INKS[number % 3]], _SHAPES[number % 3]
        sizes = [row.bankroll for row in mine]
        axes.fill_between(
            sizes, [100 * row.low for row in mine], [100 * row.high for row in mine], color=ink, alpha=0.25, linewidth=0
        )
        axes.plot(sizes, [100 * row.share for row in mine], line, color=ink, linewidth=1.6, label=name(player, 36))
    axes.axhline(5, color=INKS["faint"], linewidth=1)
    axes.set_ylim(0, 100)
    axes.set_xlim(left=0)
    axes.set_yticks([0, 25, 50, 75, 100])
    axes.set_xlabel("bankroll, units (line: 5 %)")
    axes.set_ylabel("% of sessions that lose it", color=INKS["ink"])
    across = 3 if sum(len(name(each, 36)) for each in players) <= 48 else 1
    figure.legend(
        loc="outside upper left", ncols=across, frameon=False, labelcolor=INKS["ink"], fontsize=9, columnspacing=1
    )
    return figure
