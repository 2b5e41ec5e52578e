"""The rule ladder: effects of changes as a forest plot, and as tables for a notebook."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from analyses.answers.whatif import ChangeAnswer, MetricEffect, WhatIfAnswer
from analyses.figures import INKS, axis_title, blank, name, row_height
from tongits_sim.core.knobs import RuleError
from tongits_sim.rules import KNOBS
from tongits_sim.run.answers import Limits, mean_of

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

METRIC_WORDS = {
    "dealer_edge": "dealer's edge",
    "payout_sd": "standard deviation of payouts",
    "mean_pot": "winner's take",
    "share_tongits": "won by Tongits",
    "share_draw": "draw, unchallenged",
    "share_challenge": "draw, challenged",
    "share_stock_out": "stock ran out",
    "share_spread": "won by spread",
    "sunog_rate": "sunog (burned)",
    "turns": "length of a game",
    "house_income": "house's income",
    "session_sd": "swing of a session",
    "session_ahead": "ahead after a session",
    "session_ruin": "bankroll lost in a session",
    "skill_spread": "best to worst player",
}
PANELS = (
    *("dealer_edge", "house_income", "skill_spread", "sunog_rate", "turns", "share_draw", "payout_sd"),
    *("session_sd", "session_ahead", "session_ruin"),
)
"""The metrics to draw."""
MAX_RUNGS = 14
_OWN = "own:"
_ACROSS, _ABOVE = 36, 40
"""Letters of a line of a label beside the axes, and of one above its rung."""
_MANY = 8
"""From this number of rungs on, one that is far off is drawn at the edge."""
_FAR = 4.0
"""So many times the size at the upper quarter is far off."""


def words(metric: str) -> str:
    """A metric in words: `dealer's edge`, `greedy earns`; the name of a metric of the user's own."""
    if is_own(metric):
        return metric.removeprefix(_OWN).replace("_", " ")
    return METRIC_WORDS.get(metric) or f"{metric.removeprefix('payout:')} earns"


def unit(metric: str) -> str:
    """The unit in which a metric is shown; shares in per cent."""
    if is_own(metric):
        return "a game"
    if is_share(metric):
        return {"sunog_rate": "% of hands"}.get(metric, "% of players" if _of_session(metric) else "% of games")
    if metric == "turns":
        return "turns"
    return "units a session" if _of_session(metric) else "units a game"


def is_own(metric: str) -> bool:
    """Whether it is a metric of the user's own."""
    return metric.startswith(_OWN)


def is_share(metric: str) -> bool:
    """Whether a metric is a share."""
    return metric.startswith("share_") or metric in ("sunog_rate", "session_ahead", "session_ruin")


def _of_session(metric: str) -> bool:
    return metric.startswith("session_")


def scaled(metric: str, value: float) -> float:
    """A value as it is shown: shares times 100."""
    return 100 * value if is_share(metric) else value


# --- shape ---


@dataclass(frozen=True)
class Mark:
    """An effect as it is drawn: the difference and its interval in shown units, and whether it is certain."""

    diff: float
    ci95: Limits
    certain: bool


@dataclass(frozen=True)
class Rung:
    """A change on the ladder of one metric."""

    change: str  # its name
    mark: Mark | None  # its effect; None where it is drawn at the edge
    label: str = ""  # the change in plain words, as the axis names it; empty: by its name

    @property
    def words(self) -> str:
        """Its name on the axis."""
        return self.label or self.change

    @property
    def size(self) -> float:
        """Size of the effect."""
        return abs(self.mark.diff) if self.mark else 0.0

    @property
    def moves(self) -> bool:
        """Whether any effect is not 0."""
        return bool(self.size)


def rungs(answer: WhatIfAnswer, metric: str) -> list[Rung]:
    """A rung for each change: of too many the largest, by the
    deals that choose (`WhatIfAnswer.choosing`), if any.

    Changes that provably have no effect are left out.
    """
    changes = [change for change in answer.changes if not change.no_effect]
    if len(changes) > MAX_RUNGS:
        changes = sorted(changes, key=lambda change: -change.size(metric))[:MAX_RUNGS]
    return [Rung(change.change, _mark(change.effect(metric)), plain(change)) for change in changes]


def plain(change: ChangeAnswer) -> str:
    """A change by the titles of the rules it sets: `RunOptions many jokers are in the deck: 2`; else by its name."""
    if change.change.startswith("to ") or not change.knobs or not set(change.knobs) <= set(KNOBS):
        return change.change
    parts = []
    for each, setting in change.knobs.items():
        knob = KNOBS[each]
        try:
            shown = knob.text(knob.check(setting))
        except RuleError:
            return change.change
        shown = {"true": "yes", "false": "no"}.get(shown, shown.replace("_", " "))
        title = knob.title.removeprefix("Whether ")
        parts.append(f"{title[0].upper()}{title[1:]}: {shown}")
    return "; ".join(parts)


def _mark(effect: MetricEffect) -> Mark:
    mean = mean_of(effect.diff)
    low, high = effect.diff.ci95 or (mean, mean)
    limits = scaled(effect.metric, low), scaled(effect.metric, high)
    return Mark(scaled(effect.metric, mean), limits, effect.certain)


