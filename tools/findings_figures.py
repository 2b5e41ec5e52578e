"""The pictures of docs/explanation/findings.md, from the same answers as its tables."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from analyses.figures.comparison import INKS
from tools.findings_asked import FOUGHT, PRESETS, Row
from tools.findings_claims import HANDS, hands
from tools.findings_words import Answers, pm

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

OPEN = {0: "nobody", 1: "one", 2: "both"}
_SERIES = (("gain", "o"), ("loss", "s"), ("neutral", "D"))
_ELSEWHERE = 3
"""A dealer's edge of more units is on a scale of its own."""


class Call(NamedTuple):
    """The worth of calling in some hands less that of waiting a turn; `often`: called in most of the chances."""

    rules: str
    opponents: str
    hands: str
    row: Row
    often: bool


class Edge(NamedTuple):
    """The earnings of the dealer a game less the mean of the others."""

    rules: str
    bot: str
    row: Row


def calls(answers: Answers) -> list[Call]:
    """A point for each range of counts and number of open opponents, between three solved players."""
    return [
        Call(rules, words, name, row, row["yes"] > 0.5)
        for rules in FOUGHT
        for opponents, words in OPEN.items()
        for name, row in hands(answers, f"calls solved {rules}", (opponents,)).items()
        if row["n"]
    ]


def edges(answers: Answers) -> list[Edge]:
    """A point for each preset and kind of three equal players."""
    return [Edge(rules, bot, answers.edge(f"dealt {bot} {rules}")) for rules in PRESETS for bot in ("solved", "expert")]


def says_calls(rows: Sequence[Call]) -> str:
    """The picture of calls in words, for people who cannot see it: the points with both opponents open."""
    parts = [
        f"{rules} {', '.join(pm(each.row) for each in rows if (each.rules, each.opponents) == (rules, 'both'))}"
        for rules in dict.fromkeys(each.rules for each in rows)
    ]
    return (
        "Calling now less waiting a turn, three solved players, by the caller's count; with both opponents open, from "
        f"the lowest counts to the highest: {'; '.join(parts)}."
    )


def says_edges(rows: Sequence[Edge]) -> str:
    """The picture of the dealer in words, for people who cannot see it."""
    parts = []
    for bot in dict.fromkeys(each.bot for each in rows):
        mine = [each for each in rows if each.bot == bot]
        parts.append(f"three {bot}: {', '.join(f'{each.rules} {pm(each.row)}' for each in mine)}")
    return f"What dealing is worth, units a game, by rules; {'; '.join(parts)}."


def picture(name: str, text: str) -> str:
    """The line of the page that shows a picture."""
    return f"![{text}](../images/{name}.svg)"


def draw_calls(rows: Sequence[Call]) -> Figure:
    """A panel for each rule set; filled: they call in most of these chances."""
    figure, panels = _figure(len(FOUGHT), 3.0)
    for axes, rules in zip(panels, FOUGHT, strict=True):
        for number, (words, (ink, shape)) in enumerate(zip(OPEN.values(), _SERIES, strict=True)):
            for each in [each for each in rows if (each.rules, each.opponents) == (rules, words)]:
                place = list(HANDS).index(each.hands) + 0.22 * (number - 1)
                fill = INKS[ink] if each.often else "white"
                _point(axes, each.row, place, INKS[ink], shape, fill)
            axes.plot([], [], shape, color=INKS[ink], label=f"{words} open")
        axes.set_yticks(range(len(HANDS)), list(HANDS))
        axes.set_ylim(len(HANDS) - 0.5, -0.5)
        axes.set_title(rules, fontsize=10)
    panels[0].set_ylabel("points in the caller's hand")
    figure.supxlabel("calling now less waiting a turn, units a game (filled: they mostly call)", fontsize=9)
    figure.legend(*panels[0].get_legend_handles_labels(), loc="outside upper center", ncols=3, frameon=False)
    return figure


def draw_edges(rows: Sequence[Edge]) -> Figure:
    """A line for each preset, with its figures; much larger amounts are on a scale of their own."""
    figure, panels = _figure(2, 4.2, widths=(4, 1))
    for number, bot in enumerate(dict.fromkeys(each.bot for each in rows)):
        ink, shape = _SERIES[number]
        for each in [each for each in rows if each.bot == bot]:
            place = PRESETS.index(each.rules) + 0.18 * (2 * number - 1)
            _point(panels[each.row["mean"] > _ELSEWHERE], each.row, place, INKS[ink], shape, INKS[ink])
            right = panels[1].get_yaxis_transform()
            panels[1].text(1.05, place, pm(each.row), fontsize=7, color=INKS[ink], va="center", transform=right)
        panels[0].plot([], [], shape, color=INKS[ink], label=f"three {bot}")
    panels[0].set_yticks(range(len(PRESETS)), PRESETS)
    panels[0].set_ylim(len(PRESETS) - 0.5, -0.5)
    for axes in panels:
        axes.grid(axis="y", color=INKS["faint"], alpha=0.25)
    figure.supxlabel("what dealing is worth, units a game", fontsize=9)
    figure.legend(*panels[0].get_legend_handles_labels(), loc="outside upper center", ncols=2, frameon=False)
    return figure


def write_pictures(answers: Answers, images: Path) -> None:
    """Draw both pictures into a folder."""
    import matplotlib as mpl

    mpl.use("Agg")
    images.mkdir(exist_ok=True)
    for name, figure in (
        ("findings-calls", lambda: draw_calls(calls(answers))),
        ("findings-dealer", lambda: draw_edges(edges(answers))),
    ):
        with mpl.rc_context({"svg.hashsalt": name, "svg.fonttype": "none", "font.size": 9}):
            figure().savefig(images / f"{name}.svg", metadata={"Date": None, "Creator": None})


def _figure(panels: int, height: float, widths: Sequence[float] | None = None) -> tuple[Figure, Sequence[Axes]]:
    from matplotlib.figure import Figure

    figure = Figure(figsize=(8, height), layout="constrained")
    panes: Sequence[Axes] = list(figure.subplots(1, panels, sharey=True, width_ratios=widths))
    for axes in panes:
        axes.axvline(0, color=INKS["faint"], linewidth=1) if axes is panes[0] or widths is None else None
        for side in ("top", "right"):
            axes.spines[side].set_visible(False)
    return figure, panes


def _point(axes: Axes, row: Row, place: float, ink: str, shape: str, fill: str) -> None:
    axes.plot(row["ci95"], [place, place], color=ink, linewidth=1.4)
    axes.plot(row["mean"], place, shape, color=ink, markerfacecolor=fill, markersize=5)
