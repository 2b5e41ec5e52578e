"""The answer to a question on one screen: the words, a table and a figure of its page, for consoles and notebooks."""

from __future__ import annotations

import io
from collections.abc import Sequence
from html import escape
from typing import TYPE_CHECKING

from reports.questions import Document, words
from reports.questions.printing import asked
from tongits_sim.run.notebook import View

if TYPE_CHECKING:
    from analyses.words import Finding, Table

MOST_SENTENCES = 2
"""Sentences besides the answer itself."""


def view(answer: Document) -> View:
    """An answer on one screen. Raises WordsError for an answer to an unknown question."""
    presenter = words(answer)
    more: Sequence[str] = presenter.sentences(answer)
    sentences = [asked(answer), presenter.headline(answer), *more[:MOST_SENTENCES]]
    table = _first(
        *(getattr(presenter, name)(answer) for name in ("pocket", "console", "tables") if hasattr(presenter, name))
    )
    findings: Sequence[Finding] = presenter.findings(answer)
    headings, rows = (table.headings, table.rows) if table else ((), ())
    return View(sentences, headings, rows, lambda: figure(findings[0]) if findings else "")


def _first(*lists: Sequence[Table]) -> Table | None:
    """The first table with rows."""
    return next((table for tables in lists for table in tables if table.rows), None)


def figure(finding: Finding) -> str:
    """A figure, panel by panel, with its caption below, as HTML."""
    from reports.page.svg import drawing

    parts = []
    with drawing():
        for panel in finding.panels():
            stream = io.StringIO()
            panel.figure.savefig(stream, format="svg", metadata={"Date": None, "Creator": None})
            drawn = stream.getvalue()
            title = f"{escape(panel.title)}<br>" if panel.title else ""
            parts.append(f'<span style="display: inline-block">{title}{drawn[drawn.index("<svg") :]}</span>')
    return f"<figure>{''.join(parts)}<figcaption>{escape(finding.text)}</figcaption></figure>"
