"""Answers in a terminal, as JSON or CSV."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING, Any

from analyses.answers.shared import QuestionAnswer
from reports.questions import Document, get, words
from tongits_sim.run.answers import as_json

if TYPE_CHECKING:
    from analyses.words import Table


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
    from reports.text.console import show

    question = words(answer)
    show()
    show(asked(answer), style="bold")
    show()
    show(question.headline(answer), *question.sentences(answer))
    show_tables(getattr(question, "console", question.tables)(answer))


def show_tables(tables: Iterable[Table]) -> None:
    """Print tables with their notes, an empty line before each."""
    from rich.text import Text

    from reports.text.console import show, table

    for each in tables:
        grid = table(*each.headings, left=each.text, title=each.caption)
        for row in each.rows:
            grid.add_row(*[Text(str(cell)) for cell in row])
        show("", grid)
        if each.note:
            show(each.note)


def asked(answer: Document) -> str:
    """One line about the games of an answer; the module of a question may have its own."""
    own = getattr(words(answer), "asked", None)
    if own is not None:
        return str(own(answer))
    played = answer.counted if isinstance(answer, QuestionAnswer) else f"{get(answer, 'games'):,} games"
    return (
        f"{get(answer, 'command')} {get(answer, 'question')} · {played} · "
        f"{', '.join(get(answer, 'players'))} · rules {get(answer, 'rules')} · seed {get(answer, 'seed')}"
    )
