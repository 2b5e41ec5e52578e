"""Decisions measured at some tables: what yes gains, by count and cards, with intervals.

A measurement is no advice: what to do stands in the book (`analyses/book`), which is made of more games.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from analyses.answers.shared import QuestionAnswer
from analyses.money import unit_name
from analyses.opponents import TABLES
from analyses.presentation import Screen, Table, columns, earned, join_and, seated
from analyses.rollouts import fork_questions
from analyses.rollouts.cells import Averages, Cell
from tongits_sim.run.answers import RunFacts, mean_of
from tongits_sim.run.within import widest

if TYPE_CHECKING:
    from analyses.rollouts.seated import Forked

GAMES = 60_000
"""Games of a measurement at each table, unless `--games` says another number."""


@dataclass(frozen=True, kw_only=True)
class Measured(QuestionAnswer):
    """Gains of yes at some tables."""

    tables: tuple[str, ...] = ()  # names of the tables; empty for named players
    cells: tuple[Cell, ...] = ()  # what yes gains, by table (`at["table"]`), count and more
    averages: tuple[Averages, ...] = ()  # by table
    forks: int = 0
    min_forks: int = 0
    branches: int = 0
    method: Mapping[str, str] = field(default_factory=dict)


def fields(forked: Sequence[Forked], name: str, keys: Sequence[str], min_forks: int) -> dict[str, Any]:
    """The fields of a measurement.

    Args:
        forked: the tables with their forks.
        name: of the map of the cells.
        keys: names of its axes; the first is `own_count`.
        min_forks: least number of forks of a cell whose sign may be sure.
    """
    cells: list[Cell] = []
    for played in forked:
        if played.forks.forks:
            made = fork_questions.cells(played.forks, name, keys, min_forks, Cell)
            cells += [replace(cell, at={"table": played.name, **cell.at}) for cell in made if cell.n]
    runs = [played.forks for played in forked]
    return {
        "tables": tuple(played.name for played in forked if played.name),
        "cells": tuple(cells),
        "averages": tuple(fork_questions.averages(played.forks, naive=True) for played in forked if played.forks.forks),
        "forks": sum(run.forks for run in runs),
        "min_forks": min_forks,
        "branches": sum(int(run.totals["branches"][0]) for run in runs),
        "run": RunFacts(elapsed_s=sum(run.elapsed for run in runs)),
        "method": fork_questions.method(runs, min_forks),
    }


def half_width(answer: Measured) -> float | None:
    """The widest interval of what yes gains on average at a table, units; None if not known."""
    return widest(averages.all for averages in answer.averages)


def against(table: str) -> str:
    """Whom a table of a measurement plays against: ` against strong players`; empty for named players."""
    return next((f" against {known.people}" for known in TABLES if known.name == table), "")


def on_average(answer: Measured, doing: str) -> str:
    """What yes gains over all decisions, by table."""
    names = answer.tables or ("",)
    gains = [
        f"{earned(averages.all)}{f' ({name})' if name else ''}"
        for name, averages in zip(names, answer.averages, strict=False)
    ]
    return f"On average over all such decisions, a {doing} gains {join_and(gains)} {unit_name()}."


def heading(answer: QuestionAnswer, names: Sequence[str]) -> str:
    """Rules, who plays, how many games."""
    who = f"measured at {len(names)} tables" if names else f"measured between {seated(answer.players)}"
    return f"{answer.rules} · {who} · {answer.games:,} games{' each' if len(names) > 1 else ''} · seed {answer.seed}"


def screen(answer: Measured, doing: str, panel: str, titles: Mapping[int, str], across: str) -> Screen:
    """The gains by count, in the most frequent panel.

    Args:
        doing: yes, as a noun.
        panel: the coordinate of the panels; empty: none.
        titles: titles of the panels.
        across: the coordinate of the columns at one table.
    """
    cells = _of_panel(answer, panel)
    title = titles.get(cells[0].integer(panel), "") if panel and cells else ""
    body = [_grid(answer, cells, across)] if cells else []
    notes = [
        f"Gain of a {doing}, {unit_name()}; measured, no advice. What to do: tongits analyze {answer.question}",
        "Every number: --full",
    ]
    if answer.within is not None and answer.averages:
        notes.insert(0, on_average(answer, doing))
    return Screen(heading(answer, answer.tables), short(answer, doing, title, cells), body, notes)


def short(answer: Measured, doing: str, title: str, cells: Sequence[Cell]) -> str:
    """The count at which yes gains most, for sure."""
    sure = [cell for cell in cells if cell.resolved and mean_of(cell.ev_diff) > 0]
    where = f"{title[:1].upper()}{title[1:]}: " if title else ""
    if not sure:
        said = f"no gain of a {doing} is sure in so few games."
    else:
        best = max(sure, key=lambda cell: mean_of(cell.ev_diff))
        count = best.text("own_count")
        who = against(str(best.at["table"]))
        said = f"a {doing} gains most with a count of {count}{who}: {earned(best.ev_diff)} {unit_name()}."
    return f"{where}{said}" if where else f"{said[0].upper()}{said[1:]}"


def _of_panel(answer: Measured, panel: str) -> list[Cell]:
    if not panel:
        return list(answer.cells)
    counts: dict[int, int] = {}
    for cell in answer.cells:
        counts[cell.integer(panel)] = counts.get(cell.integer(panel), 0) + cell.n
    most = max(counts, key=lambda key: counts[key], default=0)
    return [cell for cell in answer.cells if cell.integer(panel) == most]


def _grid(answer: Measured, cells: Sequence[Cell], across: str) -> Table:
    """Counts down; across the numbers of cards at the first table."""
    first = answer.tables[0] if answer.tables else ""
    mine = [cell for cell in cells if cell.at["table"] == first]
    names = list(dict.fromkeys(cell.text(across) for cell in sorted(mine, key=lambda cell: cell.integer(across))))
    rows: dict[str, dict[str, str]] = {}
    for cell in mine:
        if cell.n >= answer.min_forks:
            rows.setdefault(cell.text("own_count"), {})[cell.text(across)] = earned(cell.ev_diff)
    heads = [f"count, {first} table" if first else "count", *(f"{name} cards" for name in names)]
    return Table("gains", "", heads, [[count, *(row.get(name, "") for name in names)] for count, row in rows.items()])


def tables(answer: Measured, verb: str, no: str) -> list[Table]:
    """Every cell, and the averages."""
    keys = [key for key in (answer.cells[0].at if answer.cells else ()) if not key.endswith("_to")]
    shown: dict[str, Callable[[Cell], str]] = {
        key.replace("_", " ").removeprefix("own "): _coordinate(key) for key in keys
    }
    shown |= {"forks": lambda cell: f"{cell.n:,}", "gain": lambda cell: earned(cell.ev_diff)}
    shown |= {"sure": lambda cell: "yes" if cell.resolved else "no"}
    note = "Gain: units that yes is worth more than no; ± is half a 95 % interval."
    known = [cell for cell in answer.cells if cell.n >= answer.min_forks]
    rows = [
        (name, group, mean)
        for name, means in zip(answer.tables or ("",), answer.averages, strict=False)
        for group, mean in (
            ("all decisions", means.all),
            (f"where they {verb}", means.chose_yes),
            (f"where they {no}", means.chose_no),
        )
        if mean.mean is not None
    ]
    averages: dict[str, Callable[[Any], str]] = {
        "table": lambda row: row[0],
        "decisions": lambda row: row[1],
        "forks": lambda row: f"{row[2].n:,}",
        "gain": lambda row: earned(row[2]),
    }
    return [
        columns("cells", "Every cell", known, shown, text=len(keys), note=note),
        columns("averages", f"What it is worth to {verb}", rows, averages, text=2),
    ]


def _coordinate(key: str) -> Callable[[Cell], str]:
    def text(cell: Cell) -> str:
        return str(cell.at[key]) if key == "table" else cell.text(key)

    return text
