"""How the answer to each question is shown: a module a question, with four functions of its document.

`answer(document) -> str` is the first sentence, `sentences(document) -> list[str]` what else is to be said,
`tables(document) -> list[Table]` the numbers, `findings(document) -> list[Finding]` the figures with what they show.
A module may have `asked(document) -> str`, what was played, in a line of its own, and `console(document) ->
list[Table]`, where a terminal is to show other tables than a page. For the first screen of a page it may have
`advice(document) -> list[Advice]`, answers in plain words, and `pocket(document) -> list[Table]`, those of its tables
that a reader wants beside them.
"""

from __future__ import annotations

import importlib
from collections.abc import Mapping
from typing import Any

from tongits_sim.errors import TongitsError
from tongits_sim.rules.errors import shown


class WordsError(TongitsError):
    """An answer to a question that does not exist."""


def words(document: Mapping[str, Any]) -> Any:
    """The module that shows a question's document."""
    name = document["question"]
    try:
        if not isinstance(name, str) or not name.isidentifier():  # a stored answer may say anything
            raise ModuleNotFoundError
        return importlib.import_module(f"reports.questions.{name}")
    except ModuleNotFoundError:
        raise WordsError(f"there is no question {shown(name)}, so its answer cannot be shown") from None
