"""Answers in a terminal, as JSON or CSV, and saved in the folder of their run."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from reports.questions import Document, get, words

if TYPE_CHECKING:
    from reports.page.tables import Table


def keep(answer: Mapping[str, Any], folder: Path) -> None:
    """Write an answer to the folder of its run, as `results.json`. Raises StoreError."""
    from tongits_sim.folders.run_folder import RESULTS, attempt, replace_file

    attempt(folder, lambda: folder.mkdir(parents=True, exist_ok=True))
    replace_file(folder / RESULTS, json.dumps(answer, indent=1, allow_nan=False).encode())


def print_document(answer: Document, form: str, rows: str = "cells", more: Mapping[str, Any] | None = None) -> None:
    """Print an answer in one of the formats.

    Args:
        answer: the answer.
        form: `table`, `json` or `csv`.
        rows: the list of its JSON that CSV prints.
        more: keys that its JSON has besides.
    """
    from reports.text.console import print_csv, print_json
    from tongits_sim.designs.batch.results import flat
    from tongits_sim.run.answers import as_json

    document = {**as_json(answer), **(more or {})}
    if form == "json":
        print_json(document)
    elif form == "csv":
        new_names = {"ci95": "ci95_ci95"}  # becomes ci95_low, ci95_high
        print_csv([flat({new_names.get(key, key): value for key, value in row.items()}) for row in document[rows]])
    else:
        _print_tables(answer)


def _print_tables(answer: Document) -> None:
    from reports.text.console import show

    question = words(answer)
    show()
    show(asked(answer), style="bold")
    show()
    show(question.headline(answer), *question.sentences(answer))
    for each in getattr(question, "console", question.tables)(answer):
        show()
        show(as_table(each))
        if each.note:
            show(each.note)


def asked(answer: Document) -> str:
    """One line about what was played; a question's module may have its own."""
    own = getattr(words(answer), "asked", None)
    if own is not None:
        return str(own(answer))
    return (
        f"analyze {get(answer, 'question')} · {get(answer, 'games'):,} games · "
        f"{', '.join(get(answer, 'players'))} · rules {get(answer, 'rules')} · seed {get(answer, 'seed')}"
    )


def as_table(report_table: Table) -> Any:
    """A report's table for a terminal."""
    from rich.text import Text

    from reports.text.console import table

    grid = table(*report_table.headings, left=report_table.text, title=report_table.caption)
    for row in report_table.rows:
        grid.add_row(*[Text(str(cell)) for cell in row])
    return grid
