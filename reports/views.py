"""The answer to a question on one screen: the words, a table and a figure of its page, for consoles and notebooks."""

from __future__ import annotations

import io
from html import escape

from analyses.words import Finding, Table
from reports.questions import Document, screen_of, words
from tongits_sim.run.display import View


def view(answer: Document) -> View:
    """An answer on one screen. Raises WordsError for an answer to an unknown question."""
    screen, findings = screen_of(answer), words(answer).findings(answer)
    body = [part for part in screen.body if isinstance(part, Table)] or words(answer).tables(answer)
    table = next((each for each in body if each.rows), None)
    headings, rows = (table.headings, table.rows) if table else ((), ())
    return View([screen.heading, screen.answer], headings, rows, lambda: figure(findings[0]) if findings else "")


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
