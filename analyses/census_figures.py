"""Figures of the questions that count: the burn clock, payouts by rules, leads. Shape, then draw, as in figures.py."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from analyses.figures import INKS, blank, name

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

Document = Mapping[str, Any]
Row = dict[str, Any]

WAYS = ("opened", "waiting", "burned", "other")
"""What a player's state is after an own turn: a meld on the table, none yet, burned, or the game ended well for him."""
FEWEST = 100
"""Players below which a share is not drawn."""
_WIDTH = 6.2


# --- shape ---


def clock(document: Document) -> list[Row]:
    """For each bot (or for all, if they are the same): own turn and the shares of `WAYS`."""
    kind = "bot" if any(row["kind"] == "bot" for row in document["cells"]) else "all"
    rows = []
    for row in document["cells"]:
        if row["kind"] == kind:
            other = row["won"] + row["spared"]
            rows.append(
                {
                    "group": row["group"] or document["players"][0],
                    "turn": row["turn"],
                    "opened": row["opened"],
                    "waiting": row["waiting"],
                    "burned": row["burned"],
                    "other": other,
                }
            )
    return rows


def danger(document: Document) -> list[Row]:
    """For each bot: the share burned in the end of those without a meld after an own turn, with its limits."""
    kind = "bot" if any(row["kind"] == "bot" for row in document["cells"]) else "all"
    return [
        {
            "group": row["group"] or document["players"][0],
            "turn": row["turn"],
            "share": row["burned_in_the_end"],
            "ci95": row["burned_in_the_end_ci95"],
        }
        for row in document["cells"]
        if row["kind"] == kind and row["without_meld"] >= FEWEST
    ]


# --- draw ---


def draw_clock(rows: Sequence[Row]) -> Figure:
    """Bars from 0 to 100 % for each own turn, one panel a bot."""
    from matplotlib.figure import Figure

    groups = list(dict.fromkeys(row["group"] for row in rows))
    figure = Figure(figsize=(_WIDTH, 2.9), layout="constrained")
    figure.patch.set_alpha(0)
    panels = figure.subplots(1, len(groups), sharey=True, squeeze=False)[0]
    for axes, group in zip(panels, groups, strict=True):
        _plain(axes)
        for row in rows:
            if row["group"] == group:
                _stack(axes, row)
        axes.set_title(name(group, 22), fontsize=10, color=INKS["ink"])
        turns = [row["turn"] for row in rows if row["group"] == group]
        axes.set_xticks(turns[:: 1 if len(turns) <= 9 else 2])
        axes.set_ylim(0, 100)
        axes.set_yticks([0, 25, 50, 75, 100])
    panels[0].set_ylabel("% of its games", color=INKS["ink"])
    figure.supxlabel("after own turn (0: as dealt)", color=INKS["ink"], fontsize=10)
    figure.legend(
        handles=_keys(), loc="outside upper center", ncols=4, frameon=False, labelcolor=INKS["ink"], fontsize=9
    )
    return figure


def draw_danger(rows: Sequence[Row]) -> Figure:
    """A line a bot, with intervals."""
    figure, axes = blank(2.9)
    groups = list(dict.fromkeys(row["group"] for row in rows))
    for number, group in enumerate(groups):
        mine = [row for row in rows if row["group"] == group]
        x = [row["turn"] + 0.06 * (number - (len(groups) - 1) / 2) for row in mine]
        ink = (INKS["loss"], INKS["gain"], INKS["neutral"])[number % 3]
        shape, line = "osD"[number % 3], ("-", "--", ":")[number % 3]
        axes.plot(
            x, [100 * row["share"] for row in mine], line, marker=shape, color=ink, markersize=5, label=name(group)
        )
        for place, row in zip(x, mine, strict=True):
            axes.plot([place, place], [100 * limit for limit in row["ci95"]], color=ink, linewidth=2)
    axes.set_xticks(sorted({row["turn"] for row in rows}))
    axes.set_ylim(0, 102)
    axes.set_xlabel("own turns played without a meld on the table (0: as dealt)")
    axes.set_ylabel("% burned in the end", color=INKS["ink"])
    axes.legend(frameon=False, loc="upper left", labelcolor=INKS["ink"], fontsize=9)
    return figure


_STYLES: dict[str, tuple[str, Row]] = {
    "opened": ("own meld on the table", {"facecolor": INKS["gain"]}),
    "waiting": ("none yet", {"facecolor": "none", "edgecolor": INKS["faint"]}),
    "burned": ("burned", {"facecolor": "none", "edgecolor": INKS["loss"], "hatch": "/////"}),
    "other": ("won or spared", {"facecolor": "none", "edgecolor": INKS["neutral"], "hatch": "..."}),
}


def _stack(axes: Axes, row: Row) -> None:
    bottom = 0.0
    for way in WAYS:
        axes.bar(row["turn"], 100 * row[way], 0.82, bottom, linewidth=0.7, **_STYLES[way][1])
        bottom += 100 * row[way]


def _keys() -> list[Any]:
    from matplotlib.patches import Patch

    return [Patch(label=words, linewidth=0.7, **style) for words, style in _STYLES.values()]


def _plain(axes: Axes) -> None:
    axes.patch.set_alpha(0)
    axes.spines[["top", "right", "left"]].set_visible(False)
    axes.spines["bottom"].set_color(INKS["faint"])
    axes.tick_params(colors=INKS["ink"], labelcolor=INKS["ink"], labelsize=9)
    axes.tick_params(axis="y", length=0)
