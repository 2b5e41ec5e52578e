"""Answers in a terminal, as JSON or CSV."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING, Any

from analyses.answers.question import QuestionAnswer
from reports.questions import Document, get, words
from tongits_sim.run.answers import as_json

if TYPE_CHECKING:
    from analyses.words.parts import Table


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
        rows: the list of its JSON that CSV prints, or what makes such a list of the answer.
        more: keys that its JSON has besides.
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
    from reports.text.console import show

    for each in tables:
        show("", as_table(each))
        if each.note:
            show(each.note)


def asked(answer: Document) -> str:
    """One line about what was played; a question's module may have its own."""
    own = getattr(words(answer), "asked", None)
    if own is not None:
        return str(own(answer))
    return (
        f"{get(answer, 'command')} {get(answer, 'question')} · {_count_words(answer)} · "
        f"{', '.join(get(answer, 'players'))} · rules {get(answer, 'rules')} · seed {get(answer, 'seed')}"
    )


def _count_words(answer: Document) -> str:
    """How much was played, in words."""
    return answer.counted if isinstance(answer, QuestionAnswer) else f"{get(answer, 'games'):,} games"


def as_table(report_table: Table) -> Any:
    """A report's table for a terminal."""
    from rich.text import Text

    from reports.text.console import table

    grid = table(*report_table.headings, left=report_table.text, title=report_table.caption)
    for row in report_table.rows:
        grid.add_row(*[Text(str(cell)) for cell in row])
    return grid
