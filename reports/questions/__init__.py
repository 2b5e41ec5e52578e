"""How the answer of each command and question is shown: a module for each, with four functions of its answer.

`answer(document) -> str` is the first sentence, `sentences(document) -> list[str]` what else is to be said,
`tables(document) -> list[Table]` the numbers, `findings(document) -> list[Finding]` the figures with what they show.
A module may have `asked(document) -> str`, what was played, in a line of its own, and `console(document) ->
list[Table]`, where a terminal is to show other tables than a page. For the first screen of a page it may have
`advice(document) -> list[Advice]`, answers in plain words, and `pocket(document) -> list[Table]`, those of its tables
that a reader wants beside them; for its other parts `title(document) -> str`, over its numbers, `method(document) ->
dict[str, str]`, how they were made, `size(document) -> str`, how much was played, and `command_line(document) -> str`,
what makes them again.
"""

from __future__ import annotations

import importlib
from collections.abc import Mapping
from typing import Any

from tongits_sim.errors import TongitsError
from tongits_sim.rules.errors import shown
from tongits_sim.run.answers import Answer

Document = Answer | Mapping[str, Any]
"""An answer on a page: typed, or a dictionary where that of its question is not."""


class WordsError(TongitsError):
    """An answer to a question that does not exist."""


def get(document: Document, name: str, default: Any = None) -> Any:
    """A field of an answer, whether typed or a dictionary; the default where it has none."""
    return document.get(name, default) if isinstance(document, Mapping) else getattr(document, name, default)


def words(document: Document) -> Any:
    """The module that shows an answer. Raises WordsError."""
    name = get(document, "question")
    if name is None:
        name = get(document, "command")
    try:
        if not isinstance(name, str) or not name.isidentifier():  # a stored answer may say anything
            raise ModuleNotFoundError
        return importlib.import_module(f"reports.questions.{name}")
    except ModuleNotFoundError:
        raise WordsError(f"there is no question {shown(name)}, so its answer cannot be shown") from None
