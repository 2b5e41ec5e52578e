"""The rule ladder: effects of changes as a forest plot, mechanical and adapted side by side."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from analyses.figures.comparison import INKS, name

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

Document = Mapping[str, Any]
Row = dict[str, Any]

METRIC_WORDS = {
    "dealer_edge": "dealer's edge",
    "payout_sd": "swing of a payout",
    "mean_pot": "winner's take",
    "share_tongits": "won by Tongits",
    "share_draw": "draw, not fought",
    "share_challenge": "draw, fought",
    "share_stock_out": "stock ran out",
    "share_spread": "won by spread",
    "sunog_rate": "sunog (burned)",
    "turns": "length of a game",
    "skill_spread": "best to worst player",
}
PANELS = ("dealer_edge", "skill_spread", "sunog_rate", "turns", "share_draw", "payout_sd")
"""The metrics that are drawn."""
MOST_RUNGS = 14
_WIDTH = 5.2
_NUDGE = 0.16
_MANY = 8
"""Rungs from which one that is far off is drawn at the edge."""
_FAR = 4.0
"""How many times the size of the upper quarter is far off."""


def words(metric: str) -> str:
    """A metric in words: `dealer's edge`, `greedy earns`."""
    return METRIC_WORDS.get(metric) or f"{metric.removeprefix('payout:')} earns"


def unit(metric: str) -> str:
    """The unit of a metric as it is shown; shares are shown in per cent."""
    if is_share(metric):
        return "% of hands" if metric == "sunog_rate" else "% of games"
    return "turns" if metric == "turns" else "units a game"


def is_share(metric: str) -> bool:
    """Whether a metric is a share."""
    return metric.startswith("share_") or metric == "sunog_rate"


def scaled(metric: str, value: float) -> float:
    """A value as it is shown: shares times 100."""
    return 100 * value if is_share(metric) else value


# --- shape ---


def rungs(document: Document, metric: str, most: int = MOST_RUNGS) -> list[Row]:
    """A row for each change: its mechanical and, if there is one, its adapted effect; the largest first if too many.

    Changes without an effect by construction are left out.
    """
    found = []
    for change in document["changes"]:
        if change["no_effect"]:
            continue
        row: Row = {"change": change["change"]}
        for play, effects in (("mechanical", change["effects"]), ("adapted", change["adapted"])):
            effect = next((each for each in effects if each["metric"] == metric), None)
            row[play] = _shown(metric, effect) if effect is not None else None
        if row["mechanical"] is not None:
            found.append(row)
    if len(found) > most:
        found = sorted(found, key=lambda row: -abs(row["mechanical"]["diff"]))[:most]
    return found


def _shown(metric: str, effect: Mapping[str, Any]) -> Row:
    limits = effect["ci95"] or [effect["diff"]] * 2
    return {
        "diff": scaled(metric, effect["diff"]),
        "ci95": [scaled(metric, limit) for limit in limits],
        "sure": effect["verdict"] in ("more", "less"),
    }


# --- draw ---


def draw_ladder(rows: Sequence[Row], metric: str) -> Figure:
    """One metric: a rung for each change."""
    from matplotlib.figure import Figure

    figure = Figure(figsize=(_WIDTH, 0.25 * len(rows) + 0.9), layout="constrained")
    figure.patch.set_alpha(0)
    axes = figure.add_subplot()
    edge = far(rows)
    far_off = [row for row in rows if edge is not None and abs(row["mechanical"]["diff"]) > edge]
    near = [row if row not in far_off else row | {"mechanical": None} for row in rows]
    _draw(axes, near, metric)
    for row in far_off:
        assert edge is not None
        _pointer(axes, rows.index(row), row["mechanical"], edge)
    if edge is not None:
        axes.set_xlim(*_span(near, [row["mechanical"]["diff"] for row in far_off], edge))
    return figure


def far(rows: Sequence[Row]) -> float | None:
    """Beyond which size effects are so far off that the others could not be told apart; None if none is."""
    sizes = sorted((abs(row["mechanical"]["diff"]) for row in rows), reverse=True)
    usual = sizes[len(sizes) // 4] if len(sizes) >= _MANY else 0.0
    edge = _FAR * usual
    return edge if edge and sizes[0] > edge else None


def _span(rows: Sequence[Row], off: Sequence[float], edge: float) -> tuple[float, float]:
    """The axis: all that is near, and the edges that something points over."""
    near = [limit for row in rows if row["mechanical"] for limit in row["mechanical"]["ci95"]]
    low, high = (
        min([0.0, *near, *[-edge for diff in off if diff < 0]]),
        max([0.0, *near, *[edge for d in off if d > 0]]),
    )
    low, high = max(low, -edge), min(high, edge)
    return low - 0.06 * (high - low), high + 0.06 * (high - low)


def _pointer(axes: Axes, place: int, effect: Row, edge: float) -> None:
    """An arrow over the edge, with the value."""
    up = effect["diff"] > 0
    ink = INKS["neutral"] if not effect["sure"] else INKS["gain"] if up else INKS["loss"]
    x = edge if up else -edge
    fill = ink if effect["sure"] else "none"
    axes.plot(x, place, ">" if up else "<", color=ink, markerfacecolor=fill, markersize=7, clip_on=False)
    size = abs(effect["diff"])
    text = f"{effect['diff']:+.1f}" if size < 100 else f"{effect['diff']:+.0f}"
    text = text.replace("-", "\u2212")
    shift, side = (-7, "right") if up else (7, "left")
    axes.annotate(
        text, (x, place), (shift, 0), textcoords="offset points", ha=side, va="center", fontsize=8.5, color=INKS["ink"]
    )


def draw_ladders(ladders: Mapping[str, Sequence[Row]]) -> Figure:
    """Several metrics, one panel each, below each other."""
    from matplotlib.figure import Figure

    heights = [0.36 * len(rows) + 0.75 for rows in ladders.values()]
    figure = Figure(figsize=(_WIDTH, sum(heights) + 0.35), layout="constrained")
    figure.patch.set_alpha(0)
    panels: Any = figure.subplots(len(ladders), 1, squeeze=False, gridspec_kw={"height_ratios": heights})
    for number, (metric, rows) in enumerate(ladders.items()):
        _draw(panels[number][0], rows, metric, legend=number == 0)
    return figure


def draw_ladder_panels(ladders: Mapping[str, Sequence[Row]]) -> list[tuple[str, Figure]]:
    """A figure for each metric, titled by it and its unit; a rung's name stands above it, so that a phone has room."""
    from matplotlib.figure import Figure

    made = []
    for metric, rows in ladders.items():
        figure = Figure(figsize=(2.9, 0.5 * len(rows) + 0.45), layout="constrained")
        figure.patch.set_alpha(0)
        axes = figure.add_subplot()
        _draw(axes, rows, metric, legend=False, line=False)
        axes.set_yticks([])
        for place, row in enumerate(rows):
            axes.plot([0, 0], [place - 0.24, place + 0.4], color=INKS["faint"], linewidth=1, zorder=0)
            axes.text(
                0,
                place - 0.36,
                name(row["change"], 40),
                transform=axes.get_yaxis_transform(),
                fontsize=8.5,
                color=INKS["ink"],
                va="center",
            )
        axes.set_ylim(len(rows) - 0.5, -0.65)
        axes.set_xlabel("")
        axes.tick_params(axis="x", labelsize=8)
        axes.locator_params(axis="x", nbins=5)
        title = words(metric)
        made.append((f"{title[0].upper()}{title[1:]}, {unit(metric)}", figure))
    return made


