"""Words, tables and rows of figures that several questions share."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from analyses.answers.cells import Cell, cell_at
from mahjong_sim.analyses.answers import ForksAnswer, QuestionAnswer
from reports.page.tables import Table
from tongits_sim.run.answers import Estimate, Limits
from tongits_sim.run.numbers import amount, between, digits_of, known, seconds

HELD_OUT = "These cells were chosen on other hands than those that estimate them."
FEW_NOTE = "±: half a 95 % interval, the game being the unit. Cells with fewer than {few:,} forks are left out."


def table_of(answer: QuestionAnswer) -> str:
    """Who sits at the table: `four greedy bots`, or their names."""
    names = answer.players
    return f"four {names[0]} bots" if len(set(names)) == 1 else ", ".join(names)


def asked(answer: QuestionAnswer) -> str:
    """What was played, in one line."""
    name = answer.command if answer.command.endswith(f" {answer.question}") else f"{answer.command} {answer.question}"
    return f"{name} · {answer.counted} · {', '.join(answer.players)} · rules {answer.rules} · seed {answer.seed}"


def value(estimate: Estimate) -> str:
    """A mean with half the width of its interval."""
    return known(estimate.mean, estimate.ci95)


def plain(mean: float | None, limits: Limits | None) -> str:
    """An amount that cannot be a loss, without a sign.

    >>> plain(5.6301, (5.585, 5.675)), plain(0.0, None)
    ('5.630 ± 0.045', '0.00')
    """
    return known(mean, limits).removeprefix("+")


def points(share: float | None, limits: Limits | None) -> str:
    """A difference of shares, in percentage points."""
    ends = None if limits is None else (100 * limits[0], 100 * limits[1])
    return "–" if share is None else known(100 * share, ends)


def decided(estimate: Estimate, gains: str, loses: str) -> str:
    """One of two clauses where the interval leaves out 0; else that it is not decided."""
    if not estimate.decided:
        return "the sign is not decided"
    return gains if (estimate.mean or 0) > 0 else loses


def strongest(
    answer: ForksAnswer, cells: Sequence[Cell], where: Callable[[Cell], str], name: str = "cells"
) -> list[str]:
    """The cells with the largest gain and the largest loss, chosen on other hands; nothing where none was resolved.

    Args:
        answer: its `extremes` hold the coordinates.
        cells: the cells of the map, estimated on the hands that did not choose.
        where: a function that says where a cell lies.
        name: name of the map.
    """
    extremes = answer.extremes.get(name)
    if extremes is None:
        return []
    parts = []
    for at, which in ((extremes.most, "in favour"), (extremes.least, "against")):
        cell = None if at is None else cell_at(cells, at)
        if cell is not None and cell.ev_diff.ci95 is not None:
            digits = min(2, digits_of(cell.ev_diff.ci95))
            parts.append(
                f"Most {which}: {where(cell)}, {amount(cell.ev_diff.mean, digits)} units (95 % interval "
                f"{between(cell.ev_diff.ci95, digits)})."
            )
    return [" ".join([*parts, HELD_OUT])] if parts else []


def closing(answer: ForksAnswer, cells: Sequence[Cell]) -> list[str]:
    """How many cells are resolved, and how much was played."""
    few = sum(cell.n < answer.min_forks for cell in cells)
    sure = sum(cell.resolved for cell in cells)
    resolved = (
        f"The sign is resolved in {sure} of {len(cells)} cells (Benjamini-Hochberg, 5 %); {len(cells) - sure - few} "
        f"are inconclusive, and {few} have fewer than {answer.min_forks:,} forks."
    )
    played = (
        f"{answer.forks:,} forks; a fork is a pair of rollouts, both ways played to the end from the same position. "
        f"With those that chose extremes: {answer.branches:,} branches in {seconds(answer.elapsed_s)}."
    )
    return [resolved, played]


def cells_table(
    answer: ForksAnswer,
    cells: Sequence[Any],
    keys: Mapping[str, str],
    columns: Mapping[str, Callable[[Any], str]],
    about: tuple[str, str],
) -> Table:
    """All cells with enough forks, one a row.

    Args:
        answer: says how many are enough.
        cells: of a map.
        keys: headings of the coordinates.
        columns: headings of further columns, and what stands in them.
        about: key and caption of the table.
    """
    rows = [
        [
            *(cell.words(key) for key in keys),
            f"{cell.n:,}",
            value(cell.ev_diff),
            *(text(cell) for text in columns.values()),
            "yes" if cell.resolved else "no",
        ]
        for cell in cells
        if cell.n >= answer.min_forks
    ]
    headings = [*keys.values(), "Forks", "Difference", *columns, "Resolved"]
    note = "Difference in units. " + FEW_NOTE.format(few=answer.min_forks)
    return Table(about[0], about[1], headings, rows, text=len(keys), note=note)


def grid_rows(
    cells: Sequence[Any], min_forks: int, keys: tuple[str, str, str], shown: Callable[[Any], tuple[float | None, bool]]
) -> list[dict[str, Any]]:
    """The cells of a map as the rows of a grid (analyses/figures/rollouts.py).

    Args:
        cells: of a map.
        min_forks: cells with fewer forks are marked.
        keys: coordinates of columns, rows and panels.
        shown: the number in a cell, and whether its sign is known.
    """
    rows = []
    for cell in cells:
        number, sure = shown(cell)
        state = "few" if cell.n < min_forks or number is None else "sure" if sure else "unsure"
        across, down, panel = (cell.words(key) for key in keys)
        rows.append({"panel": panel, "x": across, "y": down, "value": number, "state": state})
    return rows


GRID_NOTE = "Orange, −: worse; blue, +: better; hatched: not resolved; dot: too few forks."
