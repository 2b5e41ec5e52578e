"""How the answer of each command and question is shown: a module for each, with four functions of its answer.

`answer(answer) -> str` is the first sentence, `sentences(answer) -> list[str]` what else is to be said,
`tables(answer) -> list[Table]` the numbers, `findings(answer) -> list[Finding]` the figures with what they show.
A module may have `asked(answer) -> str`, what was played, in a line of its own, and `console(answer) ->
list[Table]`, where a terminal is to show other tables than a page. For the first screen of a page it may have
`advice(answer) -> list[Advice]`, answers in plain words, and `pocket(answer) -> list[Table]`, those of its tables
that a reader wants beside them; for its other parts `title(answer) -> str`, over its numbers, `method(answer) ->
dict[str, str]`, how they were made, `size(answer) -> str`, how much was played, and `command_line(answer) -> str`,
what makes them again.
"""

from __future__ import annotations

import importlib
from types import ModuleType
from typing import Any

from tongits_sim.errors import TongitsError
from tongits_sim.rules.errors import shown
from tongits_sim.run.answers import Answer

Document = Answer
"""An answer on a page."""


class WordsError(TongitsError):
    """An answer to a question that does not exist."""


def get(document: Document, name: str, default: Any = None) -> Any:
    """A field of an answer; the default where answers of its kind have none."""
    return getattr(document, name, default)


def words(document: Document) -> ModuleType:
    """The module that shows an answer. Raises WordsError."""
    name = get(document, "question") or get(document, "command")
    kind_of(name)  # an answer may come from elsewhere and say anything
    return importlib.import_module(f"reports.questions.{name}")


def kind_of(name: object) -> type[Answer]:
    """The type of the answers to a question, or of a command. Raises WordsError."""
    from analyses.answers.batch import BatchReport
    from analyses.answers.comparison import ComparisonAnswer
    from analyses.answers.whatif import WhatIfAnswer
    from analyses.registry import REGISTRY, question

    kinds: dict[object, type[Answer] | None] = {
        "simulate": BatchReport,
        "compare": ComparisonAnswer,
        "whatif": WhatIfAnswer,
        **{each: question(each).answer for each in REGISTRY},
    }
    kind = kinds.get(name) if isinstance(name, str) else None
    if kind is None:
        raise WordsError(f"there is no question {shown(name)}, so its answer cannot be shown")
    return kind