def _draw(axes: Axes, rows: Sequence[Row], metric: str, legend: bool = True, line: bool = True) -> None:
    axes.patch.set_alpha(0)
    axes.spines[["top", "right", "left"]].set_visible(False)
    axes.spines["bottom"].set_color(INKS["faint"])
    axes.tick_params(colors=INKS["ink"], labelcolor=INKS["ink"])
    axes.tick_params(axis="y", length=0)
    both = any(row["adapted"] is not None for row in rows)
    for place, row in enumerate(rows):
        if row["mechanical"] is not None:
            _rung(axes, place - _NUDGE * both, row["mechanical"], "o")
        if row["adapted"] is not None:
            _rung(axes, place + _NUDGE, row["adapted"], "s")
    axes.set_yticks(range(len(rows)), [name(row["change"], 34) for row in rows], fontsize=8.5)
    axes.tick_params(axis="x", labelsize=8.5)
    axes.set_ylim(len(rows) - 0.4, -0.6)
    if line:
        axes.axvline(0, color=INKS["faint"], linewidth=1)
    axes.set_xlabel(f"{words(metric)}: change in {unit(metric)}", color=INKS["ink"], fontsize=9)
    if both and legend:
        axes.plot([], [], "o", color=INKS["ink"], label="same bots")
        axes.plot([], [], "s", color=INKS["ink"], label="bots re-tuned")
        axes.legend(frameon=False, ncols=2, loc="lower center", bbox_to_anchor=(0.5, 1.0), labelcolor=INKS["ink"])


def _rung(axes: Axes, place: float, effect: Row, shape: str) -> None:
    """A point and its interval: more and less by colour, filled if it is certain."""
    low, high = effect["ci95"]
    ink = INKS["neutral"] if not effect["sure"] else INKS["gain"] if effect["diff"] > 0 else INKS["loss"]
    axes.plot([low, high], [place, place], color=ink, linewidth=2.2, solid_capstyle="butt")
    fill = ink if effect["sure"] else "none"
    axes.plot(effect["diff"], place, shape, color=ink, markerfacecolor=fill, markersize=6)
