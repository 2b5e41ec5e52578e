"""Figures of a tournament: how far each kind of player comes, and how long a match must be."""

from __future__ import annotations

import textwrap
from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from analyses.answers.tournament import TournamentAnswer
from analyses.figures.comparison import INKS, blank, name
from tongits_sim.run.answers import Limits

if TYPE_CHECKING:
    from matplotlib.figure import Figure

_SHAPES = "osD^v"
_LINES = ("-", "--", ":", "-.")


class Step(NamedTuple):
    """The chance of one player of a kind to play a stage, or to win the title (the last one); per cent."""

    kind: str
    stage: str
    chance: float


class Length(NamedTuple):
    """The chance of the better player to win a match, and its limits; per cent."""

    rounds: int
    chance: float
    limits: Limits


# --- shape ---


def steps(answer: TournamentAnswer) -> list[Step]:
    """For each kind a point for each stage that fewer players reach than those before, then for the title.

    So a lower bracket is no step on the way.
    """
    shown, fewest = list[int](), answer.stages[0].players + 1
    for number, stage in enumerate(answer.stages):
        if stage.players < fewest:
            shown.append(number)
            fewest = stage.players
    rows = []
    for kind in answer.kinds:
        chances = [*(kind.reached[number].mean or 0.0 for number in shown), kind.title_each.mean or 0.0]
        names = [*(answer.stages[number].name for number in shown), "title"]
        rows += [Step(kind.player, stage, 100 * chance) for stage, chance in zip(names, chances, strict=True)]
    return rows


def lengths(answer: TournamentAnswer) -> list[Length]:
    """A point for each length."""
    return [
        Length(row.rounds, 100 * (row.best.mean or 0.0), (100 * low, 100 * high))
        for row in answer.lengths
        for low, high in [row.best.ci95 or (0.0, 1.0)]
    ]


# --- draw ---


def draw_steps(rows: Sequence[Step]) -> Figure:
    """How far one player of each kind comes; the scale is logarithmic."""
    kinds, stages = list(dict.fromkeys(row.kind for row in rows)), list(dict.fromkeys(row.stage for row in rows))
    figure, axes = blank(3.2)
    for number, kind in enumerate(kinds):
        mine = [row for row in rows if row.kind == kind and row.chance > 0]
        ink = (INKS["gain"], INKS["loss"], INKS["neutral"])[number % 3]
        shape, line = _SHAPES[number % len(_SHAPES)], _LINES[number % len(_LINES)]
        places = [stages.index(row.stage) for row in mine]
        axes.plot(places, [row.chance for row in mine], line, marker=shape, color=ink, linewidth=1.6, label=name(kind))
    axes.set_yscale("log")
    axes.yaxis.set_major_formatter(lambda value, _: f"{value:g}")
    labels = ["\n".join(textwrap.wrap(stage, 10, break_long_words=False)) for stage in stages]
    axes.set_xticks(range(len(stages)), labels, fontsize=8)
    axes.set_ylabel("% of tournaments, one player", color=INKS["ink"])
    figure.legend(loc="outside upper left", ncols=3, frameon=False, labelcolor=INKS["ink"], fontsize=9)
    return figure


def draw_lengths(rows: Sequence[Length], share: float, parts: str = "rounds") -> Figure:
    """The better player's chance by the rounds of a match, or the number of matches; the line at the share asked for.

    Args:
        rows: from `lengths`.
        share: the share asked for.
        parts: the unit of length: rounds, or progressive matches.
    """
    figure, axes = blank(2.8)
    axes.plot([row.rounds for row in rows], [row.chance for row in rows], "-", color=INKS["gain"], linewidth=1.4)
    for row in rows:
        axes.plot([row.rounds] * 2, row.limits, color=INKS["gain"], linewidth=2.2)
        axes.plot(row.rounds, row.chance, "o", color=INKS["gain"], markersize=5)
    axes.axhline(100 * share, color=INKS["faint"], linewidth=1)
    axes.axhline(100 / 3, color=INKS["faint"], linewidth=1, linestyle=":")
    axes.set_xscale("log")
    axes.xaxis.set_major_formatter(lambda value, _: f"{value:,.0f}")
    axes.minorticks_off()
    axes.set_ylim(25, 102)
    axes.set_xlabel(f"{parts} at one table")
    axes.set_ylabel("% of times it is first", color=INKS["ink"])
    return figure
