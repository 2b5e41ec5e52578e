"""Answers in a terminal, as JSON or CSV."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from reports.questions import Document, words
from tongits_sim.run.answers import as_json


def print_document(
    answer: Document,
    form: str,
    rows: str | Callable[[Any], Iterable[Any]] = "cells",
    more: Mapping[str, Any] | None = None,
) -> None:
    """Print an answer in one of the formats.

    Args:
        answer: the answer.
        form: `table`, `json` or `csv`.
        rows: the key of the list in its JSON that CSV prints, or a function from the answer to its rows.
        more: further keys of its JSON.
    """
    from reports.text.console import print_csv, print_json

    document = {**as_json(answer), **(more or {})}
    if form == "json":
        print_json(document)
    elif form == "csv":
        print_csv(rows(answer) if callable(rows) else document[rows])
    else:
        _print_tables(answer)


def _print_tables(answer: Document) -> None:
    from reports.text.console import show_screen

    presenter = words(answer)
    about = presenter.about(answer) if hasattr(presenter, "about") else ()
    show_screen(presenter.screen(answer), presenter.tables(answer), about)
