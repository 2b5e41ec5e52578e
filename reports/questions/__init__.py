"""How answers are shown.

The module of a question, or the module of a command here, has these functions: `screen(answer) -> Screen`, the first
screen with the sentence that answers the question; `tables(answer) -> list[Table]`, all numbers; `findings(answer) ->
list[Finding]`, the figures, the main figure first.

Optional functions: `title(answer) -> str`, the question in a reader's words; `short(answer) -> str`, the answer in one
line for the top of a page; `about(answer) -> list[str]`, how the numbers were made; `command_line(answer) -> str`, the
command that gives the same numbers, for answers without a field `command_line`.
"""

from __future__ import annotations

from typing import Any, cast

from analyses.presentation import Presenter, Screen
from analyses.question_registry import in_file, presented
from reports.questions.presenting import commands
from tongits_sim.errors import TongitsError
from tongits_sim.run.answers import Answer
from tongits_sim.run.numbers import abbreviated

Document = Answer
"""An answer on a page."""


class WordsError(TongitsError):
    """An answer to a question that does not exist."""


def get(answer: Document, name: str, default: object = None) -> Any:
    """A field of an answer; the default if answers of its kind lack the field."""
    return getattr(answer, name, default)


def name_of(answer: Document) -> str:
    """The question of an answer; if it has none, its command."""
    return str(get(answer, "question") or get(answer, "command"))


def words(answer: Document) -> Presenter:
    """The presenter of an answer. Raises WordsError."""
    name = name_of(answer)
    kind_of(name)  # a stored answer may name anything
    question = presented(name)
    if question is not None:
        return cast("Presenter", question.presenter)
    return cast("Presenter", commands()[name].words)


def kind_of(name: object) -> type[Answer]:
    """The type of the answers to a question or a command. Raises WordsError."""
    known = commands()
    if isinstance(name, str) and name in known:
        return known[name].answer
    question = presented(name) if isinstance(name, str) else None
    if question is not None and question.answer is not None:
        return cast("type[Answer]", question.answer)
    if isinstance(name, str) and in_file(name):
        raise WordsError(
            f"the answer to {abbreviated(name)} can be shown only where that question is asked: a "
            "stored answer executes no "
            "file"
        )
    raise WordsError(f"there is no question {abbreviated(name)}, so its answer cannot be shown")


def screen_of(answer: Document) -> Screen:
    """The first screen of an answer. Raises WordsError."""
    return words(answer).screen(answer)


def title_of(answer: Document, presenter: Presenter) -> str:
    """The question of an answer in a reader's words."""
    if hasattr(presenter, "title"):
        return str(presenter.title(answer))
    return str(get(answer, "asks") or name_of(answer).capitalize())


def command_line(answer: Document, presenter: Presenter) -> str:
    """The command that gives the same numbers; empty if unknown."""
    if hasattr(presenter, "command_line"):
        return str(presenter.command_line(answer))
    return str(get(answer, "command_line") or "")
