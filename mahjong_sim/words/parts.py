"""Words, tables and rows of figures that several questions share."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from analyses.answers.rollouts import Cell, ForksAnswer
from analyses.words.parts import Table
from analyses.words.rollout_words import resolved_sentence, value
from reports.questions.tables import share_cell
from tongits_sim.run.answers import Estimate
from tongits_sim.run.numbers import known, seconds

FEW_NOTE = "±: half a 95 % interval, the game being the unit. Cells with fewer than {few:,} forks are left out."


def plain(estimate: Estimate) -> str:
    """An amount that cannot be a loss, without a sign.

    >>> plain(Estimate(5.6301, (5.585, 5.675))), plain(Estimate(0.0))
    ('5.630 ± 0.045', '0.00')
    """
    return value(estimate).removeprefix("+")


def points(estimate: Estimate) -> str:
    """A difference of shares, in percentage points."""
    share, limits = estimate.mean, estimate.ci95
    ends = None if limits is None else (100 * limits[0], 100 * limits[1])
    return "–" if share is None else known(100 * share, ends)


def share(estimate: Estimate) -> str:
    """A share in per cent."""
    return share_cell(estimate.mean, estimate.ci95)


def decided(estimate: Estimate, gains: str, loses: str) -> str:
    """One of two clauses if the interval excludes 0; else that the sign is not decided."""
    if not estimate.decided:
        return "the sign is not decided"
    return gains if (estimate.mean or 0) > 0 else loses


def closing(answer: ForksAnswer, cells: Sequence[Cell]) -> list[str]:
    """Sentences on the resolved cells and the number of forks."""
    size = (
        f"{answer.forks:,} forks; a fork is a pair of rollouts, both ways played to the end from the same position. "
        f"With those that chose extremes: {answer.branches:,} branches in {seconds(answer.elapsed_s)}."
    )
    return [resolved_sentence(answer, cells), size]


def cells_table(
    answer: ForksAnswer,
    cells: Sequence[Any],
    keys: Mapping[str, str],
    columns: Mapping[str, Callable[[Any], str]],
    about: tuple[str, str],
) -> Table:
    """All cells with enough forks, one a row.

    Args:
        answer: the answer, which has the least number of forks.
        cells: the cells of a map.
        keys: headings of the coordinates.
        columns: headings of further columns, and their texts.
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
    cells: Sequence[Any],
    min_forks: int,
    keys: tuple[str, str, str],
    shown: Callable[[Any], tuple[float | None, bool]] = lambda cell: (cell.ev_diff.mean, cell.resolved),
) -> list[dict[str, Any]]:
    """The cells of a map as the rows of a grid (analyses/figures/rollouts.py).

    Args:
        cells: the cells of a map.
        min_forks: cells with fewer forks are marked.
        keys: coordinates of columns, rows and panels.
        shown: the number in a cell, and whether its sign is known; usually its difference.
    """
    rows = []
    for cell in cells:
        number, sure = shown(cell)
        state = "few" if cell.n < min_forks or number is None else "sure" if sure else "unsure"
        across, down, panel = (cell.words(key) for key in keys)
        rows.append({"panel": panel, "x": across, "y": down, "value": number, "state": state})
    return rows


GRID_NOTE = "Orange, −: worse; blue, +: better; hatched: not resolved; dot: too few forks."
