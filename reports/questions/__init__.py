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
from collections.abc import Callable, Mapping
from types import ModuleType
from typing import Any

from tongits_sim.errors import TongitsError
from tongits_sim.rules.errors import shown
from tongits_sim.run.answers import Answer

Document = Answer | Mapping[str, Any]
"""An answer on a page: typed, or as it is stored."""


class WordsError(TongitsError):
    """An answer to a question that does not exist."""


class Words:
    """The functions of a question's module; a stored answer that they are given becomes typed first.

    Attributes:
        module: the module.
        kind: the type of the answers.
    """

    def __init__(self, module: ModuleType, kind: type[Answer] | None) -> None:
        self.module = module
        self.kind = kind

    def __getattr__(self, name: str) -> Callable[[Any], Any]:
        """A function of the module. Raises AttributeError where it has none of that name."""
        function = getattr(self.module, name)
        return lambda answer: function(self.typed(answer))

    def typed(self, answer: Any) -> Any:
        """The answer as its type. Raises AnswerError for a stored one that is not of its kind."""
        if self.kind is None or isinstance(answer, self.kind):
            return answer
        return self.kind.from_dict(answer)


def get(answer: Document, name: str, default: Any = None) -> Any:
    """A field of an answer, whether typed or stored; the default where it has none."""
    return answer.get(name, default) if isinstance(answer, Mapping) else getattr(answer, name, default)


def words(answer: Document) -> Words:
    """What shows an answer. Raises WordsError."""
    name = get(answer, "question")
    if name is None:
        name = get(answer, "command")
    try:
        if not isinstance(name, str) or not name.isidentifier():  # a stored answer may say anything
            raise ModuleNotFoundError
        module = importlib.import_module(f"reports.questions.{name}")
    except ModuleNotFoundError:
        raise WordsError(f"there is no question {shown(name)}, so its answer cannot be shown") from None
    return Words(module, kind_of(name))


def kind_of(name: str) -> type[Answer] | None:
    """The type of the answers to a question, or of a command."""
    from analyses.answers.batch import BatchReport
    from analyses.answers.comparison import ComparisonAnswer
    from analyses.answers.whatif import WhatIfAnswer
    from analyses.registry import REGISTRY, question

    kinds: dict[str, type[Answer]] = {
        "simulate": BatchReport,
        "compare": ComparisonAnswer,
        "whatif": WhatIfAnswer,
    }
    return question(name).answer if name in REGISTRY else kinds.get(name)
