"""Prints answers in a terminal and in a notebook, as JSON or as CSV."""

from __future__ import annotations

import io
from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from html import escape
from typing import Any

from analyses.presentation import Finding, Presenter, Table
from reports.questions import Document, screen_of, words
from tongits_sim.run.answers import as_json
from tongits_sim.run.display import View


def print_document(
    answer: Document,
    form: str,
    rows: str | Callable[[Any], Iterable[Any]] = "cells",
    more: Mapping[str, object] | None = None,
    presenter: Presenter | None = None,
) -> None:
    """Print an answer in one of the formats.

    Args:
        answer: the answer.
        form: `table`, `json` or `csv`.
        rows: the key of the list in its JSON that CSV prints, or a function from the answer to its rows.
        more: further keys of its JSON.
        presenter: shows the answer; None: the presenter of its question or command.
    """
    from reports.text.console import print_csv, print_json

    document = {**as_json(answer), **(more or {})}
    if form == "json":
        print_json(document)
    elif form == "csv":
        print_csv(rows(answer) if callable(rows) else document[rows])
    else:
        _print_tables(answer, presenter or words(answer))


def _print_tables(answer: Document, presenter: Presenter) -> None:
    from reports.text.console import show_screen

    about = presenter.about(answer) if hasattr(presenter, "about") else ()
    screen = presenter.screen(answer)
    within = getattr(answer, "within", None)
    if within is not None:
        screen = replace(screen, notes=[within.sentence(), *screen.notes])
    show_screen(screen, presenter.tables(answer), about)


def view(answer: Document) -> View:
    """An answer on one screen. Raises WordsError for an answer to an unknown question."""
    screen = screen_of(answer)
    findings = words(answer).findings(answer)
    body = [part for part in screen.body if isinstance(part, Table)] or words(answer).tables(answer)
    table = next((part for part in body if part.rows), None)
    headings, rows = (table.headings, table.rows) if table else ((), ())

    def first_figure() -> str:
        return figure(findings[0]) if findings else ""

    return View([screen.heading, screen.answer], headings, rows, first_figure)


def figure(finding: Finding) -> str:
    """A figure, panel by panel, with its caption below, as HTML."""
    import matplotlib as mpl

    parts = []
    # A dollar sign in a name begins no formula.
    with mpl.rc_context({"font.family": "sans-serif", "text.parse_math": False}):
        for name, drawing in finding.panels():
            stream = io.StringIO()
            drawing.figure().savefig(stream, format="svg", metadata={"Date": None, "Creator": None})
            drawn = stream.getvalue()
            title = f"{escape(name)}<br>" if name else ""
            parts.append(f'<span style="display: inline-block">{title}{drawn[drawn.index("<svg") :]}</span>')
    return f"<figure>{''.join(parts)}<figcaption>{escape(finding.text)}</figcaption></figure>"