# --- draw ---


def draw_ladder(rows: Sequence[Rung], metric: str) -> Figure:
    """One metric: a rung for each change."""
    figure, axes = blank(row_height((row.words for row in rows), _ACROSS, 0.25) * len(rows) + 0.9)
    edge = far(rows)
    off = [row for row in rows if edge is not None and row.size > edge]
    near = [replace(row, mark=None) if row in off else row for row in rows]
    _draw(axes, near, metric)
    if edge is not None:
        marks = [(place, row.mark) for place, row in enumerate(rows) if row in off and row.mark]
        for place, mark in marks:
            _pointer(axes, place, mark, edge)
        axes.set_xlim(*_span(near, [mark.diff for _, mark in marks], edge))
    return figure


def far(rows: Sequence[Rung]) -> float | None:
    """The size beyond which an effect is so far off that nobody could tell the others apart; None if none is."""
    sizes = sorted((row.size for row in rows), reverse=True)
    usual = sizes[len(sizes) // 4] if len(sizes) >= _MANY else 0.0
    edge = _FAR * usual
    return edge if edge and sizes[0] > edge else None


def _span(rows: Sequence[Rung], off: Sequence[float], edge: float) -> tuple[float, float]:
    """The range of the axis, and the edges beyond which rungs lie."""
    near = [limit for row in rows if row.mark for limit in row.mark.ci95]
    low, high = (
        min([0.0, *near, *[-edge for diff in off if diff < 0]]),
        max([0.0, *near, *[edge for d in off if d > 0]]),
    )
    low, high = max(low, -edge), min(high, edge)
    return low - 0.06 * (high - low), high + 0.06 * (high - low)


def _ink(mark: Mark) -> str:
    """More and less by colour, where it is certain."""
    return INKS["neutral"] if not mark.certain else INKS["gain"] if mark.diff > 0 else INKS["loss"]


def _pointer(axes: Axes, place: int, mark: Mark, edge: float) -> None:
    """An arrow over the edge, with the value."""
    up = mark.diff > 0
    ink, x = _ink(mark), edge if up else -edge
    fill = ink if mark.certain else "none"
    axes.plot(x, place, ">" if up else "<", color=ink, markerfacecolor=fill, markersize=7, clip_on=False)
    text = f"{mark.diff:+.1f}" if abs(mark.diff) < 100 else f"{mark.diff:+.0f}"
    text = text.replace("-", "\u2212")
    shift, side = (-7, "right") if up else (7, "left")
    axes.annotate(
        text, (x, place), (shift, 0), textcoords="offset points", ha=side, va="center", fontsize=8.5, color=INKS["ink"]
    )


def draw_ladders(ladders: Mapping[str, Sequence[Rung]]) -> list[tuple[str, Figure]]:
    """A figure for each metric, titled by it and its unit; a rung's name stands above it, so that a phone has room."""
    figures = []
    for metric, rows in ladders.items():
        lines = max([len(name(row.words, _ABOVE).splitlines()) for row in rows] or [1])
        high = 0.35 + 0.15 * lines
        figure, axes = blank(high * len(rows) + 0.45, 2.9)
        _draw(axes, rows, metric, line=False)
        axes.set_yticks([])
        for place, row in enumerate(rows):
            axes.plot([0, 0], [place - 0.12 / high, place + 0.15 / high], color=INKS["faint"], linewidth=1, zorder=0)
            axes.text(
                0,
                place - 0.12 / high,
                name(row.words, _ABOVE),
                transform=axes.get_yaxis_transform(),
                fontsize=8.5,
                color=INKS["ink"],
                va="bottom",
            )
        axes.set_ylim(len(rows) - 1 + 0.2 / high, -(0.15 + 0.15 * lines) / high)
        axes.set_xlabel("")
        axes.tick_params(axis="x", labelsize=8)
        axes.locator_params(axis="x", nbins=5)
        title = words(metric)
        figures.append((f"{title[0].upper()}{title[1:]}, {unit(metric)}", figure))
    return figures


def _draw(axes: Axes, rows: Sequence[Rung], metric: str, line: bool = True) -> None:
    for place, row in enumerate(rows):
        if row.mark is not None:
            _rung(axes, place, row.mark)
    axes.set_yticks(range(len(rows)), [name(row.words, _ACROSS) for row in rows], fontsize=8.5)
    axes.tick_params(axis="x", labelsize=8.5)
    axes.set_ylim(len(rows) - 0.4, -0.6)
    if line:
        axes.axvline(0, color=INKS["faint"], linewidth=1)
    axes.set_xlabel(axis_title(f"{words(metric)}: change in {unit(metric)}", 2.6))


def _rung(axes: Axes, place: float, mark: Mark) -> None:
    """A point and its interval: more and less by colour, filled if it is certain."""
    ink = _ink(mark)
    axes.plot(mark.ci95, [place, place], color=ink, linewidth=2.2, solid_capstyle="butt")
    axes.plot(mark.diff, place, "o", color=ink, markerfacecolor=ink if mark.certain else "none", markersize=6)
